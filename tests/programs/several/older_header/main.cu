#include <cstdio>

#include "kernels.cuh"

int main() {
    float host[32], *in = nullptr, *out = nullptr;
    for (int i = 0; i < 32; ++i) host[i] = i;
    cudaMalloc(&in, sizeof host);
    cudaMalloc(&out, sizeof host);
    cudaMemcpy(in, host, sizeof host, cudaMemcpyHostToDevice);
    cudaBindTexture(0, values, in, sizeof host);
    launch(out);
    cudaMemcpy(host, out, sizeof host, cudaMemcpyDeviceToHost);
    std::printf("%g\n", host[31]);
    cudaFree(in);
    cudaFree(out);
}
