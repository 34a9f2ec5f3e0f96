// The GPU's times: every phase is there, and they hang together.
#include <gmock/gmock.h>
#include <gtest/gtest.h>

#include <algorithm>

#include "gpu/devices.h"

namespace warpwise {
namespace {
using namespace testing_devices;

class CudaTiming : public OnDevice {
  protected:
    const Phase& phase(const LaunchOutcome& outcome, const std::string& name) {
        const auto found = std::ranges::find(outcome.phases, name, &Phase::name);
        EXPECT_NE(found, outcome.phases.end()) << name;
        static const Phase none;
        return found != outcome.phases.end() ? *found : none;
    }
    static double median(std::vector<double> samples) {
        std::ranges::sort(samples);
        return samples.empty() ? 0 : samples[samples.size() / 2];
    }
};
INSTANTIATE_TEST_SUITE_P(Gpu, CudaTiming, testing::Values(DeviceKind::cuda), device_name);

constexpr const char* spin = R"(__global__ void spin(long long cycles, int* a) {
    long long begin = clock64();
    while (clock64() - begin < cycles) {}
    if (threadIdx.x == 0) a[0] = a[0] + 1;
})";

TEST_P(CudaTiming, EveryPhaseIsMeasured) {
    const auto program = compiled(spin, "spin");
    ASSERT_NE(program, nullptr);
    Array a = make_array(DType::i32, 1024);
    const LaunchOutcome outcome =
        device_->launch(*program, line_shape(1, 32),
                        {scalar_argument("cycles", DType::i64, std::int64_t{1000}), array_argument("a", a)}, {.repeats = 7});
    ASSERT_FALSE(outcome.fault.has_value()) << text_of(*outcome.fault);
    for (const char* name : {"compile", "load", "copy_in", "kernel", "copy_out", "total"}) {
        SCOPED_TRACE(name);
        ASSERT_TRUE(phase(outcome, name).cold_ms.has_value());
        EXPECT_GT(*phase(outcome, name).cold_ms, 0);
    }
    for (const char* name : {"copy_in", "kernel", "copy_out", "total"})
        EXPECT_EQ(phase(outcome, name).samples_ms.size(), 7u) << name;
    EXPECT_GT(median(phase(outcome, "total").samples_ms), median(phase(outcome, "kernel").samples_ms));
    EXPECT_EQ(a.value(0), 1);
}

TEST_P(CudaTiming, TwiceTheWorkTakesTwiceTheTime) {
    const auto program = compiled(spin, "spin");
    ASSERT_NE(program, nullptr);
    const auto kernel_ms = [&](std::int64_t cycles) {
        Array a = make_array(DType::i32, 1);
        const LaunchOutcome outcome = device_->launch(
            *program, line_shape(1, 1), {scalar_argument("cycles", DType::i64, cycles), array_argument("a", a)}, {.repeats = 9});
        return median(phase(outcome, "kernel").samples_ms);
    };
    const double once = kernel_ms(4'000'000), twice = kernel_ms(8'000'000);
    EXPECT_NEAR(twice / once, 2.0, 0.1);
    EXPECT_GT(once, 1.0);  // no GPU's clock is above 4 GHz
}

}  // namespace
}  // namespace warpwise
