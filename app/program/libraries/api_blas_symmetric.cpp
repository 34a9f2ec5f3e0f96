// cuBLAS's functions of symmetric and Hermitian matrices, of which one triangle is stored, by the CPU's BLAS: products with
// vectors, and updates. In names, "sy", "sb" and "sp" are symmetric (full, band, packed), "he", "hb" and "hp" Hermitian.
#include <vector>

#include "program/libraries/blas.h"
#include "program/runtime/api_table.h"

using namespace warpwise;
using namespace warpwise::blas;

namespace {

using Op = cublasOperation_t;
using Fill = cublasFillMode_t;

// y = alpha A x + beta y
template <typename T>
cublasStatus_t times_vector(const LibraryCall& call, cublasHandle_t h, const char* function, Fill fill, const Triangle& s,
                            const T* alpha, const T* a, const T* x, int incx, const T* beta, T* y, int incy) {
    if (const auto status = may_run(h)) return status;
    if (!is_fill(fill) || !s.is_valid() || incx == 0 || incy == 0) return CUBLAS_STATUS_INVALID_VALUE;
    if (s.n == 0) return CUBLAS_STATUS_SUCCESS;
    const Scalar<T> first(call, h, alpha, "alpha"), second(call, h, beta, "beta");
    if (!first.is_given() || !second.is_given()) return CUBLAS_STATUS_SUCCESS;
    return blas::submit(call, h, s.text(), [=] {
        const auto al = first.get(call), be = second.get(call);
        const auto* matrix = al && be ? read(call, a, s.count(), "A") : nullptr;
        const auto* from = matrix ? read(call, x, extent(s.n, incx), "x") : nullptr;
        auto* to = from ? write(call, y, extent(s.n, incy), "y") : nullptr;
        if (to == nullptr) return;
        const char f = letter_of(fill);
        constexpr char type = Number<T>::kLetter;
        switch (s.kind) {
            case Triangle::Kind::full:
                call_fortran(call, type, function, f, s.n, *al, matrix, s.leading, from, incx, *be, to, incy);
                break;
            case Triangle::Kind::band:
                call_fortran(call, type, function, f, s.n, s.band, *al, matrix, s.leading, from, incx, *be, to, incy);
                break;
            case Triangle::Kind::packed: call_fortran(call, type, function, f, s.n, *al, matrix, from, incx, *be, to, incy); break;
        }
    });
}

// A += alpha x x^T; with a `y`, A += alpha x y^T + alpha y x^T, where Hermitian matrices have conjugates.
template <typename T, typename A>
cublasStatus_t update(const LibraryCall& call, cublasHandle_t h, const char* function, Fill fill, const Triangle& s, const A* alpha,
                      const T* x, int incx, const T* y, int incy, bool is_by_two, T* a) {
    if (const auto status = may_run(h)) return status;
    if (!is_fill(fill) || !s.is_valid() || incx == 0 || incy == 0) return CUBLAS_STATUS_INVALID_VALUE;
    if (s.n == 0) return CUBLAS_STATUS_SUCCESS;
    const Scalar<A> factor(call, h, alpha, "alpha");
    if (!factor.is_given()) return CUBLAS_STATUS_SUCCESS;
    return blas::submit(call, h, s.text(), [=] {
        const auto al = factor.get(call);
        const auto* left = al ? read(call, x, extent(s.n, incx), "x") : nullptr;
        const auto* right = left && is_by_two ? read(call, y, extent(s.n, incy), "y") : left;
        auto* to = right ? write(call, a, s.count(), "A") : nullptr;
        if (to == nullptr) return;
        const char f = letter_of(fill);
        constexpr char type = Number<T>::kLetter;
        if (is_by_two && s.kind == Triangle::Kind::packed)
            call_fortran(call, type, function, f, s.n, *al, left, incx, right, incy, to);
        else if (is_by_two)
            call_fortran(call, type, function, f, s.n, *al, left, incx, right, incy, to, s.leading);
        else if (s.kind == Triangle::Kind::packed)
            call_fortran(call, type, function, f, s.n, *al, left, incx, to);
        else
            call_fortran(call, type, function, f, s.n, *al, left, incx, to, s.leading);
    });
}

// How a triangle of n x n elements is updated by matrices of n rows and k columns, or, with an operation, k rows and n columns.
struct RankShape {
    Op op;
    int n, k, lda, ldb, ldc;
    bool is_valid() const {
        return is_operation(op) && n >= 0 && k >= 0 && lda >= std::max(1, rows()) && ldb >= std::max(1, rows()) &&
               ldc >= std::max(1, n);
    }
    int rows() const { return op == CUBLAS_OP_N ? n : k; }
    Extent count(int leading) const { return extent(rows(), n + k - rows(), leading); }
};

// C = alpha op(A) op(B)^T + beta C in one triangle; op(B)^H for Hermitian matrices. BLAS has no such function: the whole product is
// computed, and its triangle is taken.
template <typename V, typename B>
void add_product(const RankShape& s, Fill fill, V alpha, const V* a, const V* b, B beta, V* c, bool is_hermitian) {
    const auto order = static_cast<std::size_t>(s.n);
    std::vector<V> product(order * order);
    const Op other = is_hermitian ? CUBLAS_OP_C : CUBLAS_OP_T;
    const bool is_plain = s.op == CUBLAS_OP_N;
    blas::gemm<V>({is_plain ? CUBLAS_OP_N : other, is_plain ? other : CUBLAS_OP_N, s.n, s.n, s.k, s.lda, s.ldb, s.n}, alpha, a, b,
                  V(0), product.data());
    for (std::size_t j = 0; j < order; ++j)
        for (std::size_t i = fill == CUBLAS_FILL_MODE_LOWER ? j : 0; i < (fill == CUBLAS_FILL_MODE_LOWER ? order : j + 1); ++i) {
            V& to = c[j * static_cast<std::size_t>(s.ldc) + i];
            to = product[j * order + i] + (beta == B(0) ? V(0) : V(beta * to));
            if constexpr (!std::is_floating_point_v<V>)
                if (is_hermitian && i == j) to.imag(0);
        }
}

enum class Rank { one, two, product };  // one matrix; two of them, both ways; one product of two

template <typename T, typename A, typename B>
cublasStatus_t update_by_matrices(const LibraryCall& call, cublasHandle_t h, const char* function, Rank rank, Fill fill,
                                  RankShape s, const A* alpha, const T* a, const T* b, const B* beta, T* c) {
    if (const auto status = may_run(h)) return status;
    const bool is_hermitian = std::string_view(function).starts_with("he");
    if (!is_fill(fill) || !s.is_valid()) return CUBLAS_STATUS_INVALID_VALUE;
    s.op = rank_operation<T>(s.op, is_hermitian);
    if (s.n == 0) return CUBLAS_STATUS_SUCCESS;
    const Scalar<A> first(call, h, alpha, "alpha");
    const Scalar<B> second(call, h, beta, "beta");
    if (!first.is_given() || !second.is_given()) return CUBLAS_STATUS_SUCCESS;
    return blas::submit(call, h, fmt::format("n {}, k {}", s.n, s.k), [=] {
        const auto al = first.get(call);
        const auto be = second.get(call);
        const auto* left = al && be ? read(call, a, s.count(s.lda), "A") : nullptr;
        const auto* right = left && rank != Rank::one ? read(call, b, s.count(s.ldb), "B") : left;
        auto* to = right ? write(call, c, extent(s.n, s.n, s.ldc), "C") : nullptr;
        if (to == nullptr) return;
        const char f = letter_of(fill), o = letter_of(s.op);
        constexpr char type = Number<T>::kLetter;
        if (rank == Rank::one) return call_fortran(call, type, function, f, o, s.n, s.k, *al, left, s.lda, *be, to, s.ldc);
        if (rank == Rank::two)
            return call_fortran(call, type, function, f, o, s.n, s.k, *al, left, s.lda, right, s.ldb, *be, to, s.ldc);
        if constexpr (std::is_same_v<T, A>) add_product(s, fill, *al, left, right, *be, to, is_hermitian);
    });
}

}  // namespace

extern "C" {

#define FULL(P, s, T, A, B)                                                                                                      \
    cublasStatus_t cublas##P##s##mv(cublasHandle_t h, Fill f, int n, const T* alpha, const T* a, int lda, const T* x, int incx,  \
                                    const T* beta, T* y, int incy) {                                                             \
        WARPWISE_LIBRARY_CALL("cublas" #P #s "mv");                                                                              \
        return told(call, times_vector(call, h, #s "mv", f, {Triangle::Kind::full, n, lda}, alpha, a, x, incx, beta, y, incy));  \
    }                                                                                                                            \
    cublasStatus_t cublas##P##s##r(cublasHandle_t h, Fill f, int n, const A* alpha, const T* x, int incx, T* a, int lda) {       \
        WARPWISE_LIBRARY_CALL("cublas" #P #s "r");                                                                               \
        return told(call, update(call, h, #s "r", f, {Triangle::Kind::full, n, lda}, alpha, x, incx, x, incx, false, a));        \
    }                                                                                                                            \
    cublasStatus_t cublas##P##s##r2(cublasHandle_t h, Fill f, int n, const T* alpha, const T* x, int incx, const T* y, int incy, \
                                    T* a, int lda) {                                                                             \
        WARPWISE_LIBRARY_CALL("cublas" #P #s "r2");                                                                              \
        return told(call, update(call, h, #s "r2", f, {Triangle::Kind::full, n, lda}, alpha, x, incx, y, incy, true, a));        \
    }                                                                                                                            \
    cublasStatus_t cublas##P##s##r2k(cublasHandle_t h, Fill f, Op op, int n, int k, const T* alpha, const T* a, int lda,         \
                                     const T* b, int ldb, const B* beta, T* c, int ldc) {                                        \
        WARPWISE_LIBRARY_CALL("cublas" #P #s "r2k");                                                                             \
        return told(call, update_by_matrices(call, h, #s "r2k", Rank::two, f, {op, n, k, lda, ldb, ldc}, alpha, a, b, beta, c)); \
    }                                                                                                                            \
    cublasStatus_t cublas##P##s##rkx(cublasHandle_t h, Fill f, Op op, int n, int k, const T* alpha, const T* a, int lda,         \
                                     const T* b, int ldb, const B* beta, T* c, int ldc) {                                        \
        WARPWISE_LIBRARY_CALL("cublas" #P #s "rkx");                                                                             \
        return told(call,                                                                                                        \
                    update_by_matrices(call, h, #s "rkx", Rank::product, f, {op, n, k, lda, ldb, ldc}, alpha, a, b, beta, c));   \
    }
FULL(S, sy, float, float, float)
FULL(D, sy, double, double, double)
FULL(C, sy, cuComplex, cuComplex, cuComplex)
FULL(Z, sy, cuDoubleComplex, cuDoubleComplex, cuDoubleComplex)
FULL(C, he, cuComplex, float, float)
FULL(Z, he, cuDoubleComplex, double, double)

#define BAND_AND_PACKED(P, b, p, T, A)                                                                                             \
    cublasStatus_t cublas##P##b##mv(cublasHandle_t h, Fill f, int n, int k, const T* alpha, const T* a, int lda, const T* x,       \
                                    int incx, const T* beta, T* y, int incy) {                                                     \
        WARPWISE_LIBRARY_CALL("cublas" #P #b "mv");                                                                                \
        return told(call, times_vector(call, h, #b "mv", f, {Triangle::Kind::band, n, lda, k}, alpha, a, x, incx, beta, y, incy)); \
    }                                                                                                                              \
    cublasStatus_t cublas##P##p##mv(cublasHandle_t h, Fill f, int n, const T* alpha, const T* a, const T* x, int incx,             \
                                    const T* beta, T* y, int incy) {                                                               \
        WARPWISE_LIBRARY_CALL("cublas" #P #p "mv");                                                                                \
        return told(call, times_vector(call, h, #p "mv", f, {Triangle::Kind::packed, n}, alpha, a, x, incx, beta, y, incy));       \
    }                                                                                                                              \
    cublasStatus_t cublas##P##p##r(cublasHandle_t h, Fill f, int n, const A* alpha, const T* x, int incx, T* a) {                  \
        WARPWISE_LIBRARY_CALL("cublas" #P #p "r");                                                                                 \
        return told(call, update(call, h, #p "r", f, {Triangle::Kind::packed, n}, alpha, x, incx, x, incx, false, a));             \
    }                                                                                                                              \
    cublasStatus_t cublas##P##p##r2(cublasHandle_t h, Fill f, int n, const T* alpha, const T* x, int incx, const T* y, int incy,   \
                                    T* a) {                                                                                        \
        WARPWISE_LIBRARY_CALL("cublas" #P #p "r2");                                                                                \
        return told(call, update(call, h, #p "r2", f, {Triangle::Kind::packed, n}, alpha, x, incx, y, incy, true, a));             \
    }
BAND_AND_PACKED(S, sb, sp, float, float)
BAND_AND_PACKED(D, sb, sp, double, double)
BAND_AND_PACKED(C, hb, hp, cuComplex, float)
BAND_AND_PACKED(Z, hb, hp, cuDoubleComplex, double)

#define HERK(P, T, R)                                                                                                          \
    cublasStatus_t cublas##P##herk(cublasHandle_t h, Fill f, Op op, int n, int k, const R* alpha, const T* a, int lda,         \
                                   const R* beta, T* c, int ldc) {                                                             \
        WARPWISE_LIBRARY_CALL("cublas" #P "herk");                                                                             \
        return told(call, update_by_matrices(call, h, "herk", Rank::one, f, {op, n, k, lda, lda, ldc}, alpha, a, a, beta, c)); \
    }
HERK(C, cuComplex, float)
HERK(Z, cuDoubleComplex, double)

}  // extern "C"

namespace warpwise {

#define API(name) {#name, reinterpret_cast<void*>(&name)}
#define API_OF_FULL(P, s) \
    API(cublas##P##s##mv), API(cublas##P##s##r), API(cublas##P##s##r2), API(cublas##P##s##r2k), API(cublas##P##s##rkx)
#define API_OF_BAND_AND_PACKED(P, b, p) API(cublas##P##b##mv), API(cublas##P##p##mv), API(cublas##P##p##r), API(cublas##P##p##r2)

std::vector<HostFunction> blas_symmetric_functions() {
    return {
        API_OF_FULL(S, sy),
        API_OF_FULL(D, sy),
        API_OF_FULL(C, sy),
        API_OF_FULL(Z, sy),
        API_OF_FULL(C, he),
        API_OF_FULL(Z, he),
        API_OF_BAND_AND_PACKED(S, sb, sp),
        API_OF_BAND_AND_PACKED(D, sb, sp),
        API_OF_BAND_AND_PACKED(C, hb, hp),
        API_OF_BAND_AND_PACKED(Z, hb, hp),
        API(cublasCherk),
        API(cublasZherk),
    };
}

}  // namespace warpwise
