// Pinned memory, and all in one stream.
#include <algorithm>
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
    const int n = argc > 1 ? std::atoi(argv[1]) : 1000;
    const int blocks = (n + 255) / 256;
    std::vector<float> numbers(n);
    for (int i = 0; i < n; ++i) numbers[i] = i % 100;

    float* a = nullptr;
    cudaMalloc(&a, n * sizeof(float));
    float* host = nullptr;
    cudaMallocHost(&host, n * sizeof(float));
    std::copy(numbers.begin(), numbers.end(), host);
    cudaStream_t stream;
    cudaStreamCreate(&stream);
    cudaMemcpyAsync(a, host, n * sizeof(float), cudaMemcpyHostToDevice, stream);
    scale<<<blocks, 256, 0, stream>>>(a, n);
    shift<<<blocks, 256, 0, stream>>>(a, n);
    square<<<blocks, 256, 0, stream>>>(a, n);
    cudaMemcpyAsync(host, a, n * sizeof(float), cudaMemcpyDeviceToHost, stream);
    cudaStreamSynchronize(stream);
    std::copy(host, host + n, numbers.begin());

    double sum = 0;
    for (float each : numbers) sum += each;
    std::printf("sum = %.2f, last = %.2f\n", sum, numbers[n - 1]);
    cudaStreamDestroy(stream);
    cudaFreeHost(host);
    cudaFree(a);
}
