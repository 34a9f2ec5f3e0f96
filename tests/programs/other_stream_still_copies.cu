// Nothing orders the kernel after a copy of another stream.
// prints: 5
#include <cstdio>

__global__ void scale(float* a) { a[threadIdx.x] *= 5; }

int main() {
    float *h = nullptr, *d = nullptr;
    cudaStream_t copies, kernels;
    if (cudaMallocHost(&h, 1024 * sizeof(float)) != cudaSuccess || cudaMalloc(&d, 1024 * sizeof(float)) != cudaSuccess) return 1;
    if (cudaStreamCreate(&copies) != cudaSuccess || cudaStreamCreate(&kernels) != cudaSuccess) return 1;
    for (int i = 0; i < 1024; ++i) h[i] = 1;
    if (cudaMemcpyAsync(d, h, 1024 * sizeof(float), cudaMemcpyHostToDevice, copies) != cudaSuccess) return 1;
    scale<<<1, 1024, 0, kernels>>>(d);  // expect: read_before_wait
    if (cudaGetLastError() != cudaSuccess || cudaDeviceSynchronize() != cudaSuccess) return 1;
    if (cudaMemcpyAsync(h, d, 1024 * sizeof(float), cudaMemcpyDeviceToHost, kernels) != cudaSuccess) return 1;
    if (cudaDeviceSynchronize() != cudaSuccess) return 1;
    std::printf("%g\n", h[3]);
    cudaStreamDestroy(copies);
    cudaStreamDestroy(kernels);
    return cudaFree(d) == cudaSuccess && cudaFreeHost(h) == cudaSuccess ? 0 : 1;
}
