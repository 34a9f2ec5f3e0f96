// What the bits of a number mean: integers of two's complement and IEEE 754 floats of any width up to 64 bits, by arithmetic on the
// bits alone, so that the CPU need not know the format.
#pragma once

#include <cstdint>
#include <optional>
#include <span>
#include <string_view>

#include "base/exact_number.h"

namespace warpwise {

struct NumberFormat {
    std::string_view name;  // "f32"
    int bits = 0;
    int exponent_bits = 0, fraction_bits = 0;  // 0: an integer
    bool is_signed = true;

    bool is_float() const { return exponent_bits > 0; }
    int precision() const { return is_float() ? fraction_bits + 1 : bits - (is_signed ? 1 : 0); }  // bits of the significand
    int bias() const { return (1 << (exponent_bits - 1)) - 1; }
    int lowest_exponent() const { return 1 - bias(); }  // of a normal float
    std::uint64_t mask() const { return ~std::uint64_t{0} >> (64 - bits); }
    std::uint64_t sign_bit() const { return is_signed ? std::uint64_t{1} << (bits - 1) : 0; }
    std::uint64_t infinity() const { return ((std::uint64_t{1} << exponent_bits) - 1) << fraction_bits; }  // of a float
    std::uint64_t largest() const { return is_float() ? infinity() - 1 : mask() & ~sign_bit(); }
    std::uint64_t smallest() const { return is_float() ? largest() | sign_bit() : sign_bit(); }
};

// u8 i8 u32 i32 u64 i64 f16 bf16 f32 f64
std::span<const NumberFormat> number_formats();
const NumberFormat* find_number_format(std::string_view name);  // null: there is none

enum class NumberClass { integer, zero, subnormal, normal, infinity, not_a_number };
NumberClass class_of(const NumberFormat&, std::uint64_t bits);
bool is_finite(const NumberFormat&, std::uint64_t bits);
bool is_negative(const NumberFormat&, std::uint64_t bits);  // the sign bit

// Of a finite number.
ExactNumber exact_value(const NumberFormat&, std::uint64_t bits);

// How a value became a number of the format.
struct Rounded {
    std::uint64_t bits = 0;
    bool exact = false;
    bool tie = false;        // halfway between two floats: the one whose last bit is 0
    bool overflow = false;   // a finite value that became infinity
    bool truncated = false;  // an integer lost what stood after the point, as in a conversion in C++
    bool wrapped = false;    // an integer kept its lowest bits only
};
// To the nearest float, ties to even; to an integer towards 0, and then modulo 2^bits.
Rounded rounded(const NumberFormat&, const ExactNumber&);

// The numbers of a format in their order are counted by ordinals: neighbours differ by 1. Of floats 0 and -0 have the ordinal 0,
// infinities the first and the last one, and NaN has none.
std::int64_t ordinal_of(const NumberFormat&, std::uint64_t bits);
std::uint64_t bits_at(const NumberFormat&, std::int64_t ordinal);
std::int64_t first_ordinal(const NumberFormat&);  // of the finite numbers
std::int64_t last_ordinal(const NumberFormat&);
long double value_at(const NumberFormat&, std::int64_t ordinal);
// The neighbour; nothing past the ends, and for NaN. An infinity is a neighbour of the largest float.
std::optional<std::uint64_t> next_above(const NumberFormat&, std::uint64_t bits);
std::optional<std::uint64_t> next_below(const NumberFormat&, std::uint64_t bits);
// The distance between the numbers with this ordinal and the next one is 2 to this power.
int gap_exponent(const NumberFormat&, std::int64_t ordinal);

}  // namespace warpwise
