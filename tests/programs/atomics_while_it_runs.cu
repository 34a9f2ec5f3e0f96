// The CPU may update managed memory with atomic instructions while a kernel does the same.
// prints: 96
#include <cstdio>

__global__ void count(int* a) { atomicAdd_system(a, 1); }

int main() {
    int* a = nullptr;
    if (cudaMallocManaged(&a, sizeof(int)) != cudaSuccess) return 1;
    *a = 0;
    count<<<1, 64>>>(a);
    for (int i = 0; i < 32; ++i) __sync_fetch_and_add(a, 1);
    if (cudaDeviceSynchronize() != cudaSuccess) return 1;
    std::printf("%d\n", *a);
    return cudaFree(a) == cudaSuccess ? 0 : 1;
}
