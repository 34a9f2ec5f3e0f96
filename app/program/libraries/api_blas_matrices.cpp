// cuBLAS's functions of matrices, by the CPU's BLAS.
#include <algorithm>

#include "program/libraries/blas.h"
#include "program/runtime/api_table.h"

using namespace warpwise;
using namespace warpwise::blas;

namespace {

using Op = cublasOperation_t;

std::size_t items(long long step, int i) { return static_cast<std::size_t>(step) * static_cast<std::size_t>(i); }

Extent of_batch(const Extent& one, long long step, int batch) {
    return batch == 1 ? one : Extent(items(step, batch - 1) + one.count);
}

template <typename T>
cublasStatus_t gemv(const LibraryCall& call, cublasHandle_t h, Op op, int m, int n, const T* alpha, const T* a, int lda, const T* x,
                    int incx, const T* beta, T* y, int incy) {
    using V = Value<T>;
    if (const auto status = may_run(h)) return status;
    if (!is_operation(op) || m < 0 || n < 0 || lda < std::max(1, m) || incx == 0 || incy == 0) return CUBLAS_STATUS_INVALID_VALUE;
    if (m == 0 || n == 0) return CUBLAS_STATUS_SUCCESS;
    const Scalar<T> first(call, h, alpha, "alpha"), second(call, h, beta, "beta");
    if (!first.is_given() || !second.is_given()) return CUBLAS_STATUS_SUCCESS;
    return blas::submit(call, h, fmt::format("m {}, n {}", m, n), [=] {
        const auto al = first.get(call), be = second.get(call);
        const bool is_plain = op == CUBLAS_OP_N;
        const V* matrix = al && be ? read(call, a, extent(m, n, lda), "A") : nullptr;
        const V* from = matrix ? read(call, x, extent(is_plain ? n : m, incx), "x") : nullptr;
        V* to = from ? write(call, y, extent(is_plain ? m : n, incy), "y") : nullptr;
        if (to == nullptr) return;
        call_fortran(call, Number<T>::kLetter, "gemv", letter_of(op), m, n, *al, matrix, lda, from, incx, *be, to, incy);
    });
}

// A has m rows and n columns, of which `below` and `above` diagonals beside the main one are stored, a column of A in each of its
// own.
template <typename T>
cublasStatus_t gbmv(const LibraryCall& call, cublasHandle_t h, Op op, int m, int n, int below, int above, const T* alpha,
                    const T* a, int lda, const T* x, int incx, const T* beta, T* y, int incy) {
    if (const auto status = may_run(h)) return status;
    if (!is_operation(op) || m < 0 || n < 0 || below < 0 || above < 0 || lda < below + above + 1 || incx == 0 || incy == 0)
        return CUBLAS_STATUS_INVALID_VALUE;
    if (m == 0 || n == 0) return CUBLAS_STATUS_SUCCESS;
    const Scalar<T> first(call, h, alpha, "alpha"), second(call, h, beta, "beta");
    if (!first.is_given() || !second.is_given()) return CUBLAS_STATUS_SUCCESS;
    return blas::submit(call, h, fmt::format("m {}, n {}", m, n), [=] {
        const auto al = first.get(call), be = second.get(call);
        const bool is_plain = op == CUBLAS_OP_N;
        const auto* matrix = al && be ? read(call, a, extent(below + above + 1, n, lda), "A") : nullptr;
        const auto* from = matrix ? read(call, x, extent(is_plain ? n : m, incx), "x") : nullptr;
        auto* to = from ? write(call, y, extent(is_plain ? m : n, incy), "y") : nullptr;
        if (to == nullptr) return;
        call_fortran(call, Number<T>::kLetter, "gbmv", letter_of(op), m, n, below, above, *al, matrix, lda, from, incx, *be, to,
                     incy);
    });
}

// C = diag(x) A or A diag(x), which BLAS does not have.
template <typename T>
cublasStatus_t dgmm(const LibraryCall& call, cublasHandle_t h, cublasSideMode_t side, int m, int n, const T* a, int lda, const T* x,
                    int incx, T* c, int ldc) {
    if (const auto status = may_run(h)) return status;
    if (m < 0 || n < 0 || lda < std::max(1, m) || ldc < std::max(1, m)) return CUBLAS_STATUS_INVALID_VALUE;
    if (m == 0 || n == 0) return CUBLAS_STATUS_SUCCESS;
    return blas::submit(call, h, fmt::format("m {}, n {}", m, n), [=] {
        const int order = side == CUBLAS_SIDE_LEFT ? m : n;
        const auto* matrix = read(call, a, extent(m, n, lda), "A");
        const auto* factors = matrix ? read(call, x, extent(order, incx), "x") : nullptr;
        auto* to = factors ? write(call, c, extent(m, n, ldc), "C", a == c ? Touch::updates : Touch::writes) : nullptr;
        const auto place = [](int i, int j, int leading) { return items(leading, j) + static_cast<std::size_t>(i); };
        for (int j = 0; to && j < n; ++j)
            for (int i = 0; i < m; ++i)
                to[place(i, j, ldc)] = matrix[place(i, j, lda)] * factors[at(side == CUBLAS_SIDE_LEFT ? i : j, order, incx)];
    });
}

template <typename T>
cublasStatus_t ger(const LibraryCall& call, cublasHandle_t h, const char* name, int m, int n, const T* alpha, const T* x, int incx,
                   const T* y, int incy, T* a, int lda) {
    using V = Value<T>;
    if (const auto status = may_run(h)) return status;
    if (m < 0 || n < 0 || lda < std::max(1, m) || incx == 0 || incy == 0) return CUBLAS_STATUS_INVALID_VALUE;
    if (m == 0 || n == 0) return CUBLAS_STATUS_SUCCESS;
    const Scalar<T> factor(call, h, alpha, "alpha");
    if (!factor.is_given()) return CUBLAS_STATUS_SUCCESS;
    return blas::submit(call, h, fmt::format("m {}, n {}", m, n), [=] {
        const auto al = factor.get(call);
        const V* left = al ? read(call, x, extent(m, incx), "x") : nullptr;
        const V* right = left ? read(call, y, extent(n, incy), "y") : nullptr;
        V* to = right ? write(call, a, extent(m, n, lda), "A") : nullptr;
        if (to == nullptr) return;
        call_fortran(call, Number<T>::kLetter, name, m, n, *al, left, incx, right, incy, to, lda);
    });
}

template <typename T>
cublasStatus_t multiply(const LibraryCall& call, cublasHandle_t h, const GemmShape& s, const T* alpha, const T* a, long long step_a,
                        const T* b, long long step_b, const T* beta, T* c, long long step_c, int batch) {
    using V = Value<T>;
    if (const auto status = may_run(h)) return status;
    if (!s.is_valid() || batch < 0 || step_a < 0 || step_b < 0 || step_c < 0) return CUBLAS_STATUS_INVALID_VALUE;
    if (s.m == 0 || s.n == 0 || batch == 0) return CUBLAS_STATUS_SUCCESS;
    const Scalar<T> first(call, h, alpha, "alpha"), second(call, h, beta, "beta");
    if (!first.is_given() || !second.is_given()) return CUBLAS_STATUS_SUCCESS;
    const std::string size = batch == 1 ? s.text() : fmt::format("{}, batch of {}", s.text(), batch);
    return blas::submit(call, h, size, [=] {
        const auto al = first.get(call), be = second.get(call);
        const V* left = al && be ? read(call, a, of_batch(s.count_a(), step_a, batch), "A") : nullptr;
        const V* right = left ? read(call, b, of_batch(s.count_b(), step_b, batch), "B") : nullptr;
        V* to = right ? write(call, c, of_batch(s.count_c(), step_c, batch), "C") : nullptr;
        for (int i = 0; to && i < batch; ++i)
            blas::gemm<V>(s, *al, left + items(step_a, i), right + items(step_b, i), *be, to + items(step_c, i));
    });
}

// With arrays of pointers, which lie in the device's memory.
template <typename T>
cublasStatus_t multiply_each(const LibraryCall& call, cublasHandle_t h, const GemmShape& s, const T* alpha, const T* const* a,
                             const T* const* b, const T* beta, T* const* c, int batch) {
    using V = Value<T>;
    if (const auto status = may_run(h)) return status;
    if (!s.is_valid() || batch < 0) return CUBLAS_STATUS_INVALID_VALUE;
    if (s.m == 0 || s.n == 0 || batch == 0) return CUBLAS_STATUS_SUCCESS;
    const Scalar<T> first(call, h, alpha, "alpha"), second(call, h, beta, "beta");
    if (!first.is_given() || !second.is_given()) return CUBLAS_STATUS_SUCCESS;
    return blas::submit(call, h, fmt::format("{}, batch of {}", s.text(), batch), [=] {
        const auto al = first.get(call), be = second.get(call);
        const auto count = static_cast<std::size_t>(batch);
        const auto* lefts = al && be ? call.device<const T*>(a, count, "the pointers to A", Touch::reads) : nullptr;
        const auto* rights = lefts ? call.device<const T*>(b, count, "the pointers to B", Touch::reads) : nullptr;
        T* const* tos = rights ? call.device<T*>(c, count, "the pointers to C", Touch::reads) : nullptr;
        for (int i = 0; tos && i < batch; ++i) {
            const V* left = read(call, lefts[i], s.count_a(), "A");
            const V* right = left ? read(call, rights[i], s.count_b(), "B") : nullptr;
            V* to = right ? write(call, tos[i], s.count_c(), "C") : nullptr;
            if (to == nullptr) return;
            blas::gemm<V>(s, *al, left, right, *be, to);
        }
    });
}

// C = alpha op(A) + beta op(B), which BLAS does not have.
template <typename T>
cublasStatus_t geam(const LibraryCall& call, cublasHandle_t h, Op op_a, Op op_b, int m, int n, const T* alpha, const T* a, int lda,
                    const T* beta, const T* b, int ldb, T* c, int ldc) {
    using V = Value<T>;
    if (const auto status = may_run(h)) return status;
    const int rows_a = op_a == CUBLAS_OP_N ? m : n, rows_b = op_b == CUBLAS_OP_N ? m : n;
    if (!is_operation(op_a) || !is_operation(op_b) || m < 0 || n < 0 || lda < std::max(1, rows_a) || ldb < std::max(1, rows_b) ||
        ldc < std::max(1, m))
        return CUBLAS_STATUS_INVALID_VALUE;
    const Scalar<T> first(call, h, alpha, "alpha"), second(call, h, beta, "beta");
    if (!first.is_given() || !second.is_given()) return CUBLAS_STATUS_SUCCESS;
    return blas::submit(call, h, fmt::format("m {}, n {}", m, n), [=] {
        const auto al = first.get(call), be = second.get(call);
        if (!al || !be) return;
        // A matrix whose factor is 0 is not read, and may be null.
        const auto given = [&](V factor, const T* p, int rows, int leading, const char* what) {
            return factor == V(0) ? nullptr : read(call, p, extent(rows, m + n - rows, leading), what);
        };
        const V *left = given(*al, a, rows_a, lda, "A"), *right = given(*be, b, rows_b, ldb, "B");
        if ((*al != V(0) && left == nullptr) || (*be != V(0) && right == nullptr)) return;
        V* to = write(call, c, extent(m, n, ldc), "C", Touch::writes);
        const auto element = [](const V* p, Op op, int leading, int i, int j) {
            if (p == nullptr) return V(0);
            const V v = p[op == CUBLAS_OP_N
                              ? static_cast<std::size_t>(j) * static_cast<std::size_t>(leading) + static_cast<std::size_t>(i)
                              : static_cast<std::size_t>(i) * static_cast<std::size_t>(leading) + static_cast<std::size_t>(j)];
            if constexpr (!std::is_floating_point_v<V>)
                if (op == CUBLAS_OP_C) return std::conj(v);
            return v;
        };
        for (int j = 0; to && j < n; ++j)
            for (int i = 0; i < m; ++i)
                to[static_cast<std::size_t>(j) * static_cast<std::size_t>(ldc) + static_cast<std::size_t>(i)] =
                    *al * element(left, op_a, lda, i, j) + *be * element(right, op_b, ldb, i, j);
    });
}

template <typename T>
cublasStatus_t trsm(const LibraryCall& call, cublasHandle_t h, cublasSideMode_t side, cublasFillMode_t fill, Op op,
                    cublasDiagType_t diagonal, int m, int n, const T* alpha, const T* a, int lda, T* b, int ldb) {
    using V = Value<T>;
    if (const auto status = may_run(h)) return status;
    const int order = side == CUBLAS_SIDE_LEFT ? m : n;
    if (!is_operation(op) || m < 0 || n < 0 || lda < std::max(1, order) || ldb < std::max(1, m)) return CUBLAS_STATUS_INVALID_VALUE;
    if (m == 0 || n == 0) return CUBLAS_STATUS_SUCCESS;
    const Scalar<T> factor(call, h, alpha, "alpha");
    if (!factor.is_given()) return CUBLAS_STATUS_SUCCESS;
    return blas::submit(call, h, fmt::format("m {}, n {}", m, n), [=] {
        const auto al = factor.get(call);
        const V* matrix = al ? read(call, a, extent(order, order, lda), "A") : nullptr;
        V* to = matrix ? write(call, b, extent(m, n, ldb), "B") : nullptr;
        if (to == nullptr) return;
        call_fortran(call, Number<T>::kLetter, "trsm", letter_of(side), letter_of(fill), letter_of(op), letter_of(diagonal), m, n,
                     *al, matrix, lda, to, ldb);
    });
}

template <typename T>
cublasStatus_t syrk(const LibraryCall& call, cublasHandle_t h, cublasFillMode_t fill, Op op, int n, int k, const T* alpha,
                    const T* a, int lda, const T* beta, T* c, int ldc) {
    using V = Value<T>;
    if (const auto status = may_run(h)) return status;
    const int rows = op == CUBLAS_OP_N ? n : k;
    if (!is_fill(fill) || !is_operation(op) || n < 0 || k < 0 || lda < std::max(1, rows) || ldc < std::max(1, n))
        return CUBLAS_STATUS_INVALID_VALUE;
    if (n == 0) return CUBLAS_STATUS_SUCCESS;
    const Scalar<T> first(call, h, alpha, "alpha"), second(call, h, beta, "beta");
    if (!first.is_given() || !second.is_given()) return CUBLAS_STATUS_SUCCESS;
    return blas::submit(call, h, fmt::format("n {}, k {}", n, k), [=] {
        const auto al = first.get(call), be = second.get(call);
        const V* from = al && be ? read(call, a, extent(rows, n + k - rows, lda), "A") : nullptr;
        V* to = from ? write(call, c, extent(n, n, ldc), "C") : nullptr;
        if (to == nullptr) return;
        call_fortran(call, Number<T>::kLetter, "syrk", letter_of(fill), letter_of(rank_operation<T>(op, false)), n, k, *al, from,
                     lda, *be, to, ldc);
    });
}

template <typename T>
cublasStatus_t symm(const LibraryCall& call, cublasHandle_t h, const char* name, cublasSideMode_t side, cublasFillMode_t fill,
                    int m, int n, const T* alpha, const T* a, int lda, const T* b, int ldb, const T* beta, T* c, int ldc) {
    using V = Value<T>;
    if (const auto status = may_run(h)) return status;
    const int order = side == CUBLAS_SIDE_LEFT ? m : n;
    if (m < 0 || n < 0 || lda < std::max(1, order) || ldb < std::max(1, m) || ldc < std::max(1, m))
        return CUBLAS_STATUS_INVALID_VALUE;
    if (m == 0 || n == 0) return CUBLAS_STATUS_SUCCESS;
    const Scalar<T> first(call, h, alpha, "alpha"), second(call, h, beta, "beta");
    if (!first.is_given() || !second.is_given()) return CUBLAS_STATUS_SUCCESS;
    return blas::submit(call, h, fmt::format("m {}, n {}", m, n), [=] {
        const auto al = first.get(call), be = second.get(call);
        const V* matrix = al && be ? read(call, a, extent(order, order, lda), "A") : nullptr;
        const V* from = matrix ? read(call, b, extent(m, n, ldb), "B") : nullptr;
        V* to = from ? write(call, c, extent(m, n, ldc), "C") : nullptr;
        if (to == nullptr) return;
        call_fortran(call, Number<T>::kLetter, name, letter_of(side), letter_of(fill), m, n, *al, matrix, lda, from, ldb, *be, to,
                     ldc);
    });
}

}  // namespace

extern "C" {

#define MATRICES(P, T)                                                                                                            \
    cublasStatus_t cublas##P##gemv(cublasHandle_t h, Op op, int m, int n, const T* alpha, const T* a, int lda, const T* x,        \
                                   int incx, const T* beta, T* y, int incy) {                                                     \
        WARPWISE_LIBRARY_CALL("cublas" #P "gemv");                                                                                \
        return told(call, gemv(call, h, op, m, n, alpha, a, lda, x, incx, beta, y, incy));                                        \
    }                                                                                                                             \
    cublasStatus_t cublas##P##gemm(cublasHandle_t h, Op ta, Op tb, int m, int n, int k, const T* alpha, const T* a, int lda,      \
                                   const T* b, int ldb, const T* beta, T* c, int ldc) {                                           \
        WARPWISE_LIBRARY_CALL("cublas" #P "gemm");                                                                                \
        return told(call, multiply(call, h, {ta, tb, m, n, k, lda, ldb, ldc}, alpha, a, 0, b, 0, beta, c, 0, 1));                 \
    }                                                                                                                             \
    cublasStatus_t cublas##P##gemmStridedBatched(cublasHandle_t h, Op ta, Op tb, int m, int n, int k, const T* alpha, const T* a, \
                                                 int lda, long long sa, const T* b, int ldb, long long sb, const T* beta, T* c,   \
                                                 int ldc, long long sc, int batch) {                                              \
        WARPWISE_LIBRARY_CALL("cublas" #P "gemmStridedBatched");                                                                  \
        return told(call, multiply(call, h, {ta, tb, m, n, k, lda, ldb, ldc}, alpha, a, sa, b, sb, beta, c, sc, batch));          \
    }                                                                                                                             \
    cublasStatus_t cublas##P##gemmBatched(cublasHandle_t h, Op ta, Op tb, int m, int n, int k, const T* alpha, const T* const* a, \
                                          int lda, const T* const* b, int ldb, const T* beta, T* const* c, int ldc, int batch) {  \
        WARPWISE_LIBRARY_CALL("cublas" #P "gemmBatched");                                                                         \
        return told(call, multiply_each(call, h, {ta, tb, m, n, k, lda, ldb, ldc}, alpha, a, b, beta, c, batch));                 \
    }                                                                                                                             \
    cublasStatus_t cublas##P##geam(cublasHandle_t h, Op ta, Op tb, int m, int n, const T* alpha, const T* a, int lda,             \
                                   const T* beta, const T* b, int ldb, T* c, int ldc) {                                           \
        WARPWISE_LIBRARY_CALL("cublas" #P "geam");                                                                                \
        return told(call, geam(call, h, ta, tb, m, n, alpha, a, lda, beta, b, ldb, c, ldc));                                      \
    }                                                                                                                             \
    cublasStatus_t cublas##P##trsm(cublasHandle_t h, cublasSideMode_t side, cublasFillMode_t fill, Op op, cublasDiagType_t d,     \
                                   int m, int n, const T* alpha, const T* a, int lda, T* b, int ldb) {                            \
        WARPWISE_LIBRARY_CALL("cublas" #P "trsm");                                                                                \
        return told(call, trsm(call, h, side, fill, op, d, m, n, alpha, a, lda, b, ldb));                                         \
    }                                                                                                                             \
    cublasStatus_t cublas##P##syrk(cublasHandle_t h, cublasFillMode_t fill, Op op, int n, int k, const T* alpha, const T* a,      \
                                   int lda, const T* beta, T* c, int ldc) {                                                       \
        WARPWISE_LIBRARY_CALL("cublas" #P "syrk");                                                                                \
        return told(call, syrk(call, h, fill, op, n, k, alpha, a, lda, beta, c, ldc));                                            \
    }                                                                                                                             \
    cublasStatus_t cublas##P##symm(cublasHandle_t h, cublasSideMode_t side, cublasFillMode_t fill, int m, int n, const T* alpha,  \
                                   const T* a, int lda, const T* b, int ldb, const T* beta, T* c, int ldc) {                      \
        WARPWISE_LIBRARY_CALL("cublas" #P "symm");                                                                                \
        return told(call, symm(call, h, "symm", side, fill, m, n, alpha, a, lda, b, ldb, beta, c, ldc));                          \
    }
#define MORE_MATRICES(P, T)                                                                                                 \
    cublasStatus_t cublas##P##gbmv(cublasHandle_t h, Op op, int m, int n, int below, int above, const T* alpha, const T* a, \
                                   int lda, const T* x, int incx, const T* beta, T* y, int incy) {                          \
        WARPWISE_LIBRARY_CALL("cublas" #P "gbmv");                                                                          \
        return told(call, gbmv(call, h, op, m, n, below, above, alpha, a, lda, x, incx, beta, y, incy));                    \
    }                                                                                                                       \
    cublasStatus_t cublas##P##dgmm(cublasHandle_t h, cublasSideMode_t side, int m, int n, const T* a, int lda, const T* x,  \
                                   int incx, T* c, int ldc) {                                                               \
        WARPWISE_LIBRARY_CALL("cublas" #P "dgmm");                                                                          \
        return told(call, dgmm(call, h, side, m, n, a, lda, x, incx, c, ldc));                                              \
    }
MORE_MATRICES(S, float)
MORE_MATRICES(D, double)
MORE_MATRICES(C, cuComplex)
MORE_MATRICES(Z, cuDoubleComplex)
MATRICES(S, float)
MATRICES(D, double)
MATRICES(C, cuComplex)
MATRICES(Z, cuDoubleComplex)

#define GER(name, function, T)                                                                                            \
    cublasStatus_t name(cublasHandle_t h, int m, int n, const T* alpha, const T* x, int incx, const T* y, int incy, T* a, \
                        int lda) {                                                                                        \
        WARPWISE_LIBRARY_CALL(#name);                                                                                     \
        return told(call, ger(call, h, function, m, n, alpha, x, incx, y, incy, a, lda));                                 \
    }
GER(cublasSger, "ger", float)
GER(cublasDger, "ger", double)
GER(cublasCgeru, "geru", cuComplex)
GER(cublasZgeru, "geru", cuDoubleComplex)
GER(cublasCgerc, "gerc", cuComplex)
GER(cublasZgerc, "gerc", cuDoubleComplex)

#define HEMM(name, T)                                                                                                             \
    cublasStatus_t name(cublasHandle_t h, cublasSideMode_t side, cublasFillMode_t fill, int m, int n, const T* alpha, const T* a, \
                        int lda, const T* b, int ldb, const T* beta, T* c, int ldc) {                                             \
        WARPWISE_LIBRARY_CALL(#name);                                                                                             \
        return told(call, symm(call, h, "hemm", side, fill, m, n, alpha, a, lda, b, ldb, beta, c, ldc));                          \
    }
HEMM(cublasChemm, cuComplex)
HEMM(cublasZhemm, cuDoubleComplex)

}  // extern "C"

namespace warpwise {

#define API(name) {#name, reinterpret_cast<void*>(&name)}
#define API_OF_MATRICES(P)                                                                                            \
    API(cublas##P##gemv), API(cublas##P##gemm), API(cublas##P##gemmStridedBatched), API(cublas##P##gemmBatched),      \
        API(cublas##P##geam), API(cublas##P##trsm), API(cublas##P##syrk), API(cublas##P##symm), API(cublas##P##gbmv), \
        API(cublas##P##dgmm)

std::vector<HostFunction> blas_matrix_functions() {
    return {
        API_OF_MATRICES(S), API_OF_MATRICES(D), API_OF_MATRICES(C), API_OF_MATRICES(Z), API(cublasSger),  API(cublasDger),
        API(cublasCgeru),   API(cublasZgeru),   API(cublasCgerc),   API(cublasZgerc),   API(cublasChemm), API(cublasZhemm),
    };
}

}  // namespace warpwise
