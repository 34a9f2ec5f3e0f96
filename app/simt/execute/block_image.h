// The state of a block at one moment, apart from global memory (undo_log.h). A BlockRun points into its own memory, so it cannot be
// copied: its image is taken from it, and put back into the same run.
#pragma once

#include <cstddef>
#include <cstdint>
#include <memory>
#include <optional>
#include <random>
#include <string>
#include <vector>

#include "simt/execute/block_run.h"

namespace warpwise::simt {

struct WarpImage {
    std::uint32_t mask = 0, lanes = 0, pc = 0, join = kFunctionEnd;
    WarpStatus status = WarpStatus::done;
    bool fenced = false, signals = false;
    WarpOrder order;
    RecentAccesses global_recent, shared_recent;
    std::uint32_t loading = 0;
    std::uint32_t local_base = 0, local_top = 0;
    std::uint64_t steps = 0;
    Statement statement;
    const Function* function = nullptr;
    std::byte* frame = nullptr;
    WaitingLanes stack;
    OpenCalls calls;
    std::vector<std::byte> registers;  // as far as calls have used them
    AlignedVector<std::byte> local;
    AlignedVector<std::uint8_t> local_init;
    std::vector<std::uint32_t> returned_unset;
    std::vector<std::uint32_t> written;
};

struct BlockImage {
    std::vector<std::shared_ptr<const WarpImage>> warps;
    std::vector<std::byte> shared;
    AlignedVector<std::uint8_t> shared_init;
    AlignedVector<std::uint64_t> shared_parties;
    AlignedVector<RacePiece> shared_pieces;
    BlockIntervals intervals;
    bool accessed = false, untimed = false;
    std::optional<UnwrittenRead> unwritten;
    std::mt19937_64 random;
    Turns turns;
    std::uint32_t meeting = 0;
    std::uint64_t quantum = 0, block_steps = 0, launch_steps = 0;
    LaunchCounters counters;
    std::uint64_t warp_instructions = 0, lane_instructions = 0;
    bool fenced = false, signals = false;
    std::size_t printed = 0, warnings = 0;  // so much of each there was
    std::optional<Fault> race;
    std::uint64_t race_rank = 0;

    std::size_t bytes(const BlockImage* earlier = nullptr) const;  // beyond what it shares with an earlier one
};

// A warp that did nothing since an earlier image shares its own with it: mostly one or two of a block's take a turn.
BlockImage image_of(const BlockRun&, const BlockImage* earlier = nullptr);
// The block may still count as stuck (WaitForEachOther): see go_on().
void restore(BlockRun&, const BlockImage&);

}  // namespace warpwise::simt
