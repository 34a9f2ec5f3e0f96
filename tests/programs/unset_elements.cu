// What the host has not copied: a copy that counts elements instead of bytes, and one that is missing.
#include <vector>

__global__ void twice(const float* in, float* out, int n) {
    const int i = blockIdx.x * blockDim.x + threadIdx.x;
    if (i < n) out[i] = 2 * in[i];  // expect: uninitialized_read
}

__global__ void again(const float* never, float* out, int n) {
    const int i = blockIdx.x * blockDim.x + threadIdx.x;
    if (i < n) out[i] = 2 * never[i];  // expect: uninitialized_read
}

int main() {
    const int n = 256;
    std::vector<float> host(n, 1.0f);
    float *in, *out, *never;
    cudaMalloc(&in, n * sizeof(float));
    cudaMalloc(&out, n * sizeof(float));
    cudaMalloc(&never, n * sizeof(float));
    cudaMemcpy(in, host.data(), n, cudaMemcpyHostToDevice);
    twice<<<1, n>>>(in, out, n);
    again<<<1, n>>>(never, out, n);
    cudaMemcpy(host.data(), out, n * sizeof(float), cudaMemcpyDeviceToHost);
    cudaFree(in);
    cudaFree(out);
    cudaFree(never);
}
