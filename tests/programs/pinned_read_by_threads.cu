// Several threads of the host read pinned memory that nothing has waited for: told once, and no crash for those that come second.
#include <cuda_runtime.h>

#include <atomic>
#include <cstdio>
#include <thread>
#include <vector>

__global__ void set(int* p) { p[threadIdx.x] = 1; }

int main() {
    int* p;
    cudaMallocHost(&p, 4096);
    std::atomic<int> go{0}, sum{0};
    for (int round = 0; round < 20; ++round) {
        set<<<1, 32>>>(p);
        go = 0;
        std::vector<std::thread> threads;
        for (int t = 0; t < 4; ++t)
            threads.emplace_back([&, t] {
                while (go == 0) {
                }
                sum += ((volatile int*)p)[t];  // expect: read_before_wait
            });
        go = 1;
        for (std::thread& each : threads) each.join();
        cudaDeviceSynchronize();
    }
    printf("%d\n", sum.load());  // prints: 80
    cudaFreeHost(p);
}
