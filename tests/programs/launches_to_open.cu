// Launches that can be opened by themselves, and two that cannot (tests/unit/kept_launch_test.cpp): a structure by value, a
// variable that the host fills, a template, one array given twice; two places of one allocation, a pointer inside a structure.
// prints: 199 205
#include <cstdio>

struct Range {
    int first, last;
    float step;
};
struct Box {
    float* data;
    int n;
};
__constant__ float factor[2];

__global__ void fill(float* out, Range range) {
    int i = range.first + blockIdx.x * blockDim.x + threadIdx.x;
    if (i < range.last) out[i] = factor[0] * range.step * i;
}

template <typename T>
__global__ void scale(const T* in, T* out, int n, T by) {
    int i = blockIdx.x * blockDim.x + threadIdx.x;
    if (i < n) out[i] = in[i] * by;
}

__global__ void increment(Box box) {
    if (threadIdx.x < box.n) box.data[threadIdx.x] += 1;
}

int main() {
    const float factors[] = {3, 5};
    cudaMemcpyToSymbol(factor, factors, sizeof factors);
    float* a;
    if (cudaMalloc(&a, 64 * sizeof(float)) != cudaSuccess) return 1;
    fill<<<2, 32>>>(a, Range{0, 64, 0.5f});
    scale<float><<<1, 64>>>(a, a, 64, 4.0f);
    scale<float><<<1, 32>>>(a + 32, a, 32, 1.0f);
    increment<<<1, 64>>>(Box{a, 64});
    float host[64];
    if (cudaMemcpy(host, a, sizeof host, cudaMemcpyDeviceToHost) != cudaSuccess) return 1;
    std::printf("%g %g\n", host[1], host[2]);
    cudaFree(a);
}
