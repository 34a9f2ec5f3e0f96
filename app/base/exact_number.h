// Numbers that are never rounded: fractions of two whole numbers of any length. Against them the views of the number formats hold
// what a format keeps of a value.
#pragma once

#include <compare>
#include <cstddef>
#include <cstdint>
#include <string>
#include <string_view>
#include <vector>

#include "base/error.h"

namespace warpwise {

// A whole number from 0 on. Schoolbook arithmetic: meant for some thousand bits.
class Natural {
  public:
    Natural() = default;
    explicit Natural(std::uint64_t value);
    static Natural power(std::uint32_t base, unsigned exponent);

    bool is_zero() const { return limbs_.empty(); }
    std::size_t bit_length() const;  // of 0: 0
    std::uint64_t low_bits() const;  // the lowest 64
    std::string digits() const;      // "16777217"

    Natural shifted_left(std::size_t bits) const;
    friend Natural operator+(const Natural& a, const Natural& b);
    friend Natural operator-(const Natural& a, const Natural& b);  // a >= b
    friend Natural operator*(const Natural& a, const Natural& b);
    std::strong_ordering operator<=>(const Natural& other) const;
    bool operator==(const Natural&) const = default;

    struct Division;
    Division divided_by(const Natural& divisor) const;  // not 0

  private:
    void trim();
    void double_and_add(bool bit);
    void subtract(const Natural& smaller);
    std::uint32_t divide_in_place(std::uint32_t divisor);  // the remainder

    std::vector<std::uint32_t> limbs_;  // lowest first; the last one is not 0
};
struct Natural::Division {
    Natural quotient, remainder;
};

struct ExactNumber {
    bool negative = false;  // of 0 too: a float has two zeros
    Natural numerator, denominator{1};

    static ExactNumber of(std::int64_t value);
    static ExactNumber scaled(bool negative, std::uint64_t significand, int exponent);  // significand * 2^exponent

    bool is_zero() const { return numerator.is_zero(); }
    ExactNumber negated() const;
    ExactNumber magnitude() const { return {false, numerator, denominator}; }
    friend ExactNumber operator+(const ExactNumber& a, const ExactNumber& b);
    friend ExactNumber operator-(const ExactNumber& a, const ExactNumber& b) { return a + b.negated(); }
    friend ExactNumber operator*(const ExactNumber& a, const ExactNumber& b);
    // The fractions need not be reduced; -0 equals 0.
    std::strong_ordering operator<=>(const ExactNumber& other) const;
    bool operator==(const ExactNumber& other) const { return (*this <=> other) == 0; }

    long double approximate() const;  // infinite where it is out of range
    // Every digit where there are at most `most_digits`, else these and "…"; very large and very small numbers with a power of ten:
    // "0.100000001490116…", "1.5e-40".
    std::string decimal(std::size_t most_digits) const;
};

// What a person types as a number: "0.1", "-1", "1e-45", "16,777,217", "0xff", "1/3", "2^24 + 1", "(1 - 2/3) * 4".
Result<ExactNumber> parse_exact(std::string_view text);

}  // namespace warpwise
