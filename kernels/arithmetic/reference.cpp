// The CPU's answer to kernels/arithmetic: c = a + b over the first n elements.
#include "device/routine_table.h"
#include "device/routine_tools.h"

namespace warpwise::routines {
namespace {

// c may not overlap a or b: with that promise the loop needs no check before it is vectorised.
template <typename T>
WARPWISE_INLINE inline void vector_add(const T* __restrict a, const T* __restrict b, T* __restrict c, std::int64_t first,
                                       std::int64_t last) {
    for (std::int64_t i = first; i < last; ++i) c[i] = wrapping_add(a[i], b[i]);
}

template <typename T>
void vector_add_with_isa(const T* a, const T* b, T* c, std::int64_t first, std::int64_t last) {
    with_vector_isa([=] WARPWISE_INLINE { vector_add(a, b, c, first, last); });
}

// f(a, b, c, n) with the arrays' type.
template <typename F>
void with_arguments(const RoutineCall& call, const F& f) {
    visit_dtype(call.dtype(0), [&]<typename T>() {
        const T* a = call.array<T>(0).data();
        const T* b = call.array<T>(1).data();
        f(a, b, call.array<T>(2).data(), call.scalar<std::int64_t>(3));
    });
}

}  // namespace

void vector_add_serial(const RoutineCall& call) {
    with_arguments(call, []<typename T>(const T* a, const T* b, T* c, std::int64_t n) { vector_add(a, b, c, 0, n); });
}

void vector_add_vector(const RoutineCall& call) {
    with_arguments(call, []<typename T>(const T* a, const T* b, T* c, std::int64_t n) { vector_add_with_isa(a, b, c, 0, n); });
}

void vector_add_threads(const RoutineCall& call) {
    with_arguments(call, [&]<typename T>(const T* a, const T* b, T* c, std::int64_t n) {
        parallel_for_ranges(n, 3 * sizeof(T), call.threads,
                            [=](std::int64_t first, std::int64_t last) { vector_add_with_isa(a, b, c, first, last); });
    });
}

}  // namespace warpwise::routines
