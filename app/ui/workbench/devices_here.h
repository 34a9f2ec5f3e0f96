// What can run kernels on this machine.
#pragma once

#include <string>
#include <vector>

#include "experiment/run/device_set.h"

namespace warpwise::ui {

struct DevicesHere {
    DeviceSet set;
    std::vector<DeviceInfo> present;  // empty while they are looked for
    std::string cuda_missing;         // why there is no GPU; empty when there is one
};

}  // namespace warpwise::ui
