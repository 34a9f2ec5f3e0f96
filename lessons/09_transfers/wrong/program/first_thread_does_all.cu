// One copy each way, and the first thread of each kernel does all its work.
// Halves n numbers, adds 3 to them, and squares them, on the device, and prints their sum. Argument: n.
#include <cstdio>
#include <cstdlib>
#include <vector>

__global__ void scale(float* a, int n) {
    int i = blockIdx.x * blockDim.x + threadIdx.x;
    for (int k = 0; i == 0 && k < n; ++k) a[k] *= 0.5f;
}

__global__ void shift(float* a, int n) {
    int i = blockIdx.x * blockDim.x + threadIdx.x;
    for (int k = 0; i == 0 && k < n; ++k) a[k] += 3;
}

__global__ void square(float* a, int n) {
    int i = blockIdx.x * blockDim.x + threadIdx.x;
    for (int k = 0; i == 0 && k < n; ++k) a[k] *= a[k];
}

int main(int argc, char** argv) {
    const int n = argc > 1 ? std::atoi(argv[1]) : 1000;
    const int blocks = (n + 255) / 256;
    std::vector<float> numbers(n);
    for (int i = 0; i < n; ++i) numbers[i] = i % 100;

    float* a = nullptr;
    cudaMalloc(&a, n * sizeof(float));
    cudaMemcpy(a, numbers.data(), n * sizeof(float), cudaMemcpyHostToDevice);
    scale<<<blocks, 256>>>(a, n);
    shift<<<blocks, 256>>>(a, n);
    square<<<blocks, 256>>>(a, n);
    cudaMemcpy(numbers.data(), a, n * sizeof(float), cudaMemcpyDeviceToHost);

    double sum = 0;
    for (float each : numbers) sum += each;
    std::printf("sum = %.2f, last = %.2f\n", sum, numbers[n - 1]);
    cudaFree(a);
}
