// Two elements for each thread, side by side or a grid apart, and a number of blocks that is rounded down.
#include <cstdio>
#include <vector>

__global__ void side_by_side(float* out, int n) {
    const int i = 2 * (blockIdx.x * blockDim.x + threadIdx.x);
    if (i < n) out[i] = 1;
    if (i + 1 < n) out[i + 1] = 1;
}
__global__ void a_grid_apart(float* out, int n) {
    const int i = blockIdx.x * blockDim.x + threadIdx.x, step = gridDim.x * blockDim.x;
    if (i < n) out[i] = 1;
    if (i + step < n) out[i + step] = 1;
}

int main() {
    const int n = 5000;
    std::vector<float> host(n);
    float *a, *b, *c;
    cudaMalloc(&a, n * sizeof(float));
    cudaMalloc(&b, n * sizeof(float));
    cudaMalloc(&c, n * sizeof(float));
    side_by_side<<<n / 2 / 256, 256>>>(a, n);  // expect: too_few_threads
    cudaMemcpy(host.data(), a, n * sizeof(float), cudaMemcpyDeviceToHost);
    a_grid_apart<<<n / 2 / 256, 256>>>(b, n);  // expect: too_few_threads
    cudaMemcpy(host.data(), b, n * sizeof(float), cudaMemcpyDeviceToHost);
    side_by_side<<<(n / 2 + 255) / 256, 256>>>(c, n);
    cudaMemcpy(host.data(), c, n * sizeof(float), cudaMemcpyDeviceToHost);
    cudaFree(a);
    cudaFree(b);
    cudaFree(c);
}
