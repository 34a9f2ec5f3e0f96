// Half precision and bfloat16 in host code: conversions, pairs, arithmetic.
// prints: 1.5 0.25 2 3 1.75
// prints: 1.25 0.375 nan
// prints: 3 4
#include <cuda_bf16.h>
#include <cuda_fp16.h>
#include <cstdio>

__global__ void sum(const __half* a, const __nv_bfloat16* b, float* out) { *out = __half2float(a[0]) + __bfloat162float(b[0]); }

int main() {
    const __half h = __float2half(1.5f), quarter = __float2half_rn(0.25f);
    const __half2 pair = __float2half2_rn(2.f);
    std::printf("%g %g %g %g %g\n", __half2float(h), __half2float(quarter), __low2float(pair), (float)__half(3), __half2float(h + quarter));
    const __nv_bfloat16 b = __float2bfloat16(1.25f);
    const __nv_bfloat16 rounded = __float2bfloat16(0.375f + 0x1p-11f);
    std::printf("%g %g %g\n", __bfloat162float(b), __bfloat162float(rounded), std::abs(__bfloat162float(__float2bfloat16(0.f / 0.f))));
    const float2 both = __half22float2(__floats2half2_rn(3, 4));
    __half* da = nullptr;
    __nv_bfloat16* db = nullptr;
    float *d_out = nullptr, out = 0;
    if (cudaMalloc(&da, sizeof h) != cudaSuccess || cudaMalloc(&db, sizeof b) != cudaSuccess) return 1;
    if (cudaMalloc(&d_out, sizeof out) != cudaSuccess) return 1;
    if (cudaMemcpy(da, &h, sizeof h, cudaMemcpyHostToDevice) != cudaSuccess) return 1;
    if (cudaMemcpy(db, &b, sizeof b, cudaMemcpyHostToDevice) != cudaSuccess) return 1;
    sum<<<1, 1>>>(da, db, d_out);
    if (cudaMemcpy(&out, d_out, sizeof out, cudaMemcpyDeviceToHost) != cudaSuccess || out != 2.75f) return 1;
    std::printf("%g %g\n", both.x, both.y);
    return cudaFree(da) == cudaSuccess && cudaFree(db) == cudaSuccess && cudaFree(d_out) == cudaSuccess ? 0 : 1;
}
