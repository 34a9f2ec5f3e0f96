// The rules of app/simt/races.h, without a kernel.
#include "simt/races.h"

#include <gtest/gtest.h>

namespace warpwise::simt {
namespace {

RaceAccess access(std::uint32_t block, std::uint32_t thread, std::uint32_t epoch, bool is_store, bool is_atomic = false) {
    return {block, thread, thread + 1, epoch, is_store, is_atomic};
}

TEST(Races, AWriteAndAReadOfTwoWarps) {
    SharedRaces shared;
    shared.reset(64);
    EXPECT_FALSE(shared.touch(0, 4, access(0, 0, 1, true)));
    const auto race = shared.touch(0, 4, access(0, 32, 1, false));
    ASSERT_TRUE(race);
    EXPECT_EQ(race->earlier.thread, 0u);
    EXPECT_EQ(race->earlier.line, 1u);
    EXPECT_TRUE(race->earlier.is_store);
}

TEST(Races, AReadThenAWrite) {
    SharedRaces shared;
    shared.reset(64);
    EXPECT_FALSE(shared.touch(0, 4, access(0, 0, 1, false)));
    EXPECT_FALSE(shared.touch(0, 4, access(0, 40, 1, false)));
    const auto race = shared.touch(0, 4, access(0, 0, 1, true));  // its own read is no race, the other warp's is
    ASSERT_TRUE(race);
    EXPECT_EQ(race->earlier.thread, 40u);
}

TEST(Races, ABarrierOrders) {
    SharedRaces shared;
    shared.reset(64);
    EXPECT_FALSE(shared.touch(0, 4, access(0, 0, 1, true)));
    EXPECT_FALSE(shared.touch(0, 4, access(0, 32, 2, false)));
    EXPECT_FALSE(shared.touch(0, 4, access(0, 64, 3, true)));
}

TEST(Races, NeighbouringBytesAreTwoThings) {
    SharedRaces shared;
    shared.reset(64);
    EXPECT_FALSE(shared.touch(0, 1, access(0, 0, 1, true)));
    EXPECT_FALSE(shared.touch(1, 1, access(0, 32, 1, true)));
    EXPECT_TRUE(shared.touch(0, 2, access(0, 64, 1, false)));
}

TEST(Races, AtomicsRaceOnlyWithPlainAccesses) {
    SharedRaces shared;
    shared.reset(64);
    EXPECT_FALSE(shared.touch(0, 4, access(0, 0, 1, true, true)));
    EXPECT_FALSE(shared.touch(0, 4, access(0, 32, 1, true, true)));
    EXPECT_TRUE(shared.touch(0, 4, access(0, 64, 1, false)));
}

TEST(Races, BlocksAreNeverOrdered) {
    GlobalRaces global;
    EXPECT_FALSE(global.touch(0x700000000, 4, access(0, 0, 1, true)));
    EXPECT_FALSE(global.touch(0x700000004, 4, access(1, 0, 5, true)));
    const auto race = global.touch(0x700000000, 4, access(1, 0, 5, false));
    ASSERT_TRUE(race);
    EXPECT_EQ(race->earlier.block, 0u);
}

}  // namespace
}  // namespace warpwise::simt
