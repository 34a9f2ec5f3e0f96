#include "simt/races.h"

#include <algorithm>
#include <bit>

namespace warpwise::simt {
namespace {

// A party to a race: interval 32 bits, warp 5, lane 5, atomic 1, which bytes of the word 4, line 17.
constexpr int bytes_shift = 17, atomic_shift = 21, lane_shift = 22, warp_shift = 27, interval_shift = 32;
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

template <RaceScope scope>
class Toucher {
  public:
    explicit Toucher(const BlockIntervals& block) : block_(block) {}

    Found read(RaceCell& cell, std::uint64_t mine) const {
        const std::uint64_t writer = get(cell.writer), reader = get(cell.reader);
        if (races(writer, mine)) return {writer, true};
        if ((reader ^ mine) >> warp_shift == 0) {
            set(cell.reader, mine | (reader & bytes_mask));
            return {};
        }
        if (unordered(reader, mine)) set(cell.other_reader, reader);
        set(cell.reader, mine);
        return {};
    }
    Found write(RaceCell& cell, std::uint64_t mine) const {
        const std::uint64_t writer = get(cell.writer), reader = get(cell.reader), other_reader = get(cell.other_reader);
        const bool same_warp = (writer ^ mine) >> warp_shift == 0;
        set(cell.writer, same_warp ? mine | (writer & bytes_mask) : mine);
        if (races(writer, mine)) return {writer, true};
        if (races(reader, mine)) return {reader, false};
        if (races(other_reader, mine)) return {other_reader, false};
        return {};
    }

  private:
    bool unordered(std::uint64_t party, std::uint64_t mine) const {
        const auto when = static_cast<std::uint32_t>(party >> interval_shift);
        if (when == block_.now) return (party ^ mine) >> warp_shift != 0;  // lanes of one warp run in lockstep
        if constexpr (scope == RaceScope::block) return false;
        return when != 0 && when - block_.first >= block_.now - block_.first;  // not before a barrier of this block
    }
    bool races(std::uint64_t party, std::uint64_t mine) const {
        return unordered(party, mine) && (party & mine & bytes_mask) && !(party & mine & atomic_mask);
    }
    BlockIntervals block_;
};

Race race_of(int lane, const Found& found) {
    const auto thread = static_cast<std::uint32_t>(found.party >> lane_shift & 1023);
    return {lane, static_cast<std::uint32_t>(found.party >> interval_shift), thread,
            static_cast<std::uint32_t>(found.party & line_mask), found.is_store};
}

template <RaceScope scope, bool is_store>
std::optional<Race> touch_words(RaceCell* cells, std::uint64_t base, const BlockIntervals& block, const WarpTouch& access) {
    const Toucher<scope> toucher(block);
    const std::uint64_t common = std::uint64_t{block.now} << interval_shift | std::uint64_t{access.warp} << warp_shift |
                                 (access.is_atomic ? atomic_mask : 0) | std::min<std::uint64_t>(access.line, line_mask);
    std::uint64_t last = ~std::uint64_t{0};
    for (std::uint32_t left = access.mask; left; left &= left - 1) {
        const int lane = std::countr_zero(left);
        const std::uint64_t offset = access.address[lane] - base;
        if (access.bytes == 4 && offset == last) continue;  // lanes that share a word
        last = offset;
        const std::uint64_t bytes = access.bytes >= 4 ? 15 : ((1u << access.bytes) - 1) << (offset & 3);
        const std::uint64_t mine = common | static_cast<std::uint64_t>(lane) << lane_shift | bytes << bytes_shift;
        for (std::uint64_t word = offset / 4; word <= (offset + access.bytes - 1) / 4; ++word) {
            const Found found = is_store ? toucher.write(cells[word], mine) : toucher.read(cells[word], mine);
            if (found.party) return race_of(lane, found);
        }
    }
    return std::nullopt;
}

}  // namespace

std::optional<Race> touch(RaceCell* cells, std::uint64_t base, RaceScope scope, const BlockIntervals& block,
                          const WarpTouch& access) {
    if (scope == RaceScope::block) {
        return access.is_store ? touch_words<RaceScope::block, true>(cells, base, block, access)
                               : touch_words<RaceScope::block, false>(cells, base, block, access);
    }
    return access.is_store ? touch_words<RaceScope::launch, true>(cells, base, block, access)
                           : touch_words<RaceScope::launch, false>(cells, base, block, access);
}

}  // namespace warpwise::simt
