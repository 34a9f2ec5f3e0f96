// The ways of copying on a GPU, the L2 flush, and that thousands of launches leave nothing behind.
#ifdef WARPWISE_HAS_CUDA
#include <gmock/gmock.h>
#include <gtest/gtest.h>

#include <cstdio>

#include <chrono>
#include <cstring>

#include "cuda/driver/driver.h"
#include "gpu/launch_phases.h"

namespace warpwise {
namespace {
using namespace testing_devices;

class Copies : public OnDevice {};
INSTANTIATE_TEST_SUITE_P(Gpu, Copies, testing::Values(DeviceKind::cuda), device_name);

constexpr const char* scale = R"(__global__ void scale(const float* a, float* b, int n) {
    int i = blockIdx.x * blockDim.x + threadIdx.x;
    if (i < n) b[i] = a[i] * 2.0f;
})";
constexpr const char* read_ends = "__global__ void read_ends(const float* a, float* b, int n) { b[0] = a[0] + a[n - 1]; }";

LaunchOutcome run(Device& device, Program& program, Array& a, Array& b, const LaunchOptions& options, std::uint32_t grid) {
    return device.launch(program, line_shape(grid, 256),
                         {array_argument("a", a, true), array_argument("b", b),
                          scalar_argument("n", DType::i32, static_cast<std::int32_t>(a.size()))},
                         options);
}
std::uint32_t blocks_of(const Array& a) { return static_cast<std::uint32_t>((a.size() + 255) / 256); }

// A copy of page-locked memory to the device by the driver alone, in this process; the median of 15.
Result<double> bare_pinned_copy_ms(std::size_t bytes) {
    auto driver = Driver::open();
    if (!driver) return std::unexpected(driver.error());
    const auto ok = [](CUresult status) { return status == CUDA_SUCCESS; };
    CUdevice device = 0;
    CUcontext context = nullptr;
    CUdeviceptr to = 0;
    CUevent begin = nullptr, end = nullptr;
    void* from = nullptr;
    if (!ok(driver->cuDeviceGet(&device, 0)) || !ok(driver->create_context(&context, 0, device)) ||
        !ok(driver->cuMemAlloc(&to, bytes)) || !ok(driver->cuMemHostAlloc(&from, bytes, 0)) ||
        !ok(driver->cuEventCreate(&begin, 0)) || !ok(driver->cuEventCreate(&end, 0)))
        return failure("no context, memory or events");
    std::memset(from, 1, bytes);
    std::vector<double> samples;
    for (int i = -2; i < 15; ++i) {
        driver->cuEventRecord(begin, nullptr);
        driver->cuMemcpyHtoDAsync(to, from, bytes, nullptr);
        driver->cuEventRecord(end, nullptr);
        float ms = 0;
        if (!ok(driver->cuEventSynchronize(end)) || !ok(driver->elapsed_ms(&ms, begin, end))) return failure("the copy failed");
        if (i >= 0) samples.push_back(static_cast<double>(ms));
    }
    driver->cuMemFreeHost(from);
    driver->cuCtxDestroy(context);
    return median(std::move(samples));
}

TEST_P(Copies, EveryWayGivesTheSameResult) {
    const auto program = compiled(scale, "scale");
    ASSERT_NE(program, nullptr);
    for (const CopyMode copies : {CopyMode::pageable, CopyMode::pinned, CopyMode::resident, CopyMode::staged})
        for (const bool flush : {false, true}) {
            SCOPED_TRACE(testing::Message() << name_of(copies) << (flush ? ", flushed" : ""));
            Array a = numbers(DType::f32, 100'003, 7), b = make_array(DType::f32, 100'003);
            const LaunchOutcome outcome =
                run(*device_, *program, a, b, {.repeats = 5, .copies = copies, .flush_l2 = flush}, blocks_of(a));
            ASSERT_FALSE(outcome.fault.has_value()) << text_of(*outcome.fault);
            for (std::size_t i = 0; i < a.size(); i += 777) ASSERT_EQ(b.value(i), 2 * a.value(i)) << i;
            EXPECT_EQ(phase(outcome, "copy_in").samples_ms.size(), copies == CopyMode::resident ? 0u : 5u);
            EXPECT_TRUE(phase(outcome, "copy_in").cold_ms.has_value());
            EXPECT_EQ(phase(outcome, "total").samples_ms.size(), 5u);
        }
}

TEST_P(Copies, APinnedCopyIsAsFastAsABareOne) {
    constexpr std::int64_t elements = 1 << 26;  // 256 MiB
    const auto program = compiled(read_ends, "read_ends");
    ASSERT_NE(program, nullptr);
    Array a = numbers(DType::f32, elements, 1), b = make_array(DType::f32, 1);
    const auto copy_in_ms = [&](CopyMode copies) {
        const LaunchOutcome outcome = run(*device_, *program, a, b, {.repeats = 15, .copies = copies}, 1);
        EXPECT_FALSE(outcome.fault.has_value()) << text_of(*outcome.fault);
        return median_ms(outcome, "copy_in");
    };
    const double pinned_ms = copy_in_ms(CopyMode::pinned), pageable_ms = copy_in_ms(CopyMode::pageable);
    const auto bare_ms = bare_pinned_copy_ms(a.size_bytes());
    ASSERT_TRUE(bare_ms.has_value()) << bare_ms.error().text();
    const auto rate = [&](double ms) { return static_cast<double>(a.size_bytes()) / ms / 1e6; };
    std::printf("256 MiB to the GPU: pageable %.1f GB/s, pinned %.1f GB/s, a bare pinned copy %.1f GB/s\n", rate(pageable_ms),
                rate(pinned_ms), rate(*bare_ms));
    EXPECT_GE(rate(pinned_ms), 0.95 * rate(*bare_ms));
    EXPECT_GT(rate(pinned_ms), rate(pageable_ms));
}

TEST_P(Copies, AResidentTotalIsTheKernel) {
    constexpr std::int64_t elements = 1 << 27;  // two arrays of 512 MiB: the kernel takes a good part of a millisecond
    const auto program = compiled(scale, "scale");
    ASSERT_NE(program, nullptr);
    Array a = numbers(DType::f32, elements, 1), b = make_array(DType::f32, elements);
    const LaunchOutcome outcome = run(*device_, *program, a, b, {.repeats = 15, .copies = CopyMode::resident}, blocks_of(a));
    ASSERT_FALSE(outcome.fault.has_value()) << text_of(*outcome.fault);
    const double kernel_ms = median_ms(outcome, "kernel"), total_ms = median_ms(outcome, "total");
    std::printf("resident: kernel %.4f ms, total %.4f ms\n", kernel_ms, total_ms);
    EXPECT_GE(total_ms, 0.98 * kernel_ms);
    EXPECT_LE(total_ms, 1.1 * kernel_ms + 0.05) << "launching and waiting cost tens of microseconds, copies would cost far more";
}

TEST_P(Copies, AFlushMakesACachedKernelSlower) {
    // One thread that goes from element to element, each 512 bytes on: its time is the latency of where they lie. 8 MiB stay in the
    // L2 cache from one launch to the next.
    constexpr std::int32_t n = 1 << 21, stride = 128;
    const auto program = compiled(R"(__global__ void chase(const int* next, int* end, int steps) {
    int at = 0;
    for (int i = 0; i < steps; ++i) at = next[at];
    end[0] = at;
})",
                                  "chase");
    ASSERT_NE(program, nullptr);
    Array next = make_array(DType::i32, n), end = make_array(DType::i32, 1);
    for (std::int32_t i = 0; i < n; ++i) next.as<std::int32_t>()[static_cast<std::size_t>(i)] = (i + stride) % n;
    const auto kernel_ms = [&](bool flush) {
        const LaunchOutcome outcome = device_->launch(
            *program, line_shape(1, 1),
            {array_argument("next", next, true), array_argument("end", end), scalar_argument("steps", DType::i32, n / stride)},
            {.repeats = 15, .copies = CopyMode::resident, .flush_l2 = flush});
        EXPECT_FALSE(outcome.fault.has_value()) << text_of(*outcome.fault);
        return median_ms(outcome, "kernel");
    };
    const double warm_ms = kernel_ms(false), flushed_ms = kernel_ms(true);
    const double to_ns = 1e6 / (n / stride);
    std::printf("a dependent load: %.0f ns from the L2 cache, %.0f ns flushed\n", warm_ms * to_ns, flushed_ms * to_ns);
    EXPECT_GT(flushed_ms, 1.2 * warm_ms);
}

TEST_P(Copies, ReadingsAreThere) {
    const auto program = compiled(scale, "scale");
    ASSERT_NE(program, nullptr);
    ASSERT_TRUE(program->resources.has_value());
    EXPECT_GT(program->resources->registers_per_thread, 0);
    Array a = numbers(DType::f32, 1 << 20, 1), b = make_array(DType::f32, 1 << 20);
    const LaunchOutcome outcome = run(*device_, *program, a, b, {.repeats = 5}, blocks_of(a));
    ASSERT_TRUE(outcome.readings.contains("active_blocks_per_sm"));
    EXPECT_GE(outcome.readings.at("active_blocks_per_sm"), 1);
    if (!outcome.readings.contains("sm_clock_mhz")) GTEST_SKIP() << "NVML gives no readings here";
    for (const auto& [name, value] : outcome.readings) std::printf("%s = %g\n", name.c_str(), value);
    EXPECT_GT(outcome.readings.at("sm_clock_mhz"), 100);
    EXPECT_GT(outcome.readings.at("power_w"), 1);
    EXPECT_GT(outcome.readings.at("temperature_c"), 10);
    EXPECT_TRUE(outcome.readings.contains("sm_clock_mhz_before"));
}

TEST_P(Copies, MoreThan48KiBOfSharedMemoryWorks) {
    const auto program = compiled(R"(__global__ void reverse(float* a, int n) {
    extern __shared__ float tile[];
    for (int i = threadIdx.x; i < n; i += blockDim.x) tile[i] = a[i];
    __syncthreads();
    for (int i = threadIdx.x; i < n; i += blockDim.x) a[i] = tile[n - 1 - i];
})",
                                  "reverse");
    ASSERT_NE(program, nullptr);
    const std::uint32_t kMostBytes = device_->limits().shared_bytes_per_block;
    if (kMostBytes <= 49152) GTEST_SKIP() << "this GPU has no more than 48 KiB per block";
    Array a = make_array(DType::f32, kMostBytes / 4);
    for (std::size_t i = 0; i < a.size(); ++i) a.as<float>()[i] = static_cast<float>(i);
    LaunchShape shape = line_shape(1, 256);
    shape.dynamic_shared_bytes = kMostBytes;
    const auto n = static_cast<std::int32_t>(a.size());
    const LaunchOutcome outcome =
        device_->launch(*program, shape, {array_argument("a", a), scalar_argument("n", DType::i32, n)}, {});
    ASSERT_FALSE(outcome.fault.has_value()) << text_of(*outcome.fault);
    for (std::size_t i = 0; i < a.size(); i += 97) ASSERT_EQ(a.value(i), static_cast<double>(a.size() - 1 - i)) << i;
}

TEST_P(Copies, ATextIsCompiledOnceAndItsVariablesBeginAnew) {
    constexpr const char* counts = R"(__device__ int calls = 0;
__global__ void count_calls(int* a) { calls = calls + 1; a[0] = calls; }  // once for this test: )";
    const std::string text = counts + std::to_string(std::chrono::steady_clock::now().time_since_epoch().count());
    for (int i = 0; i < 2; ++i) {
        const auto program = compiled(text, "count_calls");
        ASSERT_NE(program, nullptr);
        Array a = make_array(DType::i32, 1);
        const LaunchOutcome outcome = device_->launch(*program, line_shape(1, 1), {array_argument("a", a)}, {.repeats = 1});
        ASSERT_FALSE(outcome.fault.has_value()) << text_of(*outcome.fault);
        EXPECT_EQ(a.value(0), 1);
        EXPECT_EQ(outcome.readings.contains("compiled_before"), i == 1);
    }
}

// Of the device's own process there is no view from here, so the GPU is asked: what this process sees as free is the whole GPU's.
TEST_P(Copies, TenThousandLaunchesLeaveTheMemoryAsItWas) {
    auto driver = Driver::open();
    ASSERT_TRUE(driver.has_value()) << driver.error().text();
    CUdevice device = 0;
    CUcontext context = nullptr;
    ASSERT_EQ(driver->cuDeviceGet(&device, 0), CUDA_SUCCESS);
    const auto program = compiled(scale, "scale");
    ASSERT_NE(program, nullptr);
    Array a = numbers(DType::f32, 1 << 16, 1), b = make_array(DType::f32, 1 << 16);
    const auto launch = [&](int i) {
        constexpr CopyMode modes[] = {CopyMode::pageable, CopyMode::pinned, CopyMode::resident, CopyMode::staged};
        LaunchOptions options{.repeats = i % 10 == 0 ? 1 : 0, .copies = modes[i % 4], .flush_l2 = i % 20 == 0};
        if (i % 7 == 0) options.chunks = 4, options.streams = 2, options.length_argument = 2;
        const LaunchOutcome outcome = run(*device_, *program, a, b, options, blocks_of(a));
        return !outcome.fault.has_value();
    };
    for (int i = 0; i < 200; ++i) ASSERT_TRUE(launch(i));  // the driver keeps what it took for the first
    ASSERT_EQ(driver->create_context(&context, 0, device), CUDA_SUCCESS);
    std::size_t before = 0, after = 0, all = 0;
    ASSERT_EQ(driver->cuMemGetInfo(&before, &all), CUDA_SUCCESS);
    for (int i = 0; i < 10'000; ++i) ASSERT_TRUE(launch(i)) << "launch " << i;
    ASSERT_EQ(driver->cuMemGetInfo(&after, &all), CUDA_SUCCESS);
    std::printf("free before %zu, after %zu bytes\n", before, after);
    driver->cuCtxDestroy(context);
    EXPECT_GE(after + (std::size_t{4} << 20), before) << "two of the driver's pages may come and go; a leak would be gigabytes";
}

}  // namespace
}  // namespace warpwise
#endif
