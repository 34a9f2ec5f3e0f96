// The time between two events is not known before the host has waited for the second one.
// prints: 600 0
#include <cstdio>
__global__ void work(int* a) { a[threadIdx.x] = 1; }

int main() {
    int* a;
    cudaEvent_t begin, end;
    cudaMalloc(&a, 32 * sizeof(int));
    cudaEventCreate(&begin);
    cudaEventCreate(&end);
    cudaEventRecord(begin);
    work<<<1, 32>>>(a);
    cudaEventRecord(end);
    float ms = -1;
    const cudaError_t early = cudaEventElapsedTime(&ms, begin, end);  // note: read_before_wait
    cudaEventSynchronize(end);
    const cudaError_t late = cudaEventElapsedTime(&ms, begin, end);
    std::printf("%d %d\n", early, late);
    cudaEventDestroy(begin);
    cudaEventDestroy(end);
    cudaFree(a);
    return ms >= 0 ? 0 : 1;
}
