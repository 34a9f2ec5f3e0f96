// The blocks of a launch on the host's threads, and what each leaves to the launch.
#pragma once

#include <cstdint>

#include "simt/execute/block_run.h"

namespace warpwise::simt {

// The loop for this processor, or the one in which warps take turns by the instruction or by the request.
WarpLoop pick_loop(const ExecuteOptions&);
// The blocks of a launch from where it is up to a place in the order of dispatch.
void run_launch(const LaunchPlan&, LaunchProgress&, std::uint64_t end);
// On how many host threads; the first counts as one.
int worker_count(const LaunchPlan&);
void keep_fault(BlockRun&);
void keep_block(BlockRun&, bool good);  // what it printed and launched, the progress
void keep_sums(BlockRun&);

}  // namespace warpwise::simt
