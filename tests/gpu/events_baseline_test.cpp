// The kernel times that a run reports against a bare program's: the driver API, two events, nothing else.
#ifdef WARPWISE_HAS_CUDA
#include <gtest/gtest.h>

#include <algorithm>
#include <cstdio>

#include "cuda/handle.h"
#include "cuda/kernel_compiler.h"
#include "cuda/nvrtc.h"
#include "gpu/devices.h"

namespace warpwise {
namespace {
using namespace testing_devices;

constexpr const char* scale = R"(__global__ void scale(const float* a, float* b, int n) {
    int i = blockIdx.x * blockDim.x + threadIdx.x;
    if (i < n) b[i] = a[i] * 2.0f;
})";
constexpr int n = 1 << 26;  // two arrays of 256 MiB: larger than any L2, so that what ran before does not matter
constexpr std::uint32_t block = 256;
constexpr int repeats = 31;

double median(std::vector<double> samples) {
    std::ranges::sort(samples);
    return samples.empty() ? 0 : samples[samples.size() / 2];
}

// Everything is freed with the context.
Result<double> bare_kernel_ms() {
    auto driver = Driver::open();
    if (!driver) return std::unexpected(driver.error());
    auto nvrtc = Nvrtc::open();
    if (!nvrtc) return std::unexpected(nvrtc.error());
    const auto ok = [](CUresult status) { return status == CUDA_SUCCESS; };
    CUdevice device = 0;
    int major = 0, minor = 0;
    if (!ok(driver->cuDeviceGet(&device, 0)) ||
        !ok(driver->cuDeviceGetAttribute(&major, CU_DEVICE_ATTRIBUTE_COMPUTE_CAPABILITY_MAJOR, device)) ||
        !ok(driver->cuDeviceGetAttribute(&minor, CU_DEVICE_ATTRIBUTE_COMPUTE_CAPABILITY_MINOR, device)))
        return failure("no device");
    const auto kernel = compile_kernel(*nvrtc, {scale, "scale", "kernel.cu"}, major * 10 + minor);
    if (!kernel) return failure(text_of(kernel.error()));

    CUcontext context = nullptr;
    CUmodule module = nullptr;
    CUfunction function = nullptr;
    CUdeviceptr a = 0, b = 0;
    CUevent begin = nullptr, end = nullptr;
    if (!ok(driver->create_context(&context, 0, device)) ||
        !ok(driver->cuModuleLoadDataEx(&module, kernel->image.data(), 0, nullptr, nullptr)) ||
        !ok(driver->cuModuleGetFunction(&function, module, kernel->lowered_name.c_str())) ||
        !ok(driver->cuMemAlloc(&a, std::size_t{n} * 4)) || !ok(driver->cuMemAlloc(&b, std::size_t{n} * 4)) ||
        !ok(driver->cuEventCreate(&begin, 0)) || !ok(driver->cuEventCreate(&end, 0)))
        return failure("no context, memory or events");
    int count = n;
    void* arguments[] = {&a, &b, &count};
    std::vector<double> samples;
    for (int i = -3; i < repeats; ++i) {  // three to warm up
        driver->cuEventRecord(begin, nullptr);
        driver->cuLaunchKernel(function, n / block, 1, 1, block, 1, 1, 0, nullptr, arguments, nullptr);
        driver->cuEventRecord(end, nullptr);
        float ms = 0;
        if (!ok(driver->cuEventSynchronize(end)) || !ok(driver->elapsed_ms(&ms, begin, end))) return failure("the kernel failed");
        if (i >= 0) samples.push_back(ms);
    }
    driver->cuCtxDestroy(context);
    return median(std::move(samples));
}

class EventsBaseline : public OnDevice {};
INSTANTIATE_TEST_SUITE_P(Gpu, EventsBaseline, testing::Values(DeviceKind::cuda), device_name);

TEST_P(EventsBaseline, KernelTimesAreWithinTwoPercentOfABareProgram) {
    const auto program = compiled(scale, "scale");
    ASSERT_NE(program, nullptr);
    Array a = make_array(DType::f32, n), b = make_array(DType::f32, n);
    const LaunchOutcome outcome = device_->launch(
        *program, line_shape(n / block, block),
        {array_argument("a", a, true), array_argument("b", b), scalar_argument("n", DType::i32, n)}, {.repeats = repeats});
    ASSERT_FALSE(outcome.fault.has_value()) << text_of(*outcome.fault);
    const auto kernel = std::ranges::find(outcome.phases, "kernel", &Phase::name);
    ASSERT_NE(kernel, outcome.phases.end());
    const auto bare_ms = bare_kernel_ms();
    ASSERT_TRUE(bare_ms.has_value()) << bare_ms.error().text();
    const double ours_ms = median(kernel->samples_ms), ratio = ours_ms / *bare_ms;
    std::printf("kernel: %.5f ms in a run, %.5f ms in a bare program, ratio %.4f\n", ours_ms, *bare_ms, ratio);
    RecordProperty("ratio", std::to_string(ratio));
    EXPECT_NEAR(ratio, 1.0, 0.02);
}

}  // namespace
}  // namespace warpwise
#endif
