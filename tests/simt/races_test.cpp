// The rules of app/simt/races.h, without a kernel.
#include "simt/races.h"

#include <gtest/gtest.h>

#include <array>
#include <functional>
#include <optional>
#include <string>

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
        const WarpTouch access{1u << thread % 32, bytes, address.data(), thread / 32, thread + 1, is_store, is_atomic};
        return simt::touch({writer_.data(), reader_.data(), other_reader_.data()}, base, scope_, intervals, access);
    }
    void barrier() { ++intervals.now; }
    void next_block() { intervals.first = ++intervals.now; }
    BlockIntervals intervals;

  private:
    static constexpr std::uint64_t base = 0x700000000;
    std::array<std::uint64_t, 16> writer_{}, reader_{}, other_reader_{};
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

// What whole warps read, as tiles have it: the word of each lane, and the lanes that take part.
struct Pattern {
    std::string name;
    std::function<std::uint64_t(std::uint32_t)> word;
    std::uint32_t mask = ~0u;
};

class WholeWarps : public testing::TestWithParam<Pattern> {
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

INSTANTIATE_TEST_SUITE_P(Reads, WholeWarps,
                         testing::Values(Pattern{"row", [](std::uint32_t lane) { return 3ull + lane; }},
                                         Pattern{"one_word", [](std::uint32_t) { return 7ull; }},
                                         Pattern{"half_warps_on_one_row", [](std::uint32_t lane) { return 5ull + lane % 16; }},
                                         Pattern{"a_word_for_each_half", [](std::uint32_t lane) { return 16ull * (lane / 16); }},
                                         Pattern{"two_rows", [](std::uint32_t lane) { return lane % 16 + 33ull * (lane / 16); }},
                                         Pattern{"column", [](std::uint32_t lane) { return 3ull * lane; }},
                                         Pattern{"quarters", [](std::uint32_t lane) { return 2ull + lane % 8; }},
                                         Pattern{"first_eight_lanes", [](std::uint32_t lane) { return 1ull + lane; }, 0xffu},
                                         Pattern{"odd_lanes", [](std::uint32_t lane) { return 1ull + lane; }, 0xaaaaaaaau},
                                         Pattern{"last_lanes", [](std::uint32_t lane) { return 1ull + lane / 2; }, 0xfff00000u},
                                         Pattern{"backwards", [](std::uint32_t lane) { return 40ull - lane; }}),
                         [](const auto& info) { return info.param.name; });

}  // namespace
}  // namespace warpwise::simt
