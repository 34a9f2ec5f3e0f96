// Copies one number back to see that the kernels have run, and computes the sum on the host.
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
int main(int argc, char** argv) {
    const int n = std::atoi(argv[1]), blocks = (n + 255) / 256;
    float* a = nullptr;
    float first = 0, zero = 4;
    cudaMalloc(&a, n * sizeof(float));
    cudaMemset(a, 0, n * sizeof(float));
    cudaMemcpy(a, &zero, sizeof(float), cudaMemcpyHostToDevice);
    scale<<<blocks, 256>>>(a, n);
    shift<<<blocks, 256>>>(a, n);
    square<<<blocks, 256>>>(a, n);
    cudaMemcpy(&first, a, sizeof(float), cudaMemcpyDeviceToHost);
    double sum = 0;
    float last = 0;
    for (int i = 0; i < n; ++i) {
        last = i % 100 * 0.5f + 3;
        last *= last;
        sum += last;
    }
    std::printf("sum = %.2f, last = %.2f\n", first == 25 ? sum : 0.0, last);
}
