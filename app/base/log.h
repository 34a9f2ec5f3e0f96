// Where the time of a start goes: WARPWISE_LOG=1 writes one line per step to standard error.
#pragma once

#include <string_view>

namespace warpwise {

// "warpwise: 0.51 s (0.32 s of the processor)  egl: device 0 started"; the seconds count from the start of the process. Nothing
// without WARPWISE_LOG.
void log_step(std::string_view what);

}  // namespace warpwise
