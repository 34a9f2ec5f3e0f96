// The CPU's answer to kernels/linear_algebra: C = A B for square row-major matrices.
#include "device/routine_table.h"
#include "device/routine_tools.h"

namespace warpwise::routines {
namespace {

// Row by row with k outside: the inner loop runs along rows of B and C, side by side in memory.
template <typename T>
WARPWISE_INLINE inline void matmul_rows(const T* __restrict a, const T* __restrict b, T* __restrict c, std::int64_t n,
                                        std::int64_t first, std::int64_t last) {
    for (std::int64_t row = first; row < last; ++row) {
        T* __restrict out = c + row * n;
        for (std::int64_t column = 0; column < n; ++column) out[column] = T(0);
        for (std::int64_t k = 0; k < n; ++k) {
            const T factor = a[row * n + k];
            const T* __restrict in = b + k * n;
            for (std::int64_t column = 0; column < n; ++column)
                out[column] = wrapping_add(out[column], wrapping_multiply(factor, in[column]));
        }
    }
}

template <typename T>
void matmul_rows_with_isa(const T* a, const T* b, T* c, std::int64_t n, std::int64_t first, std::int64_t last) {
    with_vector_isa([=] WARPWISE_INLINE { matmul_rows(a, b, c, n, first, last); });
}

// f(a, b, c, n) with the matrices' type.
template <typename F>
void with_arguments(const RoutineCall& call, const F& f) {
    visit_dtype(call.dtype(0), [&]<typename T>() {
        const T* a = call.array<T>(0).data();
        const T* b = call.array<T>(1).data();
        f(a, b, call.array<T>(2).data(), call.scalar<std::int64_t>(3));
    });
}

}  // namespace

void matmul_serial(const RoutineCall& call) {
    with_arguments(call, []<typename T>(const T* a, const T* b, T* c, std::int64_t n) { matmul_rows(a, b, c, n, 0, n); });
}

void matmul_vector(const RoutineCall& call) {
    with_arguments(call, []<typename T>(const T* a, const T* b, T* c, std::int64_t n) { matmul_rows_with_isa(a, b, c, n, 0, n); });
}

void matmul_threads(const RoutineCall& call) {
    with_arguments(call, [&]<typename T>(const T* a, const T* b, T* c, std::int64_t n) {
        const std::int64_t bytes_a_row = n * n * static_cast<std::int64_t>(sizeof(T));
        parallel_for_ranges(n, bytes_a_row, call.threads,
                            [=](std::int64_t first, std::int64_t last) { matmul_rows_with_isa(a, b, c, n, first, last); });
    });
}

}  // namespace warpwise::routines
