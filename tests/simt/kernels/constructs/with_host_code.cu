#include <cuda_runtime.h>
#include <stdio.h>
#define CHECK(x)                                   \
    do {                                           \
        cudaError_t e = (x);                       \
        if (e != cudaSuccess) {                    \
            printf("%s\n", cudaGetErrorString(e)); \
            exit(1);                               \
        }                                          \
    } while (0)
__global__ void k(float* a, int n) {
    int i = threadIdx.x;
    if (i < n) a[i] *= 2;
}
int main(int argc, char** argv) {
    float* d;
    CHECK(cudaMalloc(&d, 4));
    float h[4];
    cudaMemcpy(d, h, 16, cudaMemcpyHostToDevice);
    dim3 g(2, 2), b(32);
    k<<<g, b>>>(d, 1);
    CHECK(cudaGetLastError());
    cudaDeviceSynchronize();
    cudaFree(d);
    return 0;
}
