// Small numeric helpers of the interpreter's loop, included with it (execute_loop.h).

inline float float_of_half(std::uint32_t bits) {
    return static_cast<float>(__builtin_bit_cast(_Float16, static_cast<std::uint16_t>(bits)));
}
inline std::uint32_t half_of_float(float x) { return __builtin_bit_cast(std::uint16_t, static_cast<_Float16>(x)); }
inline std::uint32_t half_of_double(double x) { return __builtin_bit_cast(std::uint16_t, static_cast<_Float16>(x)); }

// As PTX's min and max: -0 is smaller than 0, and a value that is not a number gives way to the other one. Equal values differ in
// the sign of zero alone.
template <typename T>
inline T smaller_real(T x, T y) {
    using Bits = std::conditional_t<sizeof(T) == 8, std::uint64_t, std::uint32_t>;
    const T either = __builtin_bit_cast(T, __builtin_bit_cast(Bits, x) | __builtin_bit_cast(Bits, y));
    return x == y ? either : (x < y || y != y) ? x : y;
}
template <typename T>
inline T larger_real(T x, T y) {
    using Bits = std::conditional_t<sizeof(T) == 8, std::uint64_t, std::uint32_t>;
    const T both = __builtin_bit_cast(T, __builtin_bit_cast(Bits, x) & __builtin_bit_cast(Bits, y));
    return x == y ? both : (x > y || y != y) ? x : y;
}

__extension__ using Unsigned128 = unsigned __int128;
__extension__ using Signed128 = __int128;
inline std::uint64_t high_product(std::uint64_t x, std::uint64_t y) { return static_cast<std::uint64_t>(Unsigned128{x} * y >> 64); }
inline std::int64_t high_product(std::int64_t x, std::int64_t y) { return static_cast<std::int64_t>(Signed128{x} * y >> 64); }

// Truncates; what does not fit becomes the nearest integer that does, NaN becomes 0 (as the GPU's cvt does).
template <typename To, typename From>
inline To saturate(From x) {
    constexpr From lowest = static_cast<From>(std::is_signed_v<To> ? To(To{1} << (sizeof(To) * 8 - 1)) : To{0});
    constexpr From past = std::is_signed_v<To> ? -lowest : static_cast<From>(To{1} << (sizeof(To) * 8 - 1)) * 2;
    const To smallest = std::is_signed_v<To> ? To(To{1} << (sizeof(To) * 8 - 1)) : To{0};
    if (x != x) return 0;
    if (x >= past) return static_cast<To>(~smallest);
    if (x <= lowest) return smallest;
    return static_cast<To>(x);
}
