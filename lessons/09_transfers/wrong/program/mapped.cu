// Wrong: no copy at all, but each kernel reads and writes the numbers across the bus.
// Halves n numbers, adds 3 to them, and squares them, on the device, and prints their sum. Argument: n.
#include <cstdio>
#include <cstdlib>

__global__ void scale(float* a, int n) {
    int i = blockIdx.x * blockDim.x + threadIdx.x;
    if (i < n) a[i] *= 0.5f;
}

__global__ void shift(float* a, int n) {
    int i = blockIdx.x * blockDim.x + threadIdx.x;
    if (i < n) a[i] += 3;
}

__global__ void square(float* a, int n) {
    int i = blockIdx.x * blockDim.x + threadIdx.x;
    if (i < n) a[i] *= a[i];
}

int main(int argc, char** argv) {
    const int n = argc > 1 ? std::atoi(argv[1]) : 1000;
    const int blocks = (n + 255) / 256;
    float *numbers = nullptr, *a = nullptr;
    cudaHostAlloc(&numbers, n * sizeof(float), cudaHostAllocMapped);
    for (int i = 0; i < n; ++i) numbers[i] = i % 100;
    cudaHostGetDevicePointer(&a, numbers, 0);
    scale<<<blocks, 256>>>(a, n);
    shift<<<blocks, 256>>>(a, n);
    square<<<blocks, 256>>>(a, n);
    cudaDeviceSynchronize();

    double sum = 0;
    for (int i = 0; i < n; ++i) sum += numbers[i];
    std::printf("sum = %.2f, last = %.2f\n", sum, numbers[n - 1]);
    cudaFreeHost(numbers);
}
