// gpus: 2
// The streams of two GPUs are not ordered, not even their default streams; a copy between both in a default stream waits for both.
#include <cstdio>

__global__ void fill(int* a) { a[threadIdx.x] = threadIdx.x; }

int main() {
    int *on_0 = nullptr, *on_1 = nullptr, *both = nullptr;
    cudaStream_t stream;
    if (cudaMalloc(&on_0, 128) || cudaMallocManaged(&both, 128) || cudaSetDevice(1) || cudaMalloc(&on_1, 128)) return 1;
    if (cudaStreamCreate(&stream) || cudaSetDevice(0)) return 1;
    fill<<<1, 32>>>(on_0);
    if (cudaMemcpyPeer(on_1, 1, on_0, 0, 128)) return 1;
    fill<<<1, 32>>>(on_0);
    if (cudaMemcpyPeerAsync(on_1, 1, on_0, 0, 128, stream)) return 1;  // expect: read_before_wait
    fill<<<1, 32>>>(both);
    if (cudaSetDevice(1) || cudaDeviceSynchronize()) return 1;  // waits for GPU 1 only
    const int early = both[3];  // expect: read_before_wait
    if (cudaSetDevice(0) || cudaDeviceSynchronize()) return 1;
    printf("%d %d\n", early, both[31]);
    if (cudaFree(on_0) || cudaFree(on_1) || cudaFree(both) || cudaStreamDestroy(stream)) return 1;
    return 0;
}
// prints: 3 31
