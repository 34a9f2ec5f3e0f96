#include <fmt/format.h>

#include "device/interface/device_kind_table.h"

namespace warpwise {

Result<std::unique_ptr<Device>> make_device(const DeviceId& id) {
    for (const DeviceKindRow& row : kDeviceKindTable)
        if (row.traits.kind == id.kind && row.make != nullptr) return row.make(id.ordinal);
    return std::unexpected(Error{ErrorKind::usage, fmt::format("the device {} runs no kernels", name_of(id)), {}});
}

}  // namespace warpwise
