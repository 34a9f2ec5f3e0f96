// Where the pictures of an access stand: banks and groups against the emulator's rules, memory lines, and the curves between them.
#include <gtest/gtest.h>

#include <algorithm>
#include <cmath>
#include <numeric>
#include <random>

#include "ui/debug_states.h"
#include "ui/debugger/access_pattern.h"
#include "ui/debugger/bank_layout.h"
#include "ui/debugger/memory_layout.h"

namespace warpwise::ui {
namespace {

using test::access_to;

TEST(BankLayoutTest, GroupsTakeTheWavefrontsThatTheEmulatorCounts) {
    std::mt19937 random(10);
    for (int i = 0; i < 2000; ++i) {
        const std::uint32_t bytes = 1u << random() % 5;
        const bool is_store = random() % 2 == 0, is_atomic = bytes == 4 && random() % 4 == 0;
        const std::uint32_t mask = random() % 3 == 0 ? random() | 1u : test::all_lanes;
        const std::uint32_t step = random() % 40, spread = 1 + random() % 300;
        std::array<std::int64_t, kDebugLanes> elements{};
        for (int lane = 0; lane < kDebugLanes; ++lane)
            elements[static_cast<std::size_t>(lane)] =
                i % 2 == 0 ? lane * static_cast<std::int64_t>(step) : static_cast<std::int64_t>(random() % spread);
        const DebugAccess access = access_to({.array = "s",
                                              .space = MemorySpace::shared,
                                              .bytes = bytes,
                                              .element_bytes = bytes,
                                              .mask = mask,
                                              .is_store = is_store,
                                              .is_atomic = is_atomic,
                                              .start = 0},
                                             [&](int lane) { return elements[static_cast<std::size_t>(lane)]; });
        const std::vector<BankGroup> groups = bank_groups(access);
        std::uint32_t wavefronts = 0, lanes = 0;
        for (const BankGroup& group : groups) wavefronts += group.wavefronts, lanes |= group.lanes;
        ASSERT_EQ(wavefronts, access.wavefronts) << bytes << " bytes, step " << step << ", mask " << mask;
        ASSERT_EQ(wavefronts - groups.size(), access.conflicts);
        ASSERT_EQ(lanes, mask);
    }
}

TEST(BankLayoutTest, WordsOfABankAreStacked) {
    const std::vector<BankGroup> groups = bank_groups(test::tiled_transpose(32).next.front());
    ASSERT_EQ(groups.size(), 1u);
    ASSERT_EQ(groups[0].banks[9].size(), 32u);
    EXPECT_EQ(groups[0].banks[9][3].address, 4u * (3 * 32 + 9));
    EXPECT_EQ(groups[0].banks[9][3].lanes, 1u << 3);
    EXPECT_TRUE(groups[0].banks[8].empty());
}

TEST(AccessPatternTest, BytesThatLanesShareCountOnce) {
    const AccessPattern pattern =
        pattern_of(access_to({.array = "a", .bytes = 8, .element_bytes = 4}, [](int lane) { return lane; }));
    EXPECT_EQ(pattern.useful_bytes, 33u * 4);
    EXPECT_TRUE(pattern.is_contiguous());
    EXPECT_EQ(pattern.fewest_sectors, 5u);
    EXPECT_EQ(pattern.stride, 4);
}

TEST(AccessPatternTest, LanesInWords) {
    EXPECT_EQ(lanes_text(1u << 5), "lane 5");
    EXPECT_EQ(lanes_text(0xff), "lanes 0 to 7");
    EXPECT_EQ(lanes_text(0b101), "lanes 0 and 2");
    EXPECT_EQ(lanes_text(0x11111111), "lanes 0, 4, 8, 12 and 4 more");
}

TEST(AccessPatternTest, TheArraysStartIsTheSessionsElseTheElements) {
    const DebugAccess access = access_to({.array = "a", .start = 0x7000'0100}, [](int lane) { return 8 + lane; });
    EXPECT_EQ(array_start(access, {}), 0x7000'0100u);
    const DebugArray array{.name = "a", .address = 0x7000'0000, .bytes = 4096, .element_bytes = 4};
    const auto start = array_start(access, std::span(&array, 1));
    EXPECT_EQ(start, 0x7000'0000u);
    EXPECT_EQ(address_text(access, start, 0x7000'0180), "a + 0x180");
    EXPECT_EQ(address_text(access, start, 0x6fff'ffe0), "a - 0x20");
    EXPECT_EQ(address_text(access, std::nullopt, 0x80), "0x80");
}

TEST(MemoryLayoutTest, LinesHoldTheSectorsAndTheGapsBetweenThem) {
    const std::vector<MemoryLine> lines = memory_lines(test::naive_transpose().next[1]);  // rows of 4 KiB
    ASSERT_EQ(lines.size(), 32u);
    EXPECT_EQ(lines[0].gap, 0u);
    for (std::size_t i = 1; i < lines.size(); ++i) EXPECT_EQ(lines[i].gap, 31u);
    std::uint32_t sectors = 0;
    for (const MemoryLine& line : lines) sectors += static_cast<std::uint32_t>(std::popcount(line.sectors));
    EXPECT_EQ(sectors, 32u);
    const std::vector<MemoryLine> two = memory_lines(test::misaligned().next.front());
    ASSERT_EQ(two.size(), 2u);
    EXPECT_EQ(two[0].sectors, 0b1111u);
    EXPECT_EQ(two[1].sectors, 0b0001u);
    EXPECT_EQ(two[1].users[3], 1u << 31);
}

struct Box {
    float left, right;
    int row;
};

// The vertical parts of the paths beside the tiles, the tracks apart from each other, all of it within the width.
TEST(MemoryLayoutTest, CurvesPassNoMemoryThatTheyDoNotPointTo) {
    std::mt19937 random(3);
    for (int i = 0; i < 300; ++i) {
        const std::uint32_t step = 1 + random() % 2000;
        const bool scattered = random() % 2 == 0;
        std::array<std::int64_t, kDebugLanes> elements{};
        for (int lane = 0; lane < kDebugLanes; ++lane)
            elements[static_cast<std::size_t>(lane)] = scattered ? random() % 100'000 : lane * static_cast<std::int64_t>(step);
        const DebugAccess access = access_to({.array = "a", .bytes = 16, .element_bytes = 16},
                                             [&](int lane) { return elements[static_cast<std::size_t>(lane)]; });
        const float width = 320 + static_cast<float>(random() % 1200);
        std::array<float, kDebugLanes> lane_x{};
        for (std::size_t lane = 0; lane < lane_x.size(); ++lane) lane_x[lane] = width / 32 * (static_cast<float>(lane) + 0.5f);
        const std::vector<MemoryLine> lines = memory_lines(access);
        const MemoryGrid grid = memory_grid(access, lines, width, lane_x, {});
        ASSERT_GE(grid.columns * grid.rows, static_cast<int>(lines.size()));
        ASSERT_EQ(grid.paths.size(), 32u);
        ASSERT_GT(grid.tile_width, 40) << width;
        ASSERT_LE(grid.tile_x.back() + grid.tile_width, width + 1);
        std::vector<float> tracks;
        for (const MemoryGrid::Path& path : grid.paths) {
            const float tile = grid.tile_x[static_cast<std::size_t>(grid.column_of(path.line))];
            ASSERT_GT(path.target_x, tile);
            ASSERT_LT(path.target_x, tile + grid.tile_width);
            ASSERT_EQ(path.has_track, grid.row_of(path.line) > 0);
            if (!path.has_track) continue;
            tracks.push_back(path.track_x);
            for (const float x : grid.tile_x)
                ASSERT_TRUE(path.track_x < x || path.track_x > x + grid.tile_width)
                    << "a track goes through a tile, width " << width;
        }
        std::ranges::sort(tracks);
        for (std::size_t t = 1; t < tracks.size(); ++t) ASSERT_GT(tracks[t] - tracks[t - 1], 2);
    }
}

TEST(MemoryLayoutTest, AnArrayThatIsMissedTellsWhichOfItsEdges) {
    const std::vector<DebugArray> arrays{{.name = "x", .address = 0x7000'0000, .bytes = 4000, .element_bytes = 4}};
    const DebugState fault = test::saxpy_fault();
    const auto missed = missed_array(fault.next.front(), arrays);
    ASSERT_TRUE(missed);
    EXPECT_EQ(missed->start, 0x7000'0000u);
    EXPECT_EQ(missed->end, 0x7000'0000u + 4000);
    EXPECT_EQ(missed->elements, 1000u);
    EXPECT_TRUE(missed->is_past_end);
    EXPECT_FALSE(missed->is_before_start);
    EXPECT_TRUE(missed->holds(missed->end - 1));
    EXPECT_FALSE(missed->holds(missed->end));
    EXPECT_FALSE(missed_array(test::naive_transpose().next.front(), arrays)) << "no lane faults";
    EXPECT_FALSE(missed_array(fault.next.front(), {})) << "not known";
    DebugAccess below = access_to({.array = "x"}, [](int lane) { return lane - 1; });
    below.faulting = 1;
    const auto before = missed_array(below, arrays);
    ASSERT_TRUE(before);
    EXPECT_TRUE(before->is_before_start);
    EXPECT_FALSE(before->is_past_end);
}

// However far from the array the lanes are, the line in which it ends is among those that are shown.
TEST(MemoryLayoutTest, TheLineOfAnotherAddressIsAmongThem) {
    const DebugAccess far = access_to({.array = "x", .mask = 1}, [](int) { return 100'000; });
    const std::vector<MemoryLine> lines = memory_lines(far, 0x7000'0000 + 3999);
    ASSERT_EQ(lines.size(), 2u);
    EXPECT_EQ(lines[0].address, (0x7000'0000u + 3999) / 128 * 128);
    EXPECT_EQ(lines[0].sectors, 0u);
    EXPECT_EQ(lines[1].gap, (lines[1].address - lines[0].address) / 128 - 1);
    EXPECT_EQ(memory_lines(far, far.addresses[0]).size(), 1u);
}

}  // namespace
}  // namespace warpwise::ui
