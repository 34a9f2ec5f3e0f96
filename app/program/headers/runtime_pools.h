// More of CUDA's host API: memory pools, where memory lies, links between devices.
#pragma once
#ifndef WARPWISE_RUNTIME_BUILD
#pragma clang system_header
#endif

typedef struct CUmemPoolHandle_st* cudaMemPool_t;
enum cudaMemPoolAttr {
    cudaMemPoolReuseFollowEventDependencies = 1,
    cudaMemPoolReuseAllowOpportunistic = 2,
    cudaMemPoolReuseAllowInternalDependencies = 3,
    cudaMemPoolAttrReleaseThreshold = 4,
    cudaMemPoolAttrReservedMemCurrent = 5,
    cudaMemPoolAttrReservedMemHigh = 6,
    cudaMemPoolAttrUsedMemCurrent = 7,
    cudaMemPoolAttrUsedMemHigh = 8
};
enum cudaMemAllocationType { cudaMemAllocationTypeInvalid = 0, cudaMemAllocationTypePinned = 1 };
enum cudaMemAllocationHandleType { cudaMemHandleTypeNone = 0, cudaMemHandleTypePosixFileDescriptor = 1 };
enum cudaMemLocationType { cudaMemLocationTypeInvalid = 0, cudaMemLocationTypeDevice = 1, cudaMemLocationTypeHost = 2 };
struct cudaMemLocation {
    enum cudaMemLocationType type;
    int id;
};
enum cudaMemAccessFlags { cudaMemAccessFlagsProtNone = 0, cudaMemAccessFlagsProtRead = 1, cudaMemAccessFlagsProtReadWrite = 3 };
struct cudaMemAccessDesc {
    struct cudaMemLocation location;
    enum cudaMemAccessFlags flags;
};
struct cudaMemPoolProps {
    enum cudaMemAllocationType allocType;
    enum cudaMemAllocationHandleType handleTypes;
    struct cudaMemLocation location;
    void* win32SecurityAttributes;
    size_t maxSize;
    unsigned short usage;
    unsigned char reserved[54];
};
enum cudaDeviceP2PAttr {
    cudaDevP2PAttrPerformanceRank = 1,
    cudaDevP2PAttrAccessSupported = 2,
    cudaDevP2PAttrNativeAtomicSupported = 3,
    cudaDevP2PAttrCudaArrayAccessSupported = 4
};
extern "C" {
__WARPWISE_RESULT cudaError_t cudaDeviceGetDefaultMemPool(cudaMemPool_t*, int);
__WARPWISE_RESULT cudaError_t cudaDeviceGetMemPool(cudaMemPool_t*, int);
__WARPWISE_RESULT cudaError_t cudaDeviceSetMemPool(int, cudaMemPool_t);
__WARPWISE_RESULT cudaError_t cudaMemPoolCreate(cudaMemPool_t*, const struct cudaMemPoolProps*);
__WARPWISE_RESULT cudaError_t cudaMemPoolDestroy(cudaMemPool_t);
__WARPWISE_RESULT cudaError_t cudaMemPoolSetAttribute(cudaMemPool_t, enum cudaMemPoolAttr, void*);
__WARPWISE_RESULT cudaError_t cudaMemPoolGetAttribute(cudaMemPool_t, enum cudaMemPoolAttr, void*);
__WARPWISE_RESULT cudaError_t cudaMemPoolSetAccess(cudaMemPool_t, const struct cudaMemAccessDesc*, size_t);
__WARPWISE_RESULT cudaError_t cudaMemPoolTrimTo(cudaMemPool_t, size_t);
cudaError_t cudaDeviceCanAccessPeer(int*, int, int);
cudaError_t cudaDeviceEnablePeerAccess(int, unsigned);
cudaError_t cudaDeviceDisablePeerAccess(int);
__WARPWISE_RESULT cudaError_t cudaMemcpyPeer(void*, int, const void*, int, size_t);
__WARPWISE_RESULT cudaError_t cudaMemcpyPeerAsync(void*, int, const void*, int, size_t,
                                                  cudaStream_t
#ifndef WARPWISE_RUNTIME_BUILD
                                                  = nullptr
#endif
);
__WARPWISE_RESULT cudaError_t cudaDeviceGetP2PAttribute(int*, enum cudaDeviceP2PAttr, int, int);
}

#ifndef WARPWISE_RUNTIME_BUILD
template <typename T>
__attribute__((always_inline, warn_unused_result)) static inline cudaError_t cudaMallocFromPoolAsync(T** p, size_t n, cudaMemPool_t,
                                                                                                     cudaStream_t stream) {
    return cudaMallocAsync((void**)(void*)p, n, stream);
}
template <typename T>
__attribute__((always_inline, warn_unused_result)) static inline cudaError_t cudaMallocAsync(T** p, size_t n, cudaMemPool_t,
                                                                                             cudaStream_t stream) {
    return cudaMallocAsync((void**)(void*)p, n, stream);
}
// The forms of CUDA 13.
__attribute__((always_inline)) static inline cudaError_t cudaMemPrefetchAsync(const void* p, size_t n, cudaMemLocation where,
                                                                              unsigned, cudaStream_t stream = nullptr) {
    return cudaMemPrefetchAsync(p, n, where.id, stream);
}
__attribute__((always_inline)) static inline cudaError_t cudaMemAdvise(const void* p, size_t n, enum cudaMemoryAdvise advice,
                                                                       cudaMemLocation where) {
    return cudaMemAdvise(p, n, advice, where.id);
}
#endif
