// The CPU's answer to kernels/cooling: cups that cool towards a room of 20 degrees.
#include "device/cpu/routine_table.h"
#include "device/cpu/routine_tools.h"

namespace warpwise::routines {
namespace {

// A strip of cups goes through all rounds before the next one, so that it stays in registers.
constexpr std::int64_t kStrip = 32;

template <typename T>
WARPWISE_INLINE inline void cool_strip(const T* __restrict a, T* __restrict c, std::int64_t cups, std::int64_t rounds) {
    T warm[kStrip];
    for (std::int64_t i = 0; i < cups; ++i) warm[i] = a[i];
    for (std::int64_t round = 0; round < rounds; ++round)
        for (std::int64_t i = 0; i < cups; ++i) warm[i] = warm[i] + (T(20) - warm[i]) * T(0.01);
    for (std::int64_t i = 0; i < cups; ++i) c[i] = warm[i];
}

template <typename T>
WARPWISE_INLINE inline void cool_range(const T* a, T* c, std::int64_t rounds, std::int64_t first, std::int64_t last) {
    std::int64_t i = first;
    for (; i + kStrip <= last; i += kStrip) cool_strip(a + i, c + i, kStrip, rounds);
    cool_strip(a + i, c + i, last - i, rounds);
}

template <typename T>
void cool_with_isa(const T* a, T* c, std::int64_t rounds, std::int64_t first, std::int64_t last) {
    with_vector_isa([=] WARPWISE_INLINE { cool_range(a, c, rounds, first, last); });
}

// f(a, c, n, rounds) with the arrays' type; temperatures are floating-point numbers.
template <typename F>
void with_cups(const RoutineCall& call, const F& f) {
    visit_dtype(call.dtype(0), [&]<typename T>() {
        if constexpr (std::is_same_v<T, float> || std::is_same_v<T, double>)
            f(call.array<T>(0).data(), call.array<T>(1).data(), call.scalar<std::int64_t>(2), call.scalar<std::int64_t>(3));
    });
}

}  // namespace

void cool_serial(const RoutineCall& call) {
    with_cups(call, []<typename T>(const T* a, T* c, std::int64_t n, std::int64_t rounds) { cool_range(a, c, rounds, 0, n); });
}

void cool_vector(const RoutineCall& call) {
    with_cups(call, []<typename T>(const T* a, T* c, std::int64_t n, std::int64_t rounds) { cool_with_isa(a, c, rounds, 0, n); });
}

void cool_threads(const RoutineCall& call) {
    with_cups(call, [&]<typename T>(const T* a, T* c, std::int64_t n, std::int64_t rounds) {
        // arithmetic counts for more than traffic here: a round costs roughly as much as moving four bytes
        parallel_for_ranges(n, 4 * (rounds + 2), call.threads,
                            [=](std::int64_t first, std::int64_t last) { cool_with_isa(a, c, rounds, first, last); });
    });
}

}  // namespace warpwise::routines
