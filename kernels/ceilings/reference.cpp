// The CPU's ceilings: how fast it copies memory, and how many multiply-adds it does when there is nothing else to do.
#include <algorithm>
#include <cstring>

#include "device/cpu/routine_table.h"
#include "device/cpu/routine_tools.h"

namespace warpwise::routines {
namespace {

constexpr int kChains = 8;  // as in 2_fma.cu; enough for two units whose result takes four cycles
// Elements whose chains are worked on side by side: the widest register's.
constexpr std::int64_t kBlockElements = 16;

// The chains of one register of elements. Vector types keep them in registers, whatever the compiler makes of loops.
template <typename T, int Bytes>
WARPWISE_INLINE inline void fma_register(T* a, T factor, T addend, std::int64_t steps) {
    using Register [[gnu::vector_size(Bytes)]] = T;
    Register start;
    std::memcpy(&start, a, sizeof start);
    Register x[kChains];
    for (int k = 0; k < kChains; ++k) x[k] = start + static_cast<T>(k);
    for (std::int64_t step = 0; step < steps; ++step)
        for (int k = 0; k < kChains; ++k) x[k] = x[k] * factor + addend;
    Register sum = x[0];
    for (int k = 1; k < kChains; ++k) sum = sum + x[k];
    std::memcpy(a, &sum, sizeof sum);
}

template <typename T, int Bytes>
WARPWISE_INLINE inline void fma_range(T* a, T factor, T addend, std::int64_t steps, std::int64_t first, std::int64_t last) {
    constexpr std::int64_t lanes = Bytes / static_cast<std::int64_t>(sizeof(T));
    std::int64_t i = first;
    for (; i + lanes <= last; i += lanes) fma_register<T, Bytes>(a + i, factor, addend, steps);
    for (; i < last; ++i) fma_register<T, static_cast<int>(sizeof(T))>(a + i, factor, addend, steps);
}

template <typename T>
void fma_with_isa(T* a, T factor, T addend, std::int64_t steps, std::int64_t first, std::int64_t last) {
    switch (isa_here()) {
        case Isa::avx512:
            return detail::run_avx512([=] WARPWISE_INLINE { fma_range<T, 64>(a, factor, addend, steps, first, last); });
        case Isa::avx2: return detail::run_avx2([=] WARPWISE_INLINE { fma_range<T, 32>(a, factor, addend, steps, first, last); });
        case Isa::baseline: break;
    }
    fma_range<T, 16>(a, factor, addend, steps, first, last);
}

// f(a, factor, addend, steps, n) with the array's type; integers have no such ceiling.
template <typename F>
void with_fma_arguments(const RoutineCall& call, const F& f) {
    visit_dtype(call.dtype(0), [&]<typename T>() {
        if constexpr (std::is_same_v<T, float> || std::is_same_v<T, double>)
            f(call.array<T>(0).data(), call.scalar<T>(1), call.scalar<T>(2), call.scalar<std::int64_t>(3),
              call.scalar<std::int64_t>(4));
    });
}

// f(from, to, n): n times 16 bytes
template <typename F>
void with_copy_arguments(const RoutineCall& call, const F& f) {
    f(call.arguments[0].array->bytes().data(), call.arguments[1].array->bytes().data(), call.scalar<std::int64_t>(2));
}
constexpr std::int64_t kCopyUnit = 16;

}  // namespace

// One core and the library's copy, which already takes the widest instructions: the serial form and the vector form are one.
void ceiling_copy_serial(const RoutineCall& call) {
    with_copy_arguments(call, [](const std::byte* from, std::byte* to, std::int64_t n) {
        std::memcpy(to, from, static_cast<std::size_t>(n * kCopyUnit));
    });
}

void ceiling_copy_threads(const RoutineCall& call) {
    with_copy_arguments(call, [&](const std::byte* from, std::byte* to, std::int64_t n) {
        parallel_for_ranges(n, 2 * kCopyUnit, call.threads, [=](std::int64_t first, std::int64_t last) {
            std::memcpy(to + first * kCopyUnit, from + first * kCopyUnit, static_cast<std::size_t>((last - first) * kCopyUnit));
        });
    });
}

void ceiling_fma_serial(const RoutineCall& call) {
    with_fma_arguments(call, []<typename T>(T* a, T factor, T addend, std::int64_t steps, std::int64_t n) {
        fma_range<T, 16>(a, factor, addend, steps, 0, n);
    });
}

void ceiling_fma_vector(const RoutineCall& call) {
    with_fma_arguments(call, []<typename T>(T* a, T factor, T addend, std::int64_t steps, std::int64_t n) {
        fma_with_isa(a, factor, addend, steps, 0, n);
    });
}

void ceiling_fma_threads(const RoutineCall& call) {
    with_fma_arguments(call, [&]<typename T>(T* a, T factor, T addend, std::int64_t steps, std::int64_t n) {
        const std::int64_t blocks = (n + kBlockElements - 1) / kBlockElements;
        // it is arithmetic, not traffic; given as traffic, so that it is spread over the cores
        parallel_for_ranges(blocks, kBlockElements * steps, call.threads, [=](std::int64_t first, std::int64_t last) {
            fma_with_isa(a, factor, addend, steps, first * kBlockElements, std::min(n, last * kBlockElements));
        });
    });
}

}  // namespace warpwise::routines
