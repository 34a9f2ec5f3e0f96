// Data races: two threads access the same bytes, at least one of them writes, and nothing orders the two. Within a block, a barrier
// orders accesses; within a warp, so do __syncwarp and the other operations that its lanes perform together; between blocks,
// nothing does while the launch runs. Atomics do not race with each other. A warp that has executed a memory fence since the last
// barrier is assumed to order its accesses itself. (Lanes that write one word in one instruction: execute_trace.cpp.)
#pragma once

#include <cstddef>
#include <cstdint>
#include <optional>
#include <vector>

namespace warpwise::simt {

// Time in a launch: each barrier of a block, and each synchronisation of a warp's lanes, takes the next number of its host
// thread. No two blocks share one, so that a shadow needs no reset between blocks. 0 is never used.
struct BlockIntervals {
    std::uint32_t first = 1;           // of the block that runs
    std::uint32_t start = 1;           // of the current interval, since the block's last barrier
    std::uint32_t now = 1;             // the latest number: that of every access until the next one is taken
    std::uint32_t ordered_before = 0;  // accesses of any block before it come before those of this block: a barrier of the grid
};

// Which accesses of a warp's lanes are ordered, by warp synchronization, since the block's last barrier.
class WarpOrder {
  public:
    void restart() { *this = {}; }
    // `lanes` synchronize at time `now`: all of their earlier accesses come before all of their later ones.
    void meet(std::uint32_t lanes, std::uint32_t living, std::uint32_t now);
    // Accesses of any lane before this time are ordered before those that any lane makes from now on.
    std::uint32_t since() const { return since_; }
    bool has_partial() const { return !known_.empty(); }
    bool is_ordered(int earlier_lane, std::uint32_t when, int lane) const;

  private:
    std::uint32_t since_ = 0;
    // [lane][other]: accesses of the other lane before this time are ordered before the lane's own; empty: `since_` for all pairs.
    std::vector<std::uint32_t> known_;
};

// What is known about each 4-byte word: its last writer and two readers of different warps, each packed into 64 bits
// (races.cpp); 0: none. Three arrays, so that memory that is only read costs a third.
struct RaceCells {
    std::uint64_t *writer = nullptr, *reader = nullptr, *other_reader = nullptr;
};

// One access of a warp: lane l of `mask` accesses `bytes` bytes at address[l]. Aligned: no access of up to 4 bytes is in two
// words.
struct WarpTouch {
    std::uint32_t mask = 0, bytes = 0;
    const std::uint64_t* address = nullptr;
    std::uint32_t warp = 0, line = 0;
    bool is_store = false, is_atomic = false;
    bool is_row = false;  // all lanes, each beside the one before
    // A store's values, `stride` bytes apart, before they replace what lies at address + host_minus_device; null: not known.
    const std::byte* values = nullptr;
    std::size_t stride = 0;
    std::uint64_t host_minus_device = 0;
    std::uint32_t unchanged = 0;                                 // or the lanes whose store is done, and left what lay there
    const WarpOrder* order = nullptr;                            // null: no two lanes are ordered
    const std::vector<std::uint32_t>* intended_lines = nullptr;  // ascending; races on these lines are intended
};

struct Race {
    int lane = 0;  // of the access that found it
    // the earlier access, as far as it is remembered
    std::uint32_t interval = 0, thread = 0, line = 0;  // the thread in its block
    bool is_store = false;
    bool in_warp = false;         // both are lanes of one warp
    bool leaves_value = false;    // both are stores, and the later one leaves what lies there
    bool thread_is_known = true;  // false: several lanes of the warp, and `thread` need not be the one
};

enum class RaceScope { block, launch };  // shared memory is one block's

// Records an access in the shadow of the words from `base` on, and returns a race with an earlier access.
std::optional<Race> touch(const RaceCells&, std::uint64_t base, RaceScope, const BlockIntervals&, const WarpTouch&);

// Of the words of so many bytes from `address` on: nothing is known of them any more.
void forget(const RaceCells&, std::uint64_t base, std::uint64_t address, std::uint64_t bytes);

}  // namespace warpwise::simt
