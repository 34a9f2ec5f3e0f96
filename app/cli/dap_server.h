// A client of the Debug Adapter Protocol on two descriptors: one thread reads what it says, the caller's answers in that order.
#pragma once

#include "cli/dap_adapter.h"

namespace warpwise {

// Returns after `disconnect`, and when the input ends. `pause`, `disconnect` and `terminate` reach what is running at once. What
// was asked before the input ended is still answered, within a few seconds.
int serve_dap(int input, int output, DapLauncher);

}  // namespace warpwise
