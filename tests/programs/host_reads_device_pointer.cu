// exit: 139
#include <cstdio>

__global__ void fill(float* a) { a[threadIdx.x] = 3; }

int main() {
    float* a = nullptr;
    cudaMalloc(&a, 32 * sizeof(float));
    fill<<<1, 32>>>(a);
    cudaDeviceSynchronize();
    float sum = 0;
    for (int i = 0; i < 32; ++i)
        sum += a[i];  // expect: host_reads_device_pointer
    std::printf("%g\n", sum);
    cudaFree(a);
}
