// Memory of each side: the copy back waits for the kernel, and is part of the time.
#include <chrono>
#include <cstdio>
#include <cstdlib>
#include <vector>

__global__ void add_rounds(float* a, int n, int rounds) {
    const int i = blockIdx.x * blockDim.x + threadIdx.x;
    if (i < n)
        for (int round = 0; round < rounds; ++round) a[i] += 1.0f;
}

int main(int argc, char** argv) {
    const int n = argc > 1 ? std::atoi(argv[1]) : 1000;
    const int rounds = argc > 2 ? std::atoi(argv[2]) : 8;
    std::vector<float> host(n);
    for (int i = 0; i < n; ++i) host[i] = static_cast<float>(i % 100);

    using Clock = std::chrono::high_resolution_clock;
    const auto start = Clock::now();
    float* device;
    cudaMalloc(&device, n * sizeof(float));
    cudaMemcpy(device, host.data(), n * sizeof(float), cudaMemcpyHostToDevice);
    add_rounds<<<n / 128 + 1, 128>>>(device, n, rounds);
    cudaMemcpy(host.data(), device, n * sizeof(float), cudaMemcpyDeviceToHost);
    const std::chrono::duration<double, std::milli> took = Clock::now() - start;
    cudaFree(device);

    std::printf("%f ms\nfirst %.0f, last %.0f\n", took.count(), host.front(), host.back());
}
