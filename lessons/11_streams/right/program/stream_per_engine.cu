// A stream for each engine, ordered by events: copies in, kernels, copies out.
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
    float *a, *c;
    cudaMallocHost(&a, n * sizeof(float));
    cudaMallocHost(&c, n * sizeof(float));
    for (int i = 0; i < n; ++i) a[i] = 30 + i % 60;
    float *a_device, *c_device;
    cudaMalloc(&a_device, n * sizeof(float));
    cudaMalloc(&c_device, n * sizeof(float));

    cudaStream_t in, compute, out;
    cudaStreamCreate(&in);
    cudaStreamCreate(&compute);
    cudaStreamCreate(&out);
    std::vector<cudaEvent_t> copied(chunks), cooled(chunks);
    const int each = (n + chunks - 1) / chunks;
    for (int chunk = 0, first = 0; first < n; ++chunk, first += each) {
        const int count = std::min(each, n - first);
        cudaEventCreate(&copied[chunk]);
        cudaEventCreate(&cooled[chunk]);
        cudaMemcpyAsync(a_device + first, a + first, count * sizeof(float), cudaMemcpyHostToDevice, in);
        cudaEventRecord(copied[chunk], in);
        cudaStreamWaitEvent(compute, copied[chunk], 0);
        cool<<<(count + 255) / 256, 256, 0, compute>>>(a_device + first, c_device + first, count, rounds);
        cudaEventRecord(cooled[chunk], compute);
        cudaStreamWaitEvent(out, cooled[chunk], 0);
        cudaMemcpyAsync(c + first, c_device + first, count * sizeof(float), cudaMemcpyDeviceToHost, out);
    }
    cudaStreamSynchronize(out);

    double sum = 0;
    for (int i = 0; i < n; ++i) sum += c[i];
    std::printf("%d chunks in %d streams: sum = %.1f, last = %.3f\n", chunks, streams, sum, c[n - 1]);
    cudaFreeHost(a);
    cudaFreeHost(c);
    cudaFree(a_device);
    cudaFree(c_device);
}
