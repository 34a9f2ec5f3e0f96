// Launches that CUDA refuses, in a program that checks them: notes say which limit each one exceeds.
#include <cuda_runtime.h>

#include <cstdio>

__global__ void twice(float* x, int n) {
    extern __shared__ float kept[];
    const int i = blockIdx.x * blockDim.x + threadIdx.x;
    if (i < n) kept[threadIdx.x] = x[i];
    if (i < n) x[i] = 2 * kept[threadIdx.x];
}

void check() {
    if (const cudaError_t error = cudaGetLastError(); error != cudaSuccess) printf("%s\n", cudaGetErrorString(error));
}

int main() {
    const int n = 4096;
    float* x;
    cudaMalloc(&x, n * sizeof(float));
    cudaMemset(x, 0, n * sizeof(float));
    twice<<<2, 2048, 8192>>>(x, n);  // note: refused_launch
    check();
    twice<<<4, 1024, 65536>>>(x, n);  // note: refused_launch
    check();
    twice<<<4, 1024, 1 << 20>>>(x, n);  // note: refused_launch
    check();
    twice<<<4, 1024, 4096>>>(x, n);
    check();
    cudaFree(x);
}
