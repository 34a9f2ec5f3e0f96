// What programs include as <cublas_v2.h>. Names and values are those of cuBLAS's reference; matrices are column-major.
#ifndef WARPWISE_CUBLAS_HOST_H  // several names lead to this text, which #pragma once takes for several files
#define WARPWISE_CUBLAS_HOST_H
#ifndef WARPWISE_RUNTIME_BUILD
#pragma clang system_header
#include <cuComplex.h>
#ifdef __cplusplus
#include <cuda_bf16.h>  // programs use its types without including it
#include <cuda_fp16.h>
#endif
#include <cuda_runtime.h>
#include <library_types.h>
#define CUBLAS_V2_H_
#define CUBLAS_API_H_
typedef cudaDataType cublasDataType_t;
#endif
#define CUBLASAPI
#define CUBLASWINAPI
#define CUBLAS_VER_MAJOR 12
#define CUBLAS_VER_MINOR 0
#define CUBLAS_VERSION 120000

typedef enum cublasStatus {
    CUBLAS_STATUS_SUCCESS = 0,
    CUBLAS_STATUS_NOT_INITIALIZED = 1,
    CUBLAS_STATUS_ALLOC_FAILED = 3,
    CUBLAS_STATUS_INVALID_VALUE = 7,
    CUBLAS_STATUS_ARCH_MISMATCH = 8,
    CUBLAS_STATUS_MAPPING_ERROR = 11,
    CUBLAS_STATUS_EXECUTION_FAILED = 13,
    CUBLAS_STATUS_INTERNAL_ERROR = 14,
    CUBLAS_STATUS_NOT_SUPPORTED = 15,
    CUBLAS_STATUS_LICENSE_ERROR = 16
} cublasStatus_t;
#ifndef WARPWISE_RUNTIME_BUILD
typedef cublasStatus_t cublasStatus;
#endif
typedef enum { CUBLAS_OP_N = 0, CUBLAS_OP_T = 1, CUBLAS_OP_C = 2, CUBLAS_OP_HERMITAN = 2, CUBLAS_OP_CONJG = 3 } cublasOperation_t;
typedef enum { CUBLAS_FILL_MODE_LOWER = 0, CUBLAS_FILL_MODE_UPPER = 1, CUBLAS_FILL_MODE_FULL = 2 } cublasFillMode_t;
typedef enum { CUBLAS_DIAG_NON_UNIT = 0, CUBLAS_DIAG_UNIT = 1 } cublasDiagType_t;
typedef enum { CUBLAS_SIDE_LEFT = 0, CUBLAS_SIDE_RIGHT = 1 } cublasSideMode_t;
typedef enum { CUBLAS_POINTER_MODE_HOST = 0, CUBLAS_POINTER_MODE_DEVICE = 1 } cublasPointerMode_t;
typedef enum { CUBLAS_ATOMICS_NOT_ALLOWED = 0, CUBLAS_ATOMICS_ALLOWED = 1 } cublasAtomicsMode_t;
typedef enum {
    CUBLAS_DEFAULT_MATH = 0,
    CUBLAS_TENSOR_OP_MATH = 1,
    CUBLAS_PEDANTIC_MATH = 2,
    CUBLAS_TF32_TENSOR_OP_MATH = 3,
    CUBLAS_MATH_DISALLOW_REDUCED_PRECISION_REDUCTION = 16
} cublasMath_t;
typedef enum {
    CUBLAS_GEMM_DFALT = -1,
    CUBLAS_GEMM_DEFAULT = -1,
    CUBLAS_GEMM_DEFAULT_TENSOR_OP = 99,
    CUBLAS_GEMM_DFALT_TENSOR_OP = 99
} cublasGemmAlgo_t;
typedef enum {
    CUBLAS_COMPUTE_16F = 64,
    CUBLAS_COMPUTE_16F_PEDANTIC = 65,
    CUBLAS_COMPUTE_32F = 68,
    CUBLAS_COMPUTE_32F_PEDANTIC = 69,
    CUBLAS_COMPUTE_64F = 70,
    CUBLAS_COMPUTE_64F_PEDANTIC = 71,
    CUBLAS_COMPUTE_32I = 72,
    CUBLAS_COMPUTE_32I_PEDANTIC = 73,
    CUBLAS_COMPUTE_32F_FAST_16F = 74,
    CUBLAS_COMPUTE_32F_FAST_16BF = 75,
    CUBLAS_COMPUTE_32F_FAST_TF32 = 77
} cublasComputeType_t;
typedef struct cublasContext* cublasHandle_t;

#ifdef __cplusplus
extern "C" {
#endif
__WARPWISE_RESULT cublasStatus_t cublasCreate(cublasHandle_t*);
cublasStatus_t cublasDestroy(cublasHandle_t);
cublasStatus_t cublasGetVersion(cublasHandle_t, int*);
cublasStatus_t cublasSetStream(cublasHandle_t, cudaStream_t);
cublasStatus_t cublasGetStream(cublasHandle_t, cudaStream_t*);
cublasStatus_t cublasSetPointerMode(cublasHandle_t, cublasPointerMode_t);
cublasStatus_t cublasGetPointerMode(cublasHandle_t, cublasPointerMode_t*);
cublasStatus_t cublasSetMathMode(cublasHandle_t, cublasMath_t);
cublasStatus_t cublasGetMathMode(cublasHandle_t, cublasMath_t*);
cublasStatus_t cublasSetAtomicsMode(cublasHandle_t, cublasAtomicsMode_t);
cublasStatus_t cublasSetWorkspace(cublasHandle_t, void*, size_t);
const char* cublasGetStatusName(cublasStatus_t);
const char* cublasGetStatusString(cublasStatus_t);

__WARPWISE_RESULT cublasStatus_t cublasSetVector(int, int, const void*, int, void*, int);
__WARPWISE_RESULT cublasStatus_t cublasGetVector(int, int, const void*, int, void*, int);
__WARPWISE_RESULT cublasStatus_t cublasSetMatrix(int, int, int, const void*, int, void*, int);
__WARPWISE_RESULT cublasStatus_t cublasGetMatrix(int, int, int, const void*, int, void*, int);
__WARPWISE_RESULT cublasStatus_t cublasSetVectorAsync(int, int, const void*, int, void*, int, cudaStream_t);
__WARPWISE_RESULT cublasStatus_t cublasGetVectorAsync(int, int, const void*, int, void*, int, cudaStream_t);
__WARPWISE_RESULT cublasStatus_t cublasSetMatrixAsync(int, int, int, const void*, int, void*, int, cudaStream_t);
__WARPWISE_RESULT cublasStatus_t cublasGetMatrixAsync(int, int, int, const void*, int, void*, int, cudaStream_t);

#define __WARPWISE_BLAS_OF_ALL(P, T)                                                                                               \
    __WARPWISE_RESULT cublasStatus_t cublas##P##axpy(cublasHandle_t, int, const T*, const T*, int, T*, int);                       \
    __WARPWISE_RESULT cublasStatus_t cublas##P##copy(cublasHandle_t, int, const T*, int, T*, int);                                 \
    __WARPWISE_RESULT cublasStatus_t cublas##P##swap(cublasHandle_t, int, T*, int, T*, int);                                       \
    __WARPWISE_RESULT cublasStatus_t cublas##P##scal(cublasHandle_t, int, const T*, T*, int);                                      \
    __WARPWISE_RESULT cublasStatus_t cublasI##P##amax_(cublasHandle_t, int, const T*, int, int*);                                  \
    __WARPWISE_RESULT cublasStatus_t cublasI##P##amin_(cublasHandle_t, int, const T*, int, int*);                                  \
    __WARPWISE_RESULT cublasStatus_t cublas##P##gemv(cublasHandle_t, cublasOperation_t, int, int, const T*, const T*, int,         \
                                                     const T*, int, const T*, T*, int);                                            \
    __WARPWISE_RESULT cublasStatus_t cublas##P##gemm(cublasHandle_t, cublasOperation_t, cublasOperation_t, int, int, int,          \
                                                     const T*, const T*, int, const T*, int, const T*, T*, int);                   \
    __WARPWISE_RESULT cublasStatus_t cublas##P##gemmStridedBatched(cublasHandle_t, cublasOperation_t, cublasOperation_t, int, int, \
                                                                   int, const T*, const T*, int, long long, const T*, int,         \
                                                                   long long, const T*, T*, int, long long, int);                  \
    __WARPWISE_RESULT cublasStatus_t cublas##P##gemmBatched(cublasHandle_t, cublasOperation_t, cublasOperation_t, int, int, int,   \
                                                            const T*, const T* const*, int, const T* const*, int, const T*,        \
                                                            T* const*, int, int);                                                  \
    __WARPWISE_RESULT cublasStatus_t cublas##P##geam(cublasHandle_t, cublasOperation_t, cublasOperation_t, int, int, const T*,     \
                                                     const T*, int, const T*, const T*, int, T*, int);                             \
    __WARPWISE_RESULT cublasStatus_t cublas##P##trsm(cublasHandle_t, cublasSideMode_t, cublasFillMode_t, cublasOperation_t,        \
                                                     cublasDiagType_t, int, int, const T*, const T*, int, T*, int);                \
    __WARPWISE_RESULT cublasStatus_t cublas##P##syrk(cublasHandle_t, cublasFillMode_t, cublasOperation_t, int, int, const T*,      \
                                                     const T*, int, const T*, T*, int);                                            \
    __WARPWISE_RESULT cublasStatus_t cublas##P##symm(cublasHandle_t, cublasSideMode_t, cublasFillMode_t, int, int, const T*,       \
                                                     const T*, int, const T*, int, const T*, T*, int);
__WARPWISE_BLAS_OF_ALL(S, float)
__WARPWISE_BLAS_OF_ALL(D, double)
__WARPWISE_BLAS_OF_ALL(C, cuComplex)
__WARPWISE_BLAS_OF_ALL(Z, cuDoubleComplex)
// Those whose names or results differ by type.
#define __WARPWISE_BLAS_VECTOR_SUMS(dot_name, nrm2_name, asum_name, T, R)                             \
    __WARPWISE_RESULT cublasStatus_t dot_name(cublasHandle_t, int, const T*, int, const T*, int, T*); \
    __WARPWISE_RESULT cublasStatus_t nrm2_name(cublasHandle_t, int, const T*, int, R*);               \
    __WARPWISE_RESULT cublasStatus_t asum_name(cublasHandle_t, int, const T*, int, R*);
__WARPWISE_BLAS_VECTOR_SUMS(cublasSdot, cublasSnrm2, cublasSasum, float, float)
__WARPWISE_BLAS_VECTOR_SUMS(cublasDdot, cublasDnrm2, cublasDasum, double, double)
__WARPWISE_BLAS_VECTOR_SUMS(cublasCdotu, cublasScnrm2, cublasScasum, cuComplex, float)
__WARPWISE_BLAS_VECTOR_SUMS(cublasZdotu, cublasDznrm2, cublasDzasum, cuDoubleComplex, double)
__WARPWISE_RESULT cublasStatus_t cublasCdotc(cublasHandle_t, int, const cuComplex*, int, const cuComplex*, int, cuComplex*);
__WARPWISE_RESULT cublasStatus_t cublasZdotc(cublasHandle_t, int, const cuDoubleComplex*, int, const cuDoubleComplex*, int,
                                             cuDoubleComplex*);
#define __WARPWISE_BLAS_GER(name, T) \
    __WARPWISE_RESULT cublasStatus_t name(cublasHandle_t, int, int, const T*, const T*, int, const T*, int, T*, int);
__WARPWISE_BLAS_GER(cublasSger, float)
__WARPWISE_BLAS_GER(cublasDger, double)
__WARPWISE_BLAS_GER(cublasCgeru, cuComplex)
__WARPWISE_BLAS_GER(cublasZgeru, cuDoubleComplex)
// Of triangles, bands and packed triangles (column after column, without gaps); of general bands and diagonals.
#define __WARPWISE_BLAS_SHAPES(P, T)                                                                                               \
    __WARPWISE_RESULT cublasStatus_t cublas##P##trmv(cublasHandle_t, cublasFillMode_t, cublasOperation_t, cublasDiagType_t, int,   \
                                                     const T*, int, T*, int);                                                      \
    __WARPWISE_RESULT cublasStatus_t cublas##P##trsv(cublasHandle_t, cublasFillMode_t, cublasOperation_t, cublasDiagType_t, int,   \
                                                     const T*, int, T*, int);                                                      \
    __WARPWISE_RESULT cublasStatus_t cublas##P##tbmv(cublasHandle_t, cublasFillMode_t, cublasOperation_t, cublasDiagType_t, int,   \
                                                     int, const T*, int, T*, int);                                                 \
    __WARPWISE_RESULT cublasStatus_t cublas##P##tbsv(cublasHandle_t, cublasFillMode_t, cublasOperation_t, cublasDiagType_t, int,   \
                                                     int, const T*, int, T*, int);                                                 \
    __WARPWISE_RESULT cublasStatus_t cublas##P##tpmv(cublasHandle_t, cublasFillMode_t, cublasOperation_t, cublasDiagType_t, int,   \
                                                     const T*, T*, int);                                                           \
    __WARPWISE_RESULT cublasStatus_t cublas##P##tpsv(cublasHandle_t, cublasFillMode_t, cublasOperation_t, cublasDiagType_t, int,   \
                                                     const T*, T*, int);                                                           \
    __WARPWISE_RESULT cublasStatus_t cublas##P##trmm(cublasHandle_t, cublasSideMode_t, cublasFillMode_t, cublasOperation_t,        \
                                                     cublasDiagType_t, int, int, const T*, const T*, int, const T*, int, T*, int); \
    __WARPWISE_RESULT cublasStatus_t cublas##P##gbmv(cublasHandle_t, cublasOperation_t, int, int, int, int, const T*, const T*,    \
                                                     int, const T*, int, const T*, T*, int);                                       \
    __WARPWISE_RESULT cublasStatus_t cublas##P##dgmm(cublasHandle_t, cublasSideMode_t, int, int, const T*, int, const T*, int, T*, \
                                                     int);
__WARPWISE_BLAS_SHAPES(S, float)
__WARPWISE_BLAS_SHAPES(D, double)
__WARPWISE_BLAS_SHAPES(C, cuComplex)
__WARPWISE_BLAS_SHAPES(Z, cuDoubleComplex)
// Of symmetric matrices (sy, sb, sp) and Hermitian ones (he, hb, hp), of which one triangle is read and written. A: the type of the
// factor of an update by one vector or matrix, B: of beta.
#define __WARPWISE_BLAS_TRIANGLE(P, s, T, A, B)                                                                                 \
    __WARPWISE_RESULT cublasStatus_t cublas##P##s##mv(cublasHandle_t, cublasFillMode_t, int, const T*, const T*, int, const T*, \
                                                      int, const T*, T*, int);                                                  \
    __WARPWISE_RESULT cublasStatus_t cublas##P##s##r(cublasHandle_t, cublasFillMode_t, int, const A*, const T*, int, T*, int);  \
    __WARPWISE_RESULT cublasStatus_t cublas##P##s##r2(cublasHandle_t, cublasFillMode_t, int, const T*, const T*, int, const T*, \
                                                      int, T*, int);                                                            \
    __WARPWISE_RESULT cublasStatus_t cublas##P##s##r2k(cublasHandle_t, cublasFillMode_t, cublasOperation_t, int, int, const T*, \
                                                       const T*, int, const T*, int, const B*, T*, int);                        \
    __WARPWISE_RESULT cublasStatus_t cublas##P##s##rkx(cublasHandle_t, cublasFillMode_t, cublasOperation_t, int, int, const T*, \
                                                       const T*, int, const T*, int, const B*, T*, int);
#define __WARPWISE_BLAS_PACKED(P, b, p, T, A)                                                                                   \
    __WARPWISE_RESULT cublasStatus_t cublas##P##b##mv(cublasHandle_t, cublasFillMode_t, int, int, const T*, const T*, int,      \
                                                      const T*, int, const T*, T*, int);                                        \
    __WARPWISE_RESULT cublasStatus_t cublas##P##p##mv(cublasHandle_t, cublasFillMode_t, int, const T*, const T*, const T*, int, \
                                                      const T*, T*, int);                                                       \
    __WARPWISE_RESULT cublasStatus_t cublas##P##p##r(cublasHandle_t, cublasFillMode_t, int, const A*, const T*, int, T*);       \
    __WARPWISE_RESULT cublasStatus_t cublas##P##p##r2(cublasHandle_t, cublasFillMode_t, int, const T*, const T*, int, const T*, \
                                                      int, T*);
__WARPWISE_BLAS_TRIANGLE(S, sy, float, float, float)
__WARPWISE_BLAS_TRIANGLE(D, sy, double, double, double)
__WARPWISE_BLAS_TRIANGLE(C, sy, cuComplex, cuComplex, cuComplex)
__WARPWISE_BLAS_TRIANGLE(Z, sy, cuDoubleComplex, cuDoubleComplex, cuDoubleComplex)
__WARPWISE_BLAS_TRIANGLE(C, he, cuComplex, float, float)
__WARPWISE_BLAS_TRIANGLE(Z, he, cuDoubleComplex, double, double)
__WARPWISE_BLAS_PACKED(S, sb, sp, float, float)
__WARPWISE_BLAS_PACKED(D, sb, sp, double, double)
__WARPWISE_BLAS_PACKED(C, hb, hp, cuComplex, float)
__WARPWISE_BLAS_PACKED(Z, hb, hp, cuDoubleComplex, double)
#define __WARPWISE_BLAS_COMPLEX(P, rot_name, scal_name, T, R)                                                                    \
    __WARPWISE_RESULT cublasStatus_t cublas##P##gerc(cublasHandle_t, int, int, const T*, const T*, int, const T*, int, T*, int); \
    __WARPWISE_RESULT cublasStatus_t cublas##P##hemm(cublasHandle_t, cublasSideMode_t, cublasFillMode_t, int, int, const T*,     \
                                                     const T*, int, const T*, int, const T*, T*, int);                           \
    __WARPWISE_RESULT cublasStatus_t cublas##P##herk(cublasHandle_t, cublasFillMode_t, cublasOperation_t, int, int, const R*,    \
                                                     const T*, int, const R*, T*, int);                                          \
    __WARPWISE_RESULT cublasStatus_t cublas##P##rot(cublasHandle_t, int, T*, int, T*, int, const R*, const T*);                  \
    __WARPWISE_RESULT cublasStatus_t rot_name(cublasHandle_t, int, T*, int, T*, int, const R*, const R*);                        \
    __WARPWISE_RESULT cublasStatus_t cublas##P##rotg(cublasHandle_t, T*, T*, R*, T*);                                            \
    __WARPWISE_RESULT cublasStatus_t scal_name(cublasHandle_t, int, const R*, T*, int);
__WARPWISE_BLAS_COMPLEX(C, cublasCsrot, cublasCsscal, cuComplex, float)
__WARPWISE_BLAS_COMPLEX(Z, cublasZdrot, cublasZdscal, cuDoubleComplex, double)
#define __WARPWISE_BLAS_ROTATIONS(P, T)                                                                         \
    __WARPWISE_RESULT cublasStatus_t cublas##P##rot(cublasHandle_t, int, T*, int, T*, int, const T*, const T*); \
    __WARPWISE_RESULT cublasStatus_t cublas##P##rotg(cublasHandle_t, T*, T*, T*, T*);                           \
    __WARPWISE_RESULT cublasStatus_t cublas##P##rotm(cublasHandle_t, int, T*, int, T*, int, const T*);          \
    __WARPWISE_RESULT cublasStatus_t cublas##P##rotmg(cublasHandle_t, T*, T*, T*, const T*, T*);
__WARPWISE_BLAS_ROTATIONS(S, float)
__WARPWISE_BLAS_ROTATIONS(D, double)
// Of many small matrices: factors, solutions and inverses.
#define __WARPWISE_BLAS_FACTORS(P, T)                                                                                           \
    __WARPWISE_RESULT cublasStatus_t cublas##P##getrfBatched(cublasHandle_t, int, T* const*, int, int*, int*, int);             \
    __WARPWISE_RESULT cublasStatus_t cublas##P##getrsBatched(cublasHandle_t, cublasOperation_t, int, int, const T* const*, int, \
                                                             const int*, T* const*, int, int*, int);                            \
    __WARPWISE_RESULT cublasStatus_t cublas##P##getriBatched(cublasHandle_t, int, const T* const*, int, const int*, T* const*,  \
                                                             int, int*, int);                                                   \
    __WARPWISE_RESULT cublasStatus_t cublas##P##matinvBatched(cublasHandle_t, int, const T* const*, int, T* const*, int, int*, int);
__WARPWISE_BLAS_FACTORS(S, float)
__WARPWISE_BLAS_FACTORS(D, double)
// Of any types; and those of halves, whose bits are a number of 16.
__WARPWISE_RESULT cublasStatus_t __warpwise_gemm_ex(cublasHandle_t, cublasOperation_t, cublasOperation_t, int, int, int,
                                                    const void*, const void*, int a_type, int, long long, const void*, int b_type,
                                                    int, long long, const void*, void*, int c_type, int, long long, int batch,
                                                    int compute, const char* call);
__WARPWISE_RESULT cublasStatus_t __warpwise_half_gemm_batched(cublasHandle_t, cublasOperation_t, cublasOperation_t, int, int, int,
                                                              const void*, const void* const*, int, const void* const*, int,
                                                              const void*, void* const*, int, int);
__WARPWISE_RESULT cublasStatus_t __warpwise_dot_ex(cublasHandle_t, int, const void*, int x_type, int, const void*, int y_type, int,
                                                   void*, int result_type);
#ifdef __cplusplus
}
#endif

#ifndef WARPWISE_RUNTIME_BUILD
#define cublasIsamax cublasISamax_
#define cublasIdamax cublasIDamax_
#define cublasIcamax cublasICamax_
#define cublasIzamax cublasIZamax_
#define cublasIsamin cublasISamin_
#define cublasIdamin cublasIDamin_
#define cublasIcamin cublasICamin_
#define cublasIzamin cublasIZamin_
#define cublasCreate_v2 cublasCreate
#define cublasDestroy_v2 cublasDestroy
#define cublasSetStream_v2 cublasSetStream
#define cublasSetPointerMode_v2 cublasSetPointerMode
#define cublasSgemm_v2 cublasSgemm
#define cublasDgemm_v2 cublasDgemm
#define __WARPWISE_BLAS_FORM __attribute__((always_inline, warn_unused_result)) static inline cublasStatus_t
__WARPWISE_BLAS_FORM cublasGemmEx(cublasHandle_t h, cublasOperation_t ta, cublasOperation_t tb, int m, int n, int k,
                                  const void* alpha, const void* a, cudaDataType a_type, int lda, const void* b,
                                  cudaDataType b_type, int ldb, const void* beta, void* c, cudaDataType c_type, int ldc,
                                  cublasComputeType_t compute, cublasGemmAlgo_t) {
    return __warpwise_gemm_ex(h, ta, tb, m, n, k, alpha, a, a_type, lda, 0, b, b_type, ldb, 0, beta, c, c_type, ldc, 0, 1, compute,
                              "cublasGemmEx");
}
#ifdef __cplusplus
// With CUDA 10's word for what is computed in.
__WARPWISE_BLAS_FORM cublasGemmEx(cublasHandle_t h, cublasOperation_t ta, cublasOperation_t tb, int m, int n, int k,
                                  const void* alpha, const void* a, cudaDataType a_type, int lda, const void* b,
                                  cudaDataType b_type, int ldb, const void* beta, void* c, cudaDataType c_type, int ldc,
                                  cudaDataType compute, cublasGemmAlgo_t) {
    return __warpwise_gemm_ex(h, ta, tb, m, n, k, alpha, a, a_type, lda, 0, b, b_type, ldb, 0, beta, c, c_type, ldc, 0, 1,
                              compute == CUDA_R_64F   ? CUBLAS_COMPUTE_64F
                              : compute == CUDA_R_16F ? CUBLAS_COMPUTE_16F
                              : compute == CUDA_R_32I ? CUBLAS_COMPUTE_32I
                                                      : CUBLAS_COMPUTE_32F,
                              "cublasGemmEx");
}
#endif
__WARPWISE_BLAS_FORM cublasGemmStridedBatchedEx(cublasHandle_t h, cublasOperation_t ta, cublasOperation_t tb, int m, int n, int k,
                                                const void* alpha, const void* a, cudaDataType a_type, int lda, long long stride_a,
                                                const void* b, cudaDataType b_type, int ldb, long long stride_b, const void* beta,
                                                void* c, cudaDataType c_type, int ldc, long long stride_c, int batch,
                                                cublasComputeType_t compute, cublasGemmAlgo_t) {
    return __warpwise_gemm_ex(h, ta, tb, m, n, k, alpha, a, a_type, lda, stride_a, b, b_type, ldb, stride_b, beta, c, c_type, ldc,
                              stride_c, batch, compute, "cublasGemmStridedBatchedEx");
}
__WARPWISE_BLAS_FORM cublasSgemmEx(cublasHandle_t h, cublasOperation_t ta, cublasOperation_t tb, int m, int n, int k,
                                   const float* alpha, const void* a, cudaDataType a_type, int lda, const void* b,
                                   cudaDataType b_type, int ldb, const float* beta, void* c, cudaDataType c_type, int ldc) {
    return __warpwise_gemm_ex(h, ta, tb, m, n, k, alpha, a, a_type, lda, 0, b, b_type, ldb, 0, beta, c, c_type, ldc, 0, 1,
                              CUBLAS_COMPUTE_32F, "cublasSgemmEx");
}
#ifdef __cplusplus
// Of a half, which <cuda_fp16.h> declares before or after this text.
template <typename Half>
__WARPWISE_BLAS_FORM cublasHgemm(cublasHandle_t h, cublasOperation_t ta, cublasOperation_t tb, int m, int n, int k,
                                 const Half* alpha, const Half* a, int lda, const Half* b, int ldb, const Half* beta, Half* c,
                                 int ldc) {
    return __warpwise_gemm_ex(h, ta, tb, m, n, k, alpha, a, CUDA_R_16F, lda, 0, b, CUDA_R_16F, ldb, 0, beta, c, CUDA_R_16F, ldc, 0,
                              1, CUBLAS_COMPUTE_16F, "cublasHgemm");
}
template <typename Half>
__WARPWISE_BLAS_FORM cublasHgemmStridedBatched(cublasHandle_t h, cublasOperation_t ta, cublasOperation_t tb, int m, int n, int k,
                                               const Half* alpha, const Half* a, int lda, long long sa, const Half* b, int ldb,
                                               long long sb, const Half* beta, Half* c, int ldc, long long sc, int batch) {
    return __warpwise_gemm_ex(h, ta, tb, m, n, k, alpha, a, CUDA_R_16F, lda, sa, b, CUDA_R_16F, ldb, sb, beta, c, CUDA_R_16F, ldc,
                              sc, batch, CUBLAS_COMPUTE_16F, "cublasHgemmStridedBatched");
}
template <typename Half>
__WARPWISE_BLAS_FORM cublasHgemmBatched(cublasHandle_t h, cublasOperation_t ta, cublasOperation_t tb, int m, int n, int k,
                                        const Half* alpha, const Half* const* a, int lda, const Half* const* b, int ldb,
                                        const Half* beta, Half* const* c, int ldc, int batch) {
    return __warpwise_half_gemm_batched(h, ta, tb, m, n, k, alpha, (const void* const*)a, lda, (const void* const*)b, ldb, beta,
                                        (void* const*)c, ldc, batch);
}
#endif
__WARPWISE_BLAS_FORM cublasDotEx(cublasHandle_t h, int n, const void* x, cudaDataType x_type, int incx, const void* y,
                                 cudaDataType y_type, int incy, void* result, cudaDataType result_type, cudaDataType) {
    return __warpwise_dot_ex(h, n, x, x_type, incx, y, y_type, incy, result, result_type);
}
#endif
#endif
