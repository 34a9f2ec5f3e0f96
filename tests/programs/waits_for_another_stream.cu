// The program waits, and not for the stream that writes what it reads.
// prints: 3 3
#include <cstdio>

__global__ void fill(float* a) { a[threadIdx.x] = 3; }

int main() {
    float* a = nullptr;
    cudaStream_t works, idle;
    if (cudaMallocManaged(&a, 32 * sizeof(float)) != cudaSuccess) return 1;
    if (cudaStreamCreate(&works) != cudaSuccess || cudaStreamCreate(&idle) != cudaSuccess) return 1;
    fill<<<1, 32, 0, works>>>(a);
    if (cudaGetLastError() != cudaSuccess || cudaStreamSynchronize(idle) != cudaSuccess) return 1;
    const float early = a[5];  // expect: read_before_wait
    if (cudaStreamSynchronize(works) != cudaSuccess) return 1;
    std::printf("%g %g\n", early, a[6]);
    cudaStreamDestroy(works);
    cudaStreamDestroy(idle);
    return cudaFree(a) == cudaSuccess ? 0 : 1;
}
