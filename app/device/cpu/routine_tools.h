// What CPU routines are built from: loops compiled for the instruction set found at run time, and loops spread over cores.
#pragma once

#include <cstdint>
#include <type_traits>
#include <utility>

#include "base/cpu_isa.h"
#include "device/interface/routine.h"

namespace warpwise {

namespace detail {
// A body that is always inlined takes the caller's instruction set; one template serves every routine and dtype.
template <typename Body>
[[gnu::target("avx512f,avx512bw,avx512dq,avx512vl,fma,f16c"), gnu::noinline]] void run_avx512(const Body& body) {
    body();
}
template <typename Body>
[[gnu::target("avx2,fma,f16c"), gnu::noinline]] void run_avx2(const Body& body) {
    body();
}
}  // namespace detail

// Runs `body` compiled for the widest instruction set here. The body must be marked `WARPWISE_INLINE` to be recompiled.
#define WARPWISE_INLINE __attribute__((always_inline))
template <typename Body>
void with_vector_isa(const Body& body) {
    switch (isa_here()) {
        case Isa::avx512: return detail::run_avx512(body);
        case Isa::avx2: return detail::run_avx2(body);
        case Isa::baseline: break;
    }
    body();
}

// Calls body(context, first, last) on disjoint ranges that cover [0, n), on at most `threads` threads (0: all). Work that is
// smaller than what starting threads costs runs on the caller: `bytes_an_item` is the memory traffic of one item.
using RangeBody = void (*)(const void* context, std::int64_t first, std::int64_t last);
void parallel_ranges(std::int64_t n, std::int64_t bytes_an_item, int threads, const void* context, RangeBody body);

template <typename F>
void parallel_for_ranges(std::int64_t n, std::int64_t bytes_an_item, int threads, const F& f) {
    parallel_ranges(n, bytes_an_item, threads, &f, [](const void* context, std::int64_t first, std::int64_t last) {
        (*static_cast<const F*>(context))(first, last);
    });
}

// Integers wrap, as they do on the GPU; signed overflow is undefined only in the C++ of the host.
template <typename T>
WARPWISE_INLINE inline T wrapping_add(T a, T b) {
    if constexpr (std::is_integral_v<T>) {
        using U = std::make_unsigned_t<T>;
        return static_cast<T>(static_cast<U>(static_cast<U>(a) + static_cast<U>(b)));
    } else {
        return a + b;
    }
}
template <typename T>
WARPWISE_INLINE inline T wrapping_multiply(T a, T b) {
    if constexpr (std::is_integral_v<T> && sizeof(T) >= 4) {
        using U = std::make_unsigned_t<T>;
        return static_cast<T>(static_cast<U>(a) * static_cast<U>(b));
    } else {
        return static_cast<T>(a * b);
    }
}

}  // namespace warpwise
