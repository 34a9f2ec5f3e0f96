// As much of the CUDA runtime's interface as the host programs use, so that Clang can check them where there is no CUDA Toolkit.
#pragma once

#include <cmath>
#include <cstddef>
#include <type_traits>

#define __global__ __attribute__((global))
#define __device__ __attribute__((device))
#define __host__ __attribute__((host))
#define __shared__ __attribute__((shared))
#define __constant__ __attribute__((constant))
#define __align__(bytes) __attribute__((aligned(bytes)))
#define __launch_bounds__(...) __attribute__((launch_bounds(__VA_ARGS__)))

struct uint3 {
    unsigned x, y, z;
};
struct dim3 {
    unsigned x, y, z;
    __host__ __device__ dim3(unsigned x_ = 1, unsigned y_ = 1, unsigned z_ = 1) : x(x_), y(y_), z(z_) {}
};
struct float3 {
    float x, y, z;
};
struct alignas(16) float4 {
    float x, y, z, w;
};
__host__ __device__ inline float3 make_float3(float x, float y, float z) { return {x, y, z}; }
__host__ __device__ inline float4 make_float4(float x, float y, float z, float w) { return {x, y, z, w}; }
struct alignas(8) float2 {
    float x, y;
};
__host__ __device__ inline float2 make_float2(float x, float y) { return {x, y}; }
struct alignas(8) uint2 {
    unsigned x, y;
};
__host__ __device__ inline uint2 make_uint2(unsigned x, unsigned y) { return {x, y}; }
struct alignas(16) double2 {
    double x, y;
};
__host__ __device__ inline double2 make_double2(double x, double y) { return {x, y}; }

extern const __device__ uint3 threadIdx, blockIdx;
extern const __device__ dim3 blockDim, gridDim;
__device__ void __syncthreads();
__device__ void __threadfence();
__device__ int __syncthreads_count(int);
__device__ unsigned __ballot_sync(unsigned, int);
template <typename T>
__device__ T __shfl_down_sync(unsigned, T, unsigned);
template <typename T>
__device__ T __shfl_xor_sync(unsigned, T, int);
__device__ int __popc(unsigned);
__device__ unsigned __umulhi(unsigned, unsigned);
__device__ float rsqrtf(float);
__device__ float sqrtf(float);
__device__ float fabsf(float);
__device__ float fmaf(float, float, float);
// Clang takes these beside the host's functions of the same name.
#define WARPWISE_ON_DEVICE(name)    \
    __device__ double name(double); \
    __device__ float name(float);
WARPWISE_ON_DEVICE(sin)
WARPWISE_ON_DEVICE(cos)
WARPWISE_ON_DEVICE(sqrt)
WARPWISE_ON_DEVICE(fabs)
WARPWISE_ON_DEVICE(tanh)
#undef WARPWISE_ON_DEVICE
__device__ double fmin(double, double);
__device__ float fmin(float, float);
template <typename T>
__device__ T atomicAdd(T*, std::common_type_t<T>);
template <typename T>
__device__ T atomicMax(T*, std::common_type_t<T>);
template <typename T>
__device__ T atomicOr(T*, std::common_type_t<T>);
__device__ unsigned __float_as_uint(float);
__device__ float __uint_as_float(unsigned);
__device__ inline int min(int a, int b) { return a < b ? a : b; }
__device__ inline int max(int a, int b) { return a < b ? b : a; }

typedef struct CUstream_st* cudaStream_t;
enum cudaError_t { cudaSuccess };
enum cudaMemcpyKind { cudaMemcpyHostToDevice = 1, cudaMemcpyDeviceToHost = 2 };
enum cudaFuncAttribute { cudaFuncAttributeMaxDynamicSharedMemorySize = 8 };
constexpr unsigned cudaStreamNonBlocking = 1;
const char* cudaGetErrorString(cudaError_t);
cudaError_t cudaGetLastError();
cudaError_t cudaDeviceSynchronize();
cudaError_t cudaFree(void*);
cudaError_t cudaFreeHost(void*);
cudaError_t cudaMemset(void*, int, std::size_t);
cudaError_t cudaMemcpy(void*, const void*, std::size_t, cudaMemcpyKind);
cudaError_t cudaMemcpyAsync(void*, const void*, std::size_t, cudaMemcpyKind, cudaStream_t = nullptr);
cudaError_t cudaStreamCreateWithFlags(cudaStream_t*, unsigned);
cudaError_t cudaStreamDestroy(cudaStream_t);
template <typename T>
cudaError_t cudaMalloc(T**, std::size_t);
template <typename T>
cudaError_t cudaMallocHost(T**, std::size_t);
template <typename T>
cudaError_t cudaFuncSetAttribute(T*, cudaFuncAttribute, int);
extern "C" unsigned __cudaPushCallConfiguration(dim3, dim3, std::size_t = 0, cudaStream_t = nullptr);
