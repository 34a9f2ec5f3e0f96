// Prints seconds as if they were milliseconds.
#include <chrono>
#include <cstdio>
#include <cstdlib>
__global__ void add_rounds(float* a, int n, int rounds) {
    int i = blockIdx.x * blockDim.x + threadIdx.x;
    if (i >= n) return;
    for (int r = 0; r < rounds; ++r) a[i] += 1;
}
int main(int argc, char** argv) {
    const int n = std::atoi(argv[1]), rounds = std::atoi(argv[2]);
    float* a = nullptr;
    cudaMallocManaged(&a, n * sizeof(float));
    for (int i = 0; i < n; ++i) a[i] = i % 100;
    const auto begin = std::chrono::steady_clock::now();
    add_rounds<<<(n + 255) / 256, 256>>>(a, n, rounds);
    cudaDeviceSynchronize();
    const auto end = std::chrono::steady_clock::now();
    std::printf("%.3f ms\n", std::chrono::duration<double>(end - begin).count());
    std::printf("first %g, last %g\n", a[0], a[n - 1]);
}
