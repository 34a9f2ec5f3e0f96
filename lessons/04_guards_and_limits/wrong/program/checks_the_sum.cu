// Takes a sum of 0 to mean a refused launch.
#include <cstdio>
#include <cstdlib>
#include <vector>
__global__ void twice(const float* from, float* to, int n) {
    int i = blockIdx.x * blockDim.x + threadIdx.x;
    if (i < n) to[i] = 2 * from[i];
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
    cudaMemset(to, 0, n * sizeof(float));
    twice<<<(n + block - 1) / block, block>>>(from, to, n);
    cudaMemcpy(doubled.data(), to, n * sizeof(float), cudaMemcpyDeviceToHost);
    double sum = 0;
    for (float each : doubled) sum += each;
    if (sum == 0) {
        std::puts(cudaGetErrorString(cudaGetLastError()));
        return 1;
    }
    std::printf("sum = %.0f\n", sum);
    cudaFree(from);
    cudaFree(to);
}
