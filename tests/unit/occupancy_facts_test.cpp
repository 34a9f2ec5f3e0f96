#include "ui/threads/occupancy_facts.h"

#include <gmock/gmock.h>
#include <gtest/gtest.h>

#include "base/launch_shape.h"
#include "ui/source/listing_rows.h"

namespace warpwise::ui {
namespace {
using testing::HasSubstr;

const SmLimits& hopper() { return **find_sm_limits("9.0"); }

TEST(OccupancyFacts, TheGpusWordComesFromItsReadings) {
    RunRecord record;
    EXPECT_FALSE(needs_of(record).has_value());
    record.readings = {{"registers_per_thread", 40}, {"static_shared_bytes", 4096}, {"active_blocks_per_sm", 6}};
    const auto needs = needs_of(record);
    ASSERT_TRUE(needs.has_value());
    EXPECT_EQ(needs->registers_per_thread, 40);
    EXPECT_EQ(needs->static_shared_bytes, 4096u);
    EXPECT_EQ(needs->from, KernelNeeds::From::gpu);
    record.launch.block = {256, 1, 1};
    EXPECT_EQ(drivers_blocks(record, {.grid = {}, .block = {16, 16, 1}}), 6);
    EXPECT_EQ(drivers_blocks(record, {.grid = {}, .block = {128, 1, 1}}), std::nullopt);
    EXPECT_EQ(drivers_blocks(record, {.grid = {}, .block = {256, 1, 1}, .dynamic_shared_bytes = 8}), std::nullopt);
}

TEST(OccupancyFacts, ThePresentGpuIsAskedFirst) {
    EXPECT_EQ(present_capability({}), "9.0");
    EXPECT_EQ(present_capability({{DeviceKind::emulated, "", {}}, {DeviceKind::cuda, "", {{"compute_capability", "8.6"}}}}), "8.6");
    EXPECT_EQ(present_capability({{DeviceKind::cuda, "", {{"compute_capability", "99.9"}}}}), "9.0");
}

TEST(OccupancyFacts, TheCurveHasEveryBlockSizeOfWholeWarps) {
    const auto curve = occupancy_curve(hopper(), {.registers_per_thread = 32});
    ASSERT_EQ(curve.size(), 32u);
    EXPECT_DOUBLE_EQ(curve[0], 0.5);  // 32 blocks of one warp
    EXPECT_DOUBLE_EQ(curve[7], 1);
    EXPECT_LT(curve[22], 0.75);  // 736 threads: two blocks of 23 warps
}

TEST(OccupancyFacts, TheSentenceNamesBlocksWarpsAndLimits) {
    EXPECT_EQ(occupancy_sentence(occupancy_of(hopper(), {})),
              "8 blocks of 8 warps: 64 of 64 warps. What prevents more: threads and registers");
    EXPECT_EQ(occupancy_sentence(occupancy_of(hopper(), {.block_threads = 1024, .registers_per_thread = 40})),
              "1 block of 32 warps: 32 of 64 warps. What prevents more: registers");
    EXPECT_THAT(occupancy_sentence(occupancy_of(hopper(), {.block_threads = 2000})), HasSubstr("at most 1024"));
}

TEST(OccupancyFacts, EveryResourceSaysWhatIsTaken) {
    const auto uses = resource_uses(hopper(), occupancy_of(hopper(), {.registers_per_thread = 64}));
    ASSERT_EQ(uses.size(), 4u);
    EXPECT_EQ(uses[0].used, 1024);  // four blocks
    EXPECT_EQ(uses[2].used, 65536);
    EXPECT_TRUE(uses[2].binds);
    EXPECT_FALSE(uses[0].binds);
    EXPECT_EQ(uses[0].blocks, 8);
}

TEST(ListingRows, TheSourceStandsAboveTheCodeItBecame) {
    const std::vector<ListingLine> lines{
        {".visible .entry add(", 0}, {"    mov a;", 2}, {"    mov b;", 2}, {"", 0}, {"    ret;", 3}, {"    nop;", 99}};
    const auto rows = listing_rows(lines, "__global__\n  int i = 0;\n}\n");
    ASSERT_EQ(rows.size(), 8u);
    EXPECT_EQ(rows[1], (ListingRow{"int i = 0;", 2, true}));
    EXPECT_EQ(rows[2], (ListingRow{"    mov a;", 2, false}));
    EXPECT_EQ(rows[5], (ListingRow{"}", 3, true}));
    EXPECT_EQ(rows[7], (ListingRow{"    nop;", 99, false}));
}

}  // namespace
}  // namespace warpwise::ui
