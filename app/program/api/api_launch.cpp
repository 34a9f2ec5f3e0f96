// Launches, what Clang's <<<...>>> is made of, and questions about kernels.
#include <fmt/format.h>

#include <algorithm>
#include <utility>

#include "base/emulated_gpu.h"
#include "program/graphs/streams.h"

using namespace warpwise;

namespace {

cudaError_t launch(Runtime& runtime, const void* function, const LaunchRequest& request, void** arguments, const CodePlace& place,
                   bool cooperative) {
    RegisteredKernel* kernel = runtime.kernel_of(function);
    if (kernel == nullptr) return cudaErrorInvalidDeviceFunction;
    if (!is_stream(request.stream)) return cudaErrorInvalidResourceHandle;
    if (const int gpu = gpu_of(request.stream); gpu != Gpus::current()) {
        const auto made = runtime.compiled(*kernel);
        runtime.tell(
            "wrong_gpu", place,
            fmt::format("'{}' is launched in a stream of GPU {}, but the current device is GPU {}",
                        made && *made ? (*made)->name : "a kernel", gpu, Gpus::current()),
            fmt::format("Call cudaSetDevice({}) before the launch. A stream belongs to the device that was current when it "
                        "was created.",
                        gpu));
        return cudaErrorInvalidResourceHandle;
    }
    if (!is_capturing(request.stream)) {
        if (stream_of(request.stream) == nullptr)
            if (const cudaError_t error = refuse_default_stream_while_capturing()) return error;
        const WorkingStream working(runtime, request.stream);
        return runtime.launch(*kernel, request, arguments, place, cooperative);
    }
    auto work = kernel_work(runtime, function, request, arguments);
    if (!work) return work.error();
    work->is_cooperative = cooperative;
    return submit(request.stream, {.type = cudaGraphNodeTypeKernel, .kernel = std::move(*work), .place = place});
}

int blocks_per_multiprocessor(Runtime& runtime, const void* function, int block, std::size_t shared) {
    RegisteredKernel* kernel = runtime.kernel_of(function);
    if (kernel == nullptr) return -1;
    const auto made = runtime.compiled(*kernel);
    if (!made) runtime.tell_unsupported(made.error());
    return made && *made ? resident_blocks(**made, block, shared) : -1;
}

// Per block: what the GPU allows, or the kernel's __launch_bounds__().
int most_threads(Runtime& runtime, RegisteredKernel& kernel) {
    const auto made = runtime.compiled(kernel);
    const std::uint32_t bound = made && *made ? (*made)->kernel.program.functions[(*made)->kernel.entry].most_threads : 0;
    return bound != 0 ? static_cast<int>(bound) : static_cast<int>(kEmulatedGpu.launch.threads_per_block);
}

}  // namespace

extern "C" {

unsigned __cudaPushCallConfiguration(dim3 grid, dim3 block, size_t shared, cudaStream_t stream) {
    CallingThread& thread = CallingThread::here();
    thread.pushed.push_back({grid, block, shared, stream});
    thread.pushed_place = place_of_call(__builtin_return_address(0));
    return 0;
}

cudaError_t __cudaPopCallConfiguration(dim3* grid, dim3* block, size_t* shared, void** stream) {
    CallingThread& thread = CallingThread::here();
    if (thread.pushed.empty()) {
        thread.is_unconfigured = true;  // the stub that Clang makes goes on to the launch
        *stream = nullptr;
        return cudaErrorMissingConfiguration;
    }
    const LaunchRequest request = thread.pushed.back();
    thread.pushed.pop_back();
    *grid = request.grid;
    *block = request.block;
    *shared = request.shared_bytes;
    *stream = request.stream;
    return cudaSuccess;
}

void** __cudaRegisterFatBinary(void*) {
    static void* handle = nullptr;
    return &handle;
}
void __cudaRegisterFatBinaryEnd(void**) {}
void __cudaUnregisterFatBinary(void**) {}

int __cudaRegisterFunction(void**, const char* stub, char*, const char* name, int, void*, void*, void*, void*, int*) {
    Runtime::instance().register_kernel(stub, name);
    return 0;
}

void __cudaRegisterVar(void**, char* shadow, char*, const char* name, int, size_t bytes, int constant, int) {
    Runtime::instance().register_variable(shadow, name, bytes, constant != 0);
}

// The stub of <<<...>>> calls this: its place is where the configuration was pushed.
cudaError_t cudaLaunchKernel(const void* function, dim3 grid, dim3 block, void** arguments, size_t shared, cudaStream_t stream) {
    Runtime& runtime = Runtime::instance();
    if (runtime.is_forked()) return cudaErrorInitializationError;
    const std::lock_guard lock(runtime.mutex);
    CodePlace place = place_of_call(__builtin_return_address(0));
    CodePlace& pushed_place = CallingThread::here().pushed_place;
    const bool is_unconfigured = std::exchange(CallingThread::here().is_unconfigured, false);
    const bool is_stub = is_unconfigured || pushed_place.line != 0;
    if (pushed_place.line != 0) place = std::exchange(pushed_place, {});
    const char* call = is_stub ? kLaunchCall : "cudaLaunchKernel";
    if (runtime.sticky() != cudaSuccess) return runtime.returns(call, place, runtime.sticky(), true);
    if (is_unconfigured) runtime.refuse("the kernel is called as a function, without <<<grid, block>>>");
    const cudaError_t code = is_unconfigured ? cudaErrorMissingConfiguration
                                             : launch(runtime, function, {grid, block, shared, stream}, arguments, place, false);
    if (is_stub && code != cudaSuccess) runtime.expect_a_look(call, place, code);
    return runtime.returns(call, place, code);
}

cudaError_t cudaLaunchCooperativeKernel(const void* function, dim3 grid, dim3 block, void** arguments, size_t shared,
                                        cudaStream_t stream) {
    WARPWISE_CALL("cudaLaunchCooperativeKernel");
    WARPWISE_RETURN(launch(runtime, function, {grid, block, shared, stream}, arguments, place, true));
}

cudaError_t cudaFuncGetAttributes(cudaFuncAttributes* out, const void* function) {
    WARPWISE_CALL("cudaFuncGetAttributes");
    RegisteredKernel* kernel = runtime.kernel_of(function);
    if (kernel == nullptr || out == nullptr) WARPWISE_RETURN(cudaErrorInvalidDeviceFunction);
    *out = {};
    out->maxThreadsPerBlock = most_threads(runtime, *kernel);
    const auto made = runtime.compiled(*kernel);
    if (made && *made) {
        const simt::CompiledKernel& compiled = (*made)->kernel;
        out->sharedSizeBytes = compiled.program.static_shared_bytes;
        out->localSizeBytes = compiled.program.functions[compiled.entry].local_bytes;
    }
    out->numRegs = kAssumedRegisters;
    out->ptxVersion = out->binaryVersion = kEmulatedGpu.architecture_number;
    out->maxDynamicSharedSizeBytes = static_cast<int>(kernel->most_dynamic_shared_bytes);
    WARPWISE_RETURN(cudaSuccess);
}

cudaError_t cudaFuncSetAttribute(const void* function, cudaFuncAttribute which, int value) {
    WARPWISE_CALL("cudaFuncSetAttribute");
    RegisteredKernel* kernel = runtime.kernel_of(function);
    if (kernel == nullptr) WARPWISE_RETURN(cudaErrorInvalidDeviceFunction);
    if (which == cudaFuncAttributeMaxDynamicSharedMemorySize) {
        if (value < 0 || std::cmp_greater(value, kEmulatedGpu.launch.shared_bytes_per_block))
            WARPWISE_RETURN(cudaErrorInvalidValue);
        kernel->most_dynamic_shared_bytes = static_cast<std::size_t>(value);
    }
    WARPWISE_RETURN(cudaSuccess);
}

cudaError_t cudaFuncSetCacheConfig(const void*, cudaFuncCache) { return cudaSuccess; }
cudaError_t cudaFuncSetSharedMemConfig(const void*, cudaSharedMemConfig) { return cudaSuccess; }

cudaError_t cudaOccupancyMaxActiveBlocksPerMultiprocessor(int* out, const void* function, int block, size_t shared) {
    WARPWISE_CALL("cudaOccupancyMaxActiveBlocksPerMultiprocessor");
    const int blocks = blocks_per_multiprocessor(runtime, function, block, shared);
    if (blocks < 0 || out == nullptr) WARPWISE_RETURN(cudaErrorInvalidValue);
    *out = blocks;
    WARPWISE_RETURN(cudaSuccess);
}

cudaError_t cudaOccupancyMaxActiveBlocksPerMultiprocessorWithFlags(int* out, const void* function, int block, size_t shared,
                                                                   unsigned) {
    return cudaOccupancyMaxActiveBlocksPerMultiprocessor(out, function, block, shared);
}

cudaError_t __warpwise_max_potential_block_size(int* grid, int* block, const void* function, size_t shared, int most) {
    WARPWISE_CALL("cudaOccupancyMaxPotentialBlockSize");
    int best = 0, best_threads = 0;
    RegisteredKernel* kernel = runtime.kernel_of(function);
    if (kernel == nullptr) WARPWISE_RETURN(cudaErrorInvalidDeviceFunction);
    const int possible = most_threads(runtime, *kernel);
    for (int threads = most > 0 ? std::min(most, possible) : possible; threads >= 32; threads -= 32) {
        const int blocks = blocks_per_multiprocessor(runtime, function, threads, shared);
        if (blocks < 0) WARPWISE_RETURN(cudaErrorInvalidDeviceFunction);
        if (blocks * threads > best * best_threads) best = blocks, best_threads = threads;
    }
    *block = best_threads;
    *grid = best * kEmulatedGpu.multiprocessors;
    WARPWISE_RETURN(cudaSuccess);
}

}  // extern "C"
