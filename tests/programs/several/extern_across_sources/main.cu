// Device functions, __device__ and __constant__ variables, and a template's kernel across sources; a fault in the second one.
#include <cstdio>

#include "device.cuh"

__device__ float offset = 5;
__constant__ float factor;
__device__ float shifted(float x) { return x * factor + offset; }
__device__ int count;  // each source has its own

void first(float* data) {
    const float two = 2;
    cudaMemcpyToSymbol(factor, &two, sizeof two);
    fill<<<1, 32>>>(data, 3.0f);
}

int main() {
    float host[32], *device;
    cudaMalloc(&device, sizeof host);
    first(device);
    second(device);
    cudaMemcpy(host, device, sizeof host, cudaMemcpyDeviceToHost);
    int own = -1;
    cudaMemcpyFromSymbol(&own, count, sizeof own);
    std::printf("%g %d\n", host[5], own);
    cudaFree(device);
}
// prints: 16 0
