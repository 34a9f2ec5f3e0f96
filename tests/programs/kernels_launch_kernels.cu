// Dynamic parallelism, a barrier of the grid, and spellings that nvcc takes.
// prints: 96 64
#include <cooperative_groups.h>
#include <cstdio>

__global__ void child(int* a, int n) { atomicAdd(a, n); }
__global__ void parent(int* a) {
    if (threadIdx.x == 0) child<<<2, 16>>>(a, 3);
}
extern "C"__global__ void neighbours(int* a) {
    __shared__ alignas(16) int tile[32];
    register int i = blockIdx.x * blockDim.x + threadIdx.x;
    unsigned lane;
    asm("mov.u32 %0, %laneid;" : "=r"(lane));
    tile[lane] = 1;
    a[i] = tile[lane];
    cooperative_groups::this_grid().sync();
    if (i == 0)
        for (int k = 1; k < 64; ++k) a[0] += a[k];
}

int main() {
    int* a = nullptr;
    int sum = 0, ones = 0;
    cudaMalloc(&a, 64 * sizeof(int));
    cudaMemset(a, 0, 64 * sizeof(int));
    parent<<<1, 32>>>(a);
    cudaMemcpy(&sum, a, sizeof sum, cudaMemcpyDeviceToHost);
    void* arguments[] = {&a};
    cudaLaunchCooperativeKernel(neighbours, dim3(2), dim3(32), arguments);
    cudaMemcpy(&ones, a, sizeof ones, cudaMemcpyDeviceToHost);
    std::printf("%d %d\n", sum, ones);
    cudaFree(a);
}
