// Blocks, warps and schedules as `trace` and `dap` take them.
#include "cli/debug_target.h"

#include <gtest/gtest.h>

namespace warpwise::test {
namespace {

TEST(DebugTargets, IndicesSchedulesAndWarpsAreChecked) {
    EXPECT_EQ(parse_block_index("--at-block", "2,0,1").value(), (Dim3{2, 0, 1}));
    EXPECT_EQ(parse_block_index("--at-block", "7").value(), (Dim3{7, 0, 0}));
    for (const char* wrong : {"", "-1", "x", "1,", "1,2,3,4", "4294967296"})
        EXPECT_FALSE(parse_block_index("--at-block", wrong)) << wrong;
    DebugOptions options;
    for (const char* good : {"sequential", "round-robin", "by-request", "reversed", "random:7"}) {
        EXPECT_TRUE(set_schedule(options, good)) << good;
        EXPECT_EQ(schedule_text(options), good);
    }
    for (const char* wrong : {"", "forwards", "random:", "random:x", "reversed:3"})
        EXPECT_FALSE(set_schedule(options, wrong)) << wrong;
    const LaunchShape shape{{1, 1, 1}, {48, 1, 1}, 0};
    EXPECT_TRUE(check_warp(shape, 1));
    EXPECT_EQ(check_warp(shape, 2).error().message, "there is no warp 2: a block of 48 threads has 2 warps");
}

}  // namespace
}  // namespace warpwise::test
