// <cuda/cmath> of libcu++: integer mathematics.
#pragma once
#pragma clang system_header
#include <type_traits>

namespace cuda {
#define __WARPWISE_BOTH __attribute__((host, device)) constexpr
template <typename T, typename U>
using __warpwise_integer =
    ::std::enable_if_t<(::std::is_integral_v<T> || ::std::is_enum_v<T>) && (::std::is_integral_v<U> || ::std::is_enum_v<U>),
                       ::std::common_type_t<T, U>>;

// The quotient, rounded up; a >= 0, b > 0.
template <typename T, typename U>
__WARPWISE_BOTH __warpwise_integer<T, U> ceil_div(T a, U b) noexcept {
    using R = ::std::common_type_t<T, U>;
    const R quotient = static_cast<R>(a) / static_cast<R>(b);
    return quotient + (quotient * static_cast<R>(b) != static_cast<R>(a));
}
// The nearest multiple of b that is not less than a (round_up), or not greater than a (round_down).
template <typename T, typename U>
__WARPWISE_BOTH __warpwise_integer<T, U> round_up(T a, U b) noexcept {
    return cuda::ceil_div(a, b) * static_cast<::std::common_type_t<T, U>>(b);
}
template <typename T, typename U>
__WARPWISE_BOTH __warpwise_integer<T, U> round_down(T a, U b) noexcept {
    using R = ::std::common_type_t<T, U>;
    return static_cast<R>(a) / static_cast<R>(b) * static_cast<R>(b);
}
// The exponent of the largest power of 2 (ilog2) or of 10 (ilog10) that is not greater than x; x > 0.
template <typename T>
__WARPWISE_BOTH ::std::enable_if_t<::std::is_integral_v<T>, int> ilog2(T x) noexcept {
    return 63 - __builtin_clzll(static_cast<unsigned long long>(x));
}
template <typename T>
__WARPWISE_BOTH ::std::enable_if_t<::std::is_integral_v<T>, int> ilog10(T x) noexcept {
    int out = 0;
    while (x >= 10) x /= 10, ++out;
    return out;
}
template <typename T>
__WARPWISE_BOTH ::std::enable_if_t<::std::is_integral_v<T>, bool> is_power_of_two(T x) noexcept {
    return x > 0 && (x & (x - 1)) == 0;
}
template <typename T>
__WARPWISE_BOTH ::std::enable_if_t<::std::is_integral_v<T>, int> ceil_ilog2(T x) noexcept {
    return cuda::ilog2(x) + !cuda::is_power_of_two(x);
}
template <typename T>
__WARPWISE_BOTH ::std::enable_if_t<::std::is_integral_v<T>, T> next_power_of_two(T x) noexcept {
    return x <= 1 ? T(1) : T(T(1) << cuda::ceil_ilog2(x));
}
template <typename T>
__WARPWISE_BOTH ::std::enable_if_t<::std::is_integral_v<T>, T> prev_power_of_two(T x) noexcept {
    return x <= 0 ? T(0) : T(T(1) << cuda::ilog2(x));
}
// The largest number whose square is not greater than x; x >= 0.
template <typename T>
__WARPWISE_BOTH ::std::enable_if_t<::std::is_integral_v<T>, T> isqrt(T x) noexcept {
    unsigned long long rest = static_cast<unsigned long long>(x), root = 0;
    for (unsigned long long bit = 1ull << 62; bit != 0; bit >>= 2) {
        const unsigned long long next = root + bit;
        root >>= 1;
        if (rest < next) continue;
        rest -= next;
        root += bit;
    }
    return static_cast<T>(root);
}
template <typename T>
__WARPWISE_BOTH ::std::enable_if_t<::std::is_integral_v<T>, ::std::make_unsigned_t<T>> uabs(T x) noexcept {
    using U = ::std::make_unsigned_t<T>;
    return x < 0 ? U(U(0) - static_cast<U>(x)) : static_cast<U>(x);
}
#undef __WARPWISE_BOTH
}  // namespace cuda
