// What programs include as <cusolverDn.h>: cuSOLVER's commonest functions of dense matrices. Names and values are those of
// cuSOLVER's reference; matrices are column-major.
#ifndef WARPWISE_CUSOLVER_HOST_H  // several names lead to this text, which #pragma once takes for several files
#define WARPWISE_CUSOLVER_HOST_H
#ifndef WARPWISE_RUNTIME_BUILD
#pragma clang system_header
#include <cublas_v2.h>
#include <cuda_runtime.h>
#include <library_types.h>
#define CUSOLVERDN_H_
#define CUSOLVER_COMMON_H_
#endif
#define CUSOLVERAPI
#define CUSOLVER_VER_MAJOR 11
#define CUSOLVER_VER_MINOR 7
#define CUSOLVER_VER_PATCH 0
#define CUSOLVER_VERSION 11700

typedef int cusolver_int_t;
typedef enum {
    CUSOLVER_STATUS_SUCCESS = 0,
    CUSOLVER_STATUS_NOT_INITIALIZED = 1,
    CUSOLVER_STATUS_ALLOC_FAILED = 2,
    CUSOLVER_STATUS_INVALID_VALUE = 3,
    CUSOLVER_STATUS_ARCH_MISMATCH = 4,
    CUSOLVER_STATUS_MAPPING_ERROR = 5,
    CUSOLVER_STATUS_EXECUTION_FAILED = 6,
    CUSOLVER_STATUS_INTERNAL_ERROR = 7,
    CUSOLVER_STATUS_MATRIX_TYPE_NOT_SUPPORTED = 8,
    CUSOLVER_STATUS_NOT_SUPPORTED = 9,
    CUSOLVER_STATUS_ZERO_PIVOT = 10,
    CUSOLVER_STATUS_INVALID_LICENSE = 11,
    CUSOLVER_STATUS_INVALID_WORKSPACE = 31
} cusolverStatus_t;
typedef enum { CUSOLVER_EIG_TYPE_1 = 1, CUSOLVER_EIG_TYPE_2 = 2, CUSOLVER_EIG_TYPE_3 = 3 } cusolverEigType_t;
typedef enum { CUSOLVER_EIG_MODE_NOVECTOR = 0, CUSOLVER_EIG_MODE_VECTOR = 1 } cusolverEigMode_t;
typedef struct cusolverDnContext* cusolverDnHandle_t;

#ifdef __cplusplus
extern "C" {
#endif
__WARPWISE_RESULT cusolverStatus_t cusolverDnCreate(cusolverDnHandle_t*);
cusolverStatus_t cusolverDnDestroy(cusolverDnHandle_t);
cusolverStatus_t cusolverDnSetStream(cusolverDnHandle_t, cudaStream_t);
cusolverStatus_t cusolverDnGetStream(cusolverDnHandle_t, cudaStream_t*);
cusolverStatus_t cusolverGetVersion(int*);

#define __WARPWISE_SOLVER(P, T)                                                                                                    \
    __WARPWISE_RESULT cusolverStatus_t cusolverDn##P##getrf_bufferSize(cusolverDnHandle_t, int, int, T*, int, int*);               \
    __WARPWISE_RESULT cusolverStatus_t cusolverDn##P##getrf(cusolverDnHandle_t, int, int, T*, int, T*, int*, int*);                \
    __WARPWISE_RESULT cusolverStatus_t cusolverDn##P##getrs(cusolverDnHandle_t, cublasOperation_t, int, int, const T*, int,        \
                                                            const int*, T*, int, int*);                                            \
    __WARPWISE_RESULT cusolverStatus_t cusolverDn##P##potrf_bufferSize(cusolverDnHandle_t, cublasFillMode_t, int, T*, int, int*);  \
    __WARPWISE_RESULT cusolverStatus_t cusolverDn##P##potrf(cusolverDnHandle_t, cublasFillMode_t, int, T*, int, T*, int, int*);    \
    __WARPWISE_RESULT cusolverStatus_t cusolverDn##P##potrs(cusolverDnHandle_t, cublasFillMode_t, int, int, const T*, int, T*,     \
                                                            int, int*);                                                            \
    __WARPWISE_RESULT cusolverStatus_t cusolverDn##P##geqrf_bufferSize(cusolverDnHandle_t, int, int, T*, int, int*);               \
    __WARPWISE_RESULT cusolverStatus_t cusolverDn##P##geqrf(cusolverDnHandle_t, int, int, T*, int, T*, T*, int, int*);             \
    __WARPWISE_RESULT cusolverStatus_t cusolverDn##P##ormqr_bufferSize(                                                            \
        cusolverDnHandle_t, cublasSideMode_t, cublasOperation_t, int, int, int, const T*, int, const T*, const T*, int, int*);     \
    __WARPWISE_RESULT cusolverStatus_t cusolverDn##P##ormqr(cusolverDnHandle_t, cublasSideMode_t, cublasOperation_t, int, int,     \
                                                            int, const T*, int, const T*, T*, int, T*, int, int*);                 \
    __WARPWISE_RESULT cusolverStatus_t cusolverDn##P##orgqr_bufferSize(cusolverDnHandle_t, int, int, int, const T*, int, const T*, \
                                                                       int*);                                                      \
    __WARPWISE_RESULT cusolverStatus_t cusolverDn##P##orgqr(cusolverDnHandle_t, int, int, int, T*, int, const T*, T*, int, int*);  \
    __WARPWISE_RESULT cusolverStatus_t cusolverDn##P##gesvd_bufferSize(cusolverDnHandle_t, int, int, int*);                        \
    __WARPWISE_RESULT cusolverStatus_t cusolverDn##P##gesvd(cusolverDnHandle_t, signed char, signed char, int, int, T*, int, T*,   \
                                                            T*, int, T*, int, T*, int, T*, int*);                                  \
    __WARPWISE_RESULT cusolverStatus_t cusolverDn##P##syevd_bufferSize(cusolverDnHandle_t, cusolverEigMode_t, cublasFillMode_t,    \
                                                                       int, const T*, int, const T*, int*);                        \
    __WARPWISE_RESULT cusolverStatus_t cusolverDn##P##syevd(cusolverDnHandle_t, cusolverEigMode_t, cublasFillMode_t, int, T*, int, \
                                                            T*, T*, int, int*);
__WARPWISE_SOLVER(S, float)
__WARPWISE_SOLVER(D, double)
#ifdef __cplusplus
}
#endif
#endif
