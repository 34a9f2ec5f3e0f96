// No calls that copy: before and after each kernel, another kernel moves the array from or to mapped host memory.
#include <cstdio>
#include <cstdlib>
#include <vector>
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
__global__ void move(const float* from, float* to, int n) {
    int i = blockIdx.x * blockDim.x + threadIdx.x;
    if (i < n) to[i] = from[i];
}
int main(int argc, char** argv) {
    const int n = argc > 1 ? std::atoi(argv[1]) : 1000;
    const int blocks = (n + 255) / 256;
    float *numbers = nullptr, *a = nullptr;
    cudaHostAlloc(&numbers, n * sizeof(float), cudaHostAllocMapped);
    for (int i = 0; i < n; ++i) numbers[i] = i % 100;
    cudaMalloc(&a, n * sizeof(float));
    move<<<blocks, 256>>>(numbers, a, n);
    scale<<<blocks, 256>>>(a, n);
    move<<<blocks, 256>>>(a, numbers, n);
    move<<<blocks, 256>>>(numbers, a, n);
    shift<<<blocks, 256>>>(a, n);
    move<<<blocks, 256>>>(a, numbers, n);
    move<<<blocks, 256>>>(numbers, a, n);
    square<<<blocks, 256>>>(a, n);
    move<<<blocks, 256>>>(a, numbers, n);
    cudaDeviceSynchronize();
    double sum = 0;
    for (int i = 0; i < n; ++i) sum += numbers[i];
    std::printf("sum = %.2f, last = %.2f\n", sum, numbers[n - 1]);
    cudaFree(a);
    cudaFreeHost(numbers);
}
