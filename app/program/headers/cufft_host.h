// What programs include as <cufft.h> and <cufftXt.h>. Names and values are those of cuFFT's reference.
#ifndef WARPWISE_CUFFT_HOST_H  // several names lead to this text, which #pragma once takes for several files
#define WARPWISE_CUFFT_HOST_H
#ifndef WARPWISE_RUNTIME_BUILD
#pragma clang system_header
#include <cuComplex.h>
#include <cuda_runtime.h>
#include <library_types.h>
#define _CUFFT_H_
#else
typedef int cudaDataType;  // as wide as that of programs
#endif
#define CUFFTAPI
#define CUFFT_VERSION 11000
#define CUFFT_FORWARD -1
#define CUFFT_INVERSE 1

typedef enum cufftResult_t {
    CUFFT_SUCCESS = 0,
    CUFFT_INVALID_PLAN = 1,
    CUFFT_ALLOC_FAILED = 2,
    CUFFT_INVALID_TYPE = 3,
    CUFFT_INVALID_VALUE = 4,
    CUFFT_INTERNAL_ERROR = 5,
    CUFFT_EXEC_FAILED = 6,
    CUFFT_SETUP_FAILED = 7,
    CUFFT_INVALID_SIZE = 8,
    CUFFT_UNALIGNED_DATA = 9,
    CUFFT_INCOMPLETE_PARAMETER_LIST = 10,  // this one and those of parsing and licences: until CUDA 12
    CUFFT_INVALID_DEVICE = 11,
    CUFFT_PARSE_ERROR = 12,
    CUFFT_NO_WORKSPACE = 13,
    CUFFT_NOT_IMPLEMENTED = 14,
    CUFFT_LICENSE_ERROR = 15,
    CUFFT_NOT_SUPPORTED = 16,
    CUFFT_MISSING_DEPENDENCY = 17,
    CUFFT_NVRTC_FAILURE = 18,
    CUFFT_NVJITLINK_FAILURE = 19,
    CUFFT_NVSHMEM_FAILURE = 20
} cufftResult;
typedef enum cufftType_t {
    CUFFT_R2C = 0x2a,
    CUFFT_C2R = 0x2c,
    CUFFT_C2C = 0x29,
    CUFFT_D2Z = 0x6a,
    CUFFT_Z2D = 0x6c,
    CUFFT_Z2Z = 0x69
} cufftType;
typedef int cufftHandle;
typedef float cufftReal;
typedef double cufftDoubleReal;
typedef cuComplex cufftComplex;
typedef cuDoubleComplex cufftDoubleComplex;

#ifdef __cplusplus
extern "C" {
#endif
__WARPWISE_RESULT cufftResult cufftPlan1d(cufftHandle*, int, cufftType, int);
__WARPWISE_RESULT cufftResult cufftPlan2d(cufftHandle*, int, int, cufftType);
__WARPWISE_RESULT cufftResult cufftPlan3d(cufftHandle*, int, int, int, cufftType);
__WARPWISE_RESULT cufftResult cufftPlanMany(cufftHandle*, int, int*, int*, int, int, int*, int, int, cufftType, int);
__WARPWISE_RESULT cufftResult cufftCreate(cufftHandle*);
__WARPWISE_RESULT cufftResult cufftMakePlan1d(cufftHandle, int, cufftType, int, size_t*);
__WARPWISE_RESULT cufftResult cufftMakePlan2d(cufftHandle, int, int, cufftType, size_t*);
__WARPWISE_RESULT cufftResult cufftMakePlan3d(cufftHandle, int, int, int, cufftType, size_t*);
__WARPWISE_RESULT cufftResult cufftMakePlanMany(cufftHandle, int, int*, int*, int, int, int*, int, int, cufftType, int, size_t*);
__WARPWISE_RESULT cufftResult cufftMakePlanMany64(cufftHandle, int, long long*, long long*, long long, long long, long long*,
                                                  long long, long long, cufftType, long long, size_t*);
__WARPWISE_RESULT cufftResult cufftXtMakePlanMany(cufftHandle, int, long long*, long long*, long long, long long, cudaDataType,
                                                  long long*, long long, long long, cudaDataType, long long, size_t*, cudaDataType);
__WARPWISE_RESULT cufftResult cufftXtExec(cufftHandle, void*, void*, int);
__WARPWISE_RESULT cufftResult cufftXtSetGPUs(cufftHandle, int, int*);
cufftResult cufftDestroy(cufftHandle);
cufftResult cufftSetStream(cufftHandle, cudaStream_t);
cufftResult cufftGetSize(cufftHandle, size_t*);
cufftResult cufftSetAutoAllocation(cufftHandle, int);
cufftResult cufftSetWorkArea(cufftHandle, void*);
cufftResult cufftGetVersion(int*);
__WARPWISE_RESULT cufftResult cufftExecC2C(cufftHandle, cufftComplex*, cufftComplex*, int);
__WARPWISE_RESULT cufftResult cufftExecR2C(cufftHandle, cufftReal*, cufftComplex*);
__WARPWISE_RESULT cufftResult cufftExecC2R(cufftHandle, cufftComplex*, cufftReal*);
__WARPWISE_RESULT cufftResult cufftExecZ2Z(cufftHandle, cufftDoubleComplex*, cufftDoubleComplex*, int);
__WARPWISE_RESULT cufftResult cufftExecD2Z(cufftHandle, cufftDoubleReal*, cufftDoubleComplex*);
__WARPWISE_RESULT cufftResult cufftExecZ2D(cufftHandle, cufftDoubleComplex*, cufftDoubleReal*);
#ifdef __cplusplus
}
#endif
#endif
