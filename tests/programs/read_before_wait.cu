// prints: 3
#include <cstdio>

__global__ void fill(float* a) { a[threadIdx.x] = 3; }

int main() {
    float* a = nullptr;
    cudaMallocManaged(&a, 32 * sizeof(float));
    fill<<<1, 32>>>(a);
    std::printf("%g\n", a[5]);  // expect: read_before_wait
    cudaDeviceSynchronize();
    cudaFree(a);
}
