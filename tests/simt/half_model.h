// Half precision by integers alone: every half is a multiple of 2^-24, and every product of two of 2^-48. So sums, products and
// fused operations are exact here before their one rounding.
#pragma once

#include <bit>
#include <cmath>
#include <cstdint>

namespace warpwise::test::half_model {

using Half = std::uint16_t;
inline constexpr Half infinity = 0x7c00, not_a_number = 0x7fff, sign_bit = 0x8000;

inline bool is_nan(Half h) { return (h & 0x7fff) > infinity; }
inline bool is_infinite(Half h) { return (h & 0x7fff) == infinity; }
// Exact.
inline double to_double(Half h) {
    if (is_nan(h)) return std::nan("");
    const int exponent = h >> 10 & 31, fraction = h & 1023;
    const double size = is_infinite(h)
                            ? static_cast<double>(INFINITY)
                            : std::ldexp(exponent == 0 ? fraction : fraction + 1024, (exponent == 0 ? 1 : exponent) - 25);
    return (h & sign_bit) != 0 ? -size : size;
}

enum class Rounding { nearest_even, to_zero };

// The half next to size * 2^scale.
inline Half rounded(bool is_negative, unsigned __int128 size, int scale, Rounding rounding = Rounding::nearest_even) {
    const Half sign = is_negative ? sign_bit : 0;
    if (size == 0) return sign;
    int top = 0;  // of the highest bit
    for (unsigned __int128 rest = size; rest > 1; rest >>= 1) ++top;
    // The last bit of the result stands for 2^last.
    int last = top + scale - 10;
    if (last < -24) last = -24;
    const int drop = last - scale;
    unsigned __int128 kept = drop > 127 ? 0 : drop >= 0 ? size >> drop : size << -drop;
    if (drop > 0 && drop <= 127 && rounding == Rounding::nearest_even) {
        const unsigned __int128 one = 1, half = one << (drop - 1), rest = size & ((one << drop) - 1);
        if (rest > half || (rest == half && (kept & 1) != 0)) ++kept;
    }
    auto bits = static_cast<std::uint64_t>(kept);
    if (bits == 2048) {
        bits = 1024;
        ++last;
    }
    if (bits < 1024) return static_cast<Half>(sign | bits);  // subnormal: last is -24
    const int exponent = last + 25;
    if (exponent > 30) return rounding == Rounding::to_zero ? static_cast<Half>(sign | 0x7bff) : static_cast<Half>(sign | infinity);
    return static_cast<Half>(sign | exponent << 10 | (bits - 1024));
}

inline Half from_double(double x) {
    if (std::isnan(x)) return not_a_number;
    const bool is_negative = std::signbit(x);
    if (std::isinf(x)) return is_negative ? sign_bit | infinity : infinity;
    int exponent = 0;
    const double fraction = std::frexp(std::fabs(x), &exponent);
    if (exponent < -60) return is_negative ? sign_bit : 0;
    return rounded(is_negative, static_cast<std::uint64_t>(std::ldexp(fraction, 53)), exponent - 53);
}

inline __int128 in_24ths(Half h) {
    const int exponent = h >> 10 & 31, fraction = h & 1023;
    const __int128 size =
        exponent == 0 ? static_cast<__int128>(fraction) : static_cast<__int128>(fraction + 1024) << (exponent - 1);
    return (h & sign_bit) != 0 ? -size : size;
}

// a * b + c, one rounding.
inline Half fused(Half a, Half b, Half c) {
    const bool product_sign = ((a ^ b) & sign_bit) != 0;
    if (is_nan(a) || is_nan(b) || is_nan(c) || is_infinite(a) || is_infinite(b) || is_infinite(c))
        return from_double(to_double(a) * to_double(b) + to_double(c));
    const __int128 product = in_24ths(a) * in_24ths(b), exact = product + in_24ths(c) * (__int128{1} << 24);
    if (exact == 0) {  // of equal signs keeps it; what cancels is positive
        const bool is_negative = product == 0 && in_24ths(c) == 0 && product_sign && (c & sign_bit) != 0;
        return is_negative ? sign_bit : 0;
    }
    return rounded(exact < 0, static_cast<unsigned __int128>(exact < 0 ? -exact : exact), -48);
}
inline Half sum(Half a, Half b) {
    constexpr Half one = 0x3c00;
    return fused(a, one, b);
}
inline Half product(Half a, Half b, Rounding rounding = Rounding::nearest_even) {
    if (is_nan(a) || is_nan(b) || is_infinite(a) || is_infinite(b)) return from_double(to_double(a) * to_double(b));
    const __int128 exact = in_24ths(a) * in_24ths(b);
    return rounded(((a ^ b) & sign_bit) != 0, static_cast<unsigned __int128>(exact < 0 ? -exact : exact), -48, rounding);
}

}  // namespace warpwise::test::half_model
