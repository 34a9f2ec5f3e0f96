// One chunk for each stream but the last, which gets all other chunks.
#include <algorithm>
#include <cstdio>
#include <cstdlib>
#include <vector>
__global__ void cool(const float* a, float* c, int n, int rounds) { int i = blockIdx.x * blockDim.x + threadIdx.x; if (i >= n) return; float w = a[i]; for (int k = 0; k < rounds; ++k) w += (20 - w) * 0.01f; c[i] = w; }
int main(int argc, char** argv) {
    const int n = std::atoi(argv[1]), chunks = std::atoi(argv[2]), streams = std::atoi(argv[3]), rounds = 16;
    float *a, *c, *d, *e;
    cudaMallocHost(&a, n * 4); cudaMallocHost(&c, n * 4); cudaMalloc(&d, n * 4); cudaMalloc(&e, n * 4);
    for (int i = 0; i < n; ++i) a[i] = 30 + i % 60;
    std::vector<cudaStream_t> q(streams);
    for (auto& s : q) cudaStreamCreate(&s);
    const int each = (n + chunks - 1) / chunks;
    for (int k = 0; k < chunks; ++k) {
        const int f = k * each, m = std::min(each, n - f);
        auto s = q[std::min(k, streams - 1)];
        cudaMemcpyAsync(d + f, a + f, m * 4, cudaMemcpyHostToDevice, s);
        cool<<<(m + 255) / 256, 256, 0, s>>>(d + f, e + f, m, rounds);
        cudaMemcpyAsync(c + f, e + f, m * 4, cudaMemcpyDeviceToHost, s);
    }
    cudaDeviceSynchronize();
    double sum = 0;
    for (int i = 0; i < n; ++i) sum += c[i];
    std::printf("%d chunks in %d streams: sum = %.1f, last = %.3f\n", chunks, streams, sum, c[n - 1]);
}
