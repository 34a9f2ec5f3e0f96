// The driver API's virtual memory, as arrays that grow use it: the range is too small, and what is mapped moves to a larger one.
// prints: 1 granule, 0 1023 | 2048 3071
#include <cuda.h>

#include <cstdio>

__global__ void fill(int* a, int first) { a[threadIdx.x] = first + threadIdx.x; }

int main() {
    CUdevice device;
    CUcontext context;
    int can = 0;
    if (cuInit(0) || cuDeviceGet(&device, 0) || cuCtxCreate(&context, 0, device)) return 1;
    if (cuDeviceGetAttribute(&can, CU_DEVICE_ATTRIBUTE_VIRTUAL_MEMORY_MANAGEMENT_SUPPORTED, device) || !can) return 2;
    CUmemAllocationProp properties = {};
    properties.type = CU_MEM_ALLOCATION_TYPE_PINNED;
    properties.location = {CU_MEM_LOCATION_TYPE_DEVICE, device};
    CUmemAccessDesc access = {};
    access.location = properties.location;
    access.flags = CU_MEM_ACCESS_FLAGS_PROT_READWRITE;
    size_t granule = 0;
    if (cuMemGetAllocationGranularity(&granule, &properties, CU_MEM_ALLOC_GRANULARITY_MINIMUM)) return 3;
    CUmemGenericAllocationHandle first, second;
    CUdeviceptr small, large;
    if (cuMemAddressReserve(&small, granule, 0, 0, 0) || cuMemCreate(&first, granule, &properties, 0)) return 4;
    if (cuMemMap(small, granule, 0, first, 0) || cuMemSetAccess(small, granule, &access, 1)) return 5;
    fill<<<1, 1024>>>((int*)small, 0);
    if (cuMemAddressReserve(&large, 2 * granule, 0, 0, 0) || cuMemCreate(&second, granule, &properties, 0)) return 6;
    if (cuMemUnmap(small, granule) || cuMemMap(large, granule, 0, first, 0) || cuMemMap(large + granule, granule, 0, second, 0)) return 7;
    if (cuMemSetAccess(large, 2 * granule, &access, 1) || cuMemRelease(first) || cuMemRelease(second) || cuMemAddressFree(small, granule)) return 8;
    fill<<<1, 1024>>>((int*)(large + granule), 2048);
    int a[1024], b[1024];
    if (cuMemcpyDtoH(a, large, sizeof a) || cuMemcpyDtoH(b, large + granule, sizeof b)) return 9;
    std::printf("%d granule, %d %d | %d %d\n", (int)(granule >> 21), a[0], a[1023], b[0], b[1023]);
    return cuMemUnmap(large, 2 * granule) || cuMemAddressFree(large, 2 * granule);
}
