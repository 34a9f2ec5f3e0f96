#include "simt/memory/races.h"

#include <algorithm>
#include <bit>
#include <cstring>
#include <initializer_list>
#include <utility>

#include "simt/memory/race_party.h"
#include "simt/memory/race_rows.h"

namespace warpwise::simt {
namespace {

using namespace race;  // the parties

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

}  // namespace

std::optional<Race> touch(const RaceCells& cells, std::uint64_t base, RaceScope scope, const BlockIntervals& block,
                          const WarpTouch& access) {
    if (touch_together(cells, base, scope, block, access)) return std::nullopt;
    return touch_lane_by_lane(cells, base, scope, block, access);
}

std::optional<Race> touch_lane_by_lane(const RaceCells& cells, std::uint64_t base, RaceScope scope, const BlockIntervals& block,
                                       const WarpTouch& access) {
    if (cells.pieces) {
        for (std::uint32_t left = access.mask; left; left &= left - 1) {
            const std::uint64_t offset = access.address[std::countr_zero(left)] - base;
            open_pieces(cells, offset / 4, (offset + access.bytes - 1) / 4, block);
        }
    }
    if (scope == RaceScope::block) {
        return access.is_store ? touch_words<RaceScope::block, true>(cells, base, block, access)
                               : touch_words<RaceScope::block, false>(cells, base, block, access);
    }
    return access.is_store ? touch_words<RaceScope::launch, true>(cells, base, block, access)
                           : touch_words<RaceScope::launch, false>(cells, base, block, access);
}

void forget(const RaceCells& cells, std::uint64_t base, std::uint64_t address, std::uint64_t bytes) {
    const std::uint64_t first = (address - base) / 4;
    if (bytes != 0) open_pieces(cells, first, (address - base + bytes - 1) / 4, {});
    for (std::uint64_t word = first; word < (address - base + bytes + 3) / 4; ++word) {
        set(cells.writer[word], 0);
        set(cells.reader[word], 0);
        set(cells.other_reader[word], 0);
    }
}

}  // namespace warpwise::simt
