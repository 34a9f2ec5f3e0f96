// Measures the ceilings of a device (record/ceilings.h): kernels of kernels/ceilings, or the CPU routines beside them.
#pragma once

#include <functional>
#include <stop_token>
#include <string>
#include <vector>

#include "experiment/record/ceilings.h"

namespace warpwise {

class DeviceSet;

// Takes a second or two. An Error where the device is not there, has no times, or a kernel fails.
Result<Ceilings> measure_ceilings(const DeviceId&, DeviceSet&, std::stop_token stop = {});
// Of every device here that has times; `said` hears what is measured and what went wrong.
std::vector<Ceilings> measure_all_ceilings(DeviceSet&, std::stop_token stop, const std::function<void(const std::string&)>& said);

}  // namespace warpwise
