#include "ui/numbers/number_words.h"

#include <fmt/format.h>

#include <algorithm>
#include <cmath>
#include <string>

#include "base/number_text.h"

namespace warpwise::ui {

ExactNumber gap_around(const NumberFormat& format, std::uint64_t bits, const ExactNumber& error) {
    // a value that was rounded up lies below
    const bool below = !error.negative && !error.is_zero();
    return ExactNumber::scaled(false, 1, gap_exponent(format, ordinal_of(format, bits) - (below ? 1 : 0)));
}

std::string value_text(const NumberFormat& format, std::uint64_t bits, std::size_t digits) {
    switch (class_of(format, bits)) {
        case NumberClass::infinity: return is_negative(format, bits) ? "-infinity" : "infinity";
        case NumberClass::not_a_number: return "NaN";
        default: break;
    }
    const std::string text = exact_value(format, bits).decimal(digits);
    return text.find_first_not_of("-0123456789") == std::string::npos ? with_separators(text) : text;
}

std::string short_value_text(const NumberFormat& format, std::uint64_t bits) {
    // enough to tell two neighbours apart
    const auto digits = static_cast<int>(std::ceil(format.precision() * 0.30103)) + 2;
    if (!format.is_float() || !is_finite(format, bits)) return value_text(format, bits);
    const ExactNumber value = exact_value(format, bits);
    const std::string whole = value.decimal(static_cast<std::size_t>(digits));
    if (!whole.contains("…")) return whole.find_first_not_of("-0123456789") == std::string::npos ? with_separators(whole) : whole;
    return fmt::format("{:.{}Lg}", value.approximate(), digits);
}

std::string hex_text(const NumberFormat& format, std::uint64_t bits) {
    return fmt::format("0x{:0{}X}", bits & format.mask(), format.bits / 4);
}

std::string power_text(int exponent) {
    if (exponent >= 0 && exponent <= 62) return with_separators(std::int64_t{1} << exponent);
    return fmt::format("2^{} = {:.7Lg}", exponent, std::ldexp(1.0L, exponent));
}

std::string class_text(const NumberFormat& format, std::uint64_t bits) {
    switch (class_of(format, bits)) {
        case NumberClass::zero:
            return is_negative(format, bits) ? "Negative zero: it equals 0, but 1 / -0 is -infinity." : "Zero: all bits are 0.";
        case NumberClass::subnormal:
            return "Subnormal: the exponent bits are all 0, so the significand begins with 0 instead of 1 and has fewer "
                   "significant bits.";
        case NumberClass::infinity: return "Infinity: the exponent bits are all 1, and the fraction is 0.";
        case NumberClass::not_a_number:
            return "NaN (not a number): the exponent bits are all 1, and the fraction is not 0. NaN equals nothing, itself "
                   "included.";
        case NumberClass::integer:
            return is_negative(format, bits)
                       ? fmt::format("Negative: in two's complement the highest bit counts as -2^{}.", format.bits - 1)
                       : std::string();
        case NumberClass::normal: break;
    }
    return {};
}

namespace {

std::string integer_make_up(const NumberFormat& format, std::uint64_t bits) {
    std::string text;
    int terms = 0;
    for (int bit = format.bits - 1; bit >= 0; --bit) {
        if ((bits >> bit & 1) == 0) continue;
        const bool minus = format.is_signed && bit == format.bits - 1;
        if (++terms > 8) return text + " + ...";
        const std::string place = bit < 17 ? with_separators(std::int64_t{1} << bit) : fmt::format("2^{}", bit);
        text += (text.empty() ? "" : " + ") + std::string(minus ? "-" : "") + place;
    }
    return text.empty() ? "0" : text;
}

}  // namespace

std::string make_up_text(const NumberFormat& format, std::uint64_t bits) {
    if (!format.is_float()) return integer_make_up(format, bits);
    const NumberClass of = class_of(format, bits);
    if (of == NumberClass::infinity || of == NumberClass::not_a_number) return {};
    const std::uint64_t fraction = bits & ((std::uint64_t{1} << format.fraction_bits) - 1);
    const auto field = static_cast<int>((bits & ~format.sign_bit()) >> format.fraction_bits);
    const std::uint64_t hidden = field > 0 ? std::uint64_t{1} << format.fraction_bits : 0;
    const std::string significand = ExactNumber::scaled(false, fraction | hidden, -format.fraction_bits).decimal(25);
    const char sign = is_negative(format, bits) ? '-' : '+';
    if (field == 0) return fmt::format("{}{} × 2^{}", sign, significand, format.lowest_exponent());
    return fmt::format("{}{} × 2^({} - {})", sign, significand, field, format.bias());
}

BitField field_of(const NumberFormat& format, int bit) {
    if (format.is_signed && bit == format.bits - 1) return BitField::sign;
    if (!format.is_float()) return BitField::value;
    return bit >= format.fraction_bits ? BitField::exponent : BitField::fraction;
}

const char* name_of(BitField field) {
    switch (field) {
        case BitField::sign: return "sign";
        case BitField::exponent: return "exponent";
        case BitField::fraction: return "fraction";
        case BitField::value: break;
    }
    return "value";
}

std::string bit_text(const NumberFormat& format, int bit) {
    switch (field_of(format, bit)) {
        case BitField::sign:
            if (format.is_float()) return fmt::format("Bit {}, the sign: 1 for negative numbers.", bit);
            return fmt::format("Bit {}, worth -2^{}: numbers with this bit are negative.", bit, bit);
        case BitField::exponent:
            return fmt::format("Bit {}, in the exponent: worth {} before {} is subtracted.", bit,
                               std::int64_t{1} << (bit - format.fraction_bits), format.bias());
        case BitField::fraction:
            return fmt::format("Bit {}, in the fraction: worth 2^{} of the significand.", bit, bit - format.fraction_bits);
        case BitField::value: break;
    }
    return fmt::format("Bit {}, worth 2^{} = {}.", bit, bit, ExactNumber::scaled(false, 1, bit).decimal(kShownDigits));
}

std::vector<NumberChoice> number_choices(const NumberFormat& format) {
    std::vector<NumberChoice> choices{{"0", "0"}, {"1", "1"}, {"-1", "-1"}};
    if (!format.is_float()) {
        choices.push_back({"largest", value_text(format, format.largest())});
        choices.push_back({"smallest", value_text(format, format.smallest())});
        choices.push_back({"300", "300"});
        return choices;
    }
    choices.push_back({"0.1", "0.1"});
    choices.push_back({"1/3", "1/3"});
    const std::string odd = fmt::format("2^{} + 1", format.precision());
    choices.push_back({odd, odd});
    // exact: 2^(bias + 1) less the last gap
    choices.push_back({"largest", fmt::format("2^{} - 2^{}", format.bias() + 1, format.bias() - format.fraction_bits)});
    choices.push_back({"smallest > 0", fmt::format("2^{}", format.lowest_exponent() - format.fraction_bits)});
    choices.push_back({"infinity", "inf"});
    choices.push_back({"NaN", "nan"});
    return choices;
}

}  // namespace warpwise::ui
