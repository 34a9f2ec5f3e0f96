#include "simt/races.h"

#include <algorithm>
#include <bit>

// Compiled for each level; the system picks one when it loads the program.
#if __has_feature(thread_sanitizer)  // the choice is made while the program is loaded, before the sanitizer is ready
#define WARPWISE_CLONES
#else
#define WARPWISE_CLONES __attribute__((target_clones("arch=x86-64-v4", "arch=x86-64-v3", "default")))
#endif

namespace warpwise::simt {
namespace {

// A party to a race: interval 32 bits, warp 5, lane 5, atomic 1, which bytes of the word 4, line 17.
constexpr int bytes_shift = 17, atomic_shift = 21, lane_shift = 22, warp_shift = 27, interval_shift = 32;
constexpr std::uint32_t lanes_of_row = 32;
constexpr std::uint64_t line_mask = (std::uint64_t{1} << bytes_shift) - 1;
constexpr std::uint64_t bytes_mask = std::uint64_t{15} << bytes_shift;
constexpr std::uint64_t atomic_mask = std::uint64_t{1} << atomic_shift;

// Host threads share the shadow of global memory. A lost update costs at most a race that a neighbouring word tells as well.
std::uint64_t get(const std::uint64_t& party) { return __atomic_load_n(&party, __ATOMIC_RELAXED); }
void set(std::uint64_t& party, std::uint64_t value) { __atomic_store_n(&party, value, __ATOMIC_RELAXED); }

struct Found {
    std::uint64_t party = 0;
    bool is_store = false;
};

// Whether no barrier lies between a party and an access of the block that runs; lanes of one warp run in lockstep.
template <RaceScope scope>
inline bool unordered(std::uint64_t party, std::uint64_t mine, const BlockIntervals& block) {
    const auto when = static_cast<std::uint32_t>(party >> interval_shift);
    const bool other_warp = (party ^ mine) >> warp_shift != 0;
    if constexpr (scope == RaceScope::block) return (when == block.now) & other_warp;
    const bool other_block = (when != 0) & (when - block.first > block.now - block.first);
    return other_block | ((when == block.now) & other_warp);
}

template <RaceScope scope>
inline bool races(std::uint64_t party, std::uint64_t mine, const BlockIntervals& block) {
    return unordered<scope>(party, mine, block) && (party & mine & bytes_mask) && !(party & mine & atomic_mask);
}

template <RaceScope scope>
inline Found read_word(const RaceCells& cells, std::uint64_t word, std::uint64_t mine, const BlockIntervals& block) {
    const std::uint64_t writer = get(cells.writer[word]), reader = get(cells.reader[word]);
    if (unordered<scope>(writer, mine, block) && races<scope>(writer, mine, block)) return {writer, true};
    if (!unordered<scope>(reader, mine, block)) {  // old, or this warp's own
        const bool own = (reader ^ mine) >> warp_shift == 0;
        set(cells.reader[word], own ? mine | (reader & bytes_mask) : mine);
        return {};
    }
    // Two readers of two warps race with every writer. One of this block says less than one of another.
    const std::uint64_t other = get(cells.other_reader[word]);
    if (!unordered<scope>(other, mine, block) || ((other ^ mine) >> warp_shift) != 0) set(cells.other_reader[word], mine);
    return {};
}

template <RaceScope scope>
inline Found write_word(const RaceCells& cells, std::uint64_t word, std::uint64_t mine, const BlockIntervals& block) {
    const std::uint64_t writer = get(cells.writer[word]);
    const bool own = (writer ^ mine) >> warp_shift == 0;
    set(cells.writer[word], own ? mine | (writer & bytes_mask) : mine);
    if (races<scope>(writer, mine, block)) return {writer, true};
    for (const std::uint64_t reader : {get(cells.reader[word]), get(cells.other_reader[word])}) {
        if (races<scope>(reader, mine, block)) return {reader, false};
    }
    return {};
}

Race race_of(int lane, const Found& found) {
    const auto thread = static_cast<std::uint32_t>(found.party >> lane_shift & 1023);
    return {lane, static_cast<std::uint32_t>(found.party >> interval_shift), thread,
            static_cast<std::uint32_t>(found.party & line_mask), found.is_store};
}

// What the parties of one access share.
std::uint64_t party_of(const BlockIntervals& block, const WarpTouch& access) {
    return std::uint64_t{block.now} << interval_shift | std::uint64_t{access.warp} << warp_shift |
           (access.is_atomic ? atomic_mask : 0) | std::min<std::uint64_t>(access.line, line_mask);
}

// What a load leaves in one word of its block's memory: false when another warp wrote it in this interval.
inline bool read_word_of_block(const RaceCells& cells, std::uint64_t word, std::uint64_t common, std::uint64_t mine) {
    constexpr std::uint64_t warps = 32;
    // 0: this warp in this interval; below 32: another warp in this interval; else an old one
    const std::uint64_t writer = (cells.writer[word] ^ common) >> warp_shift, reader = (cells.reader[word] ^ common) >> warp_shift,
                        other = (cells.other_reader[word] ^ common) >> warp_shift;
    const bool free = reader - 1 >= warps - 1;
    cells.reader[word] = free ? mine : cells.reader[word];
    cells.other_reader[word] = !free && other >= warps ? mine : cells.other_reader[word];
    return writer - 1 >= warps - 1;
}

// The lanes that bring a word of their own: neighbours on one address count once, and so do half-warps on the same addresses.
// Exact for what tiles are made of; where it keeps more lanes than it must, the work is done twice.
struct DistinctLanes {
    std::uint32_t lanes = 0;
    bool is_row = false;  // eight or sixteen or more lanes side by side, each on the word after the one before
};

inline DistinctLanes distinct_lanes(const std::uint64_t* address, std::uint32_t mask) {
    std::uint32_t changes = 1, steps = 1, halves_differ = 0;  // one bit per lane: to the lane before it
#pragma clang loop vectorize(assume_safety) unroll(disable)
    for (std::uint32_t lane = 1; lane < lanes_of_row; ++lane) {
        changes |= (address[lane] != address[lane - 1] ? 1u : 0u) << lane;
        steps |= (address[lane] - address[lane - 1] == 4 ? 1u : 0u) << lane;
    }
#pragma clang loop vectorize(assume_safety) unroll(disable)
    for (std::uint32_t lane = 0; lane < lanes_of_row / 2; ++lane)
        halves_differ |= address[lane] != address[lane + lanes_of_row / 2] ? 1u : 0u;
    std::uint32_t lanes = mask & (changes | ~(mask << 1));
    if (mask == ~0u && !halves_differ) lanes &= 0xffffu;
    const bool from_first = (lanes & (lanes + 1)) == 0 && (lanes & 0xff) != 0;  // lanes 0 to n - 1
    return {lanes, from_first && std::popcount(lanes) % 8 == 0 && (lanes & ~steps) == 0};
}

// The commonest access by far: loads of whole words of shared memory. False where lane by lane must find out.
WARPWISE_CLONES bool read_words_of_block(const RaceCells& cells, std::uint64_t base, std::uint64_t common,
                                         const WarpTouch& access) {
    const std::uint64_t whole = common | bytes_mask;
    const DistinctLanes distinct = distinct_lanes(access.address, access.mask);
    bool good = true;
    if (distinct.is_row) {
        const std::uint64_t word = (access.address[0] - base) / 4;
        const auto count = static_cast<std::uint64_t>(std::popcount(distinct.lanes));
#pragma clang loop vectorize(assume_safety) unroll(disable)
        for (std::uint64_t lane = 0; lane < count; ++lane)
            good &= read_word_of_block(cells, word + lane, common, whole | lane << lane_shift);
        return good;
    }
    for (std::uint32_t left = distinct.lanes; left; left &= left - 1) {
        const int lane = std::countr_zero(left);
        const std::uint64_t word = (access.address[lane] - base) / 4;
        good &= read_word_of_block(cells, word, common, whole | static_cast<std::uint64_t>(lane) << lane_shift);
    }
    return good;
}

template <RaceScope scope, bool is_store>
std::optional<Race> touch_words(const RaceCells cells, std::uint64_t base, const BlockIntervals block, const WarpTouch& access) {
    const std::uint64_t common = party_of(block, access);
    std::uint64_t last = ~std::uint64_t{0};
    for (std::uint32_t left = access.mask; left; left &= left - 1) {
        const int lane = std::countr_zero(left);
        const std::uint64_t offset = access.address[lane] - base;
        if (access.bytes == 4 && offset == last) continue;  // lanes that share a word
        last = offset;
        const std::uint64_t bytes = access.bytes >= 4 ? 15 : ((1u << access.bytes) - 1) << (offset & 3);
        const std::uint64_t mine = common | static_cast<std::uint64_t>(lane) << lane_shift | bytes << bytes_shift;
        for (std::uint64_t word = offset / 4; word <= (offset + access.bytes - 1) / 4; ++word) {
            const Found found = is_store ? write_word<scope>(cells, word, mine, block) : read_word<scope>(cells, word, mine, block);
            if (found.party) return race_of(lane, found);
        }
    }
    return std::nullopt;
}

// Whether 32 parties are all old or this warp's own.
template <RaceScope scope>
inline bool all_ordered(const std::uint64_t* parties, std::uint64_t mine, const BlockIntervals& block) {
    std::uint64_t any = 0;
#pragma clang loop vectorize(assume_safety) unroll(disable)
    for (std::uint32_t lane = 0; lane < lanes_of_row; ++lane) any |= unordered<scope>(parties[lane], mine, block) ? 1 : 0;
    return any == 0;
}

// A row in which nothing is to be told or kept: false when lane by lane must find out.
template <RaceScope scope>
inline bool touch_row(const RaceCells& cells, std::uint64_t word, std::uint64_t mine, bool is_store, const BlockIntervals& block) {
    if (!all_ordered<scope>(cells.writer + word, mine, block) || !all_ordered<scope>(cells.reader + word, mine, block))
        return false;
    if (is_store && !all_ordered<scope>(cells.other_reader + word, mine, block)) return false;
    std::uint64_t* parties = (is_store ? cells.writer : cells.reader) + word;
#pragma clang loop vectorize(assume_safety) unroll(disable)
    for (std::uint32_t lane = 0; lane < lanes_of_row; ++lane)
        parties[lane] = mine | static_cast<std::uint64_t>(lane) << lane_shift | bytes_mask;
    return true;
}

WARPWISE_CLONES bool touch_row_of_block(const RaceCells& cells, std::uint64_t word, std::uint64_t mine, bool is_store,
                                        const BlockIntervals& block) {
    return touch_row<RaceScope::block>(cells, word, mine, is_store, block);
}
WARPWISE_CLONES bool touch_row_of_launch(const RaceCells& cells, std::uint64_t word, std::uint64_t mine, bool is_store,
                                         const BlockIntervals& block) {
    return touch_row<RaceScope::launch>(cells, word, mine, is_store, block);
}

}  // namespace

std::optional<Race> touch(const RaceCells& cells, std::uint64_t base, RaceScope scope, const BlockIntervals& block,
                          const WarpTouch& access) {
    const bool in_block = scope == RaceScope::block;
    if (access.is_row) {
        const std::uint64_t word = (access.address[0] - base) / 4, mine = party_of(block, access);
        if (in_block ? touch_row_of_block(cells, word, mine, access.is_store, block)
                     : touch_row_of_launch(cells, word, mine, access.is_store, block)) {
            return std::nullopt;
        }
    }
    if (in_block && access.bytes == 4 && !access.is_store && read_words_of_block(cells, base, party_of(block, access), access))
        return std::nullopt;
    if (in_block) {
        return access.is_store ? touch_words<RaceScope::block, true>(cells, base, block, access)
                               : touch_words<RaceScope::block, false>(cells, base, block, access);
    }
    return access.is_store ? touch_words<RaceScope::launch, true>(cells, base, block, access)
                           : touch_words<RaceScope::launch, false>(cells, base, block, access);
}

}  // namespace warpwise::simt
