// What goes wrong with cuBLAS: a leading dimension, arrays that are too small, memory of the host, a result read too early.
#include <cublas_v2.h>
#include <cstdio>
#include <vector>

int main() {
    cublasHandle_t h;
    float *a, *m, one = 1, zero = 0;
    std::vector<float> host(64);
    if (cublasCreate(&h) || cudaMalloc(&a, 64 * sizeof(float)) || cudaMallocManaged(&m, sizeof(float))) return 1;
    if (cublasSetVector(64, sizeof(float), host.data(), 1, a, 1)) return 2;
    cublasSgemm(h, CUBLAS_OP_N, CUBLAS_OP_N, 8, 8, 8, &one, a, 4, a, 8, &zero, a, 8);  // expect: unchecked_error
    if (cublasSetPointerMode(h, CUBLAS_POINTER_MODE_DEVICE) || cublasSasum(h, 64, a, 1, m)) return 3;
    const float early = *m;  // expect: read_before_wait
    if (cublasSetPointerMode(h, CUBLAS_POINTER_MODE_HOST) || cudaDeviceSynchronize()) return 4;
    std::printf("%.0f", early);
    if (cublasSgemm(h, CUBLAS_OP_N, CUBLAS_OP_N, 8, 8, 8, &one, a, 8, host.data(), 8, &zero, a, 8)) return 5;  // expect: host_pointer
    if (cudaDeviceSynchronize() != cudaErrorIllegalAddress) return 6;
    cudaDeviceReset();
    if (cudaMalloc(&a, 64 * sizeof(float))) return 7;
    if (cublasSgemv(h, CUBLAS_OP_N, 8, 9, &one, a, 8, a, 1, &zero, a, 1)) return 8;  // expect: out_of_bounds
    cudaDeviceReset();
    if (cudaMalloc(&a, 64 * sizeof(float))) return 9;
    if (cublasSdot(h, 4, a, 1, a, 1, a)) return 10;  // expect: host_reads_device_pointer
    cudaDeviceReset();
    cublasDestroy(h);
    if (cublasSscal(h, 1, &one, a, 1) != CUBLAS_STATUS_NOT_INITIALIZED) return 11;
}
