#include "program_arithmetic.h"

#include <algorithm>
#include <cmath>

#include "half_model.h"

namespace warpwise::test {
namespace {

double real_of(Type type, u64 bits) {
    if (type == Type::f16) return half_model::to_double(static_cast<half_model::Half>(bits));
    return type == Type::f32 ? static_cast<double>(as<float>(bits)) : as<double>(bits);
}

template <typename T>
T smaller(T a, T b) {
    if (std::isnan(a)) return b;
    if (std::isnan(b)) return a;
    return a < b || (a == b && std::signbit(a)) ? a : b;
}
template <typename T>
T larger(T a, T b) {
    return -smaller<T>(-a, -b);
}

// Wraps at `width`; u8 is carried out as u32.
template <typename T>
u64 integer(Op op, const std::array<u64, 3>& p, u64 width, Mistake mistake) {
    using U = std::make_unsigned_t<T>;
    const T a = as<T>(p[0]), b = as<T>(p[1]);
    const U x = static_cast<U>(a), y = static_cast<U>(b), shift = static_cast<U>(y % width);
    const bool has_quotient = b != 0 && b != static_cast<T>(-1);
    U out = 0;
    switch (op) {
        case Op::add: out = x + y; break;
        case Op::subtract: out = x - y; break;
        case Op::multiply: out = x * y; break;
        case Op::bit_and: out = x & y; break;
        case Op::bit_or: out = x | y; break;
        case Op::bit_xor: out = x ^ y; break;
        case Op::divide: out = has_quotient ? static_cast<U>(a / b) : x; break;
        case Op::remainder: {
            T rest = has_quotient ? a % b : a;
            if (mistake == Mistake::remainder && has_quotient && rest != 0 && (rest < 0) != (b < 0)) rest += b;
            out = static_cast<U>(rest);
            break;
        }
        case Op::minimum: out = static_cast<U>(std::min(a, b)); break;
        case Op::maximum: out = static_cast<U>(std::max(a, b)); break;
        case Op::shift_left: out = x << shift; break;
        case Op::shift_right: out = mistake == Mistake::shift_right ? x >> shift : static_cast<U>(a >> shift); break;
        case Op::negate: out = U{0} - x; break;
        default: out = ~x; break;
    }
    return out;
}
u64 u32_only(Op op, const std::array<u64, 3>& p) {
    const u32 a = as<u32>(p[0]), b = as<u32>(p[1]), c = as<u32>(p[2]);
    switch (op) {
        case Op::count_ones: return static_cast<u64>(std::popcount(a));
        case Op::leading_zeros: return static_cast<u64>(std::countl_zero(a));
        case Op::reverse_bits: {
            u32 out = 0;
            for (u32 i = 0; i < 32; ++i) out |= (a >> i & 1) << (31 - i);
            return out;
        }
        case Op::first_one: return a == 0 ? 0 : static_cast<u64>(std::countr_zero(a) + 1);
        case Op::multiply_high: return (p[0] * p[1]) >> 32;
        case Op::pick_bytes: {
            const u64 bytes = p[1] << 32 | p[0];
            u32 out = 0;
            for (u32 i = 0; i < 4; ++i) out |= static_cast<u32>(bytes >> (c >> (4 * i) & 7) * 8 & 255) << (8 * i);
            return out;
        }
        default: {  // funnel_shift
            const u32 by = c & 31;
            return by == 0 ? b : b << by | a >> (32 - by);
        }
    }
}
template <typename T>
u64 real(Op op, const std::array<u64, 3>& p, Mistake mistake) {
    const T a = as<T>(p[0]), b = as<T>(p[1]), c = as<T>(p[2]);
    switch (op) {
        case Op::add: return bits_of<T>(a + b);
        case Op::subtract: return bits_of<T>(a - b);
        case Op::multiply: return bits_of<T>(a * b);
        case Op::divide: return bits_of<T>(a / b);
        case Op::minimum: return bits_of<T>(smaller(a, b));
        case Op::maximum: return bits_of<T>(larger(a, b));
        case Op::negate: return bits_of<T>(-a);
        case Op::absolute: return bits_of<T>(std::fabs(a));
        case Op::square_root: return bits_of<T>(std::sqrt(a));
        case Op::round_down: return bits_of<T>(std::floor(a));
        case Op::round_up: return bits_of<T>(std::ceil(a));
        case Op::round_to_zero: return bits_of<T>(std::trunc(a));
        case Op::round_to_even: return bits_of<T>(std::nearbyint(a));
        default: {
            if (mistake != Mistake::fused) return bits_of<T>(std::fma(a, b, c));
            const volatile T product = a * b;
            return bits_of<T>(product + c);
        }
    }
}
u64 half(Op op, const std::array<u64, 3>& p, Mistake mistake) {
    using half_model::Half;
    const auto a = static_cast<Half>(p[0]), b = static_cast<Half>(p[1]), c = static_cast<Half>(p[2]);
    const double x = half_model::to_double(a), y = half_model::to_double(b);
    switch (op) {
        case Op::add: return half_model::sum(a, b);
        case Op::subtract: return half_model::is_nan(b) ? b : half_model::sum(a, b ^ half_model::sign_bit);
        case Op::multiply:
            return half_model::product(
                a, b, mistake == Mistake::half_multiply ? half_model::Rounding::to_zero : half_model::Rounding::nearest_even);
        case Op::fused: return half_model::fused(a, b, c);
        case Op::negate: return a ^ half_model::sign_bit;
        // Rounding to 53 bits first changes nothing for quotients and roots of 11 bits.
        case Op::divide: return half_model::from_double(x / y);
        case Op::minimum: return half_model::from_double(smaller(x, y));
        case Op::maximum: return half_model::from_double(larger(x, y));
        case Op::absolute: return half_model::from_double(std::fabs(x));
        case Op::square_root: return half_model::from_double(std::sqrt(x));
        case Op::round_down: return half_model::from_double(std::floor(x));
        case Op::round_up: return half_model::from_double(std::ceil(x));
        case Op::round_to_zero: return half_model::from_double(std::trunc(x));
        default: return half_model::from_double(std::nearbyint(x));
    }
}

}  // namespace

u64 word_of(Type type, u64 bits) {
    if (type == Type::f16 && half_model::is_nan(static_cast<half_model::Half>(bits))) return 0x7fff;
    if (type == Type::f32 && std::isnan(as<float>(bits))) return 0x7fffffff;
    if (type == Type::f64 && std::isnan(as<double>(bits))) return 0x7fffffffffffffff;
    return bits;
}

bool compared(Op op, Type type, u64 a, u64 b) {
    const auto of = [op](auto x, auto y) {
        return op == Op::less ? x < y : op == Op::less_or_equal ? x <= y : op == Op::equal ? x == y : x != y;
    };
    if (is_real(type)) return of(real_of(type, a), real_of(type, b));
    if (type == Type::i32) return of(as<i32>(a), as<i32>(b));
    return type == Type::i64 ? of(as<i64>(a), as<i64>(b)) : of(a, b);
}
u64 converted(Type from, Type to, u64 bits) {
    if (is_real(from)) {
        const double x = real_of(from, bits);
        if (to == Type::f16) return half_model::from_double(x);
        if (to == Type::f32) return bits_of(static_cast<float>(x));
        if (to == Type::f64) return bits_of(x);
        const double limit = to == Type::i32 ? 2e9 : to == Type::u32 ? 4e9 : to == Type::i64 ? 9e18 : 256;
        const bool has_sign = to == Type::i32 || to == Type::i64;
        // The limits are numbers of the type that is converted.
        const double high = from == Type::f64 ? limit : static_cast<double>(static_cast<float>(limit));
        if (!(x > (has_sign ? -high : -1) && x < high)) return 7;
        return has_sign ? (to == Type::i32 ? bits_of(static_cast<i32>(x)) : bits_of(static_cast<i64>(x))) : static_cast<u64>(x);
    }
    const i64 whole = from == Type::i32 ? as<i32>(bits) : as<i64>(bits);
    switch (to) {
        case Type::u8: return static_cast<u64>(whole) & 255;
        case Type::i32:
        case Type::u32: return static_cast<u64>(whole) & 0xffffffff;
        case Type::i64: return static_cast<u64>(whole);
        case Type::f32: return bits_of(static_cast<float>(whole));
        case Type::f64: return bits_of(static_cast<double>(whole));
        default: return half_model::from_double(static_cast<double>(static_cast<float>(whole)));
    }
}

u64 computed(Type type, Op op, const std::array<u64, 3>& p, Mistake mistake) {
    switch (type) {
        case Type::u8: return static_cast<u8>(integer<u32>(op, p, 8, mistake) & 255);
        case Type::i32: return integer<i32>(op, p, 32, mistake);
        case Type::u32: return op >= Op::count_ones ? u32_only(op, p) : integer<u32>(op, p, 32, mistake);
        case Type::i64: return integer<i64>(op, p, 64, mistake);
        case Type::f16: return half(op, p, mistake);
        case Type::f32: return real<float>(op, p, mistake);
        default: return real<double>(op, p, mistake);
    }
}

}  // namespace warpwise::test
