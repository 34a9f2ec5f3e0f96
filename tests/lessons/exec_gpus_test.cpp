// What the command line does with several GPUs, emulated and real.
#include <gmock/gmock.h>
#include <gtest/gtest.h>

#include "device/process/run_program.h"

namespace warpwise {
namespace {

using testing::HasSubstr;
using testing::Not;

constexpr double kLongestRun = 200;  // seconds

TEST(ExecGpus, SharedWorkIsTheSameOnEmulatedGpus) {
    const auto run = run_program(
        {WARPWISE_BINARY, "exec", "--gpus", "4", WARPWISE_SOURCE_DIR "/tests/gpu/split_work.cu", "--", "3000", "40", "4", "40"}, {},
        kLongestRun);
    ASSERT_TRUE(run.has_value()) << run.error().text();
    EXPECT_EQ(run->status, 0) << run->err;
    EXPECT_THAT(run->out, HasSubstr("matrices       4"));
    EXPECT_THAT(run->out, Not(HasSubstr("WRONG")));
    EXPECT_THAT(run->err, HasSubstr("No mistake was found"));
}

TEST(ExecGpus, LinksAreAMatrixOrTheReasonWhyNot) {
    const auto run = run_program({WARPWISE_BINARY, "doctor", "--links"}, {}, kLongestRun);
    ASSERT_TRUE(run.has_value()) << run.error().text();
    if (run->status == 0) {
        EXPECT_THAT(run->out, HasSubstr("cuda:0"));
    } else {
        EXPECT_EQ(run->status, 3);
        EXPECT_THAT(run->err, HasSubstr("there is no NVIDIA driver here"));
    }
}

}  // namespace
}  // namespace warpwise
