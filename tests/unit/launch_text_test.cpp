#include "ui/launch_text.h"

#include <gtest/gtest.h>

namespace warpwise::ui {
namespace {

TEST(LaunchText, PutsValuesIntoFormulas) {
    const ParameterValues values{{"n", std::int64_t{100}}, {"block", std::int64_t{32}}};
    EXPECT_EQ(with_values("ceil(n / block)", values), "ceil(100 / 32)");
    EXPECT_EQ(with_values("nn + n_1 + n", values), "nn + n_1 + 100");
    EXPECT_EQ(with_values("", values), "");
}

TEST(LaunchText, CountsIdleThreads) {
    ResolvedLaunch launch;
    launch.shape = {{4, 1, 1}, {32, 1, 1}, 0};
    launch.work = 100;
    EXPECT_EQ(thread_text(launch), "128 threads, 28 idle (22 %)");
    launch.work = 128;
    EXPECT_EQ(thread_text(launch), "128 threads, none idle");
    launch.work = 1000;
    EXPECT_EQ(thread_text(launch), "128 threads for 1,000 elements");
    launch.shape = {{1, 1, 1}, {1, 1, 1}, 0};
    launch.work = 1;
    EXPECT_EQ(thread_text(launch), "1 thread, none idle");
}

TEST(LaunchText, NamesTheLimitAtItsRow) {
    const auto problems = launch_problems({{1, 1, 1}, {2048, 1, 1}, 0}, Device::Limits{});
    ASSERT_EQ(problems.size(), 1u);
    EXPECT_EQ(problems[0].row, "block.x");
    EXPECT_NE(problems[0].text.find("1,024"), std::string::npos);
}

TEST(LaunchText, SeesTheProductOfTheEdges) {
    const auto problems = launch_problems({{1, 1, 1}, {64, 32, 1}, 0}, Device::Limits{});
    ASSERT_EQ(problems.size(), 1u);
    EXPECT_EQ(problems[0].row, "block");
    EXPECT_TRUE(launch_problems({{1, 1, 1}, {32, 32, 1}, 0}, Device::Limits{}).empty());
    EXPECT_EQ(launch_problems({{1, 0, 70000}, {1, 1, 1}, 0}, Device::Limits{}).size(), 2u);
}

TEST(LaunchText, ShowsTheAxesThatAKernelUses) {
    KernelSpec kernel;
    EXPECT_EQ(used_axes(kernel), 1);
    kernel.grid_y = "ceil(rows / 16)";
    EXPECT_EQ(used_axes(kernel), 2);
    kernel.block_z = "4";
    EXPECT_EQ(used_axes(kernel), 3);
    EXPECT_EQ(axis_formula(kernel, true, 1), "ceil(rows / 16)");
    EXPECT_EQ(axis_formula(kernel, false, 2), "4");
}

}  // namespace
}  // namespace warpwise::ui
