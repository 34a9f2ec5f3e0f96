// The rules of app/simt/memory/races.h, without a kernel.
#include "simt/memory/races.h"

#include <gtest/gtest.h>

#include <algorithm>
#include <array>
#include <functional>
#include <optional>
#include <random>
#include <string>
#include <vector>

#include "simt/memory/race_rows.h"

namespace warpwise::simt {
namespace {

// The shadow of a few words, and one lane's accesses to them.
class Shadow {
  public:
    explicit Shadow(RaceScope scope = RaceScope::block) : scope_(scope) {}

    std::optional<Race> touch(std::uint64_t offset, std::uint32_t bytes, std::uint32_t thread, bool is_store,
                              bool is_atomic = false) {
        std::array<std::uint64_t, 32> address{};
        address.fill(base + offset);
        return touch_all({1u << thread % 32, bytes, address.data(), thread / 32, thread + 1, is_store, is_atomic});
    }
    // Lanes of warp 0, lane l at word_of(l), in one instruction.
    std::optional<Race> touch_lanes(std::uint32_t mask, std::uint32_t line, bool is_store,
                                    const std::function<std::uint64_t(std::uint32_t)>& word_of) {
        std::array<std::uint64_t, 32> address{};
        for (std::uint32_t lane = 0; lane < 32; ++lane) address[lane] = base + 4 * word_of(lane);
        return touch_all({.mask = mask, .bytes = 4, .address = address.data(), .line = line, .is_store = is_store});
    }
    std::optional<Race> touch_all(WarpTouch access) {
        access.order = &order;
        access.intended_lines = &intended_lines;
        return simt::touch({writer_.data(), reader_.data(), other_reader_.data()}, base, scope_, intervals, access);
    }
    void barrier() { intervals.start = ++intervals.now; }
    void next_block() { intervals.first = intervals.start = ++intervals.now; }
    void meet(std::uint32_t lanes, std::uint32_t living = ~0u) { order.meet(lanes, living, ++intervals.now); }
    BlockIntervals intervals;
    WarpOrder order;  // of warp 0
    std::vector<std::uint32_t> intended_lines;

  private:
    static constexpr std::uint64_t base = 0x700000000;
    std::array<std::uint64_t, 64> writer_{}, reader_{}, other_reader_{};
    RaceScope scope_;
};

TEST(Races, AWriteAndAReadOfTwoWarps) {
    Shadow shared;
    EXPECT_FALSE(shared.touch(0, 4, 7, true));
    const auto race = shared.touch(0, 4, 32, false);
    ASSERT_TRUE(race);
    EXPECT_EQ(race->thread, 7u);
    EXPECT_EQ(race->line, 8u);
    EXPECT_TRUE(race->is_store);
}

TEST(Races, AReadThenAWrite) {
    Shadow shared;
    EXPECT_FALSE(shared.touch(0, 4, 0, false));
    EXPECT_FALSE(shared.touch(0, 4, 40, false));
    const auto race = shared.touch(0, 4, 0, true);  // its own read is not a race, the other warp's is
    ASSERT_TRUE(race);
    EXPECT_EQ(race->thread, 40u);
    EXPECT_FALSE(race->is_store);
}

TEST(Races, ABarrierOrders) {
    for (const RaceScope scope : {RaceScope::block, RaceScope::launch}) {
        Shadow shadow(scope);
        EXPECT_FALSE(shadow.touch(0, 4, 0, true));
        shadow.barrier();
        EXPECT_FALSE(shadow.touch(0, 4, 32, false));
        shadow.barrier();
        EXPECT_FALSE(shadow.touch(0, 4, 64, true));
        EXPECT_TRUE(shadow.touch(0, 4, 0, false));
    }
}

TEST(Races, NeighbouringBytesAreTwoThings) {
    Shadow shared;
    EXPECT_FALSE(shared.touch(0, 1, 0, true));
    EXPECT_FALSE(shared.touch(1, 1, 32, true));
    EXPECT_TRUE(shared.touch(0, 2, 64, false));
}

TEST(Races, AWideAccessTouchesAllItsWords) {
    Shadow shared;
    EXPECT_FALSE(shared.touch(16, 16, 0, true));
    EXPECT_FALSE(shared.touch(32, 4, 32, false));
    EXPECT_TRUE(shared.touch(28, 4, 32, false));
}

TEST(Races, AtomicsRaceOnlyWithPlainAccesses) {
    Shadow shared;
    EXPECT_FALSE(shared.touch(0, 4, 0, true, true));
    EXPECT_FALSE(shared.touch(0, 4, 32, true, true));
    EXPECT_TRUE(shared.touch(0, 4, 64, false));
}

TEST(Races, BlocksAreNeverOrdered) {
    Shadow global(RaceScope::launch);
    EXPECT_FALSE(global.touch(0, 4, 0, true));
    const std::uint32_t first_block = global.intervals.now;
    global.barrier();
    global.next_block();
    EXPECT_FALSE(global.touch(4, 4, 0, true));
    const auto race = global.touch(0, 4, 0, false);
    ASSERT_TRUE(race);
    EXPECT_EQ(race->interval, first_block);
}

TEST(Races, TheNextBlocksSharedMemoryIsAnother) {
    Shadow shared;
    EXPECT_FALSE(shared.touch(0, 4, 0, true));
    shared.next_block();
    EXPECT_FALSE(shared.touch(0, 4, 32, true));
}

// ---- inside a warp ----

TEST(Races, LanesOfAWarpInTwoInstructions) {
    for (const RaceScope scope : {RaceScope::block, RaceScope::launch}) {
        Shadow shadow(scope);
        EXPECT_FALSE(shadow.touch(0, 4, 3, true));
        const auto race = shadow.touch(0, 4, 5, false);
        ASSERT_TRUE(race);
        EXPECT_TRUE(race->in_warp);
        EXPECT_TRUE(race->thread_is_known);
        EXPECT_EQ(race->thread, 3u);
        EXPECT_EQ(race->line, 4u);
        EXPECT_FALSE(shadow.touch(4, 4, 3, false));
        EXPECT_TRUE(shadow.touch(4, 4, 5, true));
    }
}

TEST(Races, ALaneIsNeverAgainstItself) {
    Shadow shared;
    for (const bool is_store : {true, false, true, true, false}) EXPECT_FALSE(shared.touch(0, 4, 3, is_store));
}

TEST(Races, LanesThatMetAreOrdered) {
    Shadow shared;
    EXPECT_FALSE(shared.touch(0, 4, 3, true));
    shared.meet(~0u);
    EXPECT_FALSE(shared.touch(0, 4, 5, false));
    EXPECT_FALSE(shared.touch(0, 4, 6, false));
    const auto race = shared.touch(0, 4, 6, true);  // which read it, too: lane 5 is not remembered
    ASSERT_TRUE(race);
    EXPECT_FALSE(race->thread_is_known);
    shared.meet(~0u);
    EXPECT_FALSE(shared.touch(0, 4, 5, true));
    shared.meet(~0u >> 16, ~0u >> 16);  // all that have not exited
    EXPECT_FALSE(shared.touch(0, 4, 3, true));
}

TEST(Races, OtherWarpsDoNotMeetWithThem) {
    Shadow shared;
    EXPECT_FALSE(shared.touch(0, 4, 3, true));
    shared.meet(~0u);
    const auto race = shared.touch(0, 4, 40, false);
    ASSERT_TRUE(race);
    EXPECT_FALSE(race->in_warp);
}

TEST(Races, PartsOfAWarpMeet) {
    Shadow shared;
    EXPECT_FALSE(shared.touch(0, 4, 3, true));
    EXPECT_FALSE(shared.touch(4, 4, 3, true));
    shared.meet(0xff);
    EXPECT_FALSE(shared.touch(0, 4, 5, false));
    EXPECT_TRUE(shared.touch(4, 4, 9, false)) << "lane 9 was not there";
    EXPECT_FALSE(shared.touch(8, 4, 3, true));
    EXPECT_TRUE(shared.touch(8, 4, 5, false)) << "after they met";
}

TEST(Races, OrderGoesFromLaneToLane) {
    Shadow shared;
    EXPECT_FALSE(shared.touch(0, 4, 3, true));
    shared.meet(0x0f);
    shared.meet(0x3c);  // lanes 2 to 5: two of them know what lane 3 did
    shared.meet(0x60);  // lanes 5 and 6
    EXPECT_FALSE(shared.touch(0, 4, 6, false));
    EXPECT_TRUE(shared.touch(0, 4, 7, false));
}

TEST(Races, OneInstructionIsNoHazard) {
    Shadow shared;
    EXPECT_FALSE(shared.touch_lanes(~0u, 1, true, [](std::uint32_t) { return 0u; }));
    EXPECT_FALSE(shared.touch_lanes(~0u, 2, true, [](std::uint32_t lane) { return 1 + lane % 2; }));
    EXPECT_FALSE(shared.touch_lanes(~0u, 3, false, [](std::uint32_t) { return 0u; })) << "each wrote it itself";
}

TEST(Races, SeveralReadersAgainstOneOfThem) {
    const std::function<std::uint64_t(std::uint32_t)> patterns[] = {
        [](std::uint32_t) { return 0; },                  // all on one word
        [](std::uint32_t lane) { return lane % 16; },     // half-warps on one row
        [](std::uint32_t lane) { return lane / 2; },      // pairs
        [](std::uint32_t lane) { return lane % 8 * 3; },  // scattered
        [](std::uint32_t lane) { return lane < 30 ? 10 + lane : 0; },
    };
    for (const RaceScope scope : {RaceScope::block, RaceScope::launch}) {
        for (const auto& pattern : patterns) {
            Shadow shadow(scope);
            EXPECT_FALSE(shadow.touch_lanes(~0u, 1, false, pattern));
            for (std::uint32_t lane : {0u, 31u}) {
                if (pattern(lane) != 0) continue;
                const auto race = shadow.touch(0, 4, lane, true);
                ASSERT_TRUE(race);
                EXPECT_TRUE(race->in_warp);
                EXPECT_EQ(race->line, 1u);
                break;
            }
        }
        Shadow own(scope);  // each lane its own word, but for two that share the last
        EXPECT_FALSE(own.touch_lanes(~0u, 1, false, [](std::uint32_t lane) { return std::min(lane, 30u); }));
        EXPECT_FALSE(own.touch(0, 4, 0, true));
        EXPECT_FALSE(own.touch(29 * 4, 4, 29, true));
        EXPECT_TRUE(own.touch(30 * 4, 4, 30, true));
    }
}

TEST(Races, RowsAreRememberedLaneByLane) {
    for (const RaceScope scope : {RaceScope::block, RaceScope::launch}) {
        for (const std::uint32_t step : {0u, 1u}) {
            Shadow shadow(scope);
            std::array<std::uint64_t, 32> address{};
            const auto row = [&](std::uint32_t first, bool is_store) {
                for (std::uint32_t lane = 0; lane < 32; ++lane) address[lane] = 0x700000000 + 4 * (first + lane);
                const std::array<Half, 2> halves{Half{address[0], 4}, Half{address[16], 4}};
                return shadow.touch_all(
                    {.mask = ~0u, .bytes = 4, .address = address.data(), .line = 7, .is_store = is_store, .halves = halves.data()});
            };
            EXPECT_FALSE(row(1, false));
            EXPECT_FALSE(row(2, false));  // a stencil: each word is read by two lanes
            EXPECT_EQ(row(1 + step, true).has_value(), true);
            shadow.meet(~0u);
            EXPECT_FALSE(row(1, true));
            EXPECT_FALSE(row(1, false));
            EXPECT_TRUE(row(2, false));
        }
    }
}

TEST(Races, BytesOfOneWordBelongToSeveralLanes) {
    Shadow shared;
    for (std::uint32_t lane = 0; lane < 4; ++lane) EXPECT_FALSE(shared.touch(lane, 1, lane, true));
    for (std::uint32_t lane = 0; lane < 4; ++lane) EXPECT_FALSE(shared.touch(lane, 1, lane, false));
    for (std::uint32_t lane = 0; lane < 4; ++lane) EXPECT_FALSE(shared.touch(lane, 1, lane, true));
    shared.barrier();
    EXPECT_FALSE(shared.touch(0, 1, 0, true));
    EXPECT_FALSE(shared.touch(3, 1, 32, false)) << "the byte was written before the barrier";
}

TEST(Races, WhatIsIntendedIsNotTold) {
    Shadow shared;
    shared.intended_lines = {8};
    EXPECT_FALSE(shared.touch(0, 4, 7, true));    // line 8
    EXPECT_FALSE(shared.touch(0, 4, 40, false));  // line 41
    EXPECT_TRUE(shared.touch(0, 4, 41, true));    // against lane 40's read
}

// What whole warps read, as tiles have it: the word of each lane, and the lanes that take part.
struct WordsOfWarp {
    std::string name;
    std::function<std::uint64_t(std::uint32_t)> word;
    std::uint32_t mask = ~0u;
};

class WholeWarps : public testing::TestWithParam<WordsOfWarp> {
  protected:
    static constexpr std::uint64_t base = 0x700000000, words = 128;

    std::optional<Race> read(std::uint32_t warp) {
        std::array<std::uint64_t, 32> address{};
        for (std::uint32_t lane = 0; lane < 32; ++lane) address[lane] = base + 4 * GetParam().word(lane);
        return touch(cells(), base, RaceScope::block, {}, {GetParam().mask, 4, address.data(), warp, 1});
    }
    std::optional<Race> write(std::uint32_t warp, std::uint64_t word) {
        std::array<std::uint64_t, 32> address{};
        address.fill(base + 4 * word);
        return touch(cells(), base, RaceScope::block, {}, {1, 4, address.data(), warp, 2, true});
    }
    RaceCells cells() { return {writer_.data(), reader_.data(), other_reader_.data()}; }
    bool is_read_by(std::uint32_t lane, std::uint64_t word) const {
        return (GetParam().mask >> lane & 1) && GetParam().word(lane) == word;
    }
    bool is_read(std::uint64_t word) const {
        for (std::uint32_t lane = 0; lane < 32; ++lane)
            if (is_read_by(lane, word)) return true;
        return false;
    }

  private:
    std::array<std::uint64_t, words> writer_{}, reader_{}, other_reader_{};
};

TEST_P(WholeWarps, AreRememberedWordByWord) {
    for (const std::uint32_t warp : {0u, 1u, 2u, 1u}) EXPECT_FALSE(read(warp));
    for (std::uint64_t word = 0; word < words; ++word) {
        const auto race = write(0, word);
        ASSERT_EQ(race.has_value(), is_read(word)) << "word " << word;
        if (!race) continue;
        EXPECT_FALSE(race->is_store);
        EXPECT_NE(race->thread / 32, 0u);
        EXPECT_TRUE(is_read_by(race->thread % 32, word)) << "word " << word << ", thread " << race->thread;
    }
}

TEST_P(WholeWarps, FindTheWordThatAnotherWarpWrote) {
    for (std::uint64_t word = 0; word < words; ++word) {
        std::array<std::uint64_t, words> writer{}, reader{}, other{};
        std::array<std::uint64_t, 32> address{}, place{};
        place.fill(base + 4 * word);
        for (std::uint32_t lane = 0; lane < 32; ++lane) address[lane] = base + 4 * GetParam().word(lane);
        const RaceCells fresh{writer.data(), reader.data(), other.data()};
        EXPECT_FALSE(touch(fresh, base, RaceScope::block, {}, {1, 4, place.data(), 5, 2, true}));
        const auto race = touch(fresh, base, RaceScope::block, {}, {GetParam().mask, 4, address.data(), 1, 1});
        ASSERT_EQ(race.has_value(), is_read(word)) << "word " << word;
        if (race) EXPECT_EQ(race->thread, 5u * 32);
    }
}

INSTANTIATE_TEST_SUITE_P(
    Reads, WholeWarps,
    testing::Values(WordsOfWarp{"row", [](std::uint32_t lane) { return 3ull + lane; }},
                    WordsOfWarp{"one_word", [](std::uint32_t) { return 7ull; }},
                    WordsOfWarp{"half_warps_on_one_row", [](std::uint32_t lane) { return 5ull + lane % 16; }},
                    WordsOfWarp{"a_word_for_each_half", [](std::uint32_t lane) { return 16ull * (lane / 16); }},
                    WordsOfWarp{"two_rows", [](std::uint32_t lane) { return lane % 16 + 33ull * (lane / 16); }},
                    WordsOfWarp{"column", [](std::uint32_t lane) { return 3ull * lane; }},
                    WordsOfWarp{"quarters", [](std::uint32_t lane) { return 2ull + lane % 8; }},
                    WordsOfWarp{"first_eight_lanes", [](std::uint32_t lane) { return 1ull + lane; }, 0xffu},
                    WordsOfWarp{"odd_lanes", [](std::uint32_t lane) { return 1ull + lane; }, 0xaaaaaaaau},
                    WordsOfWarp{"last_lanes", [](std::uint32_t lane) { return 1ull + lane / 2; }, 0xfff00000u},
                    WordsOfWarp{"backwards", [](std::uint32_t lane) { return 40ull - lane; }}),
    [](const auto& info) { return info.param.name; });

// As the emulator's loop tries it before touch().
template <RaceScope scope, std::uint64_t words>
bool is_done_simply(const RaceCells& cells, std::uint64_t base, const BlockIntervals& intervals, const WarpTouch& access) {
    const race::Moment moment = race::moment_of(intervals, access);
    const std::uint64_t mine = race::party_of(intervals, access) | race::kAllBytes;
    if (!access.is_store) return race::read_halves_simply<scope, words>(cells, base, access.halves, mine, moment);
    return are_rows_apart(access.halves, access.bytes) &&
           race::write_halves_simply<scope, words>(cells, base, access.halves, mine, moment);
}
bool is_done_simply(const RaceCells& cells, std::uint64_t base, RaceScope scope, const BlockIntervals& intervals,
                    const WarpTouch& access) {
    if (scope == RaceScope::block)
        return access.bytes == 4 ? is_done_simply<RaceScope::block, 1>(cells, base, intervals, access)
                                 : is_done_simply<RaceScope::block, 2>(cells, base, intervals, access);
    return access.bytes == 4 ? is_done_simply<RaceScope::launch, 1>(cells, base, intervals, access)
                             : is_done_simply<RaceScope::launch, 2>(cells, base, intervals, access);
}

// What whole warps do at once is what their lanes do one after the other, with pieces and without: by chance, until the first race.
TEST(Races, WholeWarpsAreTheirLanesOneByOne) {
    constexpr std::uint64_t base = 0x700000000, words = 192;
    struct Memory {
        std::array<std::uint64_t, words> writer{}, reader{}, other_reader{};
        std::array<RacePiece, words / kWordsOfPiece> pieces{};
        bool has_pieces = false;
        std::uint64_t closed() const { return static_cast<std::uint64_t>(std::ranges::count(pieces, 0u, &RacePiece::opened)); }
    };
    std::mt19937 random(11);
    const auto below = [&](std::uint32_t n) { return static_cast<std::uint32_t>(random() % n); };
    int races = 0, accesses = 0;
    std::uint64_t closed = 0, simple = 0;
    for (int round = 0; round < 14'000; ++round) {
        const RaceScope scope = below(2) ? RaceScope::launch : RaceScope::block;
        Memory whole, single;
        whole.has_pieces = below(4) != 0;
        const std::uint32_t alignment = below(2) ? 1 : 16;  // of the first word
        BlockIntervals intervals;
        for (int step = 0; step < 30; ++step) {
            if (below(4) == 0) intervals.start = ++intervals.now;                                                  // a barrier
            if (scope == RaceScope::launch && below(3) == 0) intervals.first = intervals.start = ++intervals.now;  // a block
            const std::uint32_t bytes = below(3) ? 4 : 8, kind = below(6), warp = below(3);
            const std::uint32_t first = below(alignment == 1 ? 8 : 3) * alignment;
            const bool is_atomic = below(6) == 0, is_store = is_atomic || below(8) == 0;
            std::array<std::uint64_t, 32> address{};
            for (std::uint32_t lane = 0; lane < 32; ++lane) {
                const std::uint32_t two_rows = lane % 16 + 32 * (lane / 16);
                const std::uint32_t loads[] = {lane, lane % 16, lane / 16, two_rows, lane * 7 % 32, lane / 2};
                const std::uint32_t stores[] = {lane, two_rows, lane * 7 % 32}, updates[] = {0, lane / 2, lane * 7 % 32};
                address[lane] = base + bytes * std::uint64_t{first + (is_atomic  ? updates[kind % 3]
                                                                      : is_store ? stores[kind % 3]
                                                                                 : loads[kind])};
            }
            const Half halves[] = {{address[0], address[1] - address[0]}, {address[16], address[17] - address[16]}};
            const bool has_halves = !is_atomic && (is_store ? kind % 3 < 2 : kind < 4);
            const auto touched = [&](Memory& memory, std::uint32_t mask, bool by_halves) {
                const bool is_single = &memory == &single;
                const RaceCells cells{memory.writer.data(), memory.reader.data(), memory.other_reader.data(),
                                      memory.has_pieces ? memory.pieces.data() : nullptr, scope == RaceScope::block};
                const WarpTouch access{.mask = mask,
                                       .bytes = bytes,
                                       .address = address.data(),
                                       .warp = warp,
                                       .line = 1,
                                       .is_store = is_store,
                                       .is_atomic = is_atomic,
                                       .halves = by_halves ? halves : nullptr};
                if (by_halves && memory.has_pieces && is_done_simply(cells, base, scope, intervals, access)) {
                    ++simple;
                    return false;
                }
                return (is_single ? touch_lane_by_lane : touch)(cells, base, scope, intervals, access).has_value();
            };
            const std::uint32_t mask = below(3) ? ~0u : random() | 1u << below(32);
            bool expected = false;
            for (std::uint32_t lane = 0; lane < 32; ++lane)
                if (mask >> lane & 1) expected |= touched(single, 1u << lane, false);
            ASSERT_EQ(touched(whole, mask, has_halves && mask == ~0u), expected)
                << "round " << round << ", step " << step << (is_store ? ": a store of " : ": a load of ") << bytes
                << " bytes, kind " << kind;
            ++accesses;
            races += expected;
            if (whole.has_pieces) closed += whole.closed();
            if (expected) break;
        }
    }
    EXPECT_GT(races, 1'000);
    EXPECT_GT(accesses, 5 * races);
    EXPECT_GT(closed, 10'000u);
    EXPECT_GT(simple, 5'000u);
}

}  // namespace
}  // namespace warpwise::simt
