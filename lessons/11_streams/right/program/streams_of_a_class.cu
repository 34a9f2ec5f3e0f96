// A class owns a stream; blocks have 128 threads, and the lengths of the chunks differ by one.
#include <algorithm>
#include <cstdio>
#include <cstdlib>
#include <memory>
#include <vector>
__global__ void cool(const float* a, float* c, int n, int rounds) {
    for (int i = blockIdx.x * blockDim.x + threadIdx.x; i < n; i += gridDim.x * blockDim.x) {
        float w = a[i];
        for (int k = 0; k < rounds; ++k) w += (20 - w) * 0.01f;
        c[i] = w;
    }
}
struct Stream {
    cudaStream_t s;
    Stream() { cudaStreamCreateWithFlags(&s, cudaStreamNonBlocking); }
    ~Stream() { cudaStreamDestroy(s); }
};
int main(int argc, char** argv) {
    const int n = std::atoi(argv[1]), chunks = std::atoi(argv[2]), streams = std::atoi(argv[3]);
    float *a, *c, *da, *dc;
    cudaMallocHost(&a, n * sizeof(float));
    cudaMallocHost(&c, n * sizeof(float));
    cudaMalloc(&da, n * sizeof(float));
    cudaMalloc(&dc, n * sizeof(float));
    for (int i = 0; i < n; ++i) a[i] = 30 + i % 60;
    {
        std::vector<std::unique_ptr<Stream>> q;
        for (int s = 0; s < streams; ++s) q.push_back(std::make_unique<Stream>());
        for (int k = 0; k < chunks; ++k) {
            const long long from = (long long)n * k / chunks, to = (long long)n * (k + 1) / chunks;
            const int m = to - from;
            cudaStream_t s = q[k % streams]->s;
            cudaMemcpyAsync(da + from, a + from, m * sizeof(float), cudaMemcpyHostToDevice, s);
            cool<<<(m + 127) / 128, 128, 0, s>>>(da + from, dc + from, m, 16);
            cudaMemcpyAsync(c + from, dc + from, m * sizeof(float), cudaMemcpyDeviceToHost, s);
        }
        for (auto& s : q) cudaStreamSynchronize(s->s);
    }
    double sum = 0;
    for (int i = 0; i < n; ++i) sum += c[i];
    std::printf("%d chunks in %d streams: sum = %.1f, last = %.3f\n", chunks, streams, sum, c[n - 1]);
    cudaFreeHost(a);
    cudaFreeHost(c);
    cudaFree(da);
    cudaFree(dc);
}
