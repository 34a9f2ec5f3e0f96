// Waits, but the first thread of the kernel does all the work.
// Adds 1 to n numbers in each round, on the device, and prints how long that took and two of the numbers. Arguments: n, and the
// number of rounds.
#include <chrono>
#include <cstdio>
#include <cstdlib>

__global__ void add_rounds(float* a, int n, int rounds) {
    int i = blockIdx.x * blockDim.x + threadIdx.x;
    if (i > 0) return;
    for (int k = 0; k < n; ++k)
        for (int round = 0; round < rounds; ++round) a[k] += 1;
}

int main(int argc, char** argv) {
    const int n = argc > 1 ? std::atoi(argv[1]) : 1000;
    const int rounds = argc > 2 ? std::atoi(argv[2]) : 8;
    float* a = nullptr;
    cudaMallocManaged(&a, n * sizeof(float));
    for (int i = 0; i < n; ++i) a[i] = i % 100;

    const auto begin = std::chrono::steady_clock::now();
    add_rounds<<<(n + 255) / 256, 256>>>(a, n, rounds);
    cudaDeviceSynchronize();
    const auto end = std::chrono::steady_clock::now();
    std::printf("%.3f ms\n", std::chrono::duration<double, std::milli>(end - begin).count());
    std::printf("first %g, last %g\n", a[0], a[n - 1]);
    cudaFree(a);
}
