// The block is too large, and the program does not ask whether the launch worked.
#include <cstdio>

__global__ void fill(float* a) { a[threadIdx.x] = 1; }

int main() {
    float* a = nullptr;
    float h[4] = {7, 7, 7, 7};
    cudaMalloc(&a, 4096 * sizeof(float));
    cudaMemset(a, 0, 4096 * sizeof(float));
    fill<<<1, 2048>>>(a);  // expect: unchecked_error
    cudaMemcpy(h, a, sizeof h, cudaMemcpyDeviceToHost);
    std::printf("%g\n", h[0]);
    cudaFree(a);
}
