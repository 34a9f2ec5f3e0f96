// The launches have a thread for each cup, but thread 0 of each block cools them all.
// Cools n cups on the device, and prints the sum of their temperatures. Arguments: n, the number of chunks, and the number of streams.
#include <algorithm>
#include <cstdio>
#include <cstdlib>
#include <vector>

__global__ void cool(const float* a, float* c, int n, int rounds) {
    int first = blockIdx.x * blockDim.x;
    if (threadIdx.x > 0) return;
    for (int i = first; i < min(n, first + int(blockDim.x)); ++i) {
        float warm = a[i];
        for (int k = 0; k < rounds; ++k) warm += (20 - warm) * 0.01f;
        c[i] = warm;
    }
}

int main(int argc, char** argv) {
    const int n = argc > 1 ? std::atoi(argv[1]) : 1000;
    const int chunks = argc > 2 ? std::atoi(argv[2]) : 4;
    const int streams = argc > 3 ? std::atoi(argv[3]) : 2;
    const int rounds = 16;
    float *a, *c;
    cudaMallocHost(&a, n * sizeof(float));
    cudaMallocHost(&c, n * sizeof(float));
    for (int i = 0; i < n; ++i) a[i] = 30 + i % 60;
    float *a_device, *c_device;
    cudaMalloc(&a_device, n * sizeof(float));
    cudaMalloc(&c_device, n * sizeof(float));

    std::vector<cudaStream_t> queues(streams);
    for (cudaStream_t& queue : queues) cudaStreamCreate(&queue);
    const int each = (n + chunks - 1) / chunks;
    for (int chunk = 0; chunk < chunks; ++chunk) {
        const int first = chunk * each, count = std::min(each, n - first);
        if (count <= 0) break;
        const cudaStream_t queue = queues[chunk % streams];
        cudaMemcpyAsync(a_device + first, a + first, count * sizeof(float), cudaMemcpyHostToDevice, queue);
        cool<<<(count + 255) / 256, 256, 0, queue>>>(a_device + first, c_device + first, count, rounds);
        cudaMemcpyAsync(c + first, c_device + first, count * sizeof(float), cudaMemcpyDeviceToHost, queue);
    }
    cudaDeviceSynchronize();
    for (cudaStream_t queue : queues) cudaStreamDestroy(queue);

    double sum = 0;
    for (int i = 0; i < n; ++i) sum += c[i];
    std::printf("%d chunks in %d streams: sum = %.1f, last = %.3f\n", chunks, streams, sum, c[n - 1]);
    cudaFreeHost(a);
    cudaFreeHost(c);
    cudaFree(a_device);
    cudaFree(c_device);
}
