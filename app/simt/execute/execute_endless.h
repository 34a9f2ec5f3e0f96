// Loops without end: when a block is searched for one, and what its host thread waits for before it says so.
#pragma once

#include <cstdint>

#include "simt/execute/block_run.h"

namespace warpwise::simt {

inline constexpr std::uint64_t kShortestWindow = std::uint64_t{1} << 16;  // warp instructions

// From here on, for so many warp instructions of the block.
void look_for_cycle(BlockRun&, std::uint64_t steps);
// The block came back to an earlier state: endless, unless a block of another host thread may still change what it waits for.
bool is_endless(BlockRun&);
// Its block did not come back to an earlier state after all, or the thread ends (WaitForEachOther).
void go_on(BlockRun&);

}  // namespace warpwise::simt
