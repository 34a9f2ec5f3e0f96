// One block: its warps take turns until all are done.
#pragma once

#include "simt/execute/block_run.h"

namespace warpwise::simt {

enum class Advance {
    ended,
    faulted,    // in the instruction that ran last; run.fault says why
    stuck,      // between two instructions: a deadlock, a loop without end, a budget; run.fault says why
    cancelled,  // the launch is, or an earlier block faulted
    gives_way,  // of a cooperative launch: at the barrier of the grid, or in a loop that only another block can end
    paused,     // where run.stepping wants it
    asks,       // for help, at run.asks_at: to go on alone, the caller raises it
};

// Memory for the block's warps and what does not change from block to block; once for a host thread. From the plan's pool, to which
// leave_memory() gives it back.
void prepare_run(BlockRun&);
void leave_memory(BlockRun&);
// To the first instruction of the block at run.position.
void start_block(BlockRun&);
// Goes on from where the block stands. What it does depends on its state alone, however often it pauses.
Advance advance(BlockRun&, const WarpLoop&);
// Trace full: the accesses from here on are those of a block that begins now.
void start_intervals(BlockRun&);

}  // namespace warpwise::simt
