// The CPU's answer to kernels/threads: add one to the first n elements, in place.
#include "device/cpu/routine_table.h"
#include "device/cpu/routine_tools.h"

namespace warpwise::routines {
namespace {

template <typename T>
WARPWISE_INLINE inline void add_one(T* a, std::int64_t first, std::int64_t last) {
    for (std::int64_t i = first; i < last; ++i) a[i] = wrapping_add(a[i], T(1));
}

template <typename T>
void add_one_with_isa(T* a, std::int64_t first, std::int64_t last) {
    with_vector_isa([=] WARPWISE_INLINE { add_one(a, first, last); });
}

// f(a, n) with the array's type.
template <typename F>
void with_array(const RoutineCall& call, const F& f) {
    visit_dtype(call.dtype(0), [&]<typename T>() { f(call.array<T>(0).data(), call.scalar<std::int64_t>(1)); });
}

}  // namespace

void add_one_serial(const RoutineCall& call) {
    with_array(call, [](auto* a, std::int64_t n) { add_one(a, 0, n); });
}

void add_one_vector(const RoutineCall& call) {
    with_array(call, [](auto* a, std::int64_t n) { add_one_with_isa(a, 0, n); });
}

void add_one_threads(const RoutineCall& call) {
    with_array(call, [&]<typename T>(T* a, std::int64_t n) {
        parallel_for_ranges(n, 2 * sizeof(T), call.threads,
                            [a](std::int64_t first, std::int64_t last) { add_one_with_isa(a, first, last); });
    });
}

}  // namespace warpwise::routines
