// Launches cut into chunks on several streams: the result is the whole launch's, and copies and kernels overlap.
#include <gtest/gtest.h>

#include <cstdio>

#include "gpu/launch_phases.h"

namespace warpwise {
namespace {
using namespace testing_devices;

// The emulator passes over chunks: the same test says that it gives the whole result and no timeline.
class Streams : public OnDevice {};
INSTANTIATE_TEST_SUITE_P(Devices, Streams, testing::Values(DeviceKind::emulated, DeviceKind::cuda), device_name);

class CudaStreams : public OnDevice {};
INSTANTIATE_TEST_SUITE_P(Gpu, CudaStreams, testing::Values(DeviceKind::cuda), device_name);

// `weight` is a broadcast input; `rows` has two columns and is cut with its rows.
constexpr const char* weigh = R"(__global__ void weigh(const float* weight, const float* a, float* rows, int n) {
    int i = blockIdx.x * blockDim.x + threadIdx.x;
    if (i >= n) return;
    rows[2 * i] = a[i] * weight[0];
    rows[2 * i + 1] += a[i] + weight[1];
})";

LaunchOptions cut(int chunks, int streams, int repeats = 0) {
    return {.repeats = repeats, .copies = CopyMode::pinned, .chunks = chunks, .streams = streams, .length_argument = 3};
}

TEST_P(Streams, ChunksGiveTheWholeResult) {
    const auto program = compiled(weigh, "weigh");
    ASSERT_NE(program, nullptr);
    constexpr std::int32_t n = 10'007;
    Array weight = make_array(DType::f32, 2), a = numbers(DType::f32, n, 3);
    weight.as<float>()[0] = 3, weight.as<float>()[1] = 5;
    const auto run = [&](const LaunchOptions& options) {
        Array rows = Array::make(DType::f32, {n, 2}).value();
        for (float& value : rows.as<float>()) value = 1;
        const LaunchOutcome outcome = device_->launch(*program, line_shape((n + 127) / 128, 128),
                                                      {array_argument("weight", weight, true), array_argument("a", a, true),
                                                       array_argument("rows", rows), scalar_argument("n", DType::i32, n)},
                                                      options);
        EXPECT_FALSE(outcome.fault.has_value()) << text_of(*outcome.fault);
        EXPECT_EQ(outcome.timeline.empty(), !options.length_argument || GetParam() == DeviceKind::emulated);
        return rows;
    };
    const Array whole = run({});
    for (const auto& [chunks, streams] : {std::pair{1, 1}, {2, 2}, {7, 3}, {64, 4}, {1000, 64}}) {
        const Array rows = run(cut(chunks, streams, 2));
        for (std::size_t i = 0; i < whole.size(); ++i)
            ASSERT_EQ(rows.value(i), whole.value(i)) << i << " in " << chunks << " chunks on " << streams << " streams";
    }
}

TEST_P(CudaStreams, CopiesAndKernelsOverlap) {
    // heavy enough that the kernel takes about as long as a copy of its chunk
    const auto program = compiled(R"(__global__ void work(const float* a, float* b, int turns, int n) {
    int i = blockIdx.x * blockDim.x + threadIdx.x;
    if (i >= n) return;
    float x = a[i];
    for (int t = 0; t < turns; ++t) x = x * 0.999f + 0.001f;
    b[i] = x;
})",
                                  "work");
    ASSERT_NE(program, nullptr);
    constexpr std::int32_t n = 1 << 26;  // two arrays of 256 MiB
    Array a = numbers(DType::f32, n, 1), b = make_array(DType::f32, n);
    const auto run = [&](int chunks, int streams) {
        const LaunchOutcome outcome =
            device_->launch(*program, line_shape(n / 256, 256),
                            {array_argument("a", a, true), array_argument("b", b), scalar_argument("turns", DType::i32, 2000),
                             scalar_argument("n", DType::i32, n)},
                            cut(chunks, streams, 7));
        EXPECT_FALSE(outcome.fault.has_value()) << text_of(*outcome.fault);
        return outcome;
    };
    const LaunchOutcome one = run(1, 1), four = run(16, 4);
    const auto sum_and_end = [](const LaunchOutcome& outcome) {
        std::pair<double, double> ms{0, 0};
        for (const StreamSpan& span : outcome.timeline) {
            EXPECT_GE(span.begin_ms, 0);
            EXPECT_GE(span.end_ms, span.begin_ms);
            ms.first += span.end_ms - span.begin_ms;
            ms.second = std::max(ms.second, span.end_ms);
        }
        return ms;
    };
    const auto [one_sum, one_end] = sum_and_end(one);
    const auto [four_sum, four_end] = sum_and_end(four);
    std::printf("1 stream: %.2f ms of operations in %.2f ms, total %.2f; 4 streams: %.2f ms in %.2f ms, total %.2f\n", one_sum,
                one_end, median_ms(one, "total"), four_sum, four_end, median_ms(four, "total"));
    ASSERT_EQ(one.timeline.size(), 3u);
    ASSERT_EQ(four.timeline.size(), 48u);
    EXPECT_NEAR(one_sum, one_end, 0.02 * one_end) << "on one stream nothing overlaps";
    EXPECT_GT(four_sum, 1.2 * four_end) << "on four streams copies and kernels run side by side";
    EXPECT_LT(median_ms(four, "total"), 0.85 * median_ms(one, "total"));
}

}  // namespace
}  // namespace warpwise
