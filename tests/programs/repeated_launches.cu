// Launches that repeat each other, and launches that only look as if they did.
// prints: doubled: 6 again: 14 counted: 6 constant: 21 mapped: 10
#include <cstdio>

__constant__ int factor;
__device__ int calls;

__global__ void twice(const int* in, int* out) { out[threadIdx.x] = 2 * in[threadIdx.x]; }
__global__ void count(int* to) {
    if (threadIdx.x == 0) to[0] = ++calls;
}
__global__ void scaled(const int* in, int* out) { out[threadIdx.x] = factor * in[threadIdx.x]; }

int main() {
    int host[32], result = 0;
    int *in, *out, *mapped;
    cudaMalloc(&in, sizeof host);
    cudaMalloc(&out, sizeof host);
    cudaMallocManaged(&mapped, sizeof host);
    for (int& value : host) value = 3;
    cudaMemcpy(in, host, sizeof host, cudaMemcpyHostToDevice);
    for (int i = 0; i < 5; ++i) twice<<<1, 32>>>(in, out);
    cudaMemcpy(&result, out, sizeof result, cudaMemcpyDeviceToHost);
    printf("doubled: %d ", result);

    for (int& value : host) value = 7;
    cudaMemcpy(in, host, sizeof host, cudaMemcpyHostToDevice);
    for (int i = 0; i < 5; ++i) twice<<<1, 32>>>(in, out);
    cudaMemcpy(&result, out, sizeof result, cudaMemcpyDeviceToHost);
    printf("again: %d ", result);

    for (int i = 0; i < 6; ++i) count<<<1, 32>>>(out);
    cudaMemcpy(&result, out, sizeof result, cudaMemcpyDeviceToHost);
    printf("counted: %d ", result);

    for (int i = 1; i <= 3; ++i) {
        cudaMemcpyToSymbol(factor, &i, sizeof i);
        for (int k = 0; k < 3; ++k) scaled<<<1, 32>>>(in, out);
    }
    cudaMemcpy(&result, out, sizeof result, cudaMemcpyDeviceToHost);
    printf("constant: %d ", result);

    for (int i = 0; i < 6; ++i) {
        for (int k = 0; k < 32; ++k) mapped[k] = i;
        twice<<<1, 32>>>(mapped, out);
        cudaDeviceSynchronize();
    }
    cudaMemcpy(&result, out, sizeof result, cudaMemcpyDeviceToHost);
    printf("mapped: %d\n", result);
    cudaFree(mapped);
    cudaFree(out);
    cudaFree(in);
}
