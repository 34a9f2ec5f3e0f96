// What programs include as <cuda.h>: with the runtime, the part of CUDA's driver API that asks for GPUs and moves memory, and
// modules that the program has compiled with NVRTC. Others are not here: the emulator runs texts, and such a module is compiled
// already.
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
    CUDA_ERROR_PROFILER_DISABLED = 5,
    CUDA_ERROR_PROFILER_NOT_INITIALIZED = 6,
    CUDA_ERROR_PROFILER_ALREADY_STARTED = 7,
    CUDA_ERROR_PROFILER_ALREADY_STOPPED = 8,
    CUDA_ERROR_STUB_LIBRARY = 34,
    CUDA_ERROR_DEVICE_UNAVAILABLE = 46,
    CUDA_ERROR_NO_DEVICE = 100,
    CUDA_ERROR_INVALID_DEVICE = 101,
    CUDA_ERROR_DEVICE_NOT_LICENSED = 102,
    CUDA_ERROR_INVALID_IMAGE = 200,
    CUDA_ERROR_INVALID_CONTEXT = 201,
    CUDA_ERROR_CONTEXT_ALREADY_CURRENT = 202,
    CUDA_ERROR_MAP_FAILED = 205,
    CUDA_ERROR_UNMAP_FAILED = 206,
    CUDA_ERROR_ARRAY_IS_MAPPED = 207,
    CUDA_ERROR_ALREADY_MAPPED = 208,
    CUDA_ERROR_NO_BINARY_FOR_GPU = 209,
    CUDA_ERROR_ALREADY_ACQUIRED = 210,
    CUDA_ERROR_NOT_MAPPED = 211,
    CUDA_ERROR_NOT_MAPPED_AS_ARRAY = 212,
    CUDA_ERROR_NOT_MAPPED_AS_POINTER = 213,
    CUDA_ERROR_ECC_UNCORRECTABLE = 214,
    CUDA_ERROR_UNSUPPORTED_LIMIT = 215,
    CUDA_ERROR_CONTEXT_ALREADY_IN_USE = 216,
    CUDA_ERROR_PEER_ACCESS_UNSUPPORTED = 217,
    CUDA_ERROR_INVALID_PTX = 218,
    CUDA_ERROR_INVALID_GRAPHICS_CONTEXT = 219,
    CUDA_ERROR_NVLINK_UNCORRECTABLE = 220,
    CUDA_ERROR_JIT_COMPILER_NOT_FOUND = 221,
    CUDA_ERROR_UNSUPPORTED_PTX_VERSION = 222,
    CUDA_ERROR_INVALID_SOURCE = 300,
    CUDA_ERROR_FILE_NOT_FOUND = 301,
    CUDA_ERROR_SHARED_OBJECT_SYMBOL_NOT_FOUND = 302,
    CUDA_ERROR_SHARED_OBJECT_INIT_FAILED = 303,
    CUDA_ERROR_OPERATING_SYSTEM = 304,
    CUDA_ERROR_INVALID_HANDLE = 400,
    CUDA_ERROR_ILLEGAL_STATE = 401,
    CUDA_ERROR_NOT_FOUND = 500,
    CUDA_ERROR_NOT_READY = 600,
    CUDA_ERROR_ILLEGAL_ADDRESS = 700,
    CUDA_ERROR_LAUNCH_OUT_OF_RESOURCES = 701,
    CUDA_ERROR_LAUNCH_TIMEOUT = 702,
    CUDA_ERROR_LAUNCH_INCOMPATIBLE_TEXTURING = 703,
    CUDA_ERROR_PEER_ACCESS_ALREADY_ENABLED = 704,
    CUDA_ERROR_PEER_ACCESS_NOT_ENABLED = 705,
    CUDA_ERROR_PRIMARY_CONTEXT_ACTIVE = 708,
    CUDA_ERROR_CONTEXT_IS_DESTROYED = 709,
    CUDA_ERROR_ASSERT = 710,
    CUDA_ERROR_TOO_MANY_PEERS = 711,
    CUDA_ERROR_HOST_MEMORY_ALREADY_REGISTERED = 712,
    CUDA_ERROR_HOST_MEMORY_NOT_REGISTERED = 713,
    CUDA_ERROR_HARDWARE_STACK_ERROR = 714,
    CUDA_ERROR_ILLEGAL_INSTRUCTION = 715,
    CUDA_ERROR_MISALIGNED_ADDRESS = 716,
    CUDA_ERROR_INVALID_ADDRESS_SPACE = 717,
    CUDA_ERROR_INVALID_PC = 718,
    CUDA_ERROR_LAUNCH_FAILED = 719,
    CUDA_ERROR_COOPERATIVE_LAUNCH_TOO_LARGE = 720,
    CUDA_ERROR_NOT_PERMITTED = 800,
    CUDA_ERROR_NOT_SUPPORTED = 801,
    CUDA_ERROR_SYSTEM_NOT_READY = 802,
    CUDA_ERROR_SYSTEM_DRIVER_MISMATCH = 803,
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
typedef enum CUdevice_attribute_enum {
    __WARPWISE_SAME_ATTRIBUTES(__WARPWISE_ATTRIBUTE)
    // ... and what deviceQuery asks for besides
    CU_DEVICE_ATTRIBUTE_COOPERATIVE_MULTI_DEVICE_LAUNCH = cudaDevAttrCooperativeMultiDeviceLaunch,
    CU_DEVICE_ATTRIBUTE_SHARED_MEMORY_PER_BLOCK = cudaDevAttrMaxSharedMemoryPerBlock,
    CU_DEVICE_ATTRIBUTE_REGISTERS_PER_BLOCK = cudaDevAttrMaxRegistersPerBlock,
    CU_DEVICE_ATTRIBUTE_MAXIMUM_TEXTURE1D_WIDTH = cudaDevAttrMaxTexture1DWidth,
    CU_DEVICE_ATTRIBUTE_MAXIMUM_TEXTURE2D_WIDTH = cudaDevAttrMaxTexture2DWidth,
    CU_DEVICE_ATTRIBUTE_MAXIMUM_TEXTURE2D_HEIGHT = cudaDevAttrMaxTexture2DHeight,
    CU_DEVICE_ATTRIBUTE_MAXIMUM_TEXTURE3D_WIDTH = cudaDevAttrMaxTexture3DWidth,
    CU_DEVICE_ATTRIBUTE_MAXIMUM_TEXTURE3D_HEIGHT = cudaDevAttrMaxTexture3DHeight,
    CU_DEVICE_ATTRIBUTE_MAXIMUM_TEXTURE3D_DEPTH = cudaDevAttrMaxTexture3DDepth,
    CU_DEVICE_ATTRIBUTE_MAXIMUM_TEXTURE2D_LAYERED_WIDTH = cudaDevAttrMaxTexture2DLayeredWidth,
    CU_DEVICE_ATTRIBUTE_MAXIMUM_TEXTURE2D_LAYERED_HEIGHT = cudaDevAttrMaxTexture2DLayeredHeight,
    CU_DEVICE_ATTRIBUTE_MAXIMUM_TEXTURE2D_LAYERED_LAYERS = cudaDevAttrMaxTexture2DLayeredLayers,
    CU_DEVICE_ATTRIBUTE_MAXIMUM_TEXTURE2D_ARRAY_WIDTH = cudaDevAttrMaxTexture2DLayeredWidth,
    CU_DEVICE_ATTRIBUTE_MAXIMUM_TEXTURE2D_ARRAY_HEIGHT = cudaDevAttrMaxTexture2DLayeredHeight,
    CU_DEVICE_ATTRIBUTE_MAXIMUM_TEXTURE2D_ARRAY_NUMSLICES = cudaDevAttrMaxTexture2DLayeredLayers,
    CU_DEVICE_ATTRIBUTE_SURFACE_ALIGNMENT = cudaDevAttrSurfaceAlignment,
    CU_DEVICE_ATTRIBUTE_PCI_BUS_ID = cudaDevAttrPciBusId,
    CU_DEVICE_ATTRIBUTE_PCI_DEVICE_ID = cudaDevAttrPciDeviceId,
    CU_DEVICE_ATTRIBUTE_TCC_DRIVER = cudaDevAttrTccDriver,
    CU_DEVICE_ATTRIBUTE_MAXIMUM_TEXTURE1D_LAYERED_WIDTH = cudaDevAttrMaxTexture1DLayeredWidth,
    CU_DEVICE_ATTRIBUTE_MAXIMUM_TEXTURE1D_LAYERED_LAYERS = cudaDevAttrMaxTexture1DLayeredLayers,
    CU_DEVICE_ATTRIBUTE_MAXIMUM_TEXTURE2D_GATHER_WIDTH = cudaDevAttrMaxTexture2DGatherWidth,
    CU_DEVICE_ATTRIBUTE_MAXIMUM_TEXTURE2D_GATHER_HEIGHT = cudaDevAttrMaxTexture2DGatherHeight,
    CU_DEVICE_ATTRIBUTE_MAXIMUM_TEXTURE3D_WIDTH_ALTERNATE = cudaDevAttrMaxTexture3DWidthAlt,
    CU_DEVICE_ATTRIBUTE_MAXIMUM_TEXTURE3D_HEIGHT_ALTERNATE = cudaDevAttrMaxTexture3DHeightAlt,
    CU_DEVICE_ATTRIBUTE_MAXIMUM_TEXTURE3D_DEPTH_ALTERNATE = cudaDevAttrMaxTexture3DDepthAlt,
    CU_DEVICE_ATTRIBUTE_PCI_DOMAIN_ID = cudaDevAttrPciDomainId,
    CU_DEVICE_ATTRIBUTE_TEXTURE_PITCH_ALIGNMENT = cudaDevAttrTexturePitchAlignment,
    CU_DEVICE_ATTRIBUTE_MAXIMUM_TEXTURECUBEMAP_WIDTH = cudaDevAttrMaxTextureCubemapWidth,
    CU_DEVICE_ATTRIBUTE_MAXIMUM_TEXTURECUBEMAP_LAYERED_WIDTH = cudaDevAttrMaxTextureCubemapLayeredWidth,
    CU_DEVICE_ATTRIBUTE_MAXIMUM_TEXTURECUBEMAP_LAYERED_LAYERS = cudaDevAttrMaxTextureCubemapLayeredLayers,
    CU_DEVICE_ATTRIBUTE_MAXIMUM_SURFACE1D_WIDTH = cudaDevAttrMaxSurface1DWidth,
    CU_DEVICE_ATTRIBUTE_MAXIMUM_SURFACE2D_WIDTH = cudaDevAttrMaxSurface2DWidth,
    CU_DEVICE_ATTRIBUTE_MAXIMUM_SURFACE2D_HEIGHT = cudaDevAttrMaxSurface2DHeight,
    CU_DEVICE_ATTRIBUTE_MAXIMUM_SURFACE3D_WIDTH = cudaDevAttrMaxSurface3DWidth,
    CU_DEVICE_ATTRIBUTE_MAXIMUM_SURFACE3D_HEIGHT = cudaDevAttrMaxSurface3DHeight,
    CU_DEVICE_ATTRIBUTE_MAXIMUM_SURFACE3D_DEPTH = cudaDevAttrMaxSurface3DDepth,
    CU_DEVICE_ATTRIBUTE_MAXIMUM_SURFACE1D_LAYERED_WIDTH = cudaDevAttrMaxSurface1DLayeredWidth,
    CU_DEVICE_ATTRIBUTE_MAXIMUM_SURFACE1D_LAYERED_LAYERS = cudaDevAttrMaxSurface1DLayeredLayers,
    CU_DEVICE_ATTRIBUTE_MAXIMUM_SURFACE2D_LAYERED_WIDTH = cudaDevAttrMaxSurface2DLayeredWidth,
    CU_DEVICE_ATTRIBUTE_MAXIMUM_SURFACE2D_LAYERED_HEIGHT = cudaDevAttrMaxSurface2DLayeredHeight,
    CU_DEVICE_ATTRIBUTE_MAXIMUM_SURFACE2D_LAYERED_LAYERS = cudaDevAttrMaxSurface2DLayeredLayers,
    CU_DEVICE_ATTRIBUTE_MAXIMUM_SURFACECUBEMAP_WIDTH = cudaDevAttrMaxSurfaceCubemapWidth,
    CU_DEVICE_ATTRIBUTE_MAXIMUM_SURFACECUBEMAP_LAYERED_WIDTH = cudaDevAttrMaxSurfaceCubemapLayeredWidth,
    CU_DEVICE_ATTRIBUTE_MAXIMUM_SURFACECUBEMAP_LAYERED_LAYERS = cudaDevAttrMaxSurfaceCubemapLayeredLayers,
    CU_DEVICE_ATTRIBUTE_MAXIMUM_TEXTURE1D_LINEAR_WIDTH = cudaDevAttrMaxTexture1DLinearWidth,
    CU_DEVICE_ATTRIBUTE_MAXIMUM_TEXTURE2D_LINEAR_WIDTH = cudaDevAttrMaxTexture2DLinearWidth,
    CU_DEVICE_ATTRIBUTE_MAXIMUM_TEXTURE2D_LINEAR_HEIGHT = cudaDevAttrMaxTexture2DLinearHeight,
    CU_DEVICE_ATTRIBUTE_MAXIMUM_TEXTURE2D_LINEAR_PITCH = cudaDevAttrMaxTexture2DLinearPitch,
    CU_DEVICE_ATTRIBUTE_MAXIMUM_TEXTURE2D_MIPMAPPED_WIDTH = cudaDevAttrMaxTexture2DMipmappedWidth,
    CU_DEVICE_ATTRIBUTE_MAXIMUM_TEXTURE2D_MIPMAPPED_HEIGHT = cudaDevAttrMaxTexture2DMipmappedHeight,
    CU_DEVICE_ATTRIBUTE_MAXIMUM_TEXTURE1D_MIPMAPPED_WIDTH = cudaDevAttrMaxTexture1DMipmappedWidth,
    CU_DEVICE_ATTRIBUTE_STREAM_PRIORITIES_SUPPORTED = cudaDevAttrStreamPrioritiesSupported,
    CU_DEVICE_ATTRIBUTE_GLOBAL_L1_CACHE_SUPPORTED = cudaDevAttrGlobalL1CacheSupported,
    CU_DEVICE_ATTRIBUTE_LOCAL_L1_CACHE_SUPPORTED = cudaDevAttrLocalL1CacheSupported,
    CU_DEVICE_ATTRIBUTE_MAX_SHARED_MEMORY_PER_MULTIPROCESSOR = cudaDevAttrMaxSharedMemoryPerMultiprocessor,
    CU_DEVICE_ATTRIBUTE_MAX_REGISTERS_PER_MULTIPROCESSOR = cudaDevAttrMaxRegistersPerMultiprocessor,
    CU_DEVICE_ATTRIBUTE_MULTI_GPU_BOARD = cudaDevAttrIsMultiGpuBoard,
    CU_DEVICE_ATTRIBUTE_MULTI_GPU_BOARD_GROUP_ID = cudaDevAttrMultiGpuBoardGroupID,
    CU_DEVICE_ATTRIBUTE_HOST_NATIVE_ATOMIC_SUPPORTED = cudaDevAttrHostNativeAtomicSupported,
    CU_DEVICE_ATTRIBUTE_SINGLE_TO_DOUBLE_PRECISION_PERF_RATIO = cudaDevAttrSingleToDoublePrecisionPerfRatio,
    CU_DEVICE_ATTRIBUTE_PAGEABLE_MEMORY_ACCESS = cudaDevAttrPageableMemoryAccess,
    CU_DEVICE_ATTRIBUTE_COMPUTE_PREEMPTION_SUPPORTED = cudaDevAttrComputePreemptionSupported,
    CU_DEVICE_ATTRIBUTE_CAN_USE_HOST_POINTER_FOR_REGISTERED_MEM = cudaDevAttrCanUseHostPointerForRegisteredMem,
    CU_DEVICE_ATTRIBUTE_MAX_SHARED_MEMORY_PER_BLOCK_OPTIN = cudaDevAttrMaxSharedMemoryPerBlockOptin,
    CU_DEVICE_ATTRIBUTE_HOST_REGISTER_SUPPORTED = cudaDevAttrHostRegisterSupported,
    CU_DEVICE_ATTRIBUTE_MAX_BLOCKS_PER_MULTIPROCESSOR = cudaDevAttrMaxBlocksPerMultiprocessor,
    CU_DEVICE_ATTRIBUTE_MAX_PERSISTING_L2_CACHE_SIZE = cudaDevAttrMaxPersistingL2CacheSize,
    CU_DEVICE_ATTRIBUTE_MAX_ACCESS_POLICY_WINDOW_SIZE = cudaDevAttrMaxAccessPolicyWindowSize,
    CU_DEVICE_ATTRIBUTE_RESERVED_SHARED_MEMORY_PER_BLOCK = cudaDevAttrReservedSharedMemoryPerBlock,
    CU_DEVICE_ATTRIBUTE_MEMORY_POOLS_SUPPORTED = cudaDevAttrMemoryPoolsSupported,
    CU_DEVICE_ATTRIBUTE_CLUSTER_LAUNCH = cudaDevAttrClusterLaunch,
    CU_DEVICE_ATTRIBUTE_VIRTUAL_ADDRESS_MANAGEMENT_SUPPORTED = 102,
    CU_DEVICE_ATTRIBUTE_VIRTUAL_MEMORY_MANAGEMENT_SUPPORTED = 102,
} CUdevice_attribute;
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
    if (which != CU_DEVICE_ATTRIBUTE_VIRTUAL_MEMORY_MANAGEMENT_SUPPORTED)
        return cudaDeviceGetAttribute(value, (cudaDeviceAttr)which, device);
    *value = 1;
    return CUDA_SUCCESS;
}
__WARPWISE_DRIVER cuDeviceCanAccessPeer(int* can, CUdevice device, CUdevice peer) {
    return cudaDeviceCanAccessPeer(can, device, peer);
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
struct CUctxCreateParams {
    void* execAffinityParams;
    int numExecAffinityParams;
    void* cigParams;
};
__WARPWISE_DRIVER cuCtxCreate(CUcontext* context, CUctxCreateParams*, unsigned flags, CUdevice device) {
    return cuCtxCreate(context, flags, device);
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
__WARPWISE_DRIVER cuCtxPushCurrent(CUcontext context) { return cuCtxSetCurrent(context); }
__WARPWISE_DRIVER cuCtxPopCurrent(CUcontext* context) { return context ? cuCtxGetCurrent(context) : CUDA_SUCCESS; }
__WARPWISE_DRIVER cuCtxEnablePeerAccess(CUcontext peer, unsigned flags) {
    return cudaDeviceEnablePeerAccess((int)(size_t)peer - 1, flags);
}
__WARPWISE_DRIVER cuCtxDestroy(CUcontext) { return CUDA_SUCCESS; }
__WARPWISE_DRIVER cuCtxDetach(CUcontext) { return CUDA_SUCCESS; }
__WARPWISE_DRIVER cuCtxSynchronize() { return cudaDeviceSynchronize(); }
// Modules that the program has compiled with NVRTC.
typedef enum CUjit_option_enum {
    CU_JIT_MAX_REGISTERS = 0,
    CU_JIT_THREADS_PER_BLOCK = 1,
    CU_JIT_WALL_TIME = 2,
    CU_JIT_INFO_LOG_BUFFER = 3,
    CU_JIT_INFO_LOG_BUFFER_SIZE_BYTES = 4,
    CU_JIT_ERROR_LOG_BUFFER = 5,
    CU_JIT_ERROR_LOG_BUFFER_SIZE_BYTES = 6,
    CU_JIT_OPTIMIZATION_LEVEL = 7,
    CU_JIT_TARGET = 9,
    CU_JIT_LOG_VERBOSE = 12
} CUjit_option;
extern "C" {
int __warpwise_load_module(void** module, const void* image);
int __warpwise_module_function(void** function, void* module, const char* name);
}
__WARPWISE_DRIVER cuModuleLoadData(CUmodule* module, const void* image) { return __warpwise_load_module((void**)module, image); }
__WARPWISE_DRIVER cuModuleLoadDataEx(CUmodule* module, const void* image, unsigned, CUjit_option*, void**) {
    return __warpwise_load_module((void**)module, image);
}
__WARPWISE_DRIVER cuModuleUnload(CUmodule) { return CUDA_SUCCESS; }
__WARPWISE_DRIVER cuModuleGetFunction(CUfunction* function, CUmodule module, const char* name) {
    return __warpwise_module_function((void**)function, module, name);
}
__WARPWISE_DRIVER cuLaunchKernel(CUfunction function, unsigned grid_x, unsigned grid_y, unsigned grid_z, unsigned block_x,
                                 unsigned block_y, unsigned block_z, unsigned shared, CUstream stream, void** arguments,
                                 void** more) {
    if (more) return CUDA_ERROR_NOT_SUPPORTED;
    return cudaLaunchKernel((const void*)function, dim3(grid_x, grid_y, grid_z), dim3(block_x, block_y, block_z), arguments, shared,
                            stream);
}
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
__WARPWISE_DRIVER cuMemcpy(CUdeviceptr to, CUdeviceptr from, size_t n) {
    return __warpwise_memcpy((void*)to, (const void*)from, n, cudaMemcpyDefault, ~size_t(0), ~size_t(0));
}
__WARPWISE_DRIVER cuMemcpyAsync(CUdeviceptr to, CUdeviceptr from, size_t n, CUstream stream) {
    return __warpwise_memcpy_async((void*)to, (const void*)from, n, cudaMemcpyDefault, ~size_t(0), ~size_t(0), stream);
}
__WARPWISE_DRIVER cuMemcpyHtoDAsync(CUdeviceptr to, const void* from, size_t n, CUstream stream) {
    return __warpwise_memcpy_async((void*)to, from, n, cudaMemcpyHostToDevice, ~size_t(0), __builtin_object_size(from, 0), stream);
}
__WARPWISE_DRIVER cuMemcpyDtoHAsync(void* to, CUdeviceptr from, size_t n, CUstream stream) {
    return __warpwise_memcpy_async(to, (const void*)from, n, cudaMemcpyDeviceToHost, __builtin_object_size(to, 0), ~size_t(0),
                                   stream);
}
__WARPWISE_DRIVER cuMemcpyDtoDAsync(CUdeviceptr to, CUdeviceptr from, size_t n, CUstream stream) {
    return __warpwise_memcpy_async((void*)to, (const void*)from, n, cudaMemcpyDeviceToDevice, ~size_t(0), ~size_t(0), stream);
}
enum { CU_MEM_ATTACH_GLOBAL = 1, CU_MEM_ATTACH_HOST = 2 };
typedef enum CUmem_advise_enum {
    CU_MEM_ADVISE_SET_READ_MOSTLY = 1,
    CU_MEM_ADVISE_UNSET_READ_MOSTLY = 2,
    CU_MEM_ADVISE_SET_PREFERRED_LOCATION = 3,
    CU_MEM_ADVISE_UNSET_PREFERRED_LOCATION = 4,
    CU_MEM_ADVISE_SET_ACCESSED_BY = 5,
    CU_MEM_ADVISE_UNSET_ACCESSED_BY = 6
} CUmem_advise;
__WARPWISE_DRIVER cuMemAllocManaged(CUdeviceptr* p, size_t n, unsigned flags) { return cudaMallocManaged((void**)p, n, flags); }
__WARPWISE_DRIVER cuMemAllocHost(void** p, size_t n) { return cudaHostAlloc(p, n, 0); }
__WARPWISE_DRIVER cuMemHostAlloc(void** p, size_t n, unsigned flags) { return cudaHostAlloc(p, n, flags); }
__WARPWISE_DRIVER cuMemFreeHost(void* p) { return cudaFreeHost(p); }
__WARPWISE_DRIVER cuMemAdvise(CUdeviceptr p, size_t n, CUmem_advise advice, CUdevice device) {
    return cudaMemAdvise((const void*)p, n, (cudaMemoryAdvise)advice, device);
}
__WARPWISE_DRIVER cuMemPrefetchAsync(CUdeviceptr p, size_t n, CUdevice device, CUstream stream) {
    return cudaMemPrefetchAsync((const void*)p, n, device, stream);
}
#define CU_STREAM_LEGACY cudaStreamLegacy
#define CU_STREAM_PER_THREAD cudaStreamPerThread
#define CU_DEVICE_CPU ((CUdevice) - 1)
#define CU_DEVICE_INVALID ((CUdevice) - 2)
enum {
    CU_STREAM_DEFAULT = 0,
    CU_STREAM_NON_BLOCKING = 1,
    CU_EVENT_DEFAULT = 0,
    CU_EVENT_BLOCKING_SYNC = 1,
    CU_EVENT_DISABLE_TIMING = 2
};
__WARPWISE_DRIVER cuStreamCreate(CUstream* stream, unsigned flags) { return cudaStreamCreateWithFlags(stream, flags); }
__WARPWISE_DRIVER cuStreamDestroy(CUstream stream) { return cudaStreamDestroy(stream); }
__WARPWISE_DRIVER cuStreamSynchronize(CUstream stream) { return cudaStreamSynchronize(stream); }
__WARPWISE_DRIVER cuStreamQuery(CUstream stream) { return cudaStreamQuery(stream); }
__WARPWISE_DRIVER cuStreamWaitEvent(CUstream stream, CUevent event, unsigned flags) {
    return cudaStreamWaitEvent(stream, event, flags);
}
__WARPWISE_DRIVER cuEventCreate(CUevent* event, unsigned flags) { return cudaEventCreateWithFlags(event, flags); }
__WARPWISE_DRIVER cuEventDestroy(CUevent event) { return cudaEventDestroy(event); }
__WARPWISE_DRIVER cuEventRecord(CUevent event, CUstream stream) { return cudaEventRecord(event, stream); }
__WARPWISE_DRIVER cuEventSynchronize(CUevent event) { return cudaEventSynchronize(event); }
__WARPWISE_DRIVER cuEventElapsedTime(float* ms, CUevent from, CUevent to) { return cudaEventElapsedTime(ms, from, to); }
__WARPWISE_DRIVER cuMemsetD8(CUdeviceptr p, unsigned char value, size_t n) { return cudaMemset((void*)p, value, n); }
__WARPWISE_DRIVER cuGetErrorString(CUresult error, const char** text) {
    *text = cudaGetErrorString((cudaError_t)error);
    return CUDA_SUCCESS;
}
__WARPWISE_DRIVER cuGetErrorName(CUresult error, const char** text) {
    *text = cudaGetErrorName((cudaError_t)error);
    return CUDA_SUCCESS;
}
#include <warpwise_driver_memory.h>
#endif
#endif
