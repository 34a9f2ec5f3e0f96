// Data races: two threads touch the same bytes, one of them writes, and nothing orders the two. Within a block a barrier
// orders; within a warp also __syncwarp and the other operations that its lanes perform together; between blocks nothing does
// while the launch runs. Atomics do not race with each other. A warp that ran a memory fence since the last barrier is taken to
// order its accesses by hand. (Lanes that write one word in one instruction: execute_trace.cpp.)
#pragma once

#include <cstddef>
#include <cstdint>
#include <optional>
#include <vector>

namespace warpwise::simt {

// Time in a launch: each barrier of a block, and each synchronisation of a warp's lanes, takes the next number of its host
// thread. No two blocks share one, so that a shadow needs no reset between blocks. 0 is never used.
struct BlockIntervals {
    std::uint32_t first = 1;  // of the block that runs
    std::uint32_t start = 1;  // of the interval that runs: since the block's last barrier
    std::uint32_t now = 1;    // the latest: of every access until the next number is taken
};

// Which accesses of its own lanes a warp has put in order since the last barrier.
class WarpOrder {
  public:
    void restart() { *this = {}; }
    // `lanes` meet at number `now`, taken for it: what any of them did before comes before what they do from now on.
    void meet(std::uint32_t lanes, std::uint32_t living, std::uint32_t now);
    // Accesses of all lanes before this number come before those that all lanes make from now on.
    std::uint32_t since() const { return since_; }
    bool has_partial() const { return !known_.empty(); }
    bool is_ordered(int earlier_lane, std::uint32_t when, int lane) const;

  private:
    std::uint32_t since_ = 0;
    // [lane][other]: the other's accesses before this number come before the lane's; empty: `since_` for all of them.
    std::vector<std::uint32_t> known_;
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
    // A store's values, `stride` bytes apart, before they replace what lies at address + host_minus_device; null: not known.
    const std::byte* values = nullptr;
    std::size_t stride = 0;
    std::uint64_t host_minus_device = 0;
    const WarpOrder* order = nullptr;                            // null: no lane is ordered with another
    const std::vector<std::uint32_t>* intended_lines = nullptr;  // ascending; what races there is meant to
};

struct Race {
    int lane = 0;  // of the access that found it
    // the earlier access, as far as it is remembered
    std::uint32_t interval = 0, thread = 0, line = 0;  // the thread in its block
    bool is_store = false;
    bool in_warp = false;         // both are lanes of one warp
    bool thread_is_known = true;  // false: several lanes of the warp, `thread` is not the one
};

enum class RaceScope { block, launch };  // shared memory is one block's

// Notes an access in the shadow of the words from `base` on, and tells of a race with an earlier one.
std::optional<Race> touch(const RaceCells&, std::uint64_t base, RaceScope, const BlockIntervals&, const WarpTouch&);

}  // namespace warpwise::simt
