// Past the end of a __constant__ array: the kernel reads on, and what does not depend on it is right.
// prints: 6 | no error
#include <cstdio>

__constant__ int weights[3] = {1, 2, 3};

__global__ void add(int* out, int n) {
    int sum = 0, rest = 0;
    for (int i = 0; i < n; ++i) (i < 3 ? sum : rest) += weights[i];  // expect: out_of_bounds
    out[0] = sum;
    out[1] = rest;
}

int main() {
    int h[2] = {}, *out = nullptr;
    if (cudaMalloc(&out, sizeof h) != cudaSuccess) return 1;
    add<<<1, 1>>>(out, 5);
    if (cudaMemcpy(h, out, sizeof h, cudaMemcpyDeviceToHost) != cudaSuccess) return 1;
    std::printf("%d | %s\n", h[0], cudaGetErrorString(cudaGetLastError()));
    return cudaFree(out) == cudaSuccess ? 0 : 1;
}
