// Data races: two threads access the same bytes, at least one of them writes, and nothing orders the two. Within a block, a barrier
// orders accesses; within a warp, so do __syncwarp and the other operations that its lanes perform together; between blocks,
// nothing does while the launch runs. Atomics do not race with each other. A warp that has executed a memory fence since the last
// barrier is assumed to order its accesses itself. (Lanes that write one word in one instruction: execute_trace.cpp.)
#pragma once

#include <cstdint>
#include <optional>

#include "simt/memory/race_shadow.h"

namespace warpwise::simt {

struct Race {
    int lane = 0;  // of the access that found it
    // the earlier access, as far as it is remembered
    std::uint32_t interval = 0, thread = 0, line = 0;  // the thread in its block
    bool is_store = false;
    bool in_warp = false;         // both are lanes of one warp
    bool leaves_value = false;    // both are stores, and the later one leaves what lies there
    bool thread_is_known = true;  // false: several lanes of the warp, and `thread` need not be the one
};

// Records an access in the shadow of the words from `base` on, and returns a race with an earlier access.
std::optional<Race> touch(const RaceCells&, std::uint64_t base, RaceScope, const BlockIntervals&, const WarpTouch&);
// The same, but always one lane after the other: this is right for every access, and slower.
std::optional<Race> touch_lane_by_lane(const RaceCells&, std::uint64_t base, RaceScope, const BlockIntervals&, const WarpTouch&);

// Of the words of so many bytes from `address` on: nothing is known of them any more.
void forget(const RaceCells&, std::uint64_t base, std::uint64_t address, std::uint64_t bytes);

}  // namespace warpwise::simt
