// Data races: two threads touch the same bytes, one of them writes, and nothing orders the two. Within a block a barrier
// orders; between blocks nothing does while the launch runs. Atomics do not race with each other. A warp that ran a memory
// fence since the last barrier is taken to order its accesses by hand, and lanes of one warp run in lockstep here: neither is
// reported, so that what is reported is a race. (Lanes that write one word in one instruction: execute_trace.cpp.)
#pragma once

#include <cstdint>
#include <optional>

namespace warpwise::simt {

// Time in a launch: an interval is what a block runs between two barriers. No two blocks share one, so that a shadow needs no
// reset between blocks. 0 is never used.
struct BlockIntervals {
    std::uint32_t first = 1;  // of the block that runs
    std::uint32_t now = 1;
};

// What is known of each 4-byte word: its last writer and two readers of different warps, each packed into 64 bits
// (races.cpp); 0: none. Three arrays, so that what is only read costs a third.
struct RaceCells {
    std::uint64_t *writer = nullptr, *reader = nullptr, *other_reader = nullptr;
};

// One access of a warp: lane l of `mask` touches `bytes` bytes at address[l]. Aligned: no access of up to 4 bytes lies in two
// words.
struct WarpTouch {
    std::uint32_t mask = 0, bytes = 0;
    const std::uint64_t* address = nullptr;
    std::uint32_t warp = 0, line = 0;
    bool is_store = false, is_atomic = false;
    bool is_row = false;  // all lanes, lane l in the l-th word from lane 0's: 4 bytes each
};

struct Race {
    int lane = 0;  // of the access that found it
    // the earlier access, as far as it is remembered
    std::uint32_t interval = 0, thread = 0, line = 0;  // the thread in its block
    bool is_store = false;
};

enum class RaceScope { block, launch };  // shared memory is one block's

// Notes an access in the shadow of the words from `base` on, and tells of a race with an earlier one.
std::optional<Race> touch(const RaceCells&, std::uint64_t base, RaceScope, const BlockIntervals&, const WarpTouch&);

}  // namespace warpwise::simt
