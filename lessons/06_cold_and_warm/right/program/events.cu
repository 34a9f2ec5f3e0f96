// The device measures: two events around the kernel, and a wait for the second.
#include <cstdio>
#include <cstdlib>

__global__ void add_rounds(float* a, int n, int rounds) {
    int i = blockIdx.x * blockDim.x + threadIdx.x;
    if (i >= n) return;
    float x = a[i];
    for (int round = 0; round < rounds; ++round) x += 1;
    a[i] = x;
}

int main(int argc, char** argv) {
    const int n = argc > 1 ? std::atoi(argv[1]) : 1000;
    const int rounds = argc > 2 ? std::atoi(argv[2]) : 8;
    float* a = nullptr;
    cudaMallocManaged(&a, n * sizeof(float));
    for (int i = 0; i < n; ++i) a[i] = i % 100;

    cudaEvent_t begin, end;
    cudaEventCreate(&begin);
    cudaEventCreate(&end);
    cudaEventRecord(begin);
    add_rounds<<<(n + 255) / 256, 256>>>(a, n, rounds);
    cudaEventRecord(end);
    cudaEventSynchronize(end);
    float ms = 0;
    cudaEventElapsedTime(&ms, begin, end);
    std::printf("%.3f ms\n", ms);
    std::printf("first %g, last %g\n", a[0], a[n - 1]);
    cudaEventDestroy(begin);
    cudaEventDestroy(end);
    cudaFree(a);
}
