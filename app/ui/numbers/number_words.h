// The words for a number and its bits. No window library.
#pragma once

#include <cstddef>
#include <cstdint>
#include <string>
#include <vector>

#include "base/number_format.h"

namespace warpwise::ui {

// The gap between neighbours in which a value lies that was rounded to `bits` with this error (rounded - wanted).
ExactNumber gap_around(const NumberFormat&, std::uint64_t bits, const ExactNumber& error);

inline constexpr std::size_t kShownDigits = 60;  // significant ones; what is longer is cut

// The value's digits as people read them: "16,777,216", "0.100000001490116…", "infinity", "NaN".
std::string value_text(const NumberFormat&, std::uint64_t bits, std::size_t digits = kShownDigits);
// As many digits as tell a value from its neighbours, for labels.
std::string short_value_text(const NumberFormat&, std::uint64_t bits);
std::string hex_text(const NumberFormat&, std::uint64_t bits);
// "subnormal: ..." and its kin; empty for an ordinary number.
std::string class_text(const NumberFormat&, std::uint64_t bits);
// "2^-27 = 7.450581e-9", "32"
std::string power_text(int exponent);
// "+1.6 × 2^(123 - 127)", "-128 + 64 + 1": how the bits make the value; empty where they make none.
std::string make_up_text(const NumberFormat&, std::uint64_t bits);

enum class BitField { sign, exponent, fraction, value };
BitField field_of(const NumberFormat&, int bit);
const char* name_of(BitField);
// "Bit 23, in the exponent: worth 1 before 127 is subtracted."
std::string bit_text(const NumberFormat&, int bit);

struct NumberChoice {
    std::string label, text;  // "largest", "65504"
};
std::vector<NumberChoice> number_choices(const NumberFormat&);

}  // namespace warpwise::ui
