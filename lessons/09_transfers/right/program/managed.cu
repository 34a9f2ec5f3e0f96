// Managed memory: the program makes no copy at all.
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
    float* a;
    cudaMallocManaged(&a, n * sizeof(float));
    for (int i = 0; i < n; ++i) a[i] = static_cast<float>(i % 100);
    const dim3 block(128), grid((n + block.x - 1) / block.x);
    scale<<<grid, block>>>(a, n);
    shift<<<grid, block>>>(a, n);
    square<<<grid, block>>>(a, n);
    cudaDeviceSynchronize();
    double sum = 0;
    for (int i = 0; i < n; ++i) sum += a[i];
    std::printf("sum = %.2f, last = %.2f\n", sum, a[n - 1]);
    cudaFree(a);
    return 0;
}
