// Checks the size of the block before the launch, and asks for the error but ignores it.
#include <cstdio>
#include <cstdlib>
#include <vector>
__global__ void twice(const float* from, float* to, int n) { int i = blockIdx.x * blockDim.x + threadIdx.x; if (i < n) to[i] = 2 * from[i]; }
int main(int argc, char** argv) {
    const int n = std::atoi(argv[1]), block = std::atoi(argv[2]);
    if (n < 1 || block > 1024 || block < 1) { std::printf("%s\n", cudaGetErrorString(cudaErrorInvalidConfiguration)); return 1; }
    std::vector<float> numbers(n), doubled(n);
    for (int i = 0; i < n; ++i) numbers[i] = i % 10;
    float *from = nullptr, *to = nullptr;
    cudaMalloc(&from, n * sizeof(float)); cudaMalloc(&to, n * sizeof(float));
    cudaMemcpy(from, numbers.data(), n * sizeof(float), cudaMemcpyHostToDevice);
    twice<<<(n + block - 1) / block, block>>>(from, to, n);
    cudaGetLastError();
    cudaMemcpy(doubled.data(), to, n * sizeof(float), cudaMemcpyDeviceToHost);
    double sum = 0;
    for (float each : doubled) sum += each;
    std::printf("sum = %.0f\n", sum);
}
