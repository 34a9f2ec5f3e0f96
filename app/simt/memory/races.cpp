#include "simt/memory/races.h"

#include <algorithm>
#include <bit>
#include <cstring>
#include <initializer_list>
#include <utility>

// Compiled for each level; the system picks one when it loads the program.
#if __has_feature(thread_sanitizer)  // the choice is made while the program is loaded, before the sanitizer is ready
#define WARPWISE_CLONES
#else
#define WARPWISE_CLONES __attribute__((target_clones("arch=x86-64-v4", "arch=x86-64-v3", "default")))
#endif

// Into each of the clones: a function of its own would be compiled for the lowest level only.
#define WARPWISE_INLINE [[gnu::always_inline]] inline

namespace warpwise::simt {
namespace {

// A party to a race: time 32 bits, warp 5, lane 5, atomic 1, which bytes of the word 4, mixed 1, line 16.
constexpr int kBytesShift = 17, kLaneShift = 22, kWarpShift = 27, kTimeShift = 32;
constexpr std::uint32_t kLanesOfRow = 32;
constexpr std::uint64_t kLineMask = 0xffff;
constexpr std::uint64_t kMixed = std::uint64_t{1} << 16;  // stands for several lanes or times: no hazard inside the warp is told
constexpr std::uint64_t kAllBytes = std::uint64_t{15} << kBytesShift;
constexpr std::uint64_t kAtomic = std::uint64_t{1} << 21;   // of a writer
constexpr std::uint64_t kSeveral = std::uint64_t{1} << 21;  // of a reader: other lanes of its warp read the same bytes
constexpr std::uint64_t kLaneMask = std::uint64_t{31} << kLaneShift, kWarpMask = std::uint64_t{31} << kWarpShift;
constexpr std::uint64_t kThreadMask = kLaneMask | kWarpMask;

int lane_of(std::uint64_t party) { return static_cast<int>(party >> kLaneShift & 31); }
std::uint32_t time_of(std::uint64_t party) { return static_cast<std::uint32_t>(party >> kTimeShift); }

// Host threads share the shadow of global memory. A lost update costs at most a race that a neighbouring word tells as well.
std::uint64_t get(const std::uint64_t& party) { return __atomic_load_n(&party, __ATOMIC_RELAXED); }
void set(std::uint64_t& party, std::uint64_t value) { __atomic_store_n(&party, value, __ATOMIC_RELAXED); }

// Without a branch, which would keep a loop from being vectorised.
constexpr bool either(bool a, bool b) { return (static_cast<unsigned>(a) | static_cast<unsigned>(b)) != 0; }
constexpr bool both(bool a, bool b) { return (static_cast<unsigned>(a) & static_cast<unsigned>(b)) != 0; }

// The times that an access is compared with, each as the smallest party of it: the block's first, since its last barrier, since
// the warp's lanes last met; and the largest party of now; floor:
// the smallest party that a block may race with.
struct Moment {
    std::uint64_t first = 0, start = 0, since = 0, end = 0, floor = 1;
};

Moment moment_of(const BlockIntervals& block, const WarpTouch& access) {
    const std::uint32_t met = access.order ? access.order->since() : 0;
    return {std::uint64_t{block.first} << kTimeShift, std::uint64_t{block.start} << kTimeShift,
            std::uint64_t{std::max(block.start, met)} << kTimeShift, (std::uint64_t{block.now} << kTimeShift) | 0xffffffff,
            std::max<std::uint64_t>(std::uint64_t{block.ordered_before} << kTimeShift, 1)};
}

// Shared memory holds no party of a later time, nor of another host thread.
template <RaceScope scope>
inline bool is_since(std::uint64_t party, std::uint64_t from, const Moment& moment) {
    if constexpr (scope == RaceScope::block) return party >= from;
    return party - from <= moment.end - from;
}

template <RaceScope scope>
inline bool is_of_other_block(std::uint64_t party, const Moment& moment) {
    if constexpr (scope == RaceScope::block) return false;
    return both(party >= moment.floor, party - moment.first > moment.end - moment.first);
}

// Whether no barrier lies between a party of another warp and an access.
template <RaceScope scope>
inline bool is_of_other_warp(std::uint64_t party, std::uint64_t mine, const Moment& moment) {
    const bool other_warp = ((party ^ mine) & kWarpMask) != 0;
    return either(is_of_other_block<scope>(party, moment), both(other_warp, is_since<scope>(party, moment.start, moment)));
}

// A party of this warp since its lanes last met.
template <RaceScope scope>
inline bool is_of_own_warp(std::uint64_t party, std::uint64_t mine, const Moment& moment) {
    return both(((party ^ mine) & kWarpMask) == 0, is_since<scope>(party, moment.since, moment));
}

// Whether a party must be looked at more closely: another thread's, or with one of the `flags`, and not known to be ordered.
template <RaceScope scope>
inline bool may_race(std::uint64_t party, std::uint64_t mine, const Moment& moment, std::uint64_t flags) {
    const std::uint64_t differs = party ^ mine;
    const std::uint64_t from = differs & kWarpMask ? moment.start : moment.since;
    const bool other_thread = ((differs & kThreadMask) | (party & flags)) != 0;
    return either(is_of_other_block<scope>(party, moment), both(other_thread, is_since<scope>(party, from, moment)));
}

// What a reader's party keeps of the one before it in its warp: that several lanes read the word.
template <RaceScope scope>
inline std::uint64_t kept_of_reader(std::uint64_t reader, std::uint64_t mine, const Moment& moment) {
    const std::uint64_t other_lane = (reader ^ mine) & kLaneMask ? kSeveral : 0;
    return is_of_own_warp<scope>(reader, mine, moment) ? (reader & (kSeveral | kMixed)) | other_lane : 0;
}

// What the parties of one access share.
std::uint64_t party_of(const BlockIntervals& block, const WarpTouch& access) {
    return std::uint64_t{block.now} << kTimeShift | std::uint64_t{access.warp} << kWarpShift | (access.is_atomic ? kAtomic : 0) |
           std::min<std::uint64_t>(access.line, kLineMask);
}

// ---- one lane after the other: exact ----

struct Found {
    std::uint64_t party = 0;
    bool is_store = false, in_warp = false, thread_is_known = true, leaves_value = false;
};

// One lane's access to one word.
struct Word {
    const RaceCells& cells;
    const Moment& moment;
    const WarpTouch& access;
    std::uint64_t base = 0, word = 0, mine = 0;
    int lane = 0;
};

bool is_intended(const WarpTouch& access, std::uint64_t party) {
    const auto* lines = access.intended_lines;
    if (!lines || lines->empty()) return false;
    return std::ranges::binary_search(*lines, access.line) ||
           std::ranges::binary_search(*lines, static_cast<std::uint32_t>(party & kLineMask));
}

// Lanes that share a word in one instruction: the earlier one's party is of this very access.
bool is_of_this_access(const Word& w, std::uint64_t party) {
    const int lane = lane_of(party);
    if (!w.access.is_store || ((party ^ w.mine) >> kWarpShift) != 0 || lane >= w.lane || !(w.access.mask >> lane & 1)) return false;
    const std::uint64_t first = (w.access.address[lane] - w.base) / 4;
    const std::uint64_t last = (w.access.address[lane] - w.base + w.access.bytes - 1) / 4;
    return first <= w.word && w.word <= last;
}

bool leaves_value(const Word& w) {
    if (!w.access.values) return (w.access.unchanged >> w.lane & 1) != 0;
    const auto* held = reinterpret_cast<const std::byte*>(w.access.address[w.lane] + w.access.host_minus_device);
    return std::memcmp(held, w.access.values + static_cast<std::size_t>(w.lane) * w.access.stride, w.access.bytes) == 0;
}

// A hazard inside the warp: another lane in another instruction, and the lanes have not met since.
std::optional<Found> hazard_in_warp(const Word& w, std::uint64_t party, bool is_store) {
    if (party & kMixed) return std::nullopt;
    const bool many = !is_store && (party & kSeveral);
    const bool other_lane = ((party ^ w.mine) & kLaneMask) != 0;
    if (!other_lane && !many) return std::nullopt;
    const WarpOrder* order = w.access.order;
    if (order && order->has_partial() && (many || order->is_ordered(lane_of(party), time_of(party), w.lane))) return std::nullopt;
    if (is_store && (is_of_this_access(w, party) || (w.access.is_store && leaves_value(w)))) return std::nullopt;
    return Found{party, is_store, true, other_lane};
}

// With the first of some parties, another warp's before one of this warp.
template <RaceScope scope>
std::optional<Found> race_with(const Word& w, std::initializer_list<std::pair<std::uint64_t, bool>> parties) {
    const auto conflicts = [&](std::uint64_t party, bool is_store) {
        return (party & w.mine & kAllBytes) && !(is_store && (party & w.mine & kAtomic)) && !is_intended(w.access, party);
    };
    for (const auto& [party, is_store] : parties)
        if (is_of_other_warp<scope>(party, w.mine, w.moment) && conflicts(party, is_store))
            return Found{.party = party, .is_store = is_store, .leaves_value = is_store && w.access.is_store && leaves_value(w)};
    for (const auto& [party, is_store] : parties) {
        if (!is_of_own_warp<scope>(party, w.mine, w.moment) || !conflicts(party, is_store)) continue;
        if (const auto found = hazard_in_warp(w, party, is_store)) return found;
    }
    return std::nullopt;
}

// The party that stands for both: an access that leaves bytes of an earlier one of its warp, lanes that write one word.
template <RaceScope scope>
std::uint64_t joined(const Word& w, std::uint64_t earlier) {
    if (!w.access.is_atomic && is_of_this_access(w, earlier)) return w.mine | (earlier & kAllBytes) | kMixed;
    const bool own = ((earlier ^ w.mine) & kWarpMask) == 0 && is_since<scope>(earlier, w.moment.start, w.moment);
    if (!own || !(earlier & kAllBytes & ~w.mine)) return w.mine;
    const bool same = (((earlier ^ w.mine) & kLaneMask) | (time_of(earlier) ^ time_of(w.mine)) | (earlier & kMixed)) == 0;
    return w.mine | (earlier & kAllBytes) | (same ? 0 : kMixed);
}

template <RaceScope scope>
std::uint64_t joined_readers(const Word& w, std::uint64_t earlier) {
    const bool same_bytes = ((earlier ^ w.mine) & kAllBytes) == 0;
    std::uint64_t kept = kept_of_reader<scope>(earlier, w.mine, w.moment);
    if (kept && !same_bytes) kept |= kMixed;
    return joined<scope>(w, earlier) | kept;
}

template <RaceScope scope>
std::optional<Found> read_word(const Word& w) {
    const std::uint64_t writer = get(w.cells.writer[w.word]), reader = get(w.cells.reader[w.word]);
    const auto found = race_with<scope>(w, {{writer, true}});
    if (!is_of_other_warp<scope>(reader, w.mine, w.moment)) {  // old, or this warp's own
        set(w.cells.reader[w.word], joined_readers<scope>(w, reader));
        return found;
    }
    // Two readers of two warps race with every writer. One of this block says less than one of another.
    const std::uint64_t other = get(w.cells.other_reader[w.word]);
    if (!is_of_other_warp<scope>(other, w.mine, w.moment) || ((other ^ w.mine) & kWarpMask) != 0)
        set(w.cells.other_reader[w.word], w.mine);
    return found;
}

template <RaceScope scope>
std::optional<Found> write_word(const Word& w) {
    const std::uint64_t writer = get(w.cells.writer[w.word]);
    set(w.cells.writer[w.word], joined<scope>(w, writer));
    return race_with<scope>(w, {{writer, true}, {get(w.cells.reader[w.word]), false}, {get(w.cells.other_reader[w.word]), false}});
}

Race race_of(int lane, const Found& found) {
    return {.lane = lane,
            .interval = time_of(found.party),
            .thread = static_cast<std::uint32_t>(found.party >> kLaneShift & 1023),
            .line = static_cast<std::uint32_t>(found.party & kLineMask),
            .is_store = found.is_store,
            .in_warp = found.in_warp,
            .leaves_value = found.leaves_value,
            .thread_is_known = found.thread_is_known};
}

template <RaceScope scope, bool is_store>
std::optional<Race> touch_words(const RaceCells& cells, std::uint64_t base, const BlockIntervals& block, const WarpTouch& access) {
    const std::uint64_t common = party_of(block, access);
    const Moment moment = moment_of(block, access);
    std::optional<Race> race;
    std::uint64_t last = ~std::uint64_t{0};
    for (std::uint32_t left = access.mask; left; left &= left - 1) {
        const int lane = std::countr_zero(left);
        const std::uint64_t offset = access.address[lane] - base;
        // Lanes that share a word, unless one of them may have written it.
        const auto is_own = [&](std::uint64_t party) {
            return is_of_own_warp<scope>(party, common | static_cast<std::uint64_t>(lane) << kLaneShift, moment);
        };
        if (access.bytes == 4 && offset == last && !access.is_atomic && (is_store || !is_own(get(cells.writer[offset / 4])))) {
            std::uint64_t& party = (is_store ? cells.writer : cells.reader)[offset / 4];
            if (((get(party) ^ common) >> kWarpShift) == 0) set(party, get(party) | (is_store ? kMixed : kSeveral));
            continue;
        }
        last = offset;
        const std::uint64_t bytes = access.bytes >= 4 ? 15 : ((1u << access.bytes) - 1) << (offset & 3);
        const std::uint64_t mine = common | static_cast<std::uint64_t>(lane) << kLaneShift | bytes << kBytesShift;
        for (std::uint64_t word = offset / 4; word <= (offset + access.bytes - 1) / 4; ++word) {
            const Word one{cells, moment, access, base, word, mine, lane};
            const auto found = is_store ? write_word<scope>(one) : read_word<scope>(one);
            if (found && (!race || (race->leaves_value && !found->leaves_value))) race = race_of(lane, *found);
        }
    }
    return race;
}

// ---- many lanes at once: false where lane by lane must find out ----

// Whether the reader of another warp that is kept beside the first gives way to `mine`: one of another block says more.
template <RaceScope scope>
inline bool gives_way(std::uint64_t other, std::uint64_t mine, const Moment& moment) {
    if constexpr (scope == RaceScope::block) return other < moment.start;
    return either(!is_of_other_warp<scope>(other, mine, moment), ((other ^ mine) & kWarpMask) != 0);
}

// What a load of a whole word leaves.
template <RaceScope scope>
WARPWISE_INLINE bool read_whole_word(const RaceCells& cells, std::uint64_t word, std::uint64_t mine, const Moment& moment) {
    const std::uint64_t writer = cells.writer[word], reader = cells.reader[word], other = cells.other_reader[word];
    const bool free = !is_of_other_warp<scope>(reader, mine, moment);
    const bool of_parts = both((reader & kAllBytes) != kAllBytes, is_of_own_warp<scope>(reader, mine, moment));
    cells.reader[word] = free ? mine | kept_of_reader<scope>(reader, mine, moment) : reader;
    cells.other_reader[word] = both(!free, gives_way<scope>(other, mine, moment)) ? mine : other;
    // Of several lanes that read the word, another than this one may be told of its own warp's writer.
    const bool of_own = both((mine & kSeveral) != 0, is_of_own_warp<scope>(writer, mine, moment));
    return !either(either(may_race<scope>(writer, mine, moment, 0), of_own), of_parts);
}

// The same for one word: branches that go one way cost less than all of it.
template <RaceScope scope>
WARPWISE_INLINE bool read_scattered_word(const RaceCells& cells, std::uint64_t word, std::uint64_t mine, const Moment& moment) {
    const std::uint64_t from = scope == RaceScope::block ? moment.start : 1;
    if (cells.writer[word] >= from || cells.reader[word] >= from) return read_whole_word<scope>(cells, word, mine, moment);
    cells.reader[word] = mine;
    return true;
}

// The lanes that bring a word of their own: neighbours on one address count once, and so do half-warps on the same addresses.
// Exact for what tiles are made of; where it keeps more lanes than it must, the work is done twice.
struct DistinctLanes {
    std::uint32_t lanes = 0;
    std::uint32_t shared = 0;  // those whose word another lane reads, too
    bool is_row = false;       // eight or sixteen or more lanes side by side, each on the word after the one before
};

inline DistinctLanes distinct_lanes(const std::uint64_t* address, std::uint32_t mask, std::uint64_t bytes) {
    std::uint32_t changes = 1, steps = 1, halves_differ = 0;  // one bit per lane: to the lane before it
#pragma clang loop vectorize(assume_safety) unroll(disable)
    for (std::uint32_t lane = 1; lane < kLanesOfRow; ++lane) {
        changes |= (address[lane] != address[lane - 1] ? 1u : 0u) << lane;
        steps |= (address[lane] - address[lane - 1] == bytes ? 1u : 0u) << lane;
    }
#pragma clang loop vectorize(assume_safety) unroll(disable)
    for (std::uint32_t lane = 0; lane < kLanesOfRow / 2; ++lane)
        halves_differ |= address[lane] != address[lane + kLanesOfRow / 2] ? 1u : 0u;
    std::uint32_t lanes = mask & (changes | ~(mask << 1));
    std::uint32_t shared = lanes & (mask & ~lanes) >> 1;
    if (mask == ~0u && !halves_differ) {
        lanes &= 0xffffu;
        shared = lanes;
    }
    const bool from_first = (lanes & (lanes + 1)) == 0 && (lanes & 0xff) != 0;  // lanes 0 to n - 1
    return {lanes, shared, from_first && std::popcount(lanes) % 8 == 0 && (lanes & ~steps) == 0};
}

// The commonest accesses by far: loads of one or two whole words per lane.
template <RaceScope scope, std::uint64_t words>
WARPWISE_INLINE bool read_words(const RaceCells& cells, std::uint64_t base, const BlockIntervals& block, const WarpTouch& access) {
    const std::uint64_t whole = party_of(block, access) | kAllBytes;
    const Moment moment = moment_of(block, access);
    const DistinctLanes distinct = distinct_lanes(access.address, access.mask, 4 * words);
    bool good = true;
    if (distinct.is_row && (distinct.shared == 0 || distinct.shared == distinct.lanes)) {
        const std::uint64_t word = (access.address[0] - base) / 4;
        const std::uint64_t all = whole | (distinct.shared ? kSeveral : 0);
        const std::uint64_t count = static_cast<std::uint64_t>(std::popcount(distinct.lanes)) * words;
#pragma clang loop vectorize(assume_safety) unroll(disable)
        for (std::uint64_t i = 0; i < count; ++i)
            good &= read_whole_word<scope>(cells, word + i, all | i / words << kLaneShift, moment);
        return good;
    }
    for (std::uint32_t left = distinct.lanes; left; left &= left - 1) {
        const int lane = std::countr_zero(left);
        const std::uint64_t word = (access.address[lane] - base) / 4;
        const std::uint64_t mine = whole | static_cast<std::uint64_t>(lane) << kLaneShift;
        const std::uint64_t own = mine | (distinct.shared >> lane & 1 ? kSeveral : 0);
        for (std::uint64_t i = 0; i < words; ++i) good &= read_scattered_word<scope>(cells, word + i, own, moment);
    }
    return good;
}
WARPWISE_CLONES bool read_words_of_block(const RaceCells& cells, std::uint64_t base, const BlockIntervals& block,
                                         const WarpTouch& access) {
    return access.bytes == 4 ? read_words<RaceScope::block, 1>(cells, base, block, access)
                             : read_words<RaceScope::block, 2>(cells, base, block, access);
}
WARPWISE_CLONES bool read_words_of_launch(const RaceCells& cells, std::uint64_t base, const BlockIntervals& block,
                                          const WarpTouch& access) {
    return access.bytes == 4 ? read_words<RaceScope::launch, 1>(cells, base, block, access)
                             : read_words<RaceScope::launch, 2>(cells, base, block, access);
}

// Stores of one or two whole words per lane, side by side.
template <RaceScope scope, std::uint64_t words>
WARPWISE_INLINE bool write_row(const RaceCells& cells, std::uint64_t base, const BlockIntervals& block, const WarpTouch& access) {
    const std::uint64_t word = (access.address[0] - base) / 4, mine = party_of(block, access) | kAllBytes;
    const Moment moment = moment_of(block, access);
    std::uint64_t any = 0;
#pragma clang loop vectorize(assume_safety) unroll(disable)
    for (std::uint64_t i = 0; i < kLanesOfRow * words; ++i) {
        const std::uint64_t own = mine | i / words << kLaneShift;
        const bool of_readers = either(may_race<scope>(cells.reader[word + i], own, moment, kSeveral),
                                       is_of_other_warp<scope>(cells.other_reader[word + i], own, moment));
        any |= either(may_race<scope>(cells.writer[word + i], own, moment, 0), of_readers) ? 1 : 0;
    }
    if (any) return false;
#pragma clang loop vectorize(assume_safety) unroll(disable)
    for (std::uint64_t i = 0; i < kLanesOfRow * words; ++i) cells.writer[word + i] = mine | i / words << kLaneShift;
    return true;
}
WARPWISE_CLONES bool write_row_of_block(const RaceCells& cells, std::uint64_t base, const BlockIntervals& block,
                                        const WarpTouch& access) {
    return access.bytes == 4 ? write_row<RaceScope::block, 1>(cells, base, block, access)
                             : write_row<RaceScope::block, 2>(cells, base, block, access);
}
WARPWISE_CLONES bool write_row_of_launch(const RaceCells& cells, std::uint64_t base, const BlockIntervals& block,
                                         const WarpTouch& access) {
    return access.bytes == 4 ? write_row<RaceScope::launch, 1>(cells, base, block, access)
                             : write_row<RaceScope::launch, 2>(cells, base, block, access);
}

}  // namespace

void WarpOrder::meet(std::uint32_t lanes, std::uint32_t living, std::uint32_t now) {
    if ((living & ~lanes) == 0) {
        since_ = now;
        known_.clear();
        return;
    }
    if (known_.empty()) known_.assign(std::size_t{kLanesOfRow} * kLanesOfRow, since_);
    std::uint32_t all[kLanesOfRow] = {};  // what any of them knows
    const auto for_each = [&](auto&& f) {
        for (std::uint32_t left = lanes; left; left &= left - 1) f(static_cast<std::size_t>(std::countr_zero(left)));
    };
    for_each([&](std::size_t lane) {
        for (std::size_t other = 0; other < kLanesOfRow; ++other)
            all[other] = std::max(all[other], known_[lane * kLanesOfRow + other]);
    });
    for_each([&](std::size_t lane) { all[lane] = now; });
    for_each([&](std::size_t lane) { std::ranges::copy(all, known_.begin() + static_cast<std::ptrdiff_t>(lane * kLanesOfRow)); });
}

bool WarpOrder::is_ordered(int earlier_lane, std::uint32_t when, int lane) const {
    if (when < since_) return true;
    const std::size_t place = static_cast<std::size_t>(lane) * kLanesOfRow + static_cast<std::size_t>(earlier_lane);
    return !known_.empty() && when < known_[place];
}

std::optional<Race> touch(const RaceCells& cells, std::uint64_t base, RaceScope scope, const BlockIntervals& block,
                          const WarpTouch& access) {
    const bool in_block = scope == RaceScope::block;
    const bool whole = access.bytes == 4 || access.bytes == 8;
    if (whole && access.is_row && access.is_store &&
        (in_block ? write_row_of_block(cells, base, block, access) : write_row_of_launch(cells, base, block, access)))
        return std::nullopt;
    if (whole && !access.is_store &&
        (in_block ? read_words_of_block(cells, base, block, access) : read_words_of_launch(cells, base, block, access)))
        return std::nullopt;
    if (in_block) {
        return access.is_store ? touch_words<RaceScope::block, true>(cells, base, block, access)
                               : touch_words<RaceScope::block, false>(cells, base, block, access);
    }
    return access.is_store ? touch_words<RaceScope::launch, true>(cells, base, block, access)
                           : touch_words<RaceScope::launch, false>(cells, base, block, access);
}

void forget(const RaceCells& cells, std::uint64_t base, std::uint64_t address, std::uint64_t bytes) {
    for (std::uint64_t word = (address - base) / 4; word < (address - base + bytes + 3) / 4; ++word) {
        set(cells.writer[word], 0);
        set(cells.reader[word], 0);
        set(cells.other_reader[word], 0);
    }
}

}  // namespace warpwise::simt
