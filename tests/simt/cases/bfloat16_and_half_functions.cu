//! launch: grid=1 block=32
//! argument: f32[39]:zeros
//! argument: u32[20]:zeros
//! argument: f32[3]:zeros
//! result: 0 = 1.5078125 4.647715e+18 -33816576 -1 4294967300 4.647715e+18 -33554432 -1 4278190000 4.647715e+18 -33816576 -1.0078125 4278190000 4.6837436e+18 -33554432 -1 4294967300 1.0078125 1 1 0.33398438 -1.0019531 4100 65504 -1.0009766 4096 65504 -1.0019531 4096 65504 -1.0009766 4100 1 0 0 1 16 0 3.5
//! result: 1 = 65535 4294967295 65535 4294967295 4294901760 0 1 1 0 1 4294967295 2 3 4294967293 65535 0 4294967293 3 32767 16256
//! result: 2 = 32 64 256
// Expected values: exact fractions, rounded once.
#include <cuda_bf16.h>
#include <cuda_fp16.h>
__device__ __nv_bfloat16 bf(float x) { return __float2bfloat16(x); }
__global__ void k(float* out, unsigned* bits, float* sums) {
    __shared__ __nv_bfloat162 pair;
    __shared__ __nv_bfloat16 one;
    if (threadIdx.x == 0) pair = __float2bfloat162_rn(0.0f), one = bf(250.0f);
    __syncthreads();
    atomicAdd(&pair, __floats2bfloat162_rn(1.0f, 2.0f));
    atomicAdd(&one, bf(1.0f));
    __syncthreads();
    sums[0] = __low2float(pair);
    sums[1] = __high2float(pair);
    sums[2] = __bfloat162float(one);
    const __nv_bfloat16 nan = __ushort_as_bfloat16(0x7fff);
    float* to = out;
    *to++ = __hfma(bf(129.0f / 128), bf(192.0f / 128), bf(-0x1p-40f));
    *to++ = __ll2bfloat16_rn(0x4080000000000001LL);
    *to++ = __int2bfloat16_rn(-33685505);
    *to++ = __float2bfloat16_rn(-1.00390625f);
    *to++ = __uint2bfloat16_rn(4294967295u);
    *to++ = __ll2bfloat16_rz(0x4080000000000001LL);
    *to++ = __int2bfloat16_rz(-33685505);
    *to++ = __float2bfloat16_rz(-1.00390625f);
    *to++ = __uint2bfloat16_rz(4294967295u);
    *to++ = __ll2bfloat16_rd(0x4080000000000001LL);
    *to++ = __int2bfloat16_rd(-33685505);
    *to++ = __float2bfloat16_rd(-1.00390625f);
    *to++ = __uint2bfloat16_rd(4294967295u);
    *to++ = __ll2bfloat16_ru(0x4080000000000001LL);
    *to++ = __int2bfloat16_ru(-33685505);
    *to++ = __float2bfloat16_ru(-1.00390625f);
    *to++ = __uint2bfloat16_ru(4294967295u);
    *to++ = __double2bfloat16(1.00390625000001);
    *to++ = __double2bfloat16(1.00390625);
    *to++ = __hmul(bf(3.0f), bf(1.0f / 3));
    *to++ = hrcp(bf(3.0f));
    *to++ = __float2half_rn(-1.00146484375f);
    *to++ = __ll2half_rn(4099);
    *to++ = __uint2half_rn(65519u);
    *to++ = __float2half_rz(-1.00146484375f);
    *to++ = __ll2half_rz(4099);
    *to++ = __uint2half_rz(65519u);
    *to++ = __float2half_rd(-1.00146484375f);
    *to++ = __ll2half_rd(4099);
    *to++ = __uint2half_rd(65519u);
    *to++ = __float2half_ru(-1.00146484375f);
    *to++ = __ll2half_ru(4099);
    *to++ = __low2float(__hgt2(__halves2bfloat162(bf(2.0f), bf(2.0f)), __halves2bfloat162(bf(1.0f), nan)));
    *to++ = __high2float(__hgt2(__halves2bfloat162(bf(2.0f), bf(2.0f)), __halves2bfloat162(bf(1.0f), nan)));
    *to++ = (float)__hfma_relu(bf(-1.0f), bf(2.0f), bf(1.0f));
    *to++ = (float)__hadd_sat(bf(1.0f), bf(2.0f));
    *to++ = __high2float(__hcmadd(__floats2bfloat162_rn(1, 2), __floats2bfloat162_rn(3, 4), __floats2bfloat162_rn(5, 6)));
    *to++ = __low2float(__hcmadd(__floats2half2_rn(1, 2), __floats2half2_rn(3, 4), __floats2half2_rn(5, 6)));
    *to++ = (float)__shfl_xor_sync(~0u, __float2bfloat162_rn(3.5f), 1).y;
    unsigned* bit = bits;
    *bit++ = __hgt2_mask(__halves2bfloat162(bf(2.0f), bf(2.0f)), __halves2bfloat162(bf(1.0f), nan));
    *bit++ = __hgtu2_mask(__halves2bfloat162(bf(2.0f), bf(2.0f)), __halves2bfloat162(bf(1.0f), nan));
    *bit++ = __hne2_mask(__halves2bfloat162(bf(2.0f), bf(2.0f)), __halves2bfloat162(bf(1.0f), nan));
    *bit++ = __hneu2_mask(__halves2bfloat162(bf(2.0f), bf(2.0f)), __halves2bfloat162(bf(1.0f), nan));
    *bit++ = __hequ2_mask(__halves2bfloat162(bf(2.0f), bf(2.0f)), __halves2bfloat162(bf(1.0f), nan));
    *bit++ = __hbgt2(__halves2bfloat162(bf(2.0f), bf(2.0f)), __halves2bfloat162(bf(1.0f), nan));
    *bit++ = __hbgtu2(__halves2bfloat162(bf(2.0f), bf(2.0f)), __halves2bfloat162(bf(1.0f), nan));
    *bit++ = __hble2(__halves2bfloat162(bf(2.0f), bf(2.0f)), __halves2bfloat162(bf(2.0f), bf(2.0f)));
    *bit++ = (unsigned)__hne(bf(1.0f), nan);
    *bit++ = (unsigned)(bf(1.0f) != nan);
    *bit++ = (unsigned)__hisinf(bf(-INFINITY));
    *bit++ = (unsigned)__bfloat162int_rn(bf(2.5f));
    *bit++ = (unsigned)__bfloat162int_ru(bf(2.5f));
    *bit++ = (unsigned)__bfloat162int_rd(bf(-2.5f));
    *bit++ = __bfloat162ushort_rn(bf(70000.0f));
    *bit++ = __bfloat162uint_rz(nan);
    *bit++ = (unsigned)__half2short_rz(__float2half(-3.9f));
    *bit++ = __half2ull_ru(__float2half(2.5f));
    *bit++ = __bfloat16_as_ushort(__hmax_nan(bf(1.0f), nan));
    *bit++ = __bfloat16_as_ushort(__hmax(bf(1.0f), nan));
}
