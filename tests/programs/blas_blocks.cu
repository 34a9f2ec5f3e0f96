// Two streams that write different rows of one matrix are ordered by nothing, and need not be.
// prints: 2 6
#include <cublas_v2.h>

#include <cstdio>

int main() {
    cublasHandle_t first, second;
    cudaStream_t a, b;
    if (cublasCreate(&first) || cublasCreate(&second)) return 1;
    cudaStreamCreate(&a);
    cudaStreamCreate(&b);
    cublasSetStream(first, a);
    cublasSetStream(second, b);
    float host[16], *upper, *out;
    for (int i = 0; i < 16; ++i) host[i] = 1;
    cudaMalloc(&upper, sizeof host);
    cudaMalloc(&out, sizeof host);
    cudaMemcpy(upper, host, sizeof host, cudaMemcpyHostToDevice);
    const float two = 2, six = 6, zero = 0;
    if (cublasSgeam(first, CUBLAS_OP_N, CUBLAS_OP_N, 2, 4, &two, upper, 4, &zero, nullptr, 2, out, 4)) return 1;
    if (cublasSgeam(second, CUBLAS_OP_N, CUBLAS_OP_N, 2, 4, &six, upper, 4, &zero, nullptr, 2, out + 2, 4)) return 1;
    cudaDeviceSynchronize();
    cudaMemcpy(host, out, sizeof host, cudaMemcpyDeviceToHost);
    std::printf("%g %g\n", host[0], host[15]);
    cudaFree(upper);
    cudaFree(out);
    cudaStreamDestroy(a);
    cudaStreamDestroy(b);
    return cublasDestroy(first) + cublasDestroy(second);
}
