// Two streams copy the halves of one pinned array: the host may use the half whose stream it has waited for.
// prints: 1 2 2
#include <cstdio>

__global__ void fill(int* a, int value) { a[threadIdx.x] = value; }

int main() {
    constexpr int half = 2048;  // two pages
    int *h = nullptr, *d = nullptr;
    cudaStream_t streams[2];
    if (cudaMallocHost(&h, 2 * half * sizeof(int)) != cudaSuccess || cudaMalloc(&d, 2 * half * sizeof(int)) != cudaSuccess) return 1;
    for (int i = 0; i < 2; ++i) {
        if (cudaStreamCreate(&streams[i]) != cudaSuccess) return 1;
        fill<<<1, 1024, 0, streams[i]>>>(d + i * half, i + 1);
        if (cudaMemcpyAsync(h + i * half, d + i * half, 1024 * sizeof(int), cudaMemcpyDeviceToHost, streams[i]) != cudaSuccess) return 1;
    }
    if (cudaGetLastError() != cudaSuccess || cudaStreamSynchronize(streams[0]) != cudaSuccess) return 1;
    const int first = h[5];
    const int early = h[half + 5];  // expect: read_before_wait
    if (cudaStreamSynchronize(streams[1]) != cudaSuccess) return 1;
    std::printf("%d %d %d\n", first, early, h[half + 1023]);
    for (const cudaStream_t stream : streams) cudaStreamDestroy(stream);
    return cudaFree(d) == cudaSuccess && cudaFreeHost(h) == cudaSuccess ? 0 : 1;
}
