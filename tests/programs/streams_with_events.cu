// Streams that are ordered by events, and streams that share an array and no element of it: nothing is wrong.
// prints: 5 5
#include <cstdio>

__global__ void scale(float* a, int first) { a[first + threadIdx.x] *= 5; }

int main() {
    constexpr int n = 4096, parts = 4, part = n / parts;
    float *h = nullptr, *d = nullptr;
    cudaStream_t streams[parts];
    cudaEvent_t copied;
    if (cudaMallocHost(&h, n * sizeof(float)) != cudaSuccess || cudaMalloc(&d, n * sizeof(float)) != cudaSuccess) return 1;
    if (cudaEventCreate(&copied) != cudaSuccess) return 1;
    for (auto& stream : streams)
        if (cudaStreamCreateWithFlags(&stream, cudaStreamNonBlocking) != cudaSuccess) return 1;
    for (int i = 0; i < n; ++i) h[i] = 1;

    // One copy, an event, and kernels in other streams.
    if (cudaMemcpyAsync(d, h, n * sizeof(float), cudaMemcpyHostToDevice, streams[0]) != cudaSuccess) return 1;
    if (cudaEventRecord(copied, streams[0]) != cudaSuccess) return 1;
    for (int i = 0; i < parts; ++i) {
        if (cudaStreamWaitEvent(streams[i], copied, 0) != cudaSuccess) return 1;
        scale<<<1, part, 0, streams[i]>>>(d, i * part);
    }
    if (cudaGetLastError() != cudaSuccess || cudaDeviceSynchronize() != cudaSuccess) return 1;
    if (cudaMemcpy(h, d, n * sizeof(float), cudaMemcpyDeviceToHost) != cudaSuccess) return 1;
    const float first = h[n - 1];

    // Each stream copies and computes its own part, in both directions.
    for (int i = 0; i < n; ++i) h[i] = 1;
    for (int i = 0; i < parts; ++i)
        if (cudaMemcpyAsync(d + i * part, h + i * part, part * sizeof(float), cudaMemcpyHostToDevice, streams[i]) != cudaSuccess) return 1;
    for (int i = 0; i < parts; ++i) scale<<<1, part, 0, streams[i]>>>(d, i * part);
    for (int i = 0; i < parts; ++i)
        if (cudaMemcpyAsync(h + i * part, d + i * part, part * sizeof(float), cudaMemcpyDeviceToHost, streams[i]) != cudaSuccess) return 1;
    for (auto& stream : streams)
        if (cudaStreamSynchronize(stream) != cudaSuccess) return 1;
    std::printf("%g %g\n", first, h[n - 1]);
    for (auto& stream : streams) cudaStreamDestroy(stream);
    if (cudaEventDestroy(copied) != cudaSuccess) return 1;
    return cudaFree(d) == cudaSuccess && cudaFreeHost(h) == cudaSuccess ? 0 : 1;
}
