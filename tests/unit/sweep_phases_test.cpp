// Which phases stand at which size of a sweep, and of which GPU.
#include "ui/timing/sweep_phases.h"

#include <gtest/gtest.h>

#include <array>
#include <string>
#include <vector>

namespace warpwise::ui {
namespace {

Sweep::Point point(double x, double kernel_ms, double copy_in_ms, double copy_out_ms) {
    Sweep::Point p;
    p.x = x, p.kernel_ms = kernel_ms, p.copy_in_ms = copy_in_ms, p.copy_out_ms = copy_out_ms;
    return p;
}

Sweep recorded_twice() {
    Sweep sweep;
    sweep.recorded.push_back({0, DeviceKind::cpu_serial, "a CPU, recorded", {point(16, 1, 0, 0)}});
    sweep.recorded.push_back({0, DeviceKind::cuda, "A, recorded", {point(32, 2, 3, 4), point(16, 1, 5, 0)}});
    sweep.recorded.push_back({1, DeviceKind::cuda, "B, recorded", {point(16, 1, 1, 1)}});
    return sweep;
}

TEST(SweepPhases, ABarForEachSizeInOrderWithThePhasesInTheOrderInWhichTheyRun) {
    const auto stack = phase_stack(recorded_twice(), {DeviceKind::cpu_serial});
    ASSERT_TRUE(stack);
    EXPECT_TRUE(stack->recorded);
    EXPECT_EQ(stack->recording, 0u);
    ASSERT_EQ(stack->bars.size(), 2u);
    EXPECT_EQ(stack->bars[0].x, 16);
    EXPECT_EQ(stack->bars[0].phases.total_ms(), 6);
    EXPECT_EQ(stack->bars[1].x, 32);
    EXPECT_EQ(stack->bars[1].phases.total_ms(), 9);
    EXPECT_EQ(stack->bars[1].phases.ms, (std::array<double, 5>{0, 0, 3, 2, 4}));
    EXPECT_EQ(stack_text(*stack, "A, recorded"),
              "A, recorded, by phase: copy in, kernel, copy out (linear while phases are stacked)");
}

TEST(SweepPhases, MeasuredHereComesBeforeRecordedAndAChosenGpuBeforeAnother) {
    Sweep sweep = recorded_twice();
    const DeviceId first{DeviceKind::cuda, 0}, second{DeviceKind::cuda, 1};
    sweep.series[first] = {point(16, 1, 2, 3)};
    sweep.series[second] = {point(16, 1, 7, 3)};
    const auto any = phase_stack(sweep, {}), chosen = phase_stack(sweep, {second});
    ASSERT_TRUE(any && chosen);
    EXPECT_FALSE(any->recorded);
    EXPECT_EQ(any->device, first);
    EXPECT_EQ(chosen->device, second);
    EXPECT_EQ(chosen->bars[0].phases.ms[2], 7);
}

TEST(SweepPhases, WithoutCopiesThereIsNothingToStack) {
    Sweep sweep;
    sweep.series[DeviceKind::cpu_serial] = {point(16, 1, 2, 3)};  // no GPU
    sweep.series[DeviceKind::emulated] = {point(16, 1, 2, 3)};    // its times are not those of a GPU
    sweep.series[DeviceKind::cuda] = {point(16, 1, 0, 0)};        // the kernel alone
    EXPECT_FALSE(phase_stack(sweep, {DeviceKind::cuda}));
    // a size whose copies were not timed has no bar: it would seem to need none
    sweep.series[DeviceKind::cuda].push_back(point(32, 1, 2, 0));
    const auto stack = phase_stack(sweep, {});
    ASSERT_TRUE(stack);
    ASSERT_EQ(stack->bars.size(), 1u);
    EXPECT_EQ(stack->bars[0].x, 32);
    EXPECT_EQ(stack->phases, (std::vector<std::size_t>{2, 3}));
}

TEST(SweepPhases, APointTellsItsPhases) {
    EXPECT_EQ(point_phases_text(point(16, 2, 3, 0)), "copy in 3 ms, kernel 2 ms");
    EXPECT_EQ(point_phases_text(point(16, 2, 0, 0)), "");
}

}  // namespace
}  // namespace warpwise::ui
