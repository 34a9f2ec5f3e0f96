// After a fault every call fails, also the one that waits; but the host has called it.
#include <cstdio>

__global__ void fill(int* values, int* missing) {
    values[threadIdx.x] = 1;
    std::printf("from the kernel\n");
    if (threadIdx.x == 0) *missing = 1;  // expect: null_pointer
}

int main() {
    int* values;
    cudaMallocManaged(&values, 32 * sizeof(int));
    fill<<<1, 32>>>(values, nullptr);
    if (cudaDeviceSynchronize() != cudaSuccess) std::printf("fails\n");
    std::printf("%d\n", values[31]);
    cudaFree(values);
}
// prints: fails
// prints: 1
