// What a check finds does not stop a GPU: the kernel runs to its end, and what does not depend on the garbage is right.
// prints: 0 2 4 | 6
#include <cstdio>

__global__ void twice(const float* in, int* out, int n) {
    float mine[2];
    int rounded[2];
    for (int j = 0; j < 2; ++j)
        if (2 * threadIdx.x + j < n) mine[j] = in[2 * threadIdx.x + j];
    for (int j = 0; j < 2; ++j) rounded[j] = int(2 * mine[j]);  // expect: uninitialized_read
    for (int j = 0; j < 2; ++j)
        if (2 * threadIdx.x + j < n) out[2 * threadIdx.x + j] = rounded[j];
}

int main() {
    const int n = 101;
    float in[n], *d_in = nullptr;
    int out[n], *d_out = nullptr;
    for (int i = 0; i < n; ++i) in[i] = i;
    if (cudaMalloc(&d_in, sizeof in) != cudaSuccess || cudaMalloc(&d_out, sizeof out) != cudaSuccess) return 1;
    if (cudaMemcpy(d_in, in, sizeof in, cudaMemcpyHostToDevice) != cudaSuccess) return 1;
    int wrong = 0;
    for (int repeat = 0; repeat < 2; ++repeat) {
        if (cudaMemset(d_out, 0, sizeof out) != cudaSuccess) return 1;
        twice<<<1, 64>>>(d_in, d_out, n);
        if (cudaMemcpy(out, d_out, sizeof out, cudaMemcpyDeviceToHost) != cudaSuccess) return 1;
        for (int i = 0; i < n; ++i) wrong += out[i] != 2 * i;
    }
    if (wrong == 0) std::printf("%d %d %d | %d\n", out[0], out[1], out[2], out[3]);
    return cudaFree(d_in) == cudaSuccess && cudaFree(d_out) == cudaSuccess ? 0 : 1;
}
