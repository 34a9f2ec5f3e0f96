// The CPU's answers to kernels/arithmetic: c = a + b, c = sin(a) cos(a), and out = sqrt(p^2 + q^3 + r^4 + s^5).
#include <algorithm>
#include <cmath>

#include "device/cpu/routine_table.h"
#include "device/cpu/routine_tools.h"

namespace warpwise::routines {
namespace {

// c may not overlap a or b: with that promise the loop needs no check before it is vectorised.
template <typename T>
WARPWISE_INLINE inline void vector_add(const T* __restrict a, const T* __restrict b, T* __restrict c, std::int64_t first,
                                       std::int64_t last) {
    for (std::int64_t i = first; i < last; ++i) c[i] = wrapping_add(a[i], b[i]);
}

// A cache line at a time, written past the caches: an ordinary store would first read the line that it overwrites, a third more
// traffic. c + first is at a line's beginning, and the range is a whole number of lines.
using Line = std::uint64_t __attribute__((vector_size(64)));
template <typename T>
WARPWISE_INLINE inline void vector_add_streaming(const T* __restrict a, const T* __restrict b, T* __restrict c, std::int64_t first,
                                                 std::int64_t last) {
    constexpr std::int64_t elements = 64 / sizeof(T);
    for (std::int64_t i = first; i < last; i += elements) {
        T sums[elements];
        for (std::int64_t k = 0; k < elements; ++k) sums[k] = wrapping_add(a[i + k], b[i + k]);
        Line line;
        __builtin_memcpy(&line, sums, sizeof line);
        __builtin_nontemporal_store(line, reinterpret_cast<Line*>(c + i));
    }
}

// Results that the caches cannot hold anyway; `n` is the whole job's size.
constexpr std::int64_t kStreamingFromBytes = 64 << 20;

template <typename T>
void vector_add_with_isa(const T* a, const T* b, T* c, std::int64_t first, std::int64_t last, std::int64_t n) {
    std::int64_t begin = last, end = last;
    if (n * static_cast<std::int64_t>(sizeof(T)) >= kStreamingFromBytes) {
        constexpr std::int64_t elements = 64 / sizeof(T);
        const auto past = static_cast<std::int64_t>(reinterpret_cast<std::uintptr_t>(c + first) % 64 / sizeof(T));
        begin = std::min(last, first + (elements - past) % elements);
        end = begin + (last - begin) / elements * elements;
    }
    with_vector_isa([=] WARPWISE_INLINE {
        vector_add(a, b, c, first, begin);
        vector_add_streaming(a, b, c, begin, end);
        vector_add(a, b, c, end, last);
    });
}

// What a function of reals is computed in: f16 in f32, integers in f64.
template <typename T>
using Real = std::conditional_t<std::is_same_v<T, float> || std::is_same_v<T, f16>, float, double>;

template <typename T>
void sin_cos(const T* a, T* c, std::int64_t first, std::int64_t last) {
    for (std::int64_t i = first; i < last; ++i) {
        const auto x = static_cast<Real<T>>(a[i]);
        c[i] = static_cast<T>(std::sin(x) * std::cos(x));
    }
}

#if defined(__x86_64__) && defined(__GLIBC__)
// The C library's own vector functions (libmvec), to within 4 units of the last place.
using Doubles4 = double __attribute__((vector_size(32)));
using Doubles8 = double __attribute__((vector_size(64)));
using Floats8 = float __attribute__((vector_size(32)));
using Floats16 = float __attribute__((vector_size(64)));
extern "C" {
[[gnu::target("avx2")]] Doubles4 _ZGVdN4v_sin(Doubles4);
[[gnu::target("avx2")]] Doubles4 _ZGVdN4v_cos(Doubles4);
[[gnu::target("avx512f")]] Doubles8 _ZGVeN8v_sin(Doubles8);
[[gnu::target("avx512f")]] Doubles8 _ZGVeN8v_cos(Doubles8);
[[gnu::target("avx2")]] Floats8 _ZGVdN8v_sinf(Floats8);
[[gnu::target("avx2")]] Floats8 _ZGVdN8v_cosf(Floats8);
[[gnu::target("avx512f")]] Floats16 _ZGVeN16v_sinf(Floats16);
[[gnu::target("avx512f")]] Floats16 _ZGVeN16v_cosf(Floats16);
}

// The last vector is filled up with zeros. A macro, since a vector may only be passed where its instruction set is on.
#define WARPWISE_SIN_COS_LOOP(Vector, sine, cosine)                                                   \
    constexpr std::int64_t lanes = sizeof(Vector) / sizeof(a[0]);                                     \
    for (std::int64_t i = first; i < last; i += lanes) {                                              \
        const std::size_t bytes = sizeof(a[0]) * static_cast<std::size_t>(std::min(lanes, last - i)); \
        Vector x{};                                                                                   \
        if (bytes == sizeof x)                                                                        \
            __builtin_memcpy(&x, a + i, sizeof x);                                                    \
        else                                                                                          \
            __builtin_memcpy(&x, a + i, bytes);                                                       \
        const Vector y = sine(x) * cosine(x);                                                         \
        if (bytes == sizeof x)                                                                        \
            __builtin_memcpy(c + i, &y, sizeof y);                                                    \
        else                                                                                          \
            __builtin_memcpy(c + i, &y, bytes);                                                       \
    }

[[gnu::target("avx512f")]] void sin_cos_avx512(const double* a, double* c, std::int64_t first, std::int64_t last) {
    WARPWISE_SIN_COS_LOOP(Doubles8, _ZGVeN8v_sin, _ZGVeN8v_cos)
}
[[gnu::target("avx512f")]] void sin_cos_avx512(const float* a, float* c, std::int64_t first, std::int64_t last) {
    WARPWISE_SIN_COS_LOOP(Floats16, _ZGVeN16v_sinf, _ZGVeN16v_cosf)
}
[[gnu::target("avx2")]] void sin_cos_avx2(const double* a, double* c, std::int64_t first, std::int64_t last) {
    WARPWISE_SIN_COS_LOOP(Doubles4, _ZGVdN4v_sin, _ZGVdN4v_cos)
}
[[gnu::target("avx2")]] void sin_cos_avx2(const float* a, float* c, std::int64_t first, std::int64_t last) {
    WARPWISE_SIN_COS_LOOP(Floats8, _ZGVdN8v_sinf, _ZGVdN8v_cosf)
}
#undef WARPWISE_SIN_COS_LOOP

template <typename T>
void sin_cos_with_isa(const T* a, T* c, std::int64_t first, std::int64_t last) {
    if constexpr (std::is_same_v<T, float> || std::is_same_v<T, double>) {
        if (isa_here() == Isa::avx512) return sin_cos_avx512(a, c, first, last);
        if (isa_here() == Isa::avx2) return sin_cos_avx2(a, c, first, last);
    }
    sin_cos(a, c, first, last);
}
#else
template <typename T>
void sin_cos_with_isa(const T* a, T* c, std::int64_t first, std::int64_t last) {
    sin_cos(a, c, first, last);
}
#endif

template <typename T>
struct PowerArrays {
    const T *p, *q, *r, *s;
    T* out;
};

template <typename T>
WARPWISE_INLINE inline void powers(const PowerArrays<T>& arrays, std::int64_t first, std::int64_t last) {
    using R = Real<T>;
    const T* __restrict p = arrays.p, * __restrict q = arrays.q, * __restrict r = arrays.r, * __restrict s = arrays.s;
    T* __restrict out = arrays.out;
    for (std::int64_t i = first; i < last; ++i) {
        const R a = static_cast<R>(p[i]), b = static_cast<R>(q[i]), c = static_cast<R>(r[i]), d = static_cast<R>(s[i]);
        const R c2 = c * c, d2 = d * d;
        out[i] = static_cast<T>(__builtin_elementwise_sqrt(a * a + b * b * b + c2 * c2 + d2 * d2 * d));
    }
}

template <typename T>
void powers_with_isa(const PowerArrays<T>& arrays, std::int64_t first, std::int64_t last) {
    with_vector_isa([=] WARPWISE_INLINE { powers(arrays, first, last); });
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

// f(a, c, n)
template <typename F>
void with_two_arrays(const RoutineCall& call, const F& f) {
    visit_dtype(call.dtype(0), [&]<typename T>() {
        const T* a = call.array<T>(0).data();
        f(a, call.array<T>(1).data(), call.scalar<std::int64_t>(2));
    });
}

// f(PowerArrays, n)
template <typename F>
void with_power_arrays(const RoutineCall& call, const F& f) {
    visit_dtype(call.dtype(0), [&]<typename T>() {
        f(PowerArrays<T>{call.array<T>(0).data(), call.array<T>(1).data(), call.array<T>(2).data(), call.array<T>(3).data(),
                         call.array<T>(4).data()},
          call.scalar<std::int64_t>(5));
    });
}

}  // namespace

void vector_add_serial(const RoutineCall& call) {
    with_arguments(call, []<typename T>(const T* a, const T* b, T* c, std::int64_t n) { vector_add(a, b, c, 0, n); });
}

void vector_add_vector(const RoutineCall& call) {
    with_arguments(call, []<typename T>(const T* a, const T* b, T* c, std::int64_t n) { vector_add_with_isa(a, b, c, 0, n, n); });
}

void vector_add_threads(const RoutineCall& call) {
    with_arguments(call, [&]<typename T>(const T* a, const T* b, T* c, std::int64_t n) {
        parallel_for_ranges(n, 3 * sizeof(T), call.threads,
                            [=](std::int64_t first, std::int64_t last) { vector_add_with_isa(a, b, c, first, last, n); });
    });
}

void sin_cos_serial(const RoutineCall& call) {
    with_two_arrays(call, []<typename T>(const T* a, T* c, std::int64_t n) { sin_cos(a, c, 0, n); });
}

void sin_cos_vector(const RoutineCall& call) {
    with_two_arrays(call, []<typename T>(const T* a, T* c, std::int64_t n) { sin_cos_with_isa(a, c, 0, n); });
}

void sin_cos_threads(const RoutineCall& call) {
    with_two_arrays(call, [&]<typename T>(const T* a, T* c, std::int64_t n) {
        // The two functions cost about as much as moving 64 bytes.
        parallel_for_ranges(n, 64, call.threads,
                            [=](std::int64_t first, std::int64_t last) { sin_cos_with_isa(a, c, first, last); });
    });
}

void powers_serial(const RoutineCall& call) {
    with_power_arrays(call, [](const auto& arrays, std::int64_t n) { powers(arrays, 0, n); });
}

void powers_vector(const RoutineCall& call) {
    with_power_arrays(call, [](const auto& arrays, std::int64_t n) { powers_with_isa(arrays, 0, n); });
}

void powers_threads(const RoutineCall& call) {
    with_power_arrays(call, [&]<typename T>(const PowerArrays<T>& arrays, std::int64_t n) {
        parallel_for_ranges(n, 5 * sizeof(T), call.threads,
                            [=](std::int64_t first, std::int64_t last) { powers_with_isa(arrays, first, last); });
    });
}

}  // namespace warpwise::routines
