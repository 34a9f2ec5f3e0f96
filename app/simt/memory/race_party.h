// A party to a race as one number, and when two of them race: for races.cpp and race_rows.cpp.
#pragma once

#include <algorithm>
#include <cstdint>

#include "simt/memory/race_shadow.h"

// Into the code of each instruction set: a function of its own would be compiled for the lowest one only.
#define WARPWISE_IN_EACH [[gnu::always_inline]] inline

namespace warpwise::simt::race {

// A party to a race: time 32 bits, warp 5, lane 5, atomic 1, which bytes of the word 4, mixed 1, line 16.
inline constexpr int kBytesShift = 17, kLaneShift = 22, kWarpShift = 27, kTimeShift = 32;
inline constexpr std::uint32_t kLanesOfRow = 32;
inline constexpr std::uint64_t kLineMask = 0xffff;
inline constexpr std::uint64_t kMixed = std::uint64_t{1}
                                        << 16;  // stands for several lanes or times: no hazard inside the warp is told
inline constexpr std::uint64_t kAllBytes = std::uint64_t{15} << kBytesShift;
inline constexpr std::uint64_t kAtomic = std::uint64_t{1} << 21;   // of a writer
inline constexpr std::uint64_t kSeveral = std::uint64_t{1} << 21;  // of a reader: other lanes of its warp read the same bytes
inline constexpr std::uint64_t kLaneMask = std::uint64_t{31} << kLaneShift, kWarpMask = std::uint64_t{31} << kWarpShift;
inline constexpr std::uint64_t kThreadMask = kLaneMask | kWarpMask;

WARPWISE_IN_EACH int lane_of(std::uint64_t party) { return static_cast<int>(party >> kLaneShift & 31); }
WARPWISE_IN_EACH std::uint32_t time_of(std::uint64_t party) { return static_cast<std::uint32_t>(party >> kTimeShift); }

// Host threads share the shadow of global memory. A lost update costs at most a race that a neighbouring word tells as well.
WARPWISE_IN_EACH std::uint64_t get(const std::uint64_t& party) { return __atomic_load_n(&party, __ATOMIC_RELAXED); }
WARPWISE_IN_EACH void set(std::uint64_t& party, std::uint64_t value) { __atomic_store_n(&party, value, __ATOMIC_RELAXED); }

// Without a branch, which would keep a loop from being vectorised.
constexpr bool either(bool a, bool b) { return (static_cast<unsigned>(a) | static_cast<unsigned>(b)) != 0; }
constexpr bool both(bool a, bool b) { return (static_cast<unsigned>(a) & static_cast<unsigned>(b)) != 0; }

// The times that an access is compared with, each as the smallest party of it: the block's first, since its last barrier, since
// the warp's lanes last met; and the largest party of now; floor:
// the smallest party that a block may race with.
struct Moment {
    std::uint64_t first = 0, start = 0, since = 0, end = 0, floor = 1;
};

WARPWISE_IN_EACH Moment moment_of(const BlockIntervals& block, const WarpTouch& access) {
    const std::uint32_t met = access.order ? access.order->since() : 0;
    return {std::uint64_t{block.first} << kTimeShift, std::uint64_t{block.start} << kTimeShift,
            std::uint64_t{std::max(block.start, met)} << kTimeShift, (std::uint64_t{block.now} << kTimeShift) | 0xffffffff,
            std::max<std::uint64_t>(std::uint64_t{block.ordered_before} << kTimeShift, 1)};
}

// Shared memory holds no party of a later time, nor of another host thread.
template <RaceScope scope>
WARPWISE_IN_EACH bool is_since(std::uint64_t party, std::uint64_t from, const Moment& moment) {
    if constexpr (scope == RaceScope::block) return party >= from;
    return party - from <= moment.end - from;
}

template <RaceScope scope>
WARPWISE_IN_EACH bool is_of_other_block(std::uint64_t party, const Moment& moment) {
    if constexpr (scope == RaceScope::block) return false;
    return both(party >= moment.floor, party - moment.first > moment.end - moment.first);
}

// Whether no barrier lies between a party of another warp and an access.
template <RaceScope scope>
WARPWISE_IN_EACH bool is_of_other_warp(std::uint64_t party, std::uint64_t mine, const Moment& moment) {
    const bool other_warp = ((party ^ mine) & kWarpMask) != 0;
    return either(is_of_other_block<scope>(party, moment), both(other_warp, is_since<scope>(party, moment.start, moment)));
}

// A party of this warp since its lanes last met.
template <RaceScope scope>
WARPWISE_IN_EACH bool is_of_own_warp(std::uint64_t party, std::uint64_t mine, const Moment& moment) {
    return both(((party ^ mine) & kWarpMask) == 0, is_since<scope>(party, moment.since, moment));
}

// Whether a party must be looked at more closely: another thread's, or with one of the `flags`, and not known to be ordered.
template <RaceScope scope>
WARPWISE_IN_EACH bool may_race(std::uint64_t party, std::uint64_t mine, const Moment& moment, std::uint64_t flags) {
    const std::uint64_t differs = party ^ mine;
    const std::uint64_t from = differs & kWarpMask ? moment.start : moment.since;
    const bool other_thread = ((differs & kThreadMask) | (party & flags)) != 0;
    return either(is_of_other_block<scope>(party, moment), both(other_thread, is_since<scope>(party, from, moment)));
}

// What a reader's party keeps of the one before it in its warp: that several lanes read the word.
template <RaceScope scope>
WARPWISE_IN_EACH std::uint64_t kept_of_reader(std::uint64_t reader, std::uint64_t mine, const Moment& moment) {
    const std::uint64_t other_lane = (reader ^ mine) & kLaneMask ? kSeveral : 0;
    return is_of_own_warp<scope>(reader, mine, moment) ? (reader & (kSeveral | kMixed)) | other_lane : 0;
}

// Whether the reader of another warp that is kept beside the first gives way to `mine`: one of another block says more.
template <RaceScope scope>
WARPWISE_IN_EACH bool gives_way(std::uint64_t other, std::uint64_t mine, const Moment& moment) {
    if constexpr (scope == RaceScope::block) return other < moment.start;
    return either(!is_of_other_warp<scope>(other, mine, moment), ((other ^ mine) & kWarpMask) != 0);
}

// What the parties of one access share.
WARPWISE_IN_EACH std::uint64_t party_of(const BlockIntervals& block, const WarpTouch& access) {
    return std::uint64_t{block.now} << kTimeShift | std::uint64_t{access.warp} << kWarpShift | (access.is_atomic ? kAtomic : 0) |
           std::min<std::uint64_t>(access.line, kLineMask);
}

}  // namespace warpwise::simt::race
