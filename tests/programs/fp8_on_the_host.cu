// The 8-bit formats are converted by host code, too, and give the same there.
// prints: 256 of 256 numbers agree, 1.5 is 3c
#include <cuda_fp8.h>
#include <cstdio>

__global__ void convert(const float* in, __nv_fp8_storage_t* out) {
    const int i = threadIdx.x;
    out[i] = __nv_cvt_float_to_fp8(in[i], __NV_SATFINITE, i % 2 ? __NV_E4M3 : __NV_E5M2);
}

int main() {
    const int n = 256;
    float in[n];
    __nv_fp8_storage_t out[n];
    for (int i = 0; i < n; ++i) in[i] = (i - 100) * 0.37f;
    float* a;
    __nv_fp8_storage_t* b;
    cudaMalloc(&a, sizeof in);
    cudaMalloc(&b, sizeof out);
    cudaMemcpy(a, in, sizeof in, cudaMemcpyHostToDevice);
    convert<<<1, n>>>(a, b);
    cudaMemcpy(out, b, sizeof out, cudaMemcpyDeviceToHost);
    int same = 0;
    for (int i = 0; i < n; ++i) same += out[i] == __nv_cvt_float_to_fp8(in[i], __NV_SATFINITE, i % 2 ? __NV_E4M3 : __NV_E5M2);
    const __nv_fp8_e4m3 number(1.5f);
    printf("%d of %d numbers agree, %g is %x\n", same, n, (float)number, number.__x);
    cudaFree(a);
    cudaFree(b);
}
