#include "ui/timing/live_loop.h"

namespace warpwise::ui {

std::vector<DeviceKind> live_devices(const Workbench& bench) {
    std::vector<DeviceKind> devices;
    for (const DeviceInfo& info : bench.devices.present)
        if (info.kind != DeviceKind::emulated && info.kind != DeviceKind::recorded && bench.draft.run_on.contains(info.kind))
            devices.push_back(info.kind);
    return devices;
}

}  // namespace warpwise::ui
