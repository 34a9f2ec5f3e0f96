// Far from every array nothing is mapped: the launch ends there, and every later call fails.
// prints: an illegal memory access was encountered | 1
#include <cstdio>

__global__ void far(float* a) {
    a[256 << 20] = 1;  // expect: out_of_bounds
}

int main() {
    float* a = nullptr;
    if (cudaMalloc(&a, 4096) != cudaSuccess) return 1;
    far<<<1, 1>>>(a);
    const cudaError_t error = cudaDeviceSynchronize();
    std::printf("%s | %d\n", cudaGetErrorString(error), cudaFree(a) == error);
}
