// What programs include as <cublas.h>: cuBLAS of the time before handles, with scalars by value, results returned, letters for
// forms, and one status that is asked for. Each function hands its call on to that of <cublas_v2.h>.
#ifndef WARPWISE_CUBLAS_LEGACY_HOST_H
#define WARPWISE_CUBLAS_LEGACY_HOST_H
#pragma clang system_header
#ifndef __cplusplus
#error cuBLAS without handles is not supported in C by warpwise exec
#endif
#include <cublas_v2.h>
typedef cublasStatus_t cublasStatus;

inline cublasHandle_t __warpwise_blas_handle = nullptr;
inline cublasStatus_t __warpwise_blas_status = CUBLAS_STATUS_SUCCESS;
static inline void __warpwise_blas_note(cublasStatus_t status) {
    if (status != CUBLAS_STATUS_SUCCESS) __warpwise_blas_status = status;
}
static inline cublasOperation_t __warpwise_blas_op(char letter) {
    return letter == 'T' || letter == 't' ? CUBLAS_OP_T : letter == 'C' || letter == 'c' ? CUBLAS_OP_C : CUBLAS_OP_N;
}
static inline cublasSideMode_t __warpwise_blas_side(char letter) {
    return letter == 'R' || letter == 'r' ? CUBLAS_SIDE_RIGHT : CUBLAS_SIDE_LEFT;
}
static inline cublasFillMode_t __warpwise_blas_fill(char letter) {
    return letter == 'U' || letter == 'u' ? CUBLAS_FILL_MODE_UPPER : CUBLAS_FILL_MODE_LOWER;
}
static inline cublasDiagType_t __warpwise_blas_diagonal(char letter) {
    return letter == 'U' || letter == 'u' ? CUBLAS_DIAG_UNIT : CUBLAS_DIAG_NON_UNIT;
}

// Inlined, so that a call's place is the user's.
#define __WARPWISE_LEGACY __attribute__((always_inline, unused)) static inline
__WARPWISE_LEGACY cublasStatus_t cublasInit() {
    return __warpwise_blas_handle ? CUBLAS_STATUS_SUCCESS : cublasCreate(&__warpwise_blas_handle);
}
__WARPWISE_LEGACY cublasStatus_t cublasShutdown() {
    const cublasStatus_t status = cublasDestroy(__warpwise_blas_handle);
    __warpwise_blas_handle = nullptr;
    return status;
}
__WARPWISE_LEGACY cublasStatus_t cublasGetError() {
    const cublasStatus_t status = __warpwise_blas_status;
    __warpwise_blas_status = CUBLAS_STATUS_SUCCESS;
    return status;
}
__WARPWISE_LEGACY cublasStatus_t cublasAlloc(int count, int bytes, void** out) {
    return cudaMalloc(out, (size_t)count * (size_t)bytes) == cudaSuccess ? CUBLAS_STATUS_SUCCESS : CUBLAS_STATUS_ALLOC_FAILED;
}
__WARPWISE_LEGACY cublasStatus_t cublasFree(void* memory) {
    return cudaFree(memory) == cudaSuccess ? CUBLAS_STATUS_SUCCESS : CUBLAS_STATUS_INTERNAL_ERROR;
}
__WARPWISE_LEGACY cublasStatus_t cublasSetKernelStream(cudaStream_t stream) {
    return cublasSetStream(__warpwise_blas_handle, stream);
}

#define __WARPWISE_LEGACY_CALL(name, ...) __warpwise_blas_note(name(__warpwise_blas_handle, __VA_ARGS__))
// clang-format off: one function per line
#define __WARPWISE_LEGACY_RESULT(name, R, T) \
    __WARPWISE_LEGACY R name(int n, const T* x, int x_step) { R out = 0; __WARPWISE_LEGACY_CALL(name, n, x, x_step, &out); return out; }
#define __WARPWISE_LEGACY_OF(P, T) \
    __WARPWISE_LEGACY void cublas##P##axpy(int n, T alpha, const T* x, int x_step, T* y, int y_step) { __WARPWISE_LEGACY_CALL(cublas##P##axpy, n, &alpha, x, x_step, y, y_step); } \
    __WARPWISE_LEGACY void cublas##P##copy(int n, const T* x, int x_step, T* y, int y_step) { __WARPWISE_LEGACY_CALL(cublas##P##copy, n, x, x_step, y, y_step); } \
    __WARPWISE_LEGACY void cublas##P##swap(int n, T* x, int x_step, T* y, int y_step) { __WARPWISE_LEGACY_CALL(cublas##P##swap, n, x, x_step, y, y_step); } \
    __WARPWISE_LEGACY void cublas##P##scal(int n, T alpha, T* x, int x_step) { __WARPWISE_LEGACY_CALL(cublas##P##scal, n, &alpha, x, x_step); } \
    __WARPWISE_LEGACY T cublas##P##dot(int n, const T* x, int x_step, const T* y, int y_step) { T out = 0; __WARPWISE_LEGACY_CALL(cublas##P##dot, n, x, x_step, y, y_step, &out); return out; } \
    __WARPWISE_LEGACY_RESULT(cublas##P##nrm2, T, T) \
    __WARPWISE_LEGACY_RESULT(cublas##P##asum, T, T) \
    __WARPWISE_LEGACY_RESULT(cublasI##P##amax_, int, T) \
    __WARPWISE_LEGACY_RESULT(cublasI##P##amin_, int, T) \
    __WARPWISE_LEGACY void cublas##P##gemv(char op, int m, int n, T alpha, const T* a, int lda, const T* x, int x_step, T beta, T* y, int y_step) { __WARPWISE_LEGACY_CALL(cublas##P##gemv, __warpwise_blas_op(op), m, n, &alpha, a, lda, x, x_step, &beta, y, y_step); } \
    __WARPWISE_LEGACY void cublas##P##ger(int m, int n, T alpha, const T* x, int x_step, const T* y, int y_step, T* a, int lda) { __WARPWISE_LEGACY_CALL(cublas##P##ger, m, n, &alpha, x, x_step, y, y_step, a, lda); } \
    __WARPWISE_LEGACY void cublas##P##gemm(char op_a, char op_b, int m, int n, int k, T alpha, const T* a, int lda, const T* b, int ldb, T beta, T* c, int ldc) { __WARPWISE_LEGACY_CALL(cublas##P##gemm, __warpwise_blas_op(op_a), __warpwise_blas_op(op_b), m, n, k, &alpha, a, lda, b, ldb, &beta, c, ldc); } \
    __WARPWISE_LEGACY void cublas##P##symm(char side, char fill, int m, int n, T alpha, const T* a, int lda, const T* b, int ldb, T beta, T* c, int ldc) { __WARPWISE_LEGACY_CALL(cublas##P##symm, __warpwise_blas_side(side), __warpwise_blas_fill(fill), m, n, &alpha, a, lda, b, ldb, &beta, c, ldc); } \
    __WARPWISE_LEGACY void cublas##P##syrk(char fill, char op, int n, int k, T alpha, const T* a, int lda, T beta, T* c, int ldc) { __WARPWISE_LEGACY_CALL(cublas##P##syrk, __warpwise_blas_fill(fill), __warpwise_blas_op(op), n, k, &alpha, a, lda, &beta, c, ldc); } \
    __WARPWISE_LEGACY void cublas##P##trsm(char side, char fill, char op, char diagonal, int m, int n, T alpha, const T* a, int lda, T* b, int ldb) { __WARPWISE_LEGACY_CALL(cublas##P##trsm, __warpwise_blas_side(side), __warpwise_blas_fill(fill), __warpwise_blas_op(op), __warpwise_blas_diagonal(diagonal), m, n, &alpha, a, lda, b, ldb); }
__WARPWISE_LEGACY_OF(S, float)
__WARPWISE_LEGACY_OF(D, double)
// clang-format on
#endif
