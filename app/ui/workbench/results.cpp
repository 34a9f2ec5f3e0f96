#include "ui/workbench/results.h"

namespace warpwise::ui {

const RunRecord* Results::latest(DeviceKind device) const {
    const auto found = runs.find(device);
    return found != runs.end() && found->second.latest ? &*found->second.latest : nullptr;
}

const RunRecord* Results::any_latest() const {
    for (const DeviceKind device : {DeviceKind::emulated, DeviceKind::cuda, DeviceKind::cpu_serial, DeviceKind::cpu_vector,
                                    DeviceKind::cpu_threads, DeviceKind::cpu_library})
        if (const RunRecord* record = latest(device)) return record;
    return nullptr;
}

}  // namespace warpwise::ui
