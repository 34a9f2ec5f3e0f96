// cuBLAS's functions that factor and invert many small matrices, by the CPU's LAPACK.
#include <algorithm>

#include "program/libraries/lapack.h"
#include "program/runtime/api_table.h"

namespace warpwise::blas {
namespace {

bool has_lapack(const LibraryCall& call) {
    if (lapack::function('s', "getrf") != nullptr) return true;
    Runtime::instance().tell("unsupported", call.place, std::string(call.name) + ": " + lapack::library().problem(),
                             lapack::library().remedy());
    return false;
}

// What all of them check, and that there is something to do. Nothing: go on.
std::optional<cublasStatus_t> ends_early(const LibraryCall& call, cublasHandle_t h, int n, int lda, int batch) {
    if (const auto status = may_run(h)) return status;
    if (n < 0 || batch < 0 || lda < std::max(1, n)) return CUBLAS_STATUS_INVALID_VALUE;
    if (!has_lapack(call)) return CUBLAS_STATUS_NOT_SUPPORTED;
    if (n == 0 || batch == 0) return CUBLAS_STATUS_SUCCESS;
    return std::nullopt;
}

std::string size_text(int n, int batch) { return fmt::format("n {}, batch of {}", n, batch); }

std::size_t count_of(int n) { return static_cast<std::size_t>(n); }

template <typename T>
cublasStatus_t getrf(const LibraryCall& call, cublasHandle_t h, int n, T* const* a, int lda, int* pivots, int* info, int batch) {
    if (const auto status = ends_early(call, h, n, lda, batch)) return *status;
    return blas::submit(call, h, size_text(n, batch), [=] {
        const std::size_t count = count_of(batch);
        T* const* matrices = call.device<T* const>(a, count, "the pointers to A", Touch::reads);
        int* told_info = matrices ? call.device<int>(info, count, "info", Touch::writes) : nullptr;
        int* exchanged = told_info && pivots ? call.device<int>(pivots, count * count_of(n), "the pivots", Touch::writes) : nullptr;
        if (told_info == nullptr || (pivots != nullptr && exchanged == nullptr)) return;
        for (std::size_t i = 0; i < count; ++i) {
            T* matrix = call.device<T>(matrices[i], extent(n, n, lda), "A", Touch::updates);
            if (matrix == nullptr) return;
            told_info[i] = lapack::factor(n, n, matrix, lda, exchanged ? exchanged + i * count_of(n) : nullptr);
        }
    });
}

template <typename T>
cublasStatus_t getrs(const LibraryCall& call, cublasHandle_t h, cublasOperation_t op, int n, int columns, const T* const* a,
                     int lda, const int* pivots, T* const* b, int ldb, int* info, int batch) {
    const auto early = ends_early(call, h, n, lda, batch);
    const int* there =
        info == nullptr
            ? nullptr
            : reinterpret_cast<int*>(call.host_array(info, sizeof(int), "info", "Pass the address of an int in host memory."));
    if (there != nullptr) *info = 0;
    if (early) return *early;
    if (!is_operation(op) || columns < 0 || ldb < std::max(1, n)) return CUBLAS_STATUS_INVALID_VALUE;
    return blas::submit(call, h, size_text(n, batch), [=] {
        const std::size_t count = count_of(batch);
        const auto* matrices = call.device<const T* const>(a, count, "the pointers to A", Touch::reads);
        T* const* sides = matrices ? call.device<T* const>(b, count, "the pointers to B", Touch::reads) : nullptr;
        const int* exchanged =
            sides && pivots ? call.device<const int>(pivots, count * count_of(n), "the pivots", Touch::reads) : nullptr;
        if (sides == nullptr || (pivots != nullptr && exchanged == nullptr)) return;
        const std::vector<int> none = lapack::no_exchanges(n);
        const char letter = letter_of(op);
        for (std::size_t i = 0; i < count; ++i) {
            const T* matrix = call.device<const T>(matrices[i], extent(n, n, lda), "A", Touch::reads);
            T* side = matrix ? call.device<T>(sides[i], extent(n, columns, ldb), "B", Touch::updates) : nullptr;
            if (side == nullptr) return;
            int wrong = 0;
            lapack::run<T>("getrs", &letter, &n, &columns, matrix, &lda, exchanged ? exchanged + i * count_of(n) : none.data(),
                           side, &ldb, &wrong, std::size_t{1});
        }
    });
}

// C is the inverse of what `a` holds: factors with their pivots, or with `is_matrix` the matrix itself.
template <typename T>
cublasStatus_t invert(const LibraryCall& call, cublasHandle_t h, int n, const T* const* a, int lda, const int* pivots, T* const* c,
                      int ldc, int* info, int batch, bool is_matrix) {
    if (const auto status = ends_early(call, h, n, std::min(lda, ldc), batch)) return *status;
    constexpr int kMostOfMatrix = 32;
    if (is_matrix && n > kMostOfMatrix) return CUBLAS_STATUS_INVALID_VALUE;
    return blas::submit(call, h, size_text(n, batch), [=] {
        const std::size_t count = count_of(batch);
        const auto* matrices = call.device<const T* const>(a, count, "the pointers to A", Touch::reads);
        T* const* results = matrices ? call.device<T* const>(c, count, "the pointers to C", Touch::reads) : nullptr;
        int* told_info = results ? call.device<int>(info, count, "info", Touch::writes) : nullptr;
        const int* exchanged =
            told_info && pivots ? call.device<const int>(pivots, count * count_of(n), "the pivots", Touch::reads) : nullptr;
        if (told_info == nullptr || (pivots != nullptr && exchanged == nullptr)) return;
        std::vector<T> work(count_of(n));
        for (std::size_t i = 0; i < count; ++i) {
            const T* from = call.device<const T>(matrices[i], extent(n, n, lda), "A", Touch::reads);
            T* to = from ? call.device<T>(results[i], extent(n, n, ldc), "C", Touch::writes) : nullptr;
            if (to == nullptr) return;
            for (int column = 0; column < n; ++column)
                std::copy_n(from + count_of(column) * count_of(lda), n, to + count_of(column) * count_of(ldc));
            std::vector<int> own = lapack::no_exchanges(n);
            told_info[i] = is_matrix ? lapack::factor(n, n, to, ldc, own.data()) : 0;
            if (told_info[i] == 0)
                lapack::run<T>("getri", &n, to, &ldc, exchanged ? exchanged + i * count_of(n) : std::as_const(own).data(),
                               work.data(), &n, &told_info[i]);
        }
    });
}

}  // namespace
}  // namespace warpwise::blas

extern "C" {

#define FACTORS(P, T)                                                                                                              \
    cublasStatus_t cublas##P##getrfBatched(cublasHandle_t h, int n, T* const* a, int lda, int* pivots, int* info, int batch) {     \
        WARPWISE_LIBRARY_CALL("cublas" #P "getrfBatched");                                                                         \
        return warpwise::blas::told(call, warpwise::blas::getrf(call, h, n, a, lda, pivots, info, batch));                         \
    }                                                                                                                              \
    cublasStatus_t cublas##P##getrsBatched(cublasHandle_t h, cublasOperation_t op, int n, int columns, const T* const* a, int lda, \
                                           const int* pivots, T* const* b, int ldb, int* info, int batch) {                        \
        WARPWISE_LIBRARY_CALL("cublas" #P "getrsBatched");                                                                         \
        return warpwise::blas::told(call, warpwise::blas::getrs(call, h, op, n, columns, a, lda, pivots, b, ldb, info, batch));    \
    }                                                                                                                              \
    cublasStatus_t cublas##P##getriBatched(cublasHandle_t h, int n, const T* const* a, int lda, const int* pivots, T* const* c,    \
                                           int ldc, int* info, int batch) {                                                        \
        WARPWISE_LIBRARY_CALL("cublas" #P "getriBatched");                                                                         \
        return warpwise::blas::told(call, warpwise::blas::invert(call, h, n, a, lda, pivots, c, ldc, info, batch, false));         \
    }                                                                                                                              \
    cublasStatus_t cublas##P##matinvBatched(cublasHandle_t h, int n, const T* const* a, int lda, T* const* c, int ldc, int* info,  \
                                            int batch) {                                                                           \
        WARPWISE_LIBRARY_CALL("cublas" #P "matinvBatched");                                                                        \
        return warpwise::blas::told(call, warpwise::blas::invert<T>(call, h, n, a, lda, nullptr, c, ldc, info, batch, true));      \
    }
FACTORS(S, float)
FACTORS(D, double)
#undef FACTORS

}  // extern "C"

namespace warpwise {

#define API(name) {#name, reinterpret_cast<void*>(&name)}

std::vector<HostFunction> blas_factor_functions() {
    return {API(cublasSgetrfBatched), API(cublasSgetrsBatched), API(cublasSgetriBatched), API(cublasSmatinvBatched),
            API(cublasDgetrfBatched), API(cublasDgetrsBatched), API(cublasDgetriBatched), API(cublasDmatinvBatched)};
}

}  // namespace warpwise
