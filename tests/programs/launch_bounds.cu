// prints: 128 of 1024
// prints: at most 128 threads: 0
// prints: cudaErrorInvalidValue
#include <cstdio>

__global__ void __launch_bounds__(128) bounded(int* out) { out[threadIdx.y * blockDim.x + threadIdx.x] = 1; }
__global__ void free_of_bounds(int*) {}

int main() {
    int* out = nullptr;
    cudaMalloc(&out, 512 * sizeof *out);
    cudaFuncAttributes of_bounded, of_free;
    cudaFuncGetAttributes(&of_bounded, bounded);
    cudaFuncGetAttributes(&of_free, free_of_bounds);
    std::printf("%d of %d\n", of_bounded.maxThreadsPerBlock, of_free.maxThreadsPerBlock);
    int grid = 0, block = 0;
    cudaOccupancyMaxPotentialBlockSize(&grid, &block, bounded, 0, 0);
    bounded<<<1, dim3(2, 64)>>>(out);
    std::printf("at most %d threads: %d\n", block, static_cast<int>(cudaGetLastError()));
    bounded<<<1, dim3(16, 32)>>>(out);  // note: refused_launch
    std::printf("%s\n", cudaGetErrorName(cudaGetLastError()));
    bounded<<<1, 512>>>(out);  // expect: unchecked_error
    cudaFree(out);
}
