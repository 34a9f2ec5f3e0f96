// cuBLAS's functions whose arguments have types of their own, halves among them: computed in double precision and rounded once.
#include <algorithm>

#include "program/libraries/blas.h"
#include "program/libraries/number_types.h"
#include "program/runtime/api_table.h"

using namespace warpwise;
using namespace warpwise::blas;
using namespace warpwise::number_types;

namespace {

// alpha and beta have the type that is computed in.
int scalar_type(int compute) {
    switch (compute) {
        case CUBLAS_COMPUTE_16F:
        case CUBLAS_COMPUTE_16F_PEDANTIC: return kHalf;
        case CUBLAS_COMPUTE_64F:
        case CUBLAS_COMPUTE_64F_PEDANTIC: return kDouble;
        case CUBLAS_COMPUTE_32I:
        case CUBLAS_COMPUTE_32I_PEDANTIC: return kInt;
        default: return kFloat;
    }
}

struct Matrix {
    const void* start;
    int type;
    long long step;
};

std::optional<double> scalar(const LibraryCall& call, cublasPointerMode_t mode, const void* p, int type, const char* what) {
    const std::byte* there =
        mode == CUBLAS_POINTER_MODE_DEVICE
            ? call.device_array(p, bytes_of(type), what, Touch::reads)
            : call.host_array(p, bytes_of(type), what,
                              "Call cublasSetPointerMode(handle, CUBLAS_POINTER_MODE_DEVICE) for scalars in the "
                              "device's memory.");
    return there ? std::optional(number_at(there, type, 0)) : std::nullopt;
}

// One matrix of a batch.
struct Part {
    const std::byte* bytes;
    Matrix matrix;
    int index;
    std::vector<double> numbers(std::size_t count) const {
        const std::size_t first = static_cast<std::size_t>(matrix.step) * static_cast<std::size_t>(index);
        std::vector<double> out(count);
        for (std::size_t k = 0; k < count; ++k) out[k] = number_at(bytes, matrix.type, first + k);
        return out;
    }
};

void multiply_one(const GemmShape& s, double alpha, const Part& a, const Part& b, double beta, std::byte* to, const Matrix& c,
                  int index) {
    const auto x = a.numbers(s.count_a()), y = b.numbers(s.count_b());
    auto z = Part{to, c, index}.numbers(s.count_c());
    blas::gemm<double>(s, alpha, x.data(), y.data(), beta, z.data());
    const std::size_t first = static_cast<std::size_t>(c.step) * static_cast<std::size_t>(index);
    for (int column = 0; column < s.n; ++column)  // what lies between the columns stays
        for (int row = 0; row < s.m; ++row) {
            const auto k = static_cast<std::size_t>(column) * static_cast<std::size_t>(s.ldc) + static_cast<std::size_t>(row);
            store(to, c.type, first + k, z[k]);
        }
}

cublasStatus_t multiply(const LibraryCall& call, cublasHandle_t h, const GemmShape& s, const void* alpha, Matrix a, Matrix b,
                        const void* beta, Matrix c, int batch, int compute) {
    if (const auto status = may_run(h)) return status;
    if (!s.is_valid() || batch < 0) return CUBLAS_STATUS_INVALID_VALUE;
    if (bytes_of(a.type) == 0 || bytes_of(b.type) == 0 || bytes_of(c.type) == 0) {
        call.unsupported(std::string(call.name) + " of this type",
                         "Of the types, CUDA_R_16F, 16BF, 32F, 64F, 8I and 32I are supported.");
        return CUBLAS_STATUS_NOT_SUPPORTED;
    }
    if (s.m == 0 || s.n == 0 || batch == 0) return CUBLAS_STATUS_SUCCESS;
    std::optional<double> first, second;
    const cublasPointerMode_t mode = h->pointers;
    if (mode == CUBLAS_POINTER_MODE_HOST) {
        first = scalar(call, mode, alpha, scalar_type(compute), "alpha");
        second = scalar(call, mode, beta, scalar_type(compute), "beta");
        if (!first || !second) return CUBLAS_STATUS_SUCCESS;
    }
    return blas::submit(call, h, batch == 1 ? s.text() : fmt::format("{}, batch of {}", s.text(), batch), [=] {
        const auto al = first ? first : scalar(call, mode, alpha, scalar_type(compute), "alpha");
        const auto be = second ? second : scalar(call, mode, beta, scalar_type(compute), "beta");
        if (!al || !be) return;
        const auto there = [&](const Matrix& m, std::size_t count, const char* what, Touch touch) {
            const std::size_t all = static_cast<std::size_t>(m.step) * static_cast<std::size_t>(batch - 1) + count;
            return call.device_array(m.start, all * bytes_of(m.type), what, touch);
        };
        const std::byte* left = there(a, s.count_a(), "A", Touch::reads);
        const std::byte* right = left ? there(b, s.count_b(), "B", Touch::reads) : nullptr;
        std::byte* to = right ? there(c, s.count_c(), "C", Touch::updates) : nullptr;
        if (to == nullptr) return;
        for (int i = 0; i < batch; ++i) multiply_one(s, *al, {left, a, i}, {right, b, i}, *be, to, c, i);
    });
}

// Halves with arrays of pointers in the device's memory.
cublasStatus_t multiply_each(const LibraryCall& call, cublasHandle_t h, const GemmShape& s, const void* alpha, const void* const* a,
                             const void* const* b, const void* beta, void* const* c, int batch) {
    if (const auto status = may_run(h)) return status;
    if (!s.is_valid() || batch < 0) return CUBLAS_STATUS_INVALID_VALUE;
    if (s.m == 0 || s.n == 0 || batch == 0) return CUBLAS_STATUS_SUCCESS;
    const cublasPointerMode_t mode = h->pointers;
    std::optional<double> first, second;
    if (mode == CUBLAS_POINTER_MODE_HOST) {
        first = scalar(call, mode, alpha, kHalf, "alpha");
        second = scalar(call, mode, beta, kHalf, "beta");
        if (!first || !second) return CUBLAS_STATUS_SUCCESS;
    }
    return blas::submit(call, h, fmt::format("{}, batch of {}", s.text(), batch), [=] {
        const auto al = first ? first : scalar(call, mode, alpha, kHalf, "alpha");
        const auto be = second ? second : al ? scalar(call, mode, beta, kHalf, "beta") : std::nullopt;
        const auto count = static_cast<std::size_t>(batch);
        const auto* lefts = be ? call.device<const void*>(a, count, "the pointers to A", Touch::reads) : nullptr;
        const auto* rights = lefts ? call.device<const void*>(b, count, "the pointers to B", Touch::reads) : nullptr;
        void* const* tos = rights ? call.device<void*>(c, count, "the pointers to C", Touch::reads) : nullptr;
        const Matrix half{nullptr, kHalf, 0};
        for (int i = 0; tos && i < batch; ++i) {
            const std::byte* left = call.device_array(lefts[i], s.count_a() * 2, "A", Touch::reads);
            const std::byte* right = left ? call.device_array(rights[i], s.count_b() * 2, "B", Touch::reads) : nullptr;
            std::byte* to = right ? call.device_array(tos[i], s.count_c() * 2, "C", Touch::updates) : nullptr;
            if (to == nullptr) return;
            multiply_one(s, *al, {left, half, 0}, {right, half, 0}, *be, to, half, 0);
        }
    });
}

cublasStatus_t dot(const LibraryCall& call, cublasHandle_t h, int n, const void* x, int x_type, int incx, const void* y, int y_type,
                   int incy, void* out, int result_type) {
    if (const auto status = may_run(h)) return status;
    if (bytes_of(x_type) == 0 || bytes_of(y_type) == 0 || bytes_of(result_type) == 0) return CUBLAS_STATUS_NOT_SUPPORTED;
    return blas::submit(call, h, fmt::format("n {}", n), [=, mode = h->pointers] {
        const std::byte* a = n > 0 ? call.device_array(x, extent(n, incx) * bytes_of(x_type), "x", Touch::reads) : nullptr;
        const std::byte* b = a ? call.device_array(y, extent(n, incy) * bytes_of(y_type), "y", Touch::reads) : nullptr;
        if (n > 0 && b == nullptr) return;
        double sum = 0;
        for (int i = 0; i < n; ++i) sum += number_at(a, x_type, at(i, n, incx)) * number_at(b, y_type, at(i, n, incy));
        std::byte* to = mode == CUBLAS_POINTER_MODE_DEVICE
                            ? call.device_array(out, bytes_of(result_type), "the result", Touch::writes)
                            : call.host_array(out, bytes_of(result_type), "the result",
                                              "Call cublasSetPointerMode(handle, CUBLAS_POINTER_MODE_DEVICE) for a result in the "
                                              "device's memory.");
        if (to) store(to, result_type, 0, sum);
    });
}

}  // namespace

extern "C" {

cublasStatus_t __warpwise_gemm_ex(cublasHandle_t h, cublasOperation_t ta, cublasOperation_t tb, int m, int n, int k,
                                  const void* alpha, const void* a, int a_type, int lda, long long step_a, const void* b,
                                  int b_type, int ldb, long long step_b, const void* beta, void* c, int c_type, int ldc,
                                  long long step_c, int batch, int compute, const char* name) {
    WARPWISE_LIBRARY_CALL(name);
    return told(call, multiply(call, h, {ta, tb, m, n, k, lda, ldb, ldc}, alpha, {a, a_type, step_a}, {b, b_type, step_b}, beta,
                               {c, c_type, step_c}, batch, compute));
}

cublasStatus_t __warpwise_half_gemm_batched(cublasHandle_t h, cublasOperation_t ta, cublasOperation_t tb, int m, int n, int k,
                                            const void* alpha, const void* const* a, int lda, const void* const* b, int ldb,
                                            const void* beta, void* const* c, int ldc, int batch) {
    WARPWISE_LIBRARY_CALL("cublasHgemmBatched");
    return told(call, multiply_each(call, h, {ta, tb, m, n, k, lda, ldb, ldc}, alpha, a, b, beta, c, batch));
}

cublasStatus_t __warpwise_dot_ex(cublasHandle_t h, int n, const void* x, int x_type, int incx, const void* y, int y_type, int incy,
                                 void* out, int result_type) {
    WARPWISE_LIBRARY_CALL("cublasDotEx");
    return told(call, dot(call, h, n, x, x_type, incx, y, y_type, incy, out, result_type));
}

}  // extern "C"

namespace warpwise {

#define API(name) {#name, reinterpret_cast<void*>(&name)}

std::vector<HostFunction> blas_mixed_functions() {
    return {API(__warpwise_gemm_ex), API(__warpwise_half_gemm_batched), API(__warpwise_dot_ex)};
}

}  // namespace warpwise
