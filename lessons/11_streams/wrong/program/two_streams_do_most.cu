// Each stream gets one chunk, and the first two streams get all other chunks.
#include <algorithm>
#include <cstdio>
#include <cstdlib>
#include <vector>
__global__ void cool(const float* a, float* c, int n, int rounds) {
    int i = blockIdx.x * blockDim.x + threadIdx.x;
    if (i >= n) return;
    float warm = a[i];
    for (int k = 0; k < rounds; ++k) warm += (20 - warm) * 0.01f;
    c[i] = warm;
}
int main(int argc, char** argv) {
    const int n = argc > 1 ? std::atoi(argv[1]) : 1000;
    const int chunks = argc > 2 ? std::atoi(argv[2]) : 4;
    const int streams = argc > 3 ? std::atoi(argv[3]) : 2;
    const int rounds = 16;
    float *a, *c, *a_device, *c_device;
    cudaMallocHost(&a, n * sizeof(float));
    cudaMallocHost(&c, n * sizeof(float));
    for (int i = 0; i < n; ++i) a[i] = 30 + i % 60;
    cudaMalloc(&a_device, n * sizeof(float));
    cudaMalloc(&c_device, n * sizeof(float));
    std::vector<cudaStream_t> queues(streams);
    for (cudaStream_t& queue : queues) cudaStreamCreate(&queue);
    const int each = (n + chunks - 1) / chunks;
    for (int chunk = 0; chunk < chunks; ++chunk) {
        const int first = chunk * each, count = std::min(each, n - first);
        const cudaStream_t queue = queues[chunk < streams ? chunk : chunk % 2];
        cudaMemcpyAsync(a_device + first, a + first, count * sizeof(float), cudaMemcpyHostToDevice, queue);
        cool<<<(count + 255) / 256, 256, 0, queue>>>(a_device + first, c_device + first, count, rounds);
        cudaMemcpyAsync(c + first, c_device + first, count * sizeof(float), cudaMemcpyDeviceToHost, queue);
    }
    cudaDeviceSynchronize();
    double sum = 0;
    for (int i = 0; i < n; ++i) sum += c[i];
    std::printf("%d chunks in %d streams: sum = %.1f, last = %.3f\n", chunks, streams, sum, c[n - 1]);
}
