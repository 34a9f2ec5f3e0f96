// The part of the driver API that asks for GPUs and moves memory, beside the runtime.
#include <cuda.h>
#include <cstdio>

__global__ void add(int* a) { a[threadIdx.x] += 1; }

int main() {
    int count = 0, warp = 0, major = 0, minor = 0, host[32] = {};
    CUdevice device, none;
    CUcontext context;
    CUdeviceptr memory;
    char name[64];
    size_t all;
    if (cuInit(0) != CUDA_SUCCESS || cuDeviceGetCount(&count) != CUDA_SUCCESS) return 1;
    if (cuDeviceGet(&device, 0) != CUDA_SUCCESS || cuDeviceGet(&none, count) != CUDA_ERROR_INVALID_DEVICE) return 2;
    if (cuDeviceGetName(name, 7, device) != CUDA_SUCCESS || cuDeviceTotalMem(&all, device) != CUDA_SUCCESS || all == 0) return 3;
    if (cuDeviceGetAttribute(&warp, CU_DEVICE_ATTRIBUTE_WARP_SIZE, device) != CUDA_SUCCESS) return 4;
    if (cuDeviceComputeCapability(&major, &minor, device) != CUDA_SUCCESS) return 5;
    if (cuCtxCreate(&context, CU_CTX_SCHED_AUTO, device) != CUDA_SUCCESS) return 6;
    if (cuMemAlloc(&memory, sizeof host) != CUDA_SUCCESS || cuMemcpyHtoD(memory, host, sizeof host) != CUDA_SUCCESS) return 7;
    add<<<1, 32>>>((int*)memory);
    if (cuCtxSynchronize() != CUDA_SUCCESS || cuMemcpyDtoH(host, memory, sizeof host) != CUDA_SUCCESS) return 8;
    std::printf("%d %s %d %d %d\n", count, name, warp, host[31], major);
    cuMemcpyDtoH(host, memory, 2 * sizeof host);  // expect: copy_out_of_bounds
    cuMemFree(memory);
    cuCtxDestroy(context);
}
// prints: 1 NVIDIA 32 1 9
