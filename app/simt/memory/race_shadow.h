// For data races (races.h): what is known of the accesses to each word, and what an access is, as plain data.
#pragma once

#include <cstddef>
#include <cstdint>
#include <vector>

#include "simt/code/half.h"
#include "simt/memory/warp_order.h"

namespace warpwise::simt {

// Time in a launch: each barrier of a block, and each synchronisation of a warp's lanes, takes the next number of its host
// thread. No two blocks share one, so that a shadow needs no reset between blocks. 0 is never used.
struct BlockIntervals {
    std::uint32_t first = 1;           // of the block that runs
    std::uint32_t start = 1;           // of the current interval, since the block's last barrier
    std::uint32_t now = 1;             // the latest number: that of every access until the next one is taken
    std::uint32_t ordered_before = 0;  // accesses of any block before it come before those of this block: a barrier of the grid
};

// What is known about each 4-byte word: its last writer and two readers of different warps, each packed into 64 bits
// (race_party.h); 0: none. Three arrays, so that memory that is only read costs a third.
//
// Most words are accessed with their neighbours, by lanes side by side. While that is so, a *piece* stands for its words: a
// party of it is that of its first word, and the lanes of the others follow. An access of another kind opens the piece: its words
// get their parties, and count from then on.
inline constexpr std::uint64_t kWordsOfPiece = 16;
struct RacePiece {
    std::uint64_t writer = 0, reader = 0, other_reader = 0;
    std::uint64_t opened = 0;  // the largest party of that time
};
struct RaceCells {
    std::uint64_t *writer = nullptr, *reader = nullptr, *other_reader = nullptr;
    RacePiece* pieces = nullptr;     // null: each word counts
    bool close_at_barriers = false;  // an open piece, as nothing before a barrier counts after it: shared memory
    bool* is_any_open = nullptr;     // where it is asked: becomes true when a piece is opened
};

// One access of a warp: lane l of `mask` accesses `bytes` bytes at address[l]. Aligned: no access of up to 4 bytes is in two
// words.
struct WarpTouch {
    std::uint32_t mask = 0, bytes = 0;
    const std::uint64_t* address = nullptr;
    std::uint32_t warp = 0, line = 0;
    bool is_store = false, is_atomic = false;
    const Half* halves = nullptr;  // two, where all lanes are active and each half is of that kind
    // A store's values, `stride` bytes apart, before they replace what lies at address + host_minus_device; null: not known.
    const std::byte* values = nullptr;
    std::size_t stride = 0;
    std::uint64_t host_minus_device = 0;
    std::uint32_t unchanged = 0;                                 // or the lanes whose store is done, and left what lay there
    const WarpOrder* order = nullptr;                            // null: no two lanes are ordered
    const std::vector<std::uint32_t>* intended_lines = nullptr;  // ascending; races on these lines are intended
};

enum class RaceScope { block, launch };  // shared memory is one block's

}  // namespace warpwise::simt
