#include "base/number_format.h"

#include <algorithm>
#include <array>
#include <cmath>

namespace warpwise {
namespace {

constexpr std::array<NumberFormat, 10> kFormats{{
    {"u8", 8, 0, 0, false},
    {"i8", 8, 0, 0, true},
    {"u32", 32, 0, 0, false},
    {"i32", 32, 0, 0, true},
    {"u64", 64, 0, 0, false},
    {"i64", 64, 0, 0, true},
    {"f16", 16, 5, 10, true},
    {"bf16", 16, 8, 7, true},
    {"f32", 32, 8, 23, true},
    {"f64", 64, 11, 52, true},
}};

constexpr std::uint64_t kTopBit = std::uint64_t{1} << 63;

std::uint64_t magnitude_of(const NumberFormat& format, std::uint64_t bits) { return bits & format.mask() & ~format.sign_bit(); }
std::uint64_t fraction_of(const NumberFormat& format, std::uint64_t bits) {
    return bits & ((std::uint64_t{1} << format.fraction_bits) - 1);
}
int exponent_field(const NumberFormat& format, std::uint64_t magnitude) {
    return static_cast<int>(magnitude >> format.fraction_bits);
}
// The weight of the fraction's last bit, as a power of two.
int quantum_of(const NumberFormat& format, std::uint64_t magnitude) {
    return std::max(exponent_field(format, magnitude), 1) - format.bias() - format.fraction_bits;
}
std::uint64_t significand_of(const NumberFormat& format, std::uint64_t magnitude) {
    const std::uint64_t hidden = exponent_field(format, magnitude) > 0 ? std::uint64_t{1} << format.fraction_bits : 0;
    return hidden | fraction_of(format, magnitude);
}

// The integer as one of 64 bits.
std::uint64_t extended(const NumberFormat& format, std::uint64_t bits) {
    return is_negative(format, bits) ? bits | ~format.mask() : bits & format.mask();
}

Rounded rounded_integer(const NumberFormat& format, const ExactNumber& value) {
    const auto [whole, rest] = value.numerator.divided_by(value.denominator);
    Rounded result;
    result.truncated = !rest.is_zero();
    const std::uint64_t low = whole.low_bits();
    result.bits = (value.negative ? ~low + 1 : low) & format.mask();
    const Natural most(value.negative ? format.sign_bit() : format.largest());
    result.wrapped = whole > most;
    result.exact = !result.truncated && !result.wrapped;
    return result;
}

// floor(log2) of a value that is not 0.
int binary_exponent(const ExactNumber& value) {
    const int estimate = static_cast<int>(value.numerator.bit_length()) - static_cast<int>(value.denominator.bit_length());
    const bool at_least = estimate >= 0 ? value.numerator >= value.denominator.shifted_left(static_cast<std::size_t>(estimate))
                                        : value.numerator.shifted_left(static_cast<std::size_t>(-estimate)) >= value.denominator;
    return at_least ? estimate : estimate - 1;
}

}  // namespace

std::span<const NumberFormat> number_formats() { return kFormats; }

const NumberFormat* find_number_format(std::string_view name) {
    const auto found = std::ranges::find(kFormats, name, &NumberFormat::name);
    return found != kFormats.end() ? &*found : nullptr;
}

bool is_negative(const NumberFormat& format, std::uint64_t bits) { return (bits & format.sign_bit()) != 0; }

NumberClass class_of(const NumberFormat& format, std::uint64_t bits) {
    if (!format.is_float()) return NumberClass::integer;
    const std::uint64_t magnitude = magnitude_of(format, bits);
    if (magnitude > format.infinity()) return NumberClass::not_a_number;
    if (magnitude == format.infinity()) return NumberClass::infinity;
    if (magnitude == 0) return NumberClass::zero;
    return exponent_field(format, magnitude) == 0 ? NumberClass::subnormal : NumberClass::normal;
}

bool is_finite(const NumberFormat& format, std::uint64_t bits) {
    return !format.is_float() || magnitude_of(format, bits) < format.infinity();
}

ExactNumber exact_value(const NumberFormat& format, std::uint64_t bits) {
    const bool negative = is_negative(format, bits);
    if (!format.is_float()) {
        const std::uint64_t whole = extended(format, bits);
        return {negative, Natural(negative ? ~whole + 1 : whole), Natural(1)};
    }
    const std::uint64_t magnitude = magnitude_of(format, bits);
    return ExactNumber::scaled(negative, significand_of(format, magnitude), quantum_of(format, magnitude));
}

Rounded rounded(const NumberFormat& format, const ExactNumber& value) {
    if (!format.is_float()) return rounded_integer(format, value);
    Rounded result;
    const std::uint64_t sign = value.negative ? format.sign_bit() : 0;
    if (value.is_zero()) return {.bits = sign, .exact = true};
    const int exponent = std::max(binary_exponent(value), format.lowest_exponent());
    if (exponent > format.bias()) return {.bits = sign | format.infinity(), .overflow = true};
    // the value in units of the last bit, and what is left of it
    const int quantum = exponent - format.fraction_bits;
    const Natural numerator = quantum < 0 ? value.numerator.shifted_left(static_cast<std::size_t>(-quantum)) : value.numerator;
    const Natural denominator = quantum > 0 ? value.denominator.shifted_left(static_cast<std::size_t>(quantum)) : value.denominator;
    const auto [units, rest] = numerator.divided_by(denominator);
    std::uint64_t count = units.low_bits();
    const auto half = rest.shifted_left(1) <=> denominator;
    result.exact = rest.is_zero();
    result.tie = half == 0;
    if (half > 0 || (half == 0 && (count & 1) != 0)) ++count;
    // a carry out of the fraction goes into the exponent, up to infinity
    const auto field = static_cast<std::uint64_t>(exponent - format.lowest_exponent());
    const std::uint64_t magnitude = (field << format.fraction_bits) + count;
    result.overflow = magnitude >= format.infinity();
    result.bits = sign | magnitude;
    return result;
}

std::int64_t ordinal_of(const NumberFormat& format, std::uint64_t bits) {
    if (!format.is_float())
        return format.is_signed ? static_cast<std::int64_t>(extended(format, bits))
                                : static_cast<std::int64_t>((bits & format.mask()) ^ kTopBit);
    const auto magnitude = static_cast<std::int64_t>(magnitude_of(format, bits));
    return is_negative(format, bits) ? -magnitude : magnitude;
}

std::uint64_t bits_at(const NumberFormat& format, std::int64_t ordinal) {
    const auto plain = static_cast<std::uint64_t>(ordinal);
    if (!format.is_float()) return (format.is_signed ? plain : plain ^ kTopBit) & format.mask();
    return ordinal < 0 ? (~plain + 1) | format.sign_bit() : plain;
}

std::int64_t first_ordinal(const NumberFormat& format) { return ordinal_of(format, format.smallest()); }
std::int64_t last_ordinal(const NumberFormat& format) { return ordinal_of(format, format.largest()); }

long double value_at(const NumberFormat& format, std::int64_t ordinal) {
    if (!format.is_float())
        return format.is_signed ? static_cast<long double>(ordinal)
                                : static_cast<long double>(static_cast<std::uint64_t>(ordinal) ^ kTopBit);
    const auto magnitude = static_cast<std::uint64_t>(ordinal < 0 ? -ordinal : ordinal);
    const long double size = std::ldexp(static_cast<long double>(significand_of(format, magnitude)), quantum_of(format, magnitude));
    return ordinal < 0 ? -size : size;
}

namespace {

std::optional<std::uint64_t> neighbour(const NumberFormat& format, std::uint64_t bits, std::int64_t step) {
    if (class_of(format, bits) == NumberClass::not_a_number) return std::nullopt;
    const std::int64_t ordinal = ordinal_of(format, bits);
    const std::int64_t beyond = format.is_float() ? 1 : 0;  // the infinities
    if (ordinal == (step > 0 ? last_ordinal(format) + beyond : first_ordinal(format) - beyond)) return std::nullopt;
    return bits_at(format, ordinal + step);
}

}  // namespace

std::optional<std::uint64_t> next_above(const NumberFormat& format, std::uint64_t bits) { return neighbour(format, bits, 1); }
std::optional<std::uint64_t> next_below(const NumberFormat& format, std::uint64_t bits) { return neighbour(format, bits, -1); }

int gap_exponent(const NumberFormat& format, std::int64_t ordinal) {
    if (!format.is_float()) return 0;
    // below 0 the gap above a number belongs to the magnitudes below its own
    const std::int64_t inner = ordinal >= 0 ? ordinal : -(ordinal + 1);
    return quantum_of(format, static_cast<std::uint64_t>(inner));
}

}  // namespace warpwise
