// The kernel time that a run reports beside that of a bare program: the driver API, two events, nothing else. A figure, not a test:
// it differs from run to run by some percent. Ends with 1 where there is no GPU or the kernel fails.
#include <algorithm>
#include <cstdio>
#include <cstring>
#include <vector>

#include "cuda/compile/kernel_compiler.h"
#include "cuda/compile/nvrtc.h"
#include "cuda/driver/handle.h"
#include "device/interface/device.h"

namespace warpwise {
namespace {

constexpr const char* kScale = R"(__global__ void scale(const float* a, float* b, int n) {
    int i = blockIdx.x * blockDim.x + threadIdx.x;
    if (i < n) b[i] = a[i] * 2.0f;
})";
constexpr int kElements = 1 << 26;  // two arrays of 256 MiB: larger than any L2, so that what ran before does not matter
constexpr std::uint32_t kBlock = 256;
constexpr int kRepeats = 31;

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
    const auto kernel = compile_kernel(*nvrtc, {kScale, "scale", "kernel.cu"}, major * 10 + minor);
    if (!kernel) return failure(text_of(kernel.error()));

    CUcontext context = nullptr;
    CUmodule module = nullptr;
    CUfunction function = nullptr;
    CUdeviceptr a = 0, b = 0;
    CUevent begin = nullptr, end = nullptr;
    if (!ok(driver->create_context(&context, 0, device)) ||
        !ok(driver->cuModuleLoadDataEx(&module, kernel->image.data(), 0, nullptr, nullptr)) ||
        !ok(driver->cuModuleGetFunction(&function, module, kernel->lowered_name.c_str())) ||
        !ok(driver->cuMemAlloc(&a, std::size_t{kElements} * 4)) || !ok(driver->cuMemAlloc(&b, std::size_t{kElements} * 4)) ||
        !ok(driver->cuEventCreate(&begin, 0)) || !ok(driver->cuEventCreate(&end, 0)))
        return failure("no context, memory or events");
    int count = kElements;
    void* arguments[] = {&a, &b, &count};
    std::vector<double> samples;
    for (int i = -3; i < kRepeats; ++i) {  // three to warm up
        driver->cuEventRecord(begin, nullptr);
        driver->cuLaunchKernel(function, kElements / kBlock, 1, 1, kBlock, 1, 1, 0, nullptr, arguments, nullptr);
        driver->cuEventRecord(end, nullptr);
        float ms = 0;
        if (!ok(driver->cuEventSynchronize(end)) || !ok(driver->elapsed_ms(&ms, begin, end))) return failure("the kernel failed");
        if (i >= 0) samples.push_back(ms);
    }
    driver->cuCtxDestroy(context);
    return median(std::move(samples));
}

KernelArgument array_argument(const char* name, Array& array, bool read_only) {
    return {.kind = KernelArgument::Kind::array, .name = name, .array = &array, .read_only = read_only};
}

Result<double> kernel_ms_of_a_run() {
    const auto device = make_cuda_device();
    if (!device) return std::unexpected(device.error());
    const auto program = (*device)->compile({kScale, "scale", "kernel.cu"});
    if (!program) return failure(text_of(program.error()));
    auto a = Array::make(DType::f32, {kElements}), b = Array::make(DType::f32, {kElements});
    if (!a || !b) return failure("no memory for the arrays");
    KernelArgument count{.kind = KernelArgument::Kind::scalar, .name = "n", .dtype = DType::i32};
    const int n = kElements;
    std::memcpy(count.scalar.data(), &n, sizeof n);
    const LaunchShape shape{.grid = {kElements / kBlock, 1, 1}, .block = {kBlock, 1, 1}};
    const LaunchOutcome outcome = (*device)->launch(
        **program, shape, {array_argument("a", *a, true), array_argument("b", *b, false), count}, {.repeats = kRepeats});
    if (outcome.fault) return failure(text_of(*outcome.fault));
    const auto kernel = std::ranges::find(outcome.phases, "kernel", &Phase::name);
    if (kernel == outcome.phases.end()) return failure("the run has no kernel time");
    return median(kernel->samples_ms);
}

int print_figure() {
    const auto ours_ms = kernel_ms_of_a_run(), bare_ms = ours_ms ? bare_kernel_ms() : ours_ms;
    if (!bare_ms) {
        std::fprintf(stderr, "events-baseline: %s\n", bare_ms.error().text().c_str());
        return 1;
    }
    std::printf("kernel: %.5f ms in a run, %.5f ms in a bare program, ratio %.4f\n", *ours_ms, *bare_ms, *ours_ms / *bare_ms);
    return 0;
}

}  // namespace
}  // namespace warpwise

int main() { return warpwise::print_figure(); }
