//! launch: grid=1 block=2
//! argument: f32[4]:zeros
//! result: 0 = 9 1.0078125 3.5 6
#include <cuda_bf16.h>
#include <cuda_fp16.h>
__global__ void reals(float* out) {
    const __nv_bfloat16 three = __float2bfloat16(3.0f);
    out[0] = __bfloat162float(three * three);
    out[1] = __float2bfloat16(1.0065f);
    const __half2 pair = __hfma2(__floats2half2_rn(1.0f, 2.0f), __float2half2_rn(2.0f), __floats2half2_rn(1.5f, 2.0f));
    out[2] = __low2float(pair);
    out[3] = __high2float(pair);
}
