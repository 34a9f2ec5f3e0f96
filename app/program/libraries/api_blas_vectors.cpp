// cuBLAS's functions of vectors, and copies of vectors and matrices. Sums are formed in double precision.
#include <algorithm>
#include <cmath>

#include "program/libraries/blas.h"
#include "program/runtime/api_table.h"
#include "program/runtime/copies.h"

using namespace warpwise;
using namespace warpwise::blas;

namespace {

template <typename V>
using Wide = std::conditional_t<std::is_same_v<V, std::complex<float>> || std::is_same_v<V, std::complex<double>>,
                                std::complex<double>, double>;

template <typename V>
double magnitude(const V& v) {  // |re| + |im|, as BLAS adds and compares them
    if constexpr (std::is_floating_point_v<V>)
        return std::abs(static_cast<double>(v));
    else
        return std::abs(static_cast<double>(v.real())) + std::abs(static_cast<double>(v.imag()));
}
template <typename V>
V conjugated(const V& v) {
    if constexpr (std::is_floating_point_v<V>)
        return v;
    else
        return std::conj(v);
}

template <typename T>
cublasStatus_t axpy(const LibraryCall& call, cublasHandle_t h, int n, const T* alpha, const T* x, int incx, T* y, int incy) {
    if (const auto status = may_run(h)) return status;
    if (n <= 0) return CUBLAS_STATUS_SUCCESS;
    const Scalar<T> a(call, h, alpha, "alpha");
    if (!a.is_given()) return CUBLAS_STATUS_SUCCESS;
    return blas::submit(call, h, length(n), [=] {
        const auto factor = a.get(call);
        const auto* from = read(call, x, extent(n, incx), "x");
        auto* to = from && factor ? write(call, y, extent(n, incy), "y") : nullptr;
        for (int i = 0; to && i < n; ++i) to[at(i, n, incy)] += *factor * from[at(i, n, incx)];
    });
}

template <typename T>
cublasStatus_t copy_vector(const LibraryCall& call, cublasHandle_t h, int n, const T* x, int incx, T* y, int incy) {
    if (const auto status = may_run(h)) return status;
    if (n <= 0) return CUBLAS_STATUS_SUCCESS;
    return blas::submit(call, h, length(n), [=] {
        const auto* from = read(call, x, extent(n, incx), "x");
        auto* to = from ? write(call, y, extent(n, incy), "y", Touch::writes) : nullptr;
        for (int i = 0; to && i < n; ++i) to[at(i, n, incy)] = from[at(i, n, incx)];
    });
}

template <typename T>
cublasStatus_t swap_vectors(const LibraryCall& call, cublasHandle_t h, int n, T* x, int incx, T* y, int incy) {
    if (const auto status = may_run(h)) return status;
    if (n <= 0) return CUBLAS_STATUS_SUCCESS;
    return blas::submit(call, h, length(n), [=] {
        auto* first = write(call, x, extent(n, incx), "x");
        auto* second = first ? write(call, y, extent(n, incy), "y") : nullptr;
        for (int i = 0; second && i < n; ++i) std::swap(first[at(i, n, incx)], second[at(i, n, incy)]);
    });
}

// A complex vector is multiplied by complex or real numbers.
template <typename T, typename A>
cublasStatus_t scal(const LibraryCall& call, cublasHandle_t h, int n, const A* alpha, T* x, int incx) {
    if (const auto status = may_run(h)) return status;
    if (n <= 0) return CUBLAS_STATUS_SUCCESS;
    const Scalar<A> a(call, h, alpha, "alpha");
    if (!a.is_given()) return CUBLAS_STATUS_SUCCESS;
    return blas::submit(call, h, length(n), [=] {
        const auto factor = a.get(call);
        auto* to = factor ? write(call, x, extent(n, incx), "x") : nullptr;
        for (int i = 0; to && i < n; ++i) to[at(i, n, incx)] *= *factor;
    });
}

// A number from one vector: `of` gets its elements by index.
template <typename T, typename R, typename F>
cublasStatus_t reduce(const LibraryCall& call, cublasHandle_t h, int n, const T* x, int incx, R* out, F of) {
    if (const auto status = may_run(h)) return status;
    return blas::submit(call, h, length(n), [=, mode = h->pointers] {
        const Value<T>* from = n > 0 ? read(call, x, extent(n, incx), "x") : nullptr;
        if (n > 0 && from == nullptr) return;
        if (auto* to = result(call, mode, out)) *to = static_cast<R>(of([=](int i) { return from[at(i, n, incx)]; }));
    });
}

template <typename T, typename R>
cublasStatus_t nrm2(const LibraryCall& call, cublasHandle_t h, int n, const T* x, int incx, R* out) {
    return reduce(call, h, n, x, incx, out, [n](auto element) {
        double largest = 0, sum = 0;
        for (int i = 0; i < n; ++i) largest = std::max(largest, static_cast<double>(std::abs(element(i))));
        if (largest == 0 || !std::isfinite(largest)) return largest;
        for (int i = 0; i < n; ++i) sum += std::pow(std::abs(element(i)) / largest, 2);
        return largest * std::sqrt(sum);
    });
}

template <typename T, typename R>
cublasStatus_t asum(const LibraryCall& call, cublasHandle_t h, int n, const T* x, int incx, R* out) {
    return reduce(call, h, n, x, incx, out, [n](auto element) {
        double sum = 0;
        for (int i = 0; i < n; ++i) sum += magnitude(element(i));
        return sum;
    });
}

// The index counts from 1; of the first of several.
template <typename T>
cublasStatus_t extreme(const LibraryCall& call, cublasHandle_t h, int n, const T* x, int incx, int* out, bool is_largest) {
    return reduce(call, h, incx > 0 ? n : 0, x, incx, out, [n = incx > 0 ? n : 0, is_largest](auto element) {
        int best = 0;
        for (int i = 1; i < n; ++i) {
            const double here = magnitude(element(i)), there = magnitude(element(best));
            if (is_largest ? here > there : here < there) best = i;
        }
        return n > 0 ? best + 1 : 0;
    });
}

template <typename T>
cublasStatus_t dot(const LibraryCall& call, cublasHandle_t h, int n, const T* x, int incx, const T* y, int incy, T* out,
                   bool is_conjugated) {
    if (const auto status = may_run(h)) return status;
    return blas::submit(call, h, length(n), [=, mode = h->pointers] {
        const auto* a = n > 0 ? read(call, x, extent(n, incx), "x") : nullptr;
        const auto* b = a ? read(call, y, extent(n, incy), "y") : nullptr;
        if (n > 0 && b == nullptr) return;
        Wide<Value<T>> sum = 0;
        for (int i = 0; i < n; ++i) {
            const Value<T> left = a[at(i, n, incx)];
            sum += Wide<Value<T>>(is_conjugated ? conjugated(left) : left) * Wide<Value<T>>(b[at(i, n, incy)]);
        }
        if (auto* to = result(call, mode, out)) *to = static_cast<Value<T>>(sum);
    });
}

// Columns of elements between the host and the device.
cublasStatus_t copy_columns(const LibraryCall& call, int rows, int columns, int element, const void* from, int from_leading,
                            void* to, int to_leading, cudaMemcpyKind kind, cudaStream_t stream, bool is_async) {
    if (Runtime::instance().sticky() != cudaSuccess) return CUBLAS_STATUS_MAPPING_ERROR;
    if (rows < 0 || columns < 0 || element <= 0 || from_leading <= 0 || to_leading <= 0) return CUBLAS_STATUS_INVALID_VALUE;
    const auto bytes = [&](int count) { return static_cast<std::size_t>(count) * static_cast<std::size_t>(element); };
    const CopyRequest request = pitched_copy(to, bytes(to_leading), from, bytes(from_leading), bytes(rows),
                                             static_cast<std::size_t>(columns), kind, is_async);
    const auto now = [=] { return copy(Runtime::instance(), request, call.name, call.place); };
    const cudaError_t error = warpwise::submit(stream, {.type = cudaGraphNodeTypeMemcpy, .call = now, .place = call.place});
    return error == cudaSuccess ? CUBLAS_STATUS_SUCCESS : CUBLAS_STATUS_MAPPING_ERROR;
}

}  // namespace

extern "C" {

// A vector is a matrix of one row, whose leading dimension is its step. `parameter`: of the asynchronous ones, the stream.
#define COPY_VECTOR(name, kind, parameter, stream, is_async)                                            \
    cublasStatus_t name(int n, int element, const void* x, int incx, void* y, int incy parameter) {     \
        WARPWISE_LIBRARY_CALL(#name);                                                                   \
        return told(call, copy_columns(call, 1, n, element, x, incx, y, incy, kind, stream, is_async)); \
    }
#define COPY_MATRIX(name, kind, parameter, stream, is_async)                                                      \
    cublasStatus_t name(int rows, int columns, int element, const void* a, int lda, void* b, int ldb parameter) { \
        WARPWISE_LIBRARY_CALL(#name);                                                                             \
        if (lda < rows || ldb < rows) return told(call, CUBLAS_STATUS_INVALID_VALUE);                             \
        return told(call, copy_columns(call, rows, columns, element, a, lda, b, ldb, kind, stream, is_async));    \
    }
#define STREAM , cudaStream_t stream
COPY_VECTOR(cublasSetVector, cudaMemcpyHostToDevice, , nullptr, false)
COPY_VECTOR(cublasGetVector, cudaMemcpyDeviceToHost, , nullptr, false)
COPY_VECTOR(cublasSetVectorAsync, cudaMemcpyHostToDevice, STREAM, stream, true)
COPY_VECTOR(cublasGetVectorAsync, cudaMemcpyDeviceToHost, STREAM, stream, true)
COPY_MATRIX(cublasSetMatrix, cudaMemcpyHostToDevice, , nullptr, false)
COPY_MATRIX(cublasGetMatrix, cudaMemcpyDeviceToHost, , nullptr, false)
COPY_MATRIX(cublasSetMatrixAsync, cudaMemcpyHostToDevice, STREAM, stream, true)
COPY_MATRIX(cublasGetMatrixAsync, cudaMemcpyDeviceToHost, STREAM, stream, true)

#define VECTORS(P, p, T)                                                                                            \
    cublasStatus_t cublas##P##axpy(cublasHandle_t h, int n, const T* alpha, const T* x, int incx, T* y, int incy) { \
        WARPWISE_LIBRARY_CALL("cublas" #P "axpy");                                                                  \
        return told(call, axpy(call, h, n, alpha, x, incx, y, incy));                                               \
    }                                                                                                               \
    cublasStatus_t cublas##P##copy(cublasHandle_t h, int n, const T* x, int incx, T* y, int incy) {                 \
        WARPWISE_LIBRARY_CALL("cublas" #P "copy");                                                                  \
        return told(call, copy_vector(call, h, n, x, incx, y, incy));                                               \
    }                                                                                                               \
    cublasStatus_t cublas##P##swap(cublasHandle_t h, int n, T* x, int incx, T* y, int incy) {                       \
        WARPWISE_LIBRARY_CALL("cublas" #P "swap");                                                                  \
        return told(call, swap_vectors(call, h, n, x, incx, y, incy));                                              \
    }                                                                                                               \
    cublasStatus_t cublas##P##scal(cublasHandle_t h, int n, const T* alpha, T* x, int incx) {                       \
        WARPWISE_LIBRARY_CALL("cublas" #P "scal");                                                                  \
        return told(call, scal(call, h, n, alpha, x, incx));                                                        \
    }                                                                                                               \
    cublasStatus_t cublasI##P##amax_(cublasHandle_t h, int n, const T* x, int incx, int* out) {                     \
        WARPWISE_LIBRARY_CALL("cublasI" #p "amax");                                                                 \
        return told(call, extreme(call, h, n, x, incx, out, true));                                                 \
    }                                                                                                               \
    cublasStatus_t cublasI##P##amin_(cublasHandle_t h, int n, const T* x, int incx, int* out) {                     \
        WARPWISE_LIBRARY_CALL("cublasI" #p "amin");                                                                 \
        return told(call, extreme(call, h, n, x, incx, out, false));                                                \
    }
VECTORS(S, s, float)
VECTORS(D, d, double)
VECTORS(C, c, cuComplex)
VECTORS(Z, z, cuDoubleComplex)

#define SCALE(name, T, R)                                                          \
    cublasStatus_t name(cublasHandle_t h, int n, const R* alpha, T* x, int incx) { \
        WARPWISE_LIBRARY_CALL(#name);                                              \
        return told(call, scal(call, h, n, alpha, x, incx));                       \
    }
SCALE(cublasCsscal, cuComplex, float)
SCALE(cublasZdscal, cuDoubleComplex, double)

#define SUMS(nrm2_name, asum_name, T, R)                                              \
    cublasStatus_t nrm2_name(cublasHandle_t h, int n, const T* x, int incx, R* out) { \
        WARPWISE_LIBRARY_CALL(#nrm2_name);                                            \
        return told(call, nrm2(call, h, n, x, incx, out));                            \
    }                                                                                 \
    cublasStatus_t asum_name(cublasHandle_t h, int n, const T* x, int incx, R* out) { \
        WARPWISE_LIBRARY_CALL(#asum_name);                                            \
        return told(call, asum(call, h, n, x, incx, out));                            \
    }
SUMS(cublasSnrm2, cublasSasum, float, float)
SUMS(cublasDnrm2, cublasDasum, double, double)
SUMS(cublasScnrm2, cublasScasum, cuComplex, float)
SUMS(cublasDznrm2, cublasDzasum, cuDoubleComplex, double)

#define DOT(name, T, is_conjugated)                                                                    \
    cublasStatus_t name(cublasHandle_t h, int n, const T* x, int incx, const T* y, int incy, T* out) { \
        WARPWISE_LIBRARY_CALL(#name);                                                                  \
        return told(call, dot(call, h, n, x, incx, y, incy, out, is_conjugated));                      \
    }
DOT(cublasSdot, float, false)
DOT(cublasDdot, double, false)
DOT(cublasCdotu, cuComplex, false)
DOT(cublasZdotu, cuDoubleComplex, false)
DOT(cublasCdotc, cuComplex, true)
DOT(cublasZdotc, cuDoubleComplex, true)

}  // extern "C"

namespace warpwise {

#define API(name) {#name, reinterpret_cast<void*>(&name)}
#define API_OF_VECTORS(P)                                                                                           \
    API(cublas##P##axpy), API(cublas##P##copy), API(cublas##P##swap), API(cublas##P##scal), API(cublasI##P##amax_), \
        API(cublasI##P##amin_)

std::vector<HostFunction> blas_functions() {
    return {
        API(cublasCreate),          API(cublasDestroy),        API(cublasGetVersion),     API(cublasSetStream),
        API(cublasGetStream),       API(cublasSetPointerMode), API(cublasGetPointerMode), API(cublasSetMathMode),
        API(cublasGetMathMode),     API(cublasSetAtomicsMode), API(cublasSetWorkspace),   API(cublasGetStatusName),
        API(cublasGetStatusString), API(cublasSetVector),      API(cublasGetVector),      API(cublasSetMatrix),
        API(cublasGetMatrix),       API(cublasSetVectorAsync), API(cublasGetVectorAsync), API(cublasSetMatrixAsync),
        API(cublasGetMatrixAsync),  API_OF_VECTORS(S),         API_OF_VECTORS(D),         API_OF_VECTORS(C),
        API_OF_VECTORS(Z),          API(cublasSnrm2),          API(cublasDnrm2),          API(cublasScnrm2),
        API(cublasDznrm2),          API(cublasSasum),          API(cublasDasum),          API(cublasScasum),
        API(cublasDzasum),          API(cublasSdot),           API(cublasDdot),           API(cublasCdotu),
        API(cublasZdotu),           API(cublasCdotc),          API(cublasZdotc),          API(cublasCsscal),
        API(cublasZdscal),
    };
}

}  // namespace warpwise
