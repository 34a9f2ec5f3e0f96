// Each thread has its own configurations and its own last error.
// prints: 96 160
// prints: no error, out of memory
#include <cstdio>
#include <thread>

__global__ void count(int* sum) { atomicAdd(sum, 1); }

void launch(int* sum, int blocks) {
    for (int i = 0; i < 4; ++i) count<<<blocks, 8>>>(sum);
}

int main() {
    int *sums, host[2];
    if (cudaMalloc(&sums, sizeof host) != cudaSuccess || cudaMemset(sums, 0, sizeof host) != cudaSuccess) return 1;
    std::thread first(launch, sums, 3), second(launch, sums + 1, 5);
    first.join();
    second.join();
    if (cudaMemcpy(host, sums, sizeof host, cudaMemcpyDeviceToHost) != cudaSuccess) return 1;
    std::printf("%d %d\n", host[0], host[1]);

    cudaError_t of_thread = cudaSuccess;
    std::thread fails([&] {
        void* much = nullptr;
        if (cudaMalloc(&much, size_t(1) << 60) == cudaSuccess) return;
        of_thread = cudaGetLastError();
    });
    fails.join();
    std::printf("%s, %s\n", cudaGetErrorString(cudaGetLastError()), cudaGetErrorString(of_thread));
    return cudaFree(sums) == cudaSuccess ? 0 : 1;
}
