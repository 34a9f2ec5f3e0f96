// gpus: 2
#include <cstdio>

__global__ void scale(float* a) {
    a[threadIdx.x] *= 2;  // expect: peer_access
}

int main() {
    float* a = nullptr;
    if (cudaMalloc(&a, 32 * sizeof(float)) != cudaSuccess || cudaMemset(a, 0, 32 * sizeof(float)) != cudaSuccess) return 1;
    if (cudaSetDevice(1) != cudaSuccess) return 1;
    scale<<<1, 32>>>(a);
    printf("%s\n", cudaGetErrorName(cudaDeviceSynchronize()));
    return 0;
}
// prints: cudaErrorIllegalAddress
