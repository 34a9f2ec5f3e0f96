#include "device.cuh"

static __device__ int count;

__global__ void change(float* data) {
    count = 1;
    data[threadIdx.x + 1] = shifted(data[threadIdx.x + 1]);  // expect: out_of_bounds
}

void second(float* data) {
    const float ten = 10;
    cudaMemcpyToSymbol(offset, &ten, sizeof ten);
    change<<<1, 32>>>(data);
    cudaDeviceSynchronize();
}
