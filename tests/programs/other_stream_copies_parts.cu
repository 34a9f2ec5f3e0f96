// Copies of a part, of rows and of a variable, and kernels of another stream that use what they write. What lies beside it is free.
// prints: 3 7 5 2
#include <cstdio>

__constant__ int coefficients[8];

__global__ void scale(int* a, int first, int factor) { a[first + threadIdx.x] *= factor; }
__global__ void weight(int* a) { a[threadIdx.x] = coefficients[threadIdx.x]; }

int main() {
    constexpr int n = 64, width = 8;
    int *h = nullptr, *d = nullptr, *weights = nullptr;
    cudaStream_t copies, kernels;
    cudaEvent_t copied;
    if (cudaMallocHost(&h, n * sizeof(int)) != cudaSuccess || cudaMalloc(&d, n * sizeof(int)) != cudaSuccess) return 1;
    if (cudaMalloc(&weights, 8 * sizeof(int)) != cudaSuccess || cudaEventCreate(&copied) != cudaSuccess) return 1;
    if (cudaStreamCreate(&copies) != cudaSuccess || cudaStreamCreate(&kernels) != cudaSuccess) return 1;
    for (int i = 0; i < n; ++i) h[i] = 1;
    if (cudaMemcpy(d, h, n * sizeof(int), cudaMemcpyHostToDevice) != cudaSuccess) return 1;

    // Half of the array is copied.
    if (cudaMemcpyAsync(d + n / 2, h, n / 2 * sizeof(int), cudaMemcpyHostToDevice, copies) != cudaSuccess) return 1;
    scale<<<1, n / 2, 0, kernels>>>(d, 0, 3);
    scale<<<1, n / 2, 0, kernels>>>(d, n / 2, 7);  // expect: read_before_wait
    if (cudaDeviceSynchronize() != cudaSuccess) return 1;

    // The left half of each row.
    if (cudaMemcpy2DAsync(d, width * sizeof(int), h, width * sizeof(int), width / 2 * sizeof(int), n / width,
                          cudaMemcpyHostToDevice, copies) != cudaSuccess) return 1;
    scale<<<1, width / 2, 0, kernels>>>(d, 4 + width, 1);
    scale<<<1, width / 2, 0, kernels>>>(d, width, 5);  // expect: read_before_wait
    if (cudaDeviceSynchronize() != cudaSuccess) return 1;

    // A variable.
    for (int i = 0; i < 8; ++i) h[i] = 2;
    if (cudaMemcpyToSymbolAsync(coefficients, h, 8 * sizeof(int), 0, cudaMemcpyHostToDevice, copies) != cudaSuccess) return 1;
    weight<<<1, 8, 0, kernels>>>(weights);  // expect: read_before_wait
    if (cudaDeviceSynchronize() != cudaSuccess) return 1;

    // An event orders the two.
    if (cudaMemcpyToSymbolAsync(coefficients, h, 8 * sizeof(int), 0, cudaMemcpyHostToDevice, copies) != cudaSuccess) return 1;
    if (cudaEventRecord(copied, copies) != cudaSuccess || cudaStreamWaitEvent(kernels, copied, 0) != cudaSuccess) return 1;
    weight<<<1, 8, 0, kernels>>>(weights);
    if (cudaGetLastError() != cudaSuccess || cudaDeviceSynchronize() != cudaSuccess) return 1;

    int first = 0, weighted = 0;
    if (cudaMemcpy(h, d, n * sizeof(int), cudaMemcpyDeviceToHost) != cudaSuccess) return 1;
    if (cudaMemcpy(&weighted, weights, sizeof(int), cudaMemcpyDeviceToHost) != cudaSuccess) return 1;
    first = h[4];
    std::printf("%d %d %d %d\n", first, h[n - 1], h[width], weighted);
    cudaStreamDestroy(copies);
    cudaStreamDestroy(kernels);
    if (cudaEventDestroy(copied) != cudaSuccess || cudaFree(weights) != cudaSuccess) return 1;
    return cudaFree(d) == cudaSuccess && cudaFreeHost(h) == cudaSuccess ? 0 : 1;
}
