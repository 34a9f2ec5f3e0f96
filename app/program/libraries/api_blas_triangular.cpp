// cuBLAS's functions of triangular matrices, by the CPU's BLAS: products and solutions.
#include "program/libraries/blas.h"
#include "program/runtime/api_table.h"

using namespace warpwise;
using namespace warpwise::blas;

namespace {

using Op = cublasOperation_t;
using Fill = cublasFillMode_t;
using Diag = cublasDiagType_t;

// x becomes op(A) x ("mv") or op(A)^-1 x ("sv").
template <typename T>
cublasStatus_t triangle_and_vector(const LibraryCall& call, cublasHandle_t h, const std::string& function, Fill fill, Op op,
                                   Diag diag, const Triangle& s, const T* a, T* x, int incx) {
    if (const auto status = may_run(h)) return status;
    if (!is_fill(fill) || !is_operation(op) || !s.is_valid() || incx == 0) return CUBLAS_STATUS_INVALID_VALUE;
    if (s.n == 0) return CUBLAS_STATUS_SUCCESS;
    return blas::submit(call, h, s.text(), [=] {
        const auto* matrix = read(call, a, s.count(), "A");
        auto* to = matrix ? write(call, x, extent(s.n, incx), "x") : nullptr;
        if (to == nullptr) return;
        const char f = letter_of(fill), o = letter_of(op), d = letter_of(diag);
        constexpr char type = Number<T>::kLetter;
        switch (s.kind) {
            case Triangle::Kind::full:
                call_fortran(call, type, ("tr" + function).c_str(), f, o, d, s.n, matrix, s.leading, to, incx);
                break;
            case Triangle::Kind::band:
                call_fortran(call, type, ("tb" + function).c_str(), f, o, d, s.n, s.band, matrix, s.leading, to, incx);
                break;
            case Triangle::Kind::packed: call_fortran(call, type, ("tp" + function).c_str(), f, o, d, s.n, matrix, to, incx); break;
        }
    });
}

// C = alpha op(A) B, or alpha B op(A). C may be B; BLAS's own function has B alone, which becomes the result.
template <typename T>
cublasStatus_t trmm(const LibraryCall& call, cublasHandle_t h, cublasSideMode_t side, Fill fill, Op op, Diag diag, int m, int n,
                    const T* alpha, const T* a, int lda, const T* b, int ldb, T* c, int ldc) {
    if (const auto status = may_run(h)) return status;
    const int order = side == CUBLAS_SIDE_LEFT ? m : n;
    if (!is_fill(fill) || !is_operation(op) || m < 0 || n < 0 || lda < std::max(1, order) || ldb < std::max(1, m) ||
        ldc < std::max(1, m))
        return CUBLAS_STATUS_INVALID_VALUE;
    if (m == 0 || n == 0) return CUBLAS_STATUS_SUCCESS;
    const Scalar<T> factor(call, h, alpha, "alpha");
    if (!factor.is_given()) return CUBLAS_STATUS_SUCCESS;
    return blas::submit(call, h, fmt::format("m {}, n {}", m, n), [=] {
        const auto al = factor.get(call);
        const auto* matrix = al ? read(call, a, extent(order, order, lda), "A") : nullptr;
        const auto* from = matrix ? read(call, b, extent(m, n, ldb), "B") : nullptr;
        auto* to = from ? write(call, c, extent(m, n, ldc), "C", b == c ? Touch::updates : Touch::writes) : nullptr;
        if (to == nullptr) return;
        for (int j = 0; j < n && b != c; ++j)
            std::copy_n(from + static_cast<std::ptrdiff_t>(j) * ldb, m, to + static_cast<std::ptrdiff_t>(j) * ldc);
        call_fortran(call, Number<T>::kLetter, "trmm", letter_of(side), letter_of(fill), letter_of(op), letter_of(diag), m, n, *al,
                     matrix, lda, to, ldc);
    });
}

}  // namespace

extern "C" {

#define WITH_VECTOR(P, T, mv)                                                                                                      \
    cublasStatus_t cublas##P##tr##mv(cublasHandle_t h, Fill f, Op op, Diag d, int n, const T* a, int lda, T* x, int incx) {        \
        WARPWISE_LIBRARY_CALL("cublas" #P "tr" #mv);                                                                               \
        return told(call, triangle_and_vector(call, h, #mv, f, op, d, {Triangle::Kind::full, n, lda}, a, x, incx));                \
    }                                                                                                                              \
    cublasStatus_t cublas##P##tb##mv(cublasHandle_t h, Fill f, Op op, Diag d, int n, int k, const T* a, int lda, T* x, int incx) { \
        WARPWISE_LIBRARY_CALL("cublas" #P "tb" #mv);                                                                               \
        return told(call, triangle_and_vector(call, h, #mv, f, op, d, {Triangle::Kind::band, n, lda, k}, a, x, incx));             \
    }                                                                                                                              \
    cublasStatus_t cublas##P##tp##mv(cublasHandle_t h, Fill f, Op op, Diag d, int n, const T* a, T* x, int incx) {                 \
        WARPWISE_LIBRARY_CALL("cublas" #P "tp" #mv);                                                                               \
        return told(call, triangle_and_vector(call, h, #mv, f, op, d, {Triangle::Kind::packed, n}, a, x, incx));                   \
    }
#define TRIANGULAR(P, T)                                                                                                         \
    WITH_VECTOR(P, T, mv)                                                                                                        \
    WITH_VECTOR(P, T, sv)                                                                                                        \
    cublasStatus_t cublas##P##trmm(cublasHandle_t h, cublasSideMode_t side, Fill f, Op op, Diag d, int m, int n, const T* alpha, \
                                   const T* a, int lda, const T* b, int ldb, T* c, int ldc) {                                    \
        WARPWISE_LIBRARY_CALL("cublas" #P "trmm");                                                                               \
        return told(call, trmm(call, h, side, f, op, d, m, n, alpha, a, lda, b, ldb, c, ldc));                                   \
    }
TRIANGULAR(S, float)
TRIANGULAR(D, double)
TRIANGULAR(C, cuComplex)
TRIANGULAR(Z, cuDoubleComplex)

}  // extern "C"

namespace warpwise {

#define API(name) {#name, reinterpret_cast<void*>(&name)}
#define API_OF_TRIANGLES(P)                                                                                       \
    API(cublas##P##trmv), API(cublas##P##tbmv), API(cublas##P##tpmv), API(cublas##P##trsv), API(cublas##P##tbsv), \
        API(cublas##P##tpsv), API(cublas##P##trmm)

std::vector<HostFunction> blas_triangular_functions() {
    return {API_OF_TRIANGLES(S), API_OF_TRIANGLES(D), API_OF_TRIANGLES(C), API_OF_TRIANGLES(Z)};
}

}  // namespace warpwise
