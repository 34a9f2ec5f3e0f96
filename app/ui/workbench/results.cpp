#include "ui/workbench/results.h"

namespace warpwise::ui {

const RunRecord* Results::latest(const DeviceId& device) const {
    const auto found = runs.find(device);
    return found != runs.end() && found->second.latest ? &*found->second.latest : nullptr;
}

const RunRecord* Results::any_latest() const {
    for (const auto& [device, of_device] : runs)
        if (of_device.latest) return &*of_device.latest;
    return nullptr;
}

const RunRecord* Results::latest_that(bool DeviceTraits::* can) const {
    for (const auto& [device, of_device] : runs)
        if (of_device.latest && traits_of(device).*can) return &*of_device.latest;
    return nullptr;
}

}  // namespace warpwise::ui
