//! launch: grid=1 block=2
//! argument: i32[12]:zeros
//! argument: f32:-0
//! result: 0 = 1 0 1 0 1 0 1 0 1 0 1 0
// 1 where the result has a sign: -0 is smaller than 0, whichever of the two comes first.
#include <cuda_fp16.h>
__device__ bool negative(float x) { return __float_as_int(x) < 0; }
__global__ void zeros(int* out, float minus) {
    const float a = threadIdx.x == 0 ? minus : 0.0f, b = threadIdx.x == 0 ? 0.0f : minus;
    int* mine = out + 6 * threadIdx.x;
    mine[0] = negative(fminf(a, b));
    mine[1] = negative(fmaxf(a, b));
    mine[2] = negative((float)fmin((double)a, (double)b));
    mine[3] = negative((float)fmax((double)a, (double)b));
    mine[4] = negative(__half2float(__hmin(__float2half(a), __float2half(b))));
    mine[5] = negative(__half2float(__hmax(__float2half(a), __float2half(b))));
}
