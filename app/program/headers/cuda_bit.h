// cuda::std's functions on the bits of a number. Unlike those of the standard library, they do not need C++20.
#pragma once
#pragma clang system_header
#if __cplusplus >= 202002L
#include <bit>
#endif
#include <cstddef>
#include <limits>
#include <type_traits>

namespace cuda {
namespace std {
using namespace ::std;
#if __cplusplus < 202002L
#define __WARPWISE_BITS(result) \
    template <typename T>       \
    __attribute__((             \
        host,                   \
        device)) constexpr ::std::enable_if_t<::std::is_unsigned_v<T> && !::std::is_same_v<T, bool> && sizeof(T) <= 8, result>
#define __WARPWISE_DIGITS ::std::numeric_limits<T>::digits

__WARPWISE_BITS(int) popcount(T x) noexcept { return __builtin_popcountll(x); }
__WARPWISE_BITS(int) countl_zero(T x) noexcept {
    return x == 0 ? __WARPWISE_DIGITS : __builtin_clzll(x) - (64 - __WARPWISE_DIGITS);
}
__WARPWISE_BITS(int) countr_zero(T x) noexcept { return x == 0 ? __WARPWISE_DIGITS : __builtin_ctzll(x); }
__WARPWISE_BITS(int) countl_one(T x) noexcept { return cuda::std::countl_zero(T(~x)); }
__WARPWISE_BITS(int) countr_one(T x) noexcept { return cuda::std::countr_zero(T(~x)); }
__WARPWISE_BITS(int) bit_width(T x) noexcept { return __WARPWISE_DIGITS - cuda::std::countl_zero(x); }
__WARPWISE_BITS(bool) has_single_bit(T x) noexcept { return x != 0 && (x & (x - 1)) == 0; }
__WARPWISE_BITS(T) bit_floor(T x) noexcept { return x == 0 ? T(0) : T(T(1) << (cuda::std::bit_width(x) - 1)); }
__WARPWISE_BITS(T) bit_ceil(T x) noexcept { return x < 2 ? T(1) : T(T(1) << cuda::std::bit_width(T(x - 1))); }
__WARPWISE_BITS(T) rotl(T x, int by) noexcept {
    const int left = (by % __WARPWISE_DIGITS + __WARPWISE_DIGITS) % __WARPWISE_DIGITS;
    return left == 0 ? x : T(T(x << left) | T(x >> (__WARPWISE_DIGITS - left)));
}
__WARPWISE_BITS(T) rotr(T x, int by) noexcept { return cuda::std::rotl(x, -(by % __WARPWISE_DIGITS)); }
template <typename To, typename From>
__attribute__((host, device)) constexpr ::std::enable_if_t<sizeof(To) == sizeof(From), To> bit_cast(const From& from) noexcept {
    return __builtin_bit_cast(To, from);
}
enum class endian { little = 0, big = 1, native = little };
#undef __WARPWISE_BITS
#undef __WARPWISE_DIGITS
#endif
#if __cplusplus < 202302L
template <typename T>
__attribute__((host, device)) constexpr ::std::enable_if_t<::std::is_integral_v<T>, T> byteswap(T x) noexcept {
    T out = 0;
    for (size_t i = 0; i < sizeof(T); ++i) out = T(T(out << 4 << 4) | T((x >> (8 * i)) & 0xff));
    return out;
}
#endif
}  // namespace std
}  // namespace cuda
