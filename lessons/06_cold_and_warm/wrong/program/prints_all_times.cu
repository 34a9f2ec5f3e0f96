// Prints the times that the check asks for, one below the other, and never reads a clock.
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
    add_rounds<<<(n + 255) / 256, 256>>>(a, n, rounds);
    cudaDeviceSynchronize();
    std::printf("1000000.0 ms\n3000000.0 ms\n");
    std::printf("first %g, last %g\n", a[0], a[n - 1]);
    cudaFree(a);
}
