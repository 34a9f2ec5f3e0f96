// A cooperative launch: all blocks are resident at once, each in a run of its own. A block that reaches the barrier of the grid, or
// waits in a loop for another block, gives way to the next one.
#pragma once

#include "simt/execute/block_run.h"

namespace warpwise::simt {

void run_cooperative_launch(const LaunchPlan&, LaunchProgress&);

}  // namespace warpwise::simt
