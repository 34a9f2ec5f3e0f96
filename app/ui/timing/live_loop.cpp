#include "ui/timing/live_loop.h"

namespace warpwise::ui {

std::vector<DeviceId> live_devices(const Workbench& bench) {
    std::vector<DeviceId> devices;
    for (const DeviceInfo& info : bench.devices.present)
        if (traits_of(info.kind).has_times && bench.draft.run_on.contains(info.id())) devices.push_back(info.id());
    return devices;
}

}  // namespace warpwise::ui
