// The functions of CUDA's host API: the part of <cuda_runtime.h> that follows the types of runtime_types.h.
#pragma once

#ifdef WARPWISE_RUNTIME_BUILD
#include "program/headers/runtime_types.h"
#endif

#ifdef __cplusplus
extern "C" {
#endif
// ---- errors and devices ----
__WARPWISE_RESULT cudaError_t cudaGetLastError(void);
__WARPWISE_RESULT cudaError_t cudaPeekAtLastError(void);
const char* cudaGetErrorString(cudaError_t);
const char* cudaGetErrorName(cudaError_t);
__WARPWISE_RESULT cudaError_t cudaDeviceSynchronize(void);
__WARPWISE_RESULT cudaError_t cudaThreadSynchronize(void);
cudaError_t cudaDeviceReset(void);
cudaError_t cudaThreadExit(void);
cudaError_t cudaSetDevice(int);
cudaError_t cudaGetDevice(int*);
cudaError_t cudaGetDeviceCount(int*);
cudaError_t cudaSetDeviceFlags(unsigned);
cudaError_t cudaGetDeviceFlags(unsigned*);
cudaError_t cudaSetValidDevices(int*, int);
cudaError_t cudaChooseDevice(int*, const struct cudaDeviceProp*);
cudaError_t cudaDeviceGetAttribute(int*, enum cudaDeviceAttr, int);
cudaError_t cudaGetDeviceProperties(struct cudaDeviceProp*, int);
cudaError_t cudaDeviceSetLimit(enum cudaLimit, size_t);
cudaError_t cudaDeviceGetLimit(size_t*, enum cudaLimit);
cudaError_t cudaDeviceSetCacheConfig(enum cudaFuncCache);
cudaError_t cudaDeviceGetCacheConfig(enum cudaFuncCache*);
cudaError_t cudaDeviceSetSharedMemConfig(enum cudaSharedMemConfig);
cudaError_t cudaDeviceGetSharedMemConfig(enum cudaSharedMemConfig*);
cudaError_t cudaDeviceGetStreamPriorityRange(int*, int*);
cudaError_t cudaDeviceGetPCIBusId(char*, int, int);
cudaError_t cudaDriverGetVersion(int*);
cudaError_t cudaRuntimeGetVersion(int*);
cudaError_t cudaMemGetInfo(size_t*, size_t*);
cudaError_t cudaProfilerStart(void);
cudaError_t cudaProfilerStop(void);

// ---- memory ----
__WARPWISE_RESULT cudaError_t cudaMalloc(void**, size_t);
__WARPWISE_RESULT cudaError_t cudaMallocManaged(void**, size_t,
                                                unsigned
#if defined(__cplusplus) && !defined(WARPWISE_RUNTIME_BUILD)
                                                = cudaMemAttachGlobal
#endif
);
__WARPWISE_RESULT cudaError_t cudaMallocHost(void**, size_t);
__WARPWISE_RESULT cudaError_t cudaHostAlloc(void**, size_t, unsigned);
__WARPWISE_RESULT cudaError_t cudaHostRegister(void*, size_t, unsigned);
__WARPWISE_RESULT cudaError_t cudaHostUnregister(void*);
__WARPWISE_RESULT cudaError_t cudaHostGetDevicePointer(void**, void*, unsigned);
__WARPWISE_RESULT cudaError_t cudaHostGetFlags(unsigned*, void*);
__WARPWISE_RESULT cudaError_t cudaMallocPitch(void**, size_t*, size_t, size_t);
__WARPWISE_RESULT cudaError_t cudaMalloc3D(struct cudaPitchedPtr*, struct cudaExtent);
__WARPWISE_RESULT cudaError_t cudaMallocAsync(void**, size_t, cudaStream_t);
__WARPWISE_RESULT cudaError_t cudaFree(void*);
__WARPWISE_RESULT cudaError_t cudaFreeHost(void*);
cudaError_t __simt_free_temporary(void*);  // of Thrust
__WARPWISE_RESULT cudaError_t cudaFreeAsync(void*, cudaStream_t);
__WARPWISE_RESULT cudaError_t cudaMallocArray(cudaArray_t*, const struct cudaChannelFormatDesc*, size_t, size_t, unsigned);
__WARPWISE_RESULT cudaError_t cudaMalloc3DArray(cudaArray_t*, const struct cudaChannelFormatDesc*, struct cudaExtent, unsigned);
__WARPWISE_RESULT cudaError_t cudaFreeArray(cudaArray_t);
cudaError_t cudaArrayGetInfo(struct cudaChannelFormatDesc*, struct cudaExtent*, unsigned*, cudaArray_t);
cudaError_t cudaPointerGetAttributes(struct cudaPointerAttributes*, const void*);
cudaError_t cudaMemPrefetchAsync(const void*, size_t, int, cudaStream_t);
cudaError_t cudaMemAdvise(const void*, size_t, enum cudaMemoryAdvise, int);

// ---- copies ----
// With the bytes that the compiler knows to be there on each side, ~0 where it does not: local and global arrays of the host.
__WARPWISE_RESULT cudaError_t __warpwise_memcpy(void*, const void*, size_t, enum cudaMemcpyKind, size_t to_room, size_t from_room);
__WARPWISE_RESULT cudaError_t __warpwise_memcpy_async(void*, const void*, size_t, enum cudaMemcpyKind, size_t to_room,
                                                      size_t from_room, cudaStream_t);
__WARPWISE_RESULT cudaError_t cudaMemcpy2D(void*, size_t, const void*, size_t, size_t, size_t, enum cudaMemcpyKind);
__WARPWISE_RESULT cudaError_t cudaMemcpy2DAsync(void*, size_t, const void*, size_t, size_t, size_t, enum cudaMemcpyKind,
                                                cudaStream_t);
__WARPWISE_RESULT cudaError_t cudaMemcpy3D(const struct cudaMemcpy3DParms*);
__WARPWISE_RESULT cudaError_t cudaMemcpy3DAsync(const struct cudaMemcpy3DParms*, cudaStream_t);
__WARPWISE_RESULT cudaError_t cudaMemcpyToArray(cudaArray_t, size_t, size_t, const void*, size_t, enum cudaMemcpyKind);
__WARPWISE_RESULT cudaError_t cudaMemcpyFromArray(void*, cudaArray_const_t, size_t, size_t, size_t, enum cudaMemcpyKind);
__WARPWISE_RESULT cudaError_t cudaMemcpy2DToArray(cudaArray_t, size_t, size_t, const void*, size_t, size_t, size_t,
                                                  enum cudaMemcpyKind);
__WARPWISE_RESULT cudaError_t cudaMemcpy2DFromArray(void*, size_t, cudaArray_const_t, size_t, size_t, size_t, size_t,
                                                    enum cudaMemcpyKind);
__WARPWISE_RESULT cudaError_t cudaMemset(void*, int, size_t);
__WARPWISE_RESULT cudaError_t cudaMemsetAsync(void*, int, size_t, cudaStream_t);
__WARPWISE_RESULT cudaError_t cudaMemset2D(void*, size_t, int, size_t, size_t);
__WARPWISE_RESULT cudaError_t cudaMemset2DAsync(void*, size_t, int, size_t, size_t, cudaStream_t);
__WARPWISE_RESULT cudaError_t cudaMemset3D(struct cudaPitchedPtr, int, struct cudaExtent);
__WARPWISE_RESULT cudaError_t cudaMemset3DAsync(struct cudaPitchedPtr, int, struct cudaExtent, cudaStream_t);

// ---- streams and events ----
__WARPWISE_RESULT cudaError_t cudaStreamCreate(cudaStream_t*);
__WARPWISE_RESULT cudaError_t cudaStreamCreateWithFlags(cudaStream_t*, unsigned);
__WARPWISE_RESULT cudaError_t cudaStreamCreateWithPriority(cudaStream_t*, unsigned, int);
cudaError_t cudaStreamDestroy(cudaStream_t);
__WARPWISE_RESULT cudaError_t cudaStreamSynchronize(cudaStream_t);
cudaError_t cudaStreamQuery(cudaStream_t);
cudaError_t cudaStreamGetFlags(cudaStream_t, unsigned*);
cudaError_t cudaStreamGetPriority(cudaStream_t, int*);
cudaError_t cudaStreamWaitEvent(cudaStream_t, cudaEvent_t,
                                unsigned
#if defined(__cplusplus) && !defined(WARPWISE_RUNTIME_BUILD)
                                = 0
#endif
);
cudaError_t cudaStreamAddCallback(cudaStream_t, cudaStreamCallback_t, void*, unsigned);
cudaError_t cudaStreamAttachMemAsync(cudaStream_t, void*, size_t, unsigned);
cudaError_t cudaLaunchHostFunc(cudaStream_t, cudaHostFn_t, void*);
__WARPWISE_RESULT cudaError_t cudaEventCreate(cudaEvent_t*);
__WARPWISE_RESULT cudaError_t cudaEventCreateWithFlags(cudaEvent_t*, unsigned);
cudaError_t cudaEventDestroy(cudaEvent_t);
__WARPWISE_RESULT cudaError_t cudaEventRecord(cudaEvent_t, cudaStream_t);
__WARPWISE_RESULT cudaError_t cudaEventSynchronize(cudaEvent_t);
cudaError_t cudaEventQuery(cudaEvent_t);
__WARPWISE_RESULT cudaError_t cudaEventElapsedTime(float*, cudaEvent_t, cudaEvent_t);

// ---- launches ----
__WARPWISE_RESULT cudaError_t cudaLaunchKernel(const void*, dim3, dim3, void**, size_t, cudaStream_t);
__WARPWISE_RESULT cudaError_t cudaLaunchCooperativeKernel(const void*, dim3, dim3, void**, size_t, cudaStream_t);
cudaError_t cudaFuncGetAttributes(struct cudaFuncAttributes*, const void*);
cudaError_t cudaFuncSetAttribute(const void*, enum cudaFuncAttribute, int);
cudaError_t cudaFuncSetCacheConfig(const void*, enum cudaFuncCache);
cudaError_t cudaFuncSetSharedMemConfig(const void*, enum cudaSharedMemConfig);
cudaError_t cudaOccupancyMaxActiveBlocksPerMultiprocessor(int*, const void*, int, size_t);
cudaError_t cudaOccupancyMaxActiveBlocksPerMultiprocessorWithFlags(int*, const void*, int, size_t, unsigned);
cudaError_t __warpwise_max_potential_block_size(int*, int*, const void*, size_t, int);

// ---- symbols (by the address of the host's shadow) ----
// With the bytes of host memory that the compiler knows to be there.
__WARPWISE_RESULT cudaError_t __warpwise_copy_to_symbol(const void*, const void*, size_t, size_t, enum cudaMemcpyKind, size_t room);
__WARPWISE_RESULT cudaError_t __warpwise_copy_from_symbol(void*, const void*, size_t, size_t, enum cudaMemcpyKind, size_t room);
__WARPWISE_RESULT cudaError_t __warpwise_symbol_address(void**, const void*);
void __warpwise_short_symbol_copy(const void*, size_t);
__WARPWISE_RESULT cudaError_t __warpwise_symbol_size(size_t*, const void*);

// ---- textures and surfaces ----
size_t __warpwise_bytes_from(const void*);  // of an allocation, from there to its end
__WARPWISE_RESULT cudaError_t cudaCreateTextureObject(cudaTextureObject_t*, const struct cudaResourceDesc*,
                                                      const struct cudaTextureDesc*, const struct cudaResourceViewDesc*);
cudaError_t cudaDestroyTextureObject(cudaTextureObject_t);
cudaError_t cudaGetTextureObjectResourceDesc(struct cudaResourceDesc*, cudaTextureObject_t);
cudaError_t cudaGetTextureObjectTextureDesc(struct cudaTextureDesc*, cudaTextureObject_t);
cudaError_t cudaGetSurfaceObjectResourceDesc(struct cudaResourceDesc*, cudaSurfaceObject_t);
__WARPWISE_RESULT cudaError_t cudaCreateSurfaceObject(cudaSurfaceObject_t*, const struct cudaResourceDesc*);
cudaError_t cudaDestroySurfaceObject(cudaSurfaceObject_t);

// ---- what Clang's <<<>>> calls ----
#if defined(WARPWISE_RUNTIME_BUILD) || !defined(__cplusplus)
unsigned __cudaPushCallConfiguration(dim3, dim3, size_t, cudaStream_t);
#else
unsigned __cudaPushCallConfiguration(dim3, dim3, size_t = 0, cudaStream_t = nullptr);
#endif
cudaError_t __cudaPopCallConfiguration(dim3*, dim3*, size_t*, void**);
void** __cudaRegisterFatBinary(void*);
void __cudaRegisterFatBinaryEnd(void**);
void __cudaUnregisterFatBinary(void**);
int __cudaRegisterFunction(void**, const char*, char*, const char*, int, void*, void*, void*, void*, int*);
void __cudaRegisterVar(void**, char*, char*, const char*, int, size_t, int, int);
#ifdef __cplusplus
}
#endif
