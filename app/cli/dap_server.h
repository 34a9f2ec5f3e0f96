// A client of the Debug Adapter Protocol on two descriptors: one thread reads its requests, and the caller's thread answers them in
// that order. A kernel that runs is interrupted for those that can be answered meanwhile, and goes on.
#pragma once

#include "cli/dap_adapter.h"

namespace warpwise {

// Returns after `disconnect`, and when the input ends. `pause`, `cancel`, `restart`, `disconnect` and `terminate` interrupt what is
// running at once. Requests from before the end of the input are still answered, within a few seconds.
int serve_dap(int input, int output, DapLauncher);

}  // namespace warpwise
