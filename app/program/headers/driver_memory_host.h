// The driver API's virtual memory: addresses that are reserved, and memory that is created and mapped there. Here a range has its
// memory from the start, and memory that is mapped anew brings along what it held, so that a program cannot map one memory at two
// places at the same time and see the writes of one at the other.
#ifndef WARPWISE_DRIVER_MEMORY_HOST_H
#define WARPWISE_DRIVER_MEMORY_HOST_H
#pragma clang system_header
typedef enum CUmemAllocationType_enum { CU_MEM_ALLOCATION_TYPE_INVALID = 0, CU_MEM_ALLOCATION_TYPE_PINNED = 1 } CUmemAllocationType;
typedef enum CUmemLocationType_enum { CU_MEM_LOCATION_TYPE_INVALID = 0, CU_MEM_LOCATION_TYPE_DEVICE = 1 } CUmemLocationType;
typedef enum CUmemAllocationHandleType_enum {
    CU_MEM_HANDLE_TYPE_NONE = 0,
    CU_MEM_HANDLE_TYPE_POSIX_FILE_DESCRIPTOR = 1
} CUmemAllocationHandleType;
typedef enum CUmemAllocationGranularity_flags_enum {
    CU_MEM_ALLOC_GRANULARITY_MINIMUM = 0,
    CU_MEM_ALLOC_GRANULARITY_RECOMMENDED = 1
} CUmemAllocationGranularity_flags;
typedef enum CUmemAccess_flags_enum {
    CU_MEM_ACCESS_FLAGS_PROT_NONE = 0,
    CU_MEM_ACCESS_FLAGS_PROT_READ = 1,
    CU_MEM_ACCESS_FLAGS_PROT_READWRITE = 3
} CUmemAccess_flags;
struct CUmemLocation {
    CUmemLocationType type;
    int id;
};
struct CUmemAllocationProp {
    CUmemAllocationType type;
    CUmemAllocationHandleType requestedHandleTypes;
    CUmemLocation location;
    void* win32HandleMetaData;
    struct {
        unsigned char compressionType, gpuDirectRDMACapable;
        unsigned short usage;
        unsigned char reserved[4];
    } allocFlags;
};
struct CUmemAccessDesc {
    CUmemLocation location;
    CUmemAccess_flags flags;
};
typedef unsigned long long CUmemGenericAllocationHandle;

struct __warpwise_created_memory {
    size_t bytes;
    CUdeviceptr place;  // where it was mapped last; 0: nowhere yet
    bool is_mapped, is_released;
    __warpwise_created_memory* next;
};
inline __warpwise_created_memory* __warpwise_created = nullptr;
static inline void __warpwise_forget_created() {
    for (__warpwise_created_memory** at = &__warpwise_created; *at;) {
        __warpwise_created_memory* each = *at;
        if (!each->is_released || each->is_mapped) {
            at = &each->next;
            continue;
        }
        *at = each->next;
        free(each);
    }
}

__WARPWISE_DRIVER cuMemGetAllocationGranularity(size_t* bytes, const CUmemAllocationProp*, CUmemAllocationGranularity_flags) {
    *bytes = (size_t)2 << 20;
    return CUDA_SUCCESS;
}
// Other addresses than the asked ones may be returned.
__WARPWISE_DRIVER cuMemAddressReserve(CUdeviceptr* address, size_t bytes, size_t, CUdeviceptr, unsigned long long) {
    return cudaMalloc((void**)address, bytes);
}
__WARPWISE_DRIVER cuMemAddressFree(CUdeviceptr address, size_t) { return cudaFree((void*)address); }
__WARPWISE_DRIVER cuMemCreate(CUmemGenericAllocationHandle* handle, size_t bytes, const CUmemAllocationProp*, unsigned long long) {
    auto* made = (__warpwise_created_memory*)calloc(1, sizeof(__warpwise_created_memory));
    made->bytes = bytes;
    made->next = __warpwise_created;
    __warpwise_created = made;
    *handle = (CUmemGenericAllocationHandle)(size_t)made;
    return CUDA_SUCCESS;
}
__WARPWISE_DRIVER cuMemRelease(CUmemGenericAllocationHandle handle) {
    ((__warpwise_created_memory*)(size_t)handle)->is_released = true;
    __warpwise_forget_created();
    return CUDA_SUCCESS;
}
__WARPWISE_DRIVER cuMemMap(CUdeviceptr address, size_t bytes, size_t offset, CUmemGenericAllocationHandle handle,
                           unsigned long long) {
    auto* made = (__warpwise_created_memory*)(size_t)handle;
    if (made->is_released || offset != 0 || bytes != made->bytes) return CUDA_ERROR_INVALID_VALUE;
    CUresult error = CUDA_SUCCESS;
    if (made->place && made->place != address)
        error =
            __warpwise_memcpy((void*)address, (const void*)made->place, bytes, cudaMemcpyDeviceToDevice, ~size_t(0), ~size_t(0));
    made->place = address;
    made->is_mapped = true;
    return error;
}
__WARPWISE_DRIVER cuMemUnmap(CUdeviceptr address, size_t bytes) {
    for (__warpwise_created_memory* each = __warpwise_created; each; each = each->next)
        if (each->place >= address && each->place < address + bytes) each->is_mapped = false;
    __warpwise_forget_created();
    return CUDA_SUCCESS;
}
__WARPWISE_DRIVER cuMemSetAccess(CUdeviceptr, size_t, const CUmemAccessDesc*, size_t) { return CUDA_SUCCESS; }
#endif
