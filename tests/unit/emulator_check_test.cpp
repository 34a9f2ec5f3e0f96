// Which of a GPU's runs the emulator checks, with what, and what its answers mean.
#include "experiment/run/emulator_check.h"

#include <gtest/gtest.h>

#include "unit/small_lesson.h"

namespace warpwise {
namespace {

// A launch of blocks of 32 x 4 threads over width x height elements.
ExperimentRequest over(const Lesson& lesson, std::int64_t width, std::int64_t height) {
    ExperimentRequest request;
    request.kernel = "step";
    request.device = DeviceKind::cuda;
    request.parameters = lesson.defaults();
    request.parameters["width"] = width;
    request.parameters["height"] = height;
    request.edited_source = "// a learner's";
    return request;
}

TEST(EmulatorCheck, RunsTheSameWithAFullTraceAndComparesNothing) {
    const Lesson lesson = test::plate(64, 64);
    const ExperimentRequest ran = over(lesson, 64, 64);
    const auto check = emulator_check_of(lesson, ran);
    ASSERT_TRUE(check.has_value());
    EXPECT_EQ(check->request.device, DeviceId(DeviceKind::emulated));
    EXPECT_EQ(check->request.trace, Trace::full);
    EXPECT_FALSE(check->request.compare);
    EXPECT_EQ(check->request.edited_source, ran.edited_source);
    EXPECT_EQ(check->request.parameters, ran.parameters);
    EXPECT_EQ(check->request.seed, ran.seed);
    EXPECT_EQ(check->launch.shape, resolve_launch(lesson, ran)->shape);
}

TEST(EmulatorCheck, ALaunchOfMoreThreadsThanTheLimitIsRefusedWithBothNumbers) {
    const Lesson lesson = test::plate(64, 64);
    EXPECT_TRUE(emulator_check_of(lesson, over(lesson, 2048, 2048)).has_value());  // 2^22
    const auto large = emulator_check_of(lesson, over(lesson, 2048, 2049));        // a row of blocks more
    ASSERT_FALSE(large.has_value());
    EXPECT_NE(large.error().message.find("4,202,496 threads"), std::string::npos) << large.error().message;
    EXPECT_NE(large.error().hint.find("4,194,304 threads"), std::string::npos) << large.error().hint;
}

TEST(EmulatorCheck, WhatTheEmulatorCannotRunIsNoFinding) {
    RunRecord record;
    EXPECT_EQ(end_of_check(record), CheckEnd::passed);
    record.status = RunStatus::error;
    EXPECT_EQ(end_of_check(record), CheckEnd::not_run);
    record.status = RunStatus::fault;
    for (const auto& [kind, end] : {std::pair{FaultKind::out_of_bounds, CheckEnd::found},
                                    {FaultKind::data_race, CheckEnd::found},
                                    {FaultKind::uninitialized_read, CheckEnd::found},
                                    {FaultKind::barrier_divergence, CheckEnd::found},
                                    {FaultKind::step_budget, CheckEnd::out_of_steps},
                                    {FaultKind::launch_invalid, CheckEnd::not_run},
                                    {FaultKind::memory_budget, CheckEnd::not_run},
                                    {FaultKind::device_lost, CheckEnd::not_run}}) {
        record.fault = Fault{.kind = kind};
        EXPECT_EQ(end_of_check(record), end) << name_of(kind);
    }
}

}  // namespace
}  // namespace warpwise
