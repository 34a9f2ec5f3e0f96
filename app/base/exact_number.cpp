#include "base/exact_number.h"

#include <fmt/format.h>

#include <algorithm>
#include <bit>
#include <cmath>
#include <utility>

namespace warpwise {
namespace {

constexpr unsigned kLimbBits = 32;

}  // namespace

Natural::Natural(std::uint64_t value) {
    for (; value != 0; value >>= kLimbBits) limbs_.push_back(static_cast<std::uint32_t>(value));
}

Natural Natural::power(std::uint32_t base, unsigned exponent) {
    Natural result(1);
    const Natural factor(base);
    for (unsigned i = 0; i < exponent; ++i) result = result * factor;
    return result;
}

void Natural::trim() {
    while (!limbs_.empty() && limbs_.back() == 0) limbs_.pop_back();
}

std::size_t Natural::bit_length() const {
    return limbs_.empty() ? 0 : (limbs_.size() - 1) * kLimbBits + static_cast<std::size_t>(std::bit_width(limbs_.back()));
}

std::uint64_t Natural::low_bits() const {
    std::uint64_t bits = limbs_.empty() ? 0 : limbs_[0];
    if (limbs_.size() > 1) bits |= std::uint64_t{limbs_[1]} << kLimbBits;
    return bits;
}

std::strong_ordering Natural::operator<=>(const Natural& other) const {
    if (limbs_.size() != other.limbs_.size()) return limbs_.size() <=> other.limbs_.size();
    for (std::size_t i = limbs_.size(); i-- > 0;)
        if (limbs_[i] != other.limbs_[i]) return limbs_[i] <=> other.limbs_[i];
    return std::strong_ordering::equal;
}

Natural Natural::shifted_left(std::size_t bits) const {
    if (is_zero()) return {};
    Natural result;
    result.limbs_.assign(bits / kLimbBits, 0);
    const auto within = static_cast<unsigned>(bits % kLimbBits);
    std::uint64_t carry = 0;
    for (const std::uint32_t limb : limbs_) {
        carry |= std::uint64_t{limb} << within;
        result.limbs_.push_back(static_cast<std::uint32_t>(carry));
        carry >>= kLimbBits;
    }
    result.limbs_.push_back(static_cast<std::uint32_t>(carry));
    result.trim();
    return result;
}

Natural operator+(const Natural& a, const Natural& b) {
    Natural result;
    std::uint64_t carry = 0;
    for (std::size_t i = 0; i < std::max(a.limbs_.size(), b.limbs_.size()); ++i) {
        if (i < a.limbs_.size()) carry += a.limbs_[i];
        if (i < b.limbs_.size()) carry += b.limbs_[i];
        result.limbs_.push_back(static_cast<std::uint32_t>(carry));
        carry >>= kLimbBits;
    }
    result.limbs_.push_back(static_cast<std::uint32_t>(carry));
    result.trim();
    return result;
}

void Natural::subtract(const Natural& smaller) {
    std::uint64_t borrow = 0;
    for (std::size_t i = 0; i < limbs_.size(); ++i) {
        const std::uint64_t less = borrow + (i < smaller.limbs_.size() ? smaller.limbs_[i] : 0);
        borrow = limbs_[i] < less ? 1 : 0;
        limbs_[i] = static_cast<std::uint32_t>(limbs_[i] - less);
    }
    trim();
}

Natural operator-(const Natural& a, const Natural& b) {
    Natural result = a;
    result.subtract(b);
    return result;
}

Natural operator*(const Natural& a, const Natural& b) {
    Natural result;
    result.limbs_.assign(a.limbs_.size() + b.limbs_.size(), 0);
    for (std::size_t i = 0; i < a.limbs_.size(); ++i) {
        std::uint64_t carry = 0;
        for (std::size_t k = 0; k < b.limbs_.size(); ++k) {
            carry += std::uint64_t{a.limbs_[i]} * b.limbs_[k] + result.limbs_[i + k];
            result.limbs_[i + k] = static_cast<std::uint32_t>(carry);
            carry >>= kLimbBits;
        }
        result.limbs_[i + b.limbs_.size()] = static_cast<std::uint32_t>(carry);
    }
    result.trim();
    return result;
}

void Natural::double_and_add(bool bit) {
    std::uint32_t carry = bit ? 1 : 0;
    for (std::uint32_t& limb : limbs_) {
        const std::uint32_t out = limb >> (kLimbBits - 1);
        limb = (limb << 1) | carry;
        carry = out;
    }
    if (carry != 0) limbs_.push_back(carry);
}

Natural::Division Natural::divided_by(const Natural& divisor) const {
    Division result;
    for (std::size_t i = bit_length(); i-- > 0;) {
        result.remainder.double_and_add(((limbs_[i / kLimbBits] >> (i % kLimbBits)) & 1) != 0);
        const bool fits = result.remainder >= divisor;
        if (fits) result.remainder.subtract(divisor);
        result.quotient.double_and_add(fits);
    }
    return result;
}

std::uint32_t Natural::divide_in_place(std::uint32_t divisor) {
    std::uint64_t rest = 0;
    for (std::size_t i = limbs_.size(); i-- > 0;) {
        rest = rest << kLimbBits | limbs_[i];
        limbs_[i] = static_cast<std::uint32_t>(rest / divisor);
        rest %= divisor;
    }
    trim();
    return static_cast<std::uint32_t>(rest);
}

std::string Natural::digits() const {
    if (is_zero()) return "0";
    std::string reversed;
    for (Natural rest = *this; !rest.is_zero();) {
        std::uint32_t nine = rest.divide_in_place(1'000'000'000);
        for (int i = 0; i < 9 && (nine != 0 || !rest.is_zero()); ++i, nine /= 10)
            reversed += static_cast<char>('0' + static_cast<int>(nine % 10));
    }
    std::ranges::reverse(reversed);
    return reversed;
}

ExactNumber ExactNumber::of(std::int64_t value) {
    const auto bits = static_cast<std::uint64_t>(value);
    return {value < 0, Natural(value < 0 ? ~bits + 1 : bits), Natural(1)};
}

ExactNumber ExactNumber::scaled(bool negative, std::uint64_t significand, int exponent) {
    ExactNumber result{negative, Natural(significand), Natural(1)};
    if (exponent >= 0)
        result.numerator = result.numerator.shifted_left(static_cast<std::size_t>(exponent));
    else
        result.denominator = result.denominator.shifted_left(static_cast<std::size_t>(-exponent));
    return result;
}

ExactNumber ExactNumber::negated() const { return {!negative, numerator, denominator}; }

ExactNumber operator+(const ExactNumber& a, const ExactNumber& b) {
    const Natural x = a.numerator * b.denominator, y = b.numerator * a.denominator;
    const Natural denominator = a.denominator * b.denominator;
    if (a.negative == b.negative) return {a.negative, x + y, denominator};
    if (x == y) return {false, Natural(), Natural(1)};
    return x > y ? ExactNumber{a.negative, x - y, denominator} : ExactNumber{b.negative, y - x, denominator};
}

ExactNumber operator*(const ExactNumber& a, const ExactNumber& b) {
    return {a.negative != b.negative, a.numerator * b.numerator, a.denominator * b.denominator};
}

std::strong_ordering ExactNumber::operator<=>(const ExactNumber& other) const {
    if (is_zero() && other.is_zero()) return std::strong_ordering::equal;
    const bool below = negative && !is_zero(), other_below = other.negative && !other.is_zero();
    if (below != other_below) return below ? std::strong_ordering::less : std::strong_ordering::greater;
    const Natural x = numerator * other.denominator, y = other.numerator * denominator;
    return below ? y <=> x : x <=> y;
}

long double ExactNumber::approximate() const {
    if (is_zero()) return negative ? -0.0L : 0.0L;
    // a quotient of 64 or 65 bits
    const int shift = 64 - (static_cast<int>(numerator.bit_length()) - static_cast<int>(denominator.bit_length()));
    const Natural above = shift > 0 ? numerator.shifted_left(static_cast<std::size_t>(shift)) : numerator;
    const Natural below = shift < 0 ? denominator.shifted_left(static_cast<std::size_t>(-shift)) : denominator;
    const Natural quotient = above.divided_by(below).quotient;
    long double value = static_cast<long double>(quotient.low_bits());
    if (quotient.bit_length() > 64) value += 0x1p64L;
    value = std::ldexp(value, -shift);
    return negative ? -value : value;
}

namespace {

// The significant digits, and the power of ten of the first one.
struct Digits {
    std::string text;
    int exponent = 0;
    bool ends = true;
};

Digits digits_of(const ExactNumber& number, std::size_t most) {
    const Natural ten(10);
    auto [quotient, rest] = number.numerator.divided_by(number.denominator);
    Digits digits;
    if (!quotient.is_zero()) digits.text = quotient.digits();
    digits.exponent = static_cast<int>(digits.text.size()) - 1;
    while (!rest.is_zero() && digits.text.size() < most) {
        rest = rest * ten;
        int digit = 0;
        for (; rest >= number.denominator; ++digit) rest = rest - number.denominator;
        if (digits.text.empty() && digit == 0)
            --digits.exponent;
        else
            digits.text += static_cast<char>('0' + digit);
    }
    digits.ends = rest.is_zero();
    if (digits.text.size() > most) {
        digits.ends = digits.ends && digits.text.find_first_not_of('0', most) == std::string::npos;
        digits.text.resize(most);
    }
    if (digits.ends) digits.text.erase(digits.text.find_last_not_of('0') + 1);
    return digits;
}

}  // namespace

std::string ExactNumber::decimal(std::size_t most_digits) const {
    constexpr int smallest_plain = -7, largest_plain = 40;
    const std::string sign = negative ? "-" : "";
    if (is_zero()) return sign + "0";
    const Digits digits = digits_of(*this, std::max<std::size_t>(1, most_digits));
    const std::string dots = digits.ends ? "" : "…";
    const int count = static_cast<int>(digits.text.size());
    if (digits.exponent < smallest_plain || digits.exponent > largest_plain || (digits.exponent >= count && !digits.ends)) {
        const std::string rest = digits.text.substr(1);
        return fmt::format("{}{}{}{}{}e{}", sign, digits.text[0], rest.empty() ? "" : ".", rest, dots, digits.exponent);
    }
    if (digits.exponent < 0)
        return sign + "0." + std::string(static_cast<std::size_t>(-digits.exponent - 1), '0') + digits.text + dots;
    if (count <= digits.exponent + 1)
        return sign + digits.text + std::string(static_cast<std::size_t>(digits.exponent + 1 - count), '0') +
               (digits.ends ? "" : "." + dots);
    const auto whole = static_cast<std::size_t>(digits.exponent + 1);
    return sign + digits.text.substr(0, whole) + "." + digits.text.substr(whole) + dots;
}

}  // namespace warpwise
