// prints: 31 31
#include <cstdio>

__global__ void number(int* a) { a[threadIdx.x] = threadIdx.x; }

int main() {
    int *d = nullptr, *h = nullptr;
    cudaMalloc(&d, 32 * sizeof(int));
    cudaMallocHost(&h, 32 * sizeof(int));
    cudaStream_t stream;
    cudaStreamCreate(&stream);
    number<<<1, 32, 0, stream>>>(d);
    cudaMemcpyAsync(h, d, 32 * sizeof(int), cudaMemcpyDeviceToHost, stream);
    const int early = h[31];  // expect: read_before_wait
    cudaStreamSynchronize(stream);
    std::printf("%d %d\n", early, h[31]);
    cudaStreamDestroy(stream);
    cudaFreeHost(h);
    cudaFree(d);
}
