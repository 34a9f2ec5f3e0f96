// Errors, the device and its properties: the GPU that the emulator stands for, as an H200 describes itself.
#include <fmt/format.h>

#include <algorithm>
#include <array>
#include <cstring>
#include <map>

#include "base/emulated_gpu.h"
#include "program/api/texture_limits.h"
#include "program/graphs/streams.h"

using namespace warpwise;

namespace {

cudaDeviceProp properties(const Runtime& runtime, int device) {
    constexpr const EmulatedGpu& gpu = kEmulatedGpu;
    const auto edges = [](const Dim3& most) {
        return std::array{static_cast<int>(most.x), static_cast<int>(most.y), static_cast<int>(most.z)};
    };
    cudaDeviceProp p{};
    fmt::format_to_n(p.name, sizeof p.name - 1, "{} (emulated by Warpwise)", gpu.name);
    p.totalGlobalMem = runtime.heap.total_bytes();
    p.sharedMemPerBlock = kSharedBytesByDefault;
    p.regsPerBlock = p.regsPerMultiprocessor = gpu.registers_per_multiprocessor;
    p.warpSize = kWarpSize;
    p.memPitch = 2147483647;
    p.maxThreadsPerBlock = static_cast<int>(gpu.launch.threads_per_block);
    std::ranges::copy(edges(gpu.launch.block), p.maxThreadsDim);
    std::ranges::copy(edges(gpu.launch.grid), p.maxGridSize);
    p.clockRate = gpu.clock_khz;
    p.totalConstMem = gpu.constant_bytes;
    p.major = gpu.major;
    p.minor = gpu.minor;
    p.textureAlignment = p.surfaceAlignment = 512;
    p.texturePitchAlignment = 32;
    p.deviceOverlap = 1;
    p.multiProcessorCount = gpu.multiprocessors;
    p.canMapHostMemory = p.concurrentKernels = p.ECCEnabled = p.unifiedAddressing = 1;
    set_texture_limits(p);
    p.pciBusID = device;
    p.asyncEngineCount = 3;
    p.memoryClockRate = gpu.memory_clock_khz;
    p.memoryBusWidth = gpu.memory_bus_bits;
    p.l2CacheSize = gpu.l2_bytes;
    p.persistingL2CacheMaxSize = gpu.persisting_l2_bytes;
    p.accessPolicyMaxWindowSize = gpu.largest_access_window_bytes;
    p.maxThreadsPerMultiProcessor = gpu.threads_per_multiprocessor;
    p.streamPrioritiesSupported = p.globalL1CacheSupported = p.localL1CacheSupported = 1;
    p.sharedMemPerMultiprocessor = gpu.shared_bytes_per_multiprocessor;
    p.managedMemory = p.canUseHostPointerForRegisteredMem = p.concurrentManagedAccess = p.computePreemptionSupported = 1;
    p.singleToDoublePrecisionPerfRatio = 2;
    p.cooperativeLaunch = p.memoryPoolsSupported = 1;
    p.sharedMemPerBlockOptin = gpu.launch.shared_bytes_per_block;
    p.maxBlocksPerMultiProcessor = gpu.blocks_per_multiprocessor;
    p.reservedSharedMemPerBlock = gpu.reserved_shared_bytes_per_block;
    return p;
}

std::map<cudaLimit, std::size_t>& limits() {
    static std::map<cudaLimit, std::size_t> all{{cudaLimitStackSize, 1024},
                                                {cudaLimitPrintfFifoSize, 7340032},
                                                {cudaLimitMallocHeapSize, 8388608},
                                                {cudaLimitDevRuntimeSyncDepth, 2},
                                                {cudaLimitDevRuntimePendingLaunchCount, kEmulatedGpu.pending_grids},
                                                {cudaLimitMaxL2FetchGranularity, 64},
                                                {cudaLimitPersistingL2CacheSize, 0}};
    return all;
}

std::optional<int> attribute(const cudaDeviceProp& p, cudaDeviceAttr which) {
    switch (which) {
        case cudaDevAttrMaxThreadsPerBlock: return p.maxThreadsPerBlock;
        case cudaDevAttrMaxBlockDimX: return p.maxThreadsDim[0];
        case cudaDevAttrMaxBlockDimY: return p.maxThreadsDim[1];
        case cudaDevAttrMaxBlockDimZ: return p.maxThreadsDim[2];
        case cudaDevAttrMaxGridDimX: return p.maxGridSize[0];
        case cudaDevAttrMaxGridDimY: return p.maxGridSize[1];
        case cudaDevAttrMaxGridDimZ: return p.maxGridSize[2];
        case cudaDevAttrMaxSharedMemoryPerBlock: return static_cast<int>(p.sharedMemPerBlock);
        case cudaDevAttrTotalConstantMemory: return static_cast<int>(p.totalConstMem);
        case cudaDevAttrWarpSize: return p.warpSize;
        case cudaDevAttrMaxPitch: return static_cast<int>(p.memPitch);
        case cudaDevAttrMaxRegistersPerBlock: return p.regsPerBlock;
        case cudaDevAttrClockRate: return p.clockRate;
        case cudaDevAttrTextureAlignment: return static_cast<int>(p.textureAlignment);
        case cudaDevAttrGpuOverlap: return p.deviceOverlap;
        case cudaDevAttrMultiProcessorCount: return p.multiProcessorCount;
        case cudaDevAttrKernelExecTimeout: return p.kernelExecTimeoutEnabled;
        case cudaDevAttrIntegrated: return p.integrated;
        case cudaDevAttrCanMapHostMemory: return p.canMapHostMemory;
        case cudaDevAttrComputeMode: return p.computeMode;
        case cudaDevAttrConcurrentKernels: return p.concurrentKernels;
        case cudaDevAttrEccEnabled: return p.ECCEnabled;
        case cudaDevAttrMemoryClockRate: return p.memoryClockRate;
        case cudaDevAttrGlobalMemoryBusWidth: return p.memoryBusWidth;
        case cudaDevAttrL2CacheSize: return p.l2CacheSize;
        case cudaDevAttrMaxThreadsPerMultiProcessor: return p.maxThreadsPerMultiProcessor;
        case cudaDevAttrAsyncEngineCount: return p.asyncEngineCount;
        case cudaDevAttrUnifiedAddressing: return p.unifiedAddressing;
        case cudaDevAttrComputeCapabilityMajor: return p.major;
        case cudaDevAttrComputeCapabilityMinor: return p.minor;
        case cudaDevAttrStreamPrioritiesSupported: return p.streamPrioritiesSupported;
        case cudaDevAttrGlobalL1CacheSupported: return p.globalL1CacheSupported;
        case cudaDevAttrLocalL1CacheSupported: return p.localL1CacheSupported;
        case cudaDevAttrMaxSharedMemoryPerMultiprocessor: return static_cast<int>(p.sharedMemPerMultiprocessor);
        case cudaDevAttrMaxRegistersPerMultiprocessor: return p.regsPerMultiprocessor;
        case cudaDevAttrManagedMemory: return p.managedMemory;
        case cudaDevAttrIsMultiGpuBoard: return p.isMultiGpuBoard;
        case cudaDevAttrHostNativeAtomicSupported: return p.hostNativeAtomicSupported;
        case cudaDevAttrSingleToDoublePrecisionPerfRatio: return p.singleToDoublePrecisionPerfRatio;
        case cudaDevAttrPageableMemoryAccess: return p.pageableMemoryAccess;
        case cudaDevAttrConcurrentManagedAccess: return p.concurrentManagedAccess;
        case cudaDevAttrComputePreemptionSupported: return p.computePreemptionSupported;
        case cudaDevAttrCooperativeLaunch: return p.cooperativeLaunch;
        case cudaDevAttrMaxSharedMemoryPerBlockOptin: return static_cast<int>(p.sharedMemPerBlockOptin);
        case cudaDevAttrMaxBlocksPerMultiprocessor: return p.maxBlocksPerMultiProcessor;
        case cudaDevAttrMaxPersistingL2CacheSize: return p.persistingL2CacheMaxSize;
        case cudaDevAttrMaxAccessPolicyWindowSize: return p.accessPolicyMaxWindowSize;
        case cudaDevAttrReservedSharedMemoryPerBlock: return static_cast<int>(p.reservedSharedMemPerBlock);
        case cudaDevAttrMemoryPoolsSupported: return p.memoryPoolsSupported;
        case cudaDevAttrClusterLaunch: return p.clusterLaunch;
        case cudaDevAttrCooperativeMultiDeviceLaunch: return p.cooperativeMultiDeviceLaunch;
        case cudaDevAttrPciBusId: return p.pciBusID;
        case cudaDevAttrPciDeviceId: return p.pciDeviceID;
        case cudaDevAttrPciDomainId: return p.pciDomainID;
        case cudaDevAttrTccDriver: return p.tccDriver;
        case cudaDevAttrMultiGpuBoardGroupID: return p.multiGpuBoardGroupID;
        case cudaDevAttrCanUseHostPointerForRegisteredMem: return p.canUseHostPointerForRegisteredMem;
        case cudaDevAttrHostRegisterSupported: return 1;
        default: return texture_limit(which);
    }
}

unsigned device_flags = 0;

}  // namespace

extern "C" {

cudaError_t cudaGetLastError() {
    Runtime& runtime = Runtime::instance();
    if (runtime.is_forked()) return cudaErrorInitializationError;
    const std::lock_guard lock(runtime.mutex);
    return runtime.last_error(place_of_call(__builtin_return_address(0)), true);
}

cudaError_t cudaPeekAtLastError() {
    Runtime& runtime = Runtime::instance();
    if (runtime.is_forked()) return cudaErrorInitializationError;
    const std::lock_guard lock(runtime.mutex);
    return runtime.last_error(place_of_call(__builtin_return_address(0)), false);
}

const char* cudaGetErrorString(cudaError_t code) { return error_text(code); }
const char* cudaGetErrorName(cudaError_t code) { return error_name(code); }

cudaError_t cudaDeviceSynchronize() {
    WARPWISE_CALL("cudaDeviceSynchronize");
    if (const cudaError_t error = refuse_to_wait_while_capturing()) WARPWISE_RETURN(error);
    runtime.synchronize();
    runtime.tell_wait(call_name, place);
    WARPWISE_RETURN(cudaSuccess);
}

cudaError_t cudaThreadSynchronize() {
    WARPWISE_CALL("cudaThreadSynchronize");
    if (const cudaError_t error = refuse_to_wait_while_capturing()) WARPWISE_RETURN(error);
    runtime.synchronize();
    runtime.tell_wait(call_name, place);
    WARPWISE_RETURN(cudaSuccess);
}

// All of the current device's memory is given back; errors are forgotten.
cudaError_t cudaDeviceReset() {
    Runtime& runtime = Runtime::instance();
    if (runtime.is_forked()) return cudaErrorInitializationError;
    const std::lock_guard lock(runtime.mutex);
    const CodePlace place = place_of_call(__builtin_return_address(0));
    const int gpu = Gpus::current();
    runtime.synchronize(gpu);
    runtime.gpus.disable_all(gpu);
    std::vector<std::uint64_t> starts;
    for (const auto& [address, block] : runtime.heap.blocks())
        if (!block.is_registered && block.gpu == gpu) starts.push_back(address);
    for (const std::uint64_t start : starts) {
        runtime.heap.note_freed(*runtime.heap.at(start), place);
        runtime.heap.release(start);
    }
    runtime.forget_variables(gpu);
    runtime.clear_errors();
    return cudaSuccess;
}
cudaError_t cudaThreadExit() { return cudaDeviceReset(); }

cudaError_t cudaSetDevice(int device) {
    WARPWISE_CALL("cudaSetDevice");
    if (!runtime.is_gpu(device)) WARPWISE_RETURN(cudaErrorInvalidDevice);
    CallingThread::here().gpu = device;
    WARPWISE_RETURN(cudaSuccess);
}

cudaError_t cudaGetDevice(int* device) {
    WARPWISE_CALL("cudaGetDevice");
    if (device == nullptr) WARPWISE_RETURN(cudaErrorInvalidValue);
    *device = Gpus::current();
    WARPWISE_RETURN(cudaSuccess);
}

cudaError_t cudaGetDeviceCount(int* count) {
    WARPWISE_CALL("cudaGetDeviceCount");
    if (count == nullptr) WARPWISE_RETURN(cudaErrorInvalidValue);
    *count = runtime.gpus.count();
    runtime.note_counted_gpus();
    WARPWISE_RETURN(cudaSuccess);
}

cudaError_t cudaSetValidDevices(int*, int) {
    WARPWISE_CALL("cudaSetValidDevices");
    WARPWISE_RETURN(cudaSuccess);
}

cudaError_t cudaChooseDevice(int* device, const cudaDeviceProp*) {
    WARPWISE_CALL("cudaChooseDevice");
    *device = 0;
    WARPWISE_RETURN(cudaSuccess);
}

cudaError_t cudaSetDeviceFlags(unsigned flags) {
    WARPWISE_CALL("cudaSetDeviceFlags");
    device_flags = flags;
    WARPWISE_RETURN(cudaSuccess);
}

cudaError_t cudaGetDeviceFlags(unsigned* flags) {
    WARPWISE_CALL("cudaGetDeviceFlags");
    *flags = device_flags;
    WARPWISE_RETURN(cudaSuccess);
}

cudaError_t cudaDeviceGetAttribute(int* value, cudaDeviceAttr which, int device) {
    WARPWISE_CALL("cudaDeviceGetAttribute");
    if (!runtime.is_gpu(device)) WARPWISE_RETURN(cudaErrorInvalidDevice);
    const auto found = attribute(properties(runtime, device), which);
    if (!found || value == nullptr) WARPWISE_RETURN(cudaErrorInvalidValue);
    *value = *found;
    WARPWISE_RETURN(cudaSuccess);
}

cudaError_t cudaGetDeviceProperties(cudaDeviceProp* out, int device) {
    WARPWISE_CALL("cudaGetDeviceProperties");
    if (!runtime.is_gpu(device)) WARPWISE_RETURN(cudaErrorInvalidDevice);
    if (out == nullptr) WARPWISE_RETURN(cudaErrorInvalidValue);
    *out = properties(runtime, device);
    WARPWISE_RETURN(cudaSuccess);
}

cudaError_t cudaDeviceSetLimit(cudaLimit limit, size_t value) {
    WARPWISE_CALL("cudaDeviceSetLimit");
    if (!limits().contains(limit)) WARPWISE_RETURN(cudaErrorInvalidValue);
    if (limit == cudaLimitMallocHeapSize && !runtime.set_kernel_heap_bytes(value)) WARPWISE_RETURN(cudaErrorInvalidValue);
    limits()[limit] = value;
    WARPWISE_RETURN(cudaSuccess);
}

cudaError_t cudaDeviceGetLimit(size_t* value, cudaLimit limit) {
    WARPWISE_CALL("cudaDeviceGetLimit");
    if (!limits().contains(limit)) WARPWISE_RETURN(cudaErrorInvalidValue);
    *value = limits()[limit];
    WARPWISE_RETURN(cudaSuccess);
}

// How a GPU divides its cache changes no result.
cudaError_t cudaDeviceSetCacheConfig(cudaFuncCache) { return cudaSuccess; }
cudaError_t cudaDeviceGetCacheConfig(cudaFuncCache* out) { return *out = cudaFuncCachePreferNone, cudaSuccess; }
cudaError_t cudaDeviceSetSharedMemConfig(cudaSharedMemConfig) { return cudaSuccess; }
cudaError_t cudaDeviceGetSharedMemConfig(cudaSharedMemConfig* out) { return *out = cudaSharedMemBankSizeFourByte, cudaSuccess; }
cudaError_t cudaDeviceGetStreamPriorityRange(int* least, int* greatest) {
    if (least) *least = 0;
    if (greatest) *greatest = -5;
    return cudaSuccess;
}
cudaError_t cudaDeviceGetPCIBusId(char* out, int bytes, int device) {
    WARPWISE_CALL("cudaDeviceGetPCIBusId");
    if (!runtime.is_gpu(device)) WARPWISE_RETURN(cudaErrorInvalidDevice);
    std::strncpy(out, fmt::format("0000:{:02x}:00.0", device).c_str(), static_cast<std::size_t>(std::max(bytes, 1)));
    WARPWISE_RETURN(cudaSuccess);
}
cudaError_t cudaDriverGetVersion(int* version) { return *version = 12080, cudaSuccess; }
cudaError_t cudaRuntimeGetVersion(int* version) { return *version = 12080, cudaSuccess; }
cudaError_t cudaProfilerStart() { return cudaSuccess; }
cudaError_t cudaProfilerStop() { return cudaSuccess; }

}  // extern "C"
