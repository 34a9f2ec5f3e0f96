// As much of cuda_fp16.h as the kernels of lessons use; the arithmetic is declared and never run.
#pragma once

#include "cuda_runtime.h"

struct __half {
    unsigned short bits;
    __half() = default;
    __host__ __device__ __half(float value);
    __host__ __device__ operator float() const;
};
struct __half2 {
    __half x, y;
};
__device__ __half2 __hadd2(__half2, __half2);
__device__ __half2 __hmul2(__half2, __half2);
__host__ __device__ __half __float2half(float);
__host__ __device__ float __half2float(__half);
__host__ __device__ unsigned short __half_as_ushort(__half);
__host__ __device__ __half __ushort_as_half(unsigned short);
__device__ __half __habs(__half);
