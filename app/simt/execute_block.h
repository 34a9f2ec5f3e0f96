// One block: its warps take turns until all are done.
#pragma once

#include "simt/execute_state.h"

namespace warpwise::simt {

// Memory for the block's warps and what does not change from block to block; once a run.
void prepare_run(BlockRun&);
// Runs the block at run.position. False: a fault (run.fault), or the launch is cancelled.
bool run_block(BlockRun&, RunWarp);

}  // namespace warpwise::simt
