// What programs include as <cuda.h>: with the runtime, the part of CUDA's driver API that asks for GPUs and moves memory. Modules
// are not here: the emulator runs texts, and a module is compiled already.
#ifndef WARPWISE_DRIVER_HOST_H
#define WARPWISE_DRIVER_HOST_H
#pragma clang system_header
#include <cuda_runtime.h>
#ifdef __cplusplus
#define __cuda_cuda_h__
#define CUDA_VERSION 12080
typedef int CUresult;
typedef int CUdevice;
typedef unsigned long long CUdeviceptr;
typedef struct CUctx_st* CUcontext;
typedef struct CUmod_st* CUmodule;
typedef struct CUfunc_st* CUfunction;
typedef cudaStream_t CUstream;
typedef cudaEvent_t CUevent;
enum {  // CUDA_SUCCESS is the runtime's, which programs compare with, too
    CUDA_ERROR_INVALID_VALUE = 1,
    CUDA_ERROR_OUT_OF_MEMORY = 2,
    CUDA_ERROR_NOT_INITIALIZED = 3,
    CUDA_ERROR_DEINITIALIZED = 4,
    CUDA_ERROR_NO_DEVICE = 100,
    CUDA_ERROR_INVALID_DEVICE = 101,
    CUDA_ERROR_INVALID_CONTEXT = 201,
    CUDA_ERROR_INVALID_HANDLE = 400,
    CUDA_ERROR_NOT_FOUND = 500,
    CUDA_ERROR_NOT_READY = 600,
    CUDA_ERROR_ILLEGAL_ADDRESS = 700,
    CUDA_ERROR_LAUNCH_FAILED = 719,
    CUDA_ERROR_UNKNOWN = 999
};
#define __WARPWISE_SAME_ATTRIBUTES(each)                                                                                         \
    each(MAX_THREADS_PER_BLOCK, MaxThreadsPerBlock) each(MAX_BLOCK_DIM_X, MaxBlockDimX) each(MAX_BLOCK_DIM_Y, MaxBlockDimY)      \
        each(MAX_BLOCK_DIM_Z, MaxBlockDimZ) each(MAX_GRID_DIM_X, MaxGridDimX) each(MAX_GRID_DIM_Y, MaxGridDimY)                  \
            each(MAX_GRID_DIM_Z, MaxGridDimZ) each(MAX_SHARED_MEMORY_PER_BLOCK, MaxSharedMemoryPerBlock)                         \
                each(TOTAL_CONSTANT_MEMORY, TotalConstantMemory) each(WARP_SIZE, WarpSize) each(MAX_PITCH, MaxPitch)             \
                    each(MAX_REGISTERS_PER_BLOCK, MaxRegistersPerBlock) each(CLOCK_RATE, ClockRate)                              \
                        each(TEXTURE_ALIGNMENT, TextureAlignment) each(GPU_OVERLAP, GpuOverlap)                                  \
                            each(MULTIPROCESSOR_COUNT, MultiProcessorCount) each(KERNEL_EXEC_TIMEOUT, KernelExecTimeout)         \
                                each(INTEGRATED, Integrated) each(CAN_MAP_HOST_MEMORY, CanMapHostMemory)                         \
                                    each(COMPUTE_MODE, ComputeMode) each(CONCURRENT_KERNELS, ConcurrentKernels)                  \
                                        each(ECC_ENABLED, EccEnabled) each(MEMORY_CLOCK_RATE, MemoryClockRate)                   \
                                            each(GLOBAL_MEMORY_BUS_WIDTH, GlobalMemoryBusWidth) each(L2_CACHE_SIZE, L2CacheSize) \
                                                each(MAX_THREADS_PER_MULTIPROCESSOR, MaxThreadsPerMultiProcessor)                \
                                                    each(ASYNC_ENGINE_COUNT, AsyncEngineCount)                                   \
                                                        each(UNIFIED_ADDRESSING, UnifiedAddressing)                              \
                                                            each(COMPUTE_CAPABILITY_MAJOR, ComputeCapabilityMajor)               \
                                                                each(COMPUTE_CAPABILITY_MINOR, ComputeCapabilityMinor)           \
                                                                    each(MANAGED_MEMORY, ManagedMemory)                          \
                                                                        each(CONCURRENT_MANAGED_ACCESS, ConcurrentManagedAccess) \
                                                                            each(COOPERATIVE_LAUNCH, CooperativeLaunch)
#define __WARPWISE_ATTRIBUTE(theirs, ours) CU_DEVICE_ATTRIBUTE_##theirs = cudaDevAttr##ours,
typedef enum CUdevice_attribute_enum { __WARPWISE_SAME_ATTRIBUTES(__WARPWISE_ATTRIBUTE) } CUdevice_attribute;
typedef enum CUcomputemode_enum {
    CU_COMPUTEMODE_DEFAULT = 0,
    CU_COMPUTEMODE_PROHIBITED = 2,
    CU_COMPUTEMODE_EXCLUSIVE_PROCESS = 3
} CUcomputemode;
enum { CU_CTX_SCHED_AUTO = 0, CU_CTX_SCHED_SPIN = 1, CU_CTX_SCHED_YIELD = 2, CU_CTX_SCHED_BLOCKING_SYNC = 4, CU_CTX_MAP_HOST = 8 };
#define __WARPWISE_DRIVER __attribute__((always_inline)) static inline CUresult

__WARPWISE_DRIVER cuInit(unsigned) { return CUDA_SUCCESS; }
__WARPWISE_DRIVER cuDriverGetVersion(int* version) { return cudaDriverGetVersion(version); }
__WARPWISE_DRIVER cuDeviceGetCount(int* count) { return cudaGetDeviceCount(count); }
__WARPWISE_DRIVER cuDeviceGet(CUdevice* device, int ordinal) {
    int count = 0;
    (void)cudaGetDeviceCount(&count);
    if (ordinal < 0 || ordinal >= count) return CUDA_ERROR_INVALID_DEVICE;
    *device = ordinal;
    return CUDA_SUCCESS;
}
__WARPWISE_DRIVER cuDeviceGetAttribute(int* value, CUdevice_attribute which, CUdevice device) {
    return cudaDeviceGetAttribute(value, (cudaDeviceAttr)which, device);
}
__WARPWISE_DRIVER cuDeviceGetName(char* name, int room, CUdevice device) {
    cudaDeviceProp properties;
    const cudaError_t error = cudaGetDeviceProperties(&properties, device);
    if (error == cudaSuccess && room > 0) {
        strncpy(name, properties.name, room);
        name[room - 1] = 0;
    }
    return error;
}
__WARPWISE_DRIVER cuDeviceTotalMem(size_t* bytes, CUdevice device) {
    cudaDeviceProp properties;
    const cudaError_t error = cudaGetDeviceProperties(&properties, device);
    *bytes = error == cudaSuccess ? properties.totalGlobalMem : 0;
    return error;
}
__WARPWISE_DRIVER cuDeviceComputeCapability(int* major, int* minor, CUdevice device) {
    (void)cudaDeviceGetAttribute(minor, cudaDevAttrComputeCapabilityMinor, device);
    return cudaDeviceGetAttribute(major, cudaDevAttrComputeCapabilityMajor, device);
}
// The runtime's context of a GPU is the only one.
__WARPWISE_DRIVER cuCtxCreate(CUcontext* context, unsigned, CUdevice device) {
    *context = (CUcontext)(size_t)(device + 1);
    return cudaSetDevice(device);
}
__WARPWISE_DRIVER cuDevicePrimaryCtxRetain(CUcontext* context, CUdevice device) {
    *context = (CUcontext)(size_t)(device + 1);
    return CUDA_SUCCESS;
}
__WARPWISE_DRIVER cuDevicePrimaryCtxRelease(CUdevice) { return CUDA_SUCCESS; }
__WARPWISE_DRIVER cuCtxSetCurrent(CUcontext context) { return context ? cudaSetDevice((int)(size_t)context - 1) : cudaSuccess; }
__WARPWISE_DRIVER cuCtxGetDevice(CUdevice* device) { return cudaGetDevice(device); }
__WARPWISE_DRIVER cuCtxGetCurrent(CUcontext* context) {
    int device = 0;
    const cudaError_t error = cudaGetDevice(&device);
    *context = (CUcontext)(size_t)(device + 1);
    return error;
}
__WARPWISE_DRIVER cuCtxDestroy(CUcontext) { return CUDA_SUCCESS; }
__WARPWISE_DRIVER cuCtxDetach(CUcontext) { return CUDA_SUCCESS; }
__WARPWISE_DRIVER cuCtxSynchronize() { return cudaDeviceSynchronize(); }
__WARPWISE_DRIVER cuMemGetInfo(size_t* unused, size_t* all) { return cudaMemGetInfo(unused, all); }
__WARPWISE_DRIVER cuMemAlloc(CUdeviceptr* p, size_t n) { return cudaMalloc((void**)p, n); }
__WARPWISE_DRIVER cuMemFree(CUdeviceptr p) { return cudaFree((void*)p); }
__WARPWISE_DRIVER cuMemcpyHtoD(CUdeviceptr to, const void* from, size_t n) {
    return __warpwise_memcpy((void*)to, from, n, cudaMemcpyHostToDevice, ~size_t(0), __builtin_object_size(from, 0));
}
__WARPWISE_DRIVER cuMemcpyDtoH(void* to, CUdeviceptr from, size_t n) {
    return __warpwise_memcpy(to, (const void*)from, n, cudaMemcpyDeviceToHost, __builtin_object_size(to, 0), ~size_t(0));
}
__WARPWISE_DRIVER cuMemcpyDtoD(CUdeviceptr to, CUdeviceptr from, size_t n) {
    return __warpwise_memcpy((void*)to, (const void*)from, n, cudaMemcpyDeviceToDevice, ~size_t(0), ~size_t(0));
}
__WARPWISE_DRIVER cuMemsetD8(CUdeviceptr p, unsigned char value, size_t n) { return cudaMemset((void*)p, value, n); }
__WARPWISE_DRIVER cuGetErrorString(CUresult error, const char** text) {
    *text = cudaGetErrorString((cudaError_t)error);
    return CUDA_SUCCESS;
}
__WARPWISE_DRIVER cuGetErrorName(CUresult error, const char** text) {
    *text = cudaGetErrorName((cudaError_t)error);
    return CUDA_SUCCESS;
}
#endif
#endif
