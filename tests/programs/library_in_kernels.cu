// What a kernel calls of the C library, by the system's headers: memset, memcpy, and assert in a function of both sides.
// prints: 6 6 6 6
#include <cassert>
#include <cstdio>
#include <cstring>

__host__ __device__ int checked(int value, int limit) {
    assert(value < limit);  // expect: assert_failed
    return value;
}
__global__ void sums(const int* in, int* out, int limit) {
    int zeros[4], copy[4];
    memset(zeros, 0, sizeof zeros);
    std::memcpy(copy, in, sizeof copy);
    int sum = checked(threadIdx.x, limit) - threadIdx.x;
    for (int i = 0; i < 4; ++i) sum += copy[i] + zeros[i];
    out[threadIdx.x] = sum;
}
int main() {
    int *in, *out, values[4] = {0, 1, 2, 3};
    cudaMalloc(&in, sizeof values);
    cudaMalloc(&out, sizeof values);
    cudaMemcpy(in, values, sizeof values, cudaMemcpyHostToDevice);
    sums<<<1, 4>>>(in, out, 4);
    cudaMemcpy(values, out, sizeof values, cudaMemcpyDeviceToHost);
    std::printf("%d %d %d %d\n", values[0], values[1], values[2], values[3]);
    sums<<<1, 4>>>(in, out, 3);
    return cudaDeviceSynchronize() == cudaSuccess;
}
