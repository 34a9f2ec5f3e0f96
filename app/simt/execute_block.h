// One block: its warps take turns until all are done.
#pragma once

#include "simt/execute_state.h"

namespace warpwise::simt {

// Memory for the block's warps and what does not change from block to block; once a worker.
void prepare_worker(Worker&);
// Runs the block at worker.position. False: a fault (worker.fault), or the launch is cancelled.
bool run_block(Worker&, RunWarp);

}  // namespace warpwise::simt
