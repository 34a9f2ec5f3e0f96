// A template that computes with bfloat16 on the host and on the device, and complex numbers of C.
// prints: 0 differences, 3 + 4i has length 5
#include <cuComplex.h>
#include <cuda_bf16.h>
#include <cuda_fp16.h>
#include <cassert>
#include <cstdio>
#include <vector>

template <typename T>
__host__ __device__ T scaled(T value, int i) {
    assert(i >= 0);
    return value * T(0.3) + T(i);
}
template <typename T>
__global__ void scale(T* values, int n) {
    const int i = blockIdx.x * blockDim.x + threadIdx.x;
    if (i < n) values[i] = scaled(values[i], i);
}
template <typename T>
int differences() {
    const int n = 256;
    std::vector<T> values(n), expected(n);
    for (int i = 0; i < n; ++i) values[i] = i % 7, expected[i] = scaled(values[i], i);
    T* d;
    cudaMalloc(&d, n * sizeof(T));
    cudaMemcpy(d, values.data(), n * sizeof(T), cudaMemcpyHostToDevice);
    scale<<<n / 64, 64>>>(d, n);
    cudaMemcpy(values.data(), d, n * sizeof(T), cudaMemcpyDeviceToHost);
    cudaFree(d);
    int found = 0;
    for (int i = 0; i < n; ++i) found += (float)values[i] != (float)expected[i];
    return found;
}
int main() {
    const cuFloatComplex z = cuCaddf(make_cuComplex(1, 1), make_cuFloatComplex(2, 3));
    std::printf("%d differences, %g + %gi has length %g\n", differences<__nv_bfloat16>() + differences<__half>(), cuCrealf(z),
                cuCimagf(z), cuCabsf(z));
}
