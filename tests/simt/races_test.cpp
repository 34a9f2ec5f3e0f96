// The rules of app/simt/races.h, without a kernel.
#include "simt/races.h"

#include <gtest/gtest.h>

#include <array>

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
    const auto race = shared.touch(0, 4, 0, true);  // its own read is no race, the other warp's is
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

}  // namespace
}  // namespace warpwise::simt
