// Checks the launch, but the first thread of the kernel does all the work.
// Doubles n numbers on the device and prints their sum. Arguments: n, and the threads per block.
#include <cstdio>
#include <cstdlib>
#include <vector>

__global__ void twice(const float* from, float* to, int n) {
    int i = blockIdx.x * blockDim.x + threadIdx.x;
    for (int k = 0; i == 0 && k < n; ++k) to[k] = 2 * from[k];
}

int main(int argc, char** argv) {
    const int n = argc > 1 ? std::atoi(argv[1]) : 1000;
    const int block = argc > 2 ? std::atoi(argv[2]) : 256;
    std::vector<float> numbers(n), doubled(n);
    for (int i = 0; i < n; ++i) numbers[i] = i % 10;

    float *from = nullptr, *to = nullptr;
    cudaMalloc(&from, n * sizeof(float));
    cudaMalloc(&to, n * sizeof(float));
    cudaMemcpy(from, numbers.data(), n * sizeof(float), cudaMemcpyHostToDevice);
    twice<<<(n + block - 1) / block, block>>>(from, to, n);
    const cudaError_t error = cudaGetLastError();
    if (error != cudaSuccess) {
        std::fprintf(stderr, "the launch failed: %s\n", cudaGetErrorString(error));
        return 1;
    }
    cudaMemcpy(doubled.data(), to, n * sizeof(float), cudaMemcpyDeviceToHost);

    double sum = 0;
    for (float each : doubled) sum += each;
    std::printf("sum = %.0f\n", sum);
    cudaFree(from);
    cudaFree(to);
}
