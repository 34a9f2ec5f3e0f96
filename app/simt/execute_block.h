// One block: its warps take turns until all are done.
#pragma once

#include "simt/execute_state.h"

namespace warpwise::simt {

enum class Advance {
    ended,
    faulted,    // in the instruction that ran last; run.fault says why
    stuck,      // between two instructions: a deadlock, a loop without end, a budget; run.fault says why
    cancelled,  // the launch is, or an earlier block faulted
    gives_way,  // of a cooperative launch: at the barrier of the grid, or in a loop that only another block can end
    paused,     // where run.stepping wants it
};

// Memory for the block's warps and what does not change from block to block; once for a host thread.
void prepare_run(BlockRun&);
// To the first instruction of the block at run.position.
void start_block(BlockRun&);
// Goes on from where the block stands. What it does depends on its state alone, however often it pauses.
Advance advance(BlockRun&, RunWarp);
// Trace full: the accesses from here on are those of a block that begins now.
void start_intervals(BlockRun&);
// Both. False: a fault (run.fault), or the launch is cancelled.
bool run_block(BlockRun&, RunWarp);
// Its block did not come back to an earlier state after all, or the thread ends (WaitForEachOther).
void go_on(BlockRun&);

// The loop for this processor.
RunWarp pick_loop(TraceLevel);
// On the host's threads, the blocks of a launch from where it is up to a place in the order of dispatch (execute.cpp).
void run_launch(const LaunchPlan&, LaunchProgress&, std::uint64_t end);
// The same for a launch whose blocks are all resident at once: each gives way at the barrier of the grid (execute_grid.cpp).
void run_cooperative_launch(const LaunchPlan&, LaunchProgress&);
// On how many host threads; the first counts as one.
int worker_count(const LaunchPlan&);
void keep_fault(BlockRun&);
void keep_block(BlockRun&, bool good);  // what it printed and launched, the progress
void keep_sums(BlockRun&);

}  // namespace warpwise::simt
