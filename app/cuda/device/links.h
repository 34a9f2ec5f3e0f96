// Measures copies between the GPUs of this machine.
#pragma once

#include "base/error.h"
#include "device/gpu/device_links.h"

namespace warpwise {

// Takes about a second for a pair, and two buffers of 256 MiB. An Error says what the driver refuses.
Result<DeviceLinks> measure_links();

}  // namespace warpwise
