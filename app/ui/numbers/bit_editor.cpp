#include "ui/numbers/bit_editor.h"

#include <fmt/format.h>

#include <algorithm>
#include <cctype>

#include "base/text.h"
#include "ui/numbers/number_words.h"

namespace warpwise::ui {
namespace {

std::string in_lower_case(std::string_view text) {
    std::string lower;
    for (const char c : trimmed(text)) lower += static_cast<char>(std::tolower(static_cast<unsigned char>(c)));
    return lower;
}

std::optional<std::uint64_t> special_bits(const NumberFormat& format, std::string_view text) {
    std::string word = in_lower_case(text);
    const bool minus = word.starts_with('-');
    if (minus || word.starts_with('+')) word.erase(0, 1);
    const std::uint64_t sign = minus ? format.sign_bit() : 0;
    if (word == "inf" || word == "infinity") return format.infinity() | sign;
    if (word == "nan") return format.infinity() | sign | std::uint64_t{1} << (format.fraction_bits - 1);
    return std::nullopt;
}

bool is_special_word(std::string_view text) {
    const std::string word = in_lower_case(text);
    return word.ends_with("inf") || word.ends_with("infinity") || word.ends_with("nan");
}

}  // namespace

BitEditor::BitEditor() : format_(find_number_format("f32")) { static_cast<void>(type("0.1")); }

Result<void> BitEditor::type(const std::string& text) {
    if (format_->is_float()) {
        if (const auto special = special_bits(*format_, text)) {
            set_bits(*special);
            typed_ = text;
            return {};
        }
    } else if (is_special_word(text)) {
        return usage_error("an integer type has no infinity and no NaN", "Type a number, or choose a floating-point format.");
    }
    const auto value = parse_exact(text);
    if (!value) return std::unexpected(value.error());
    take(*value, std::string(trimmed(text)));
    return {};
}

void BitEditor::take(const ExactNumber& wanted, std::string text) {
    wanted_ = wanted;
    typed_ = std::move(text);
    last_ = rounded(*format_, wanted);
    bits_ = last_.bits;
    note_.clear();
    ++version_;
}

void BitEditor::set_bits(std::uint64_t bits) {
    bits_ = bits & format_->mask();
    describe_bits();
    ++version_;
}

// The text box then holds the value of the bits.
void BitEditor::describe_bits() {
    wanted_.reset();
    last_ = {.bits = bits_, .exact = true};
    note_ = "The bits were set, and nothing was rounded.";
    typed_ = is_finite(*format_, bits_) ? short_value_text(*format_, bits_) : value_text(*format_, bits_);
}

void BitEditor::flip(int bit) { set_bits(bits_ ^ std::uint64_t{1} << bit); }

void BitEditor::add(int one) {
    if (!is_finite(*format_, bits_)) {
        note_ = class_of(*format_, bits_) == NumberClass::infinity ? "Infinity plus or minus 1 is infinity."
                                                                   : "A calculation with NaN gives NaN.";
        return;
    }
    const ExactNumber value = exact_value(*format_, bits_);
    std::string before = value.decimal(kShownDigits);
    if (before.contains("…")) before = short_value_text(*format_, bits_);
    take(value + ExactNumber::of(one), fmt::format("{} {} 1", before, one > 0 ? '+' : '-'));
}

bool BitEditor::can_step(int towards) const {
    return (towards > 0 ? next_above(*format_, bits_) : next_below(*format_, bits_)).has_value();
}

void BitEditor::step(int towards) {
    if (const auto next = towards > 0 ? next_above(*format_, bits_) : next_below(*format_, bits_)) set_bits(*next);
}

void BitEditor::use_format(const NumberFormat& format) {
    if (&format == format_) return;
    const NumberFormat& before = *format_;
    format_ = &format;
    if (wanted_) return take(*wanted_, typed_);
    if (is_finite(before, bits_)) return take(exact_value(before, bits_), typed_);
    if (format.is_float()) {
        const auto bits = special_bits(format, class_of(before, bits_) == NumberClass::infinity ? "inf" : "nan");
        return set_bits(*bits | (is_negative(before, bits_) ? format.sign_bit() : 0));
    }
    set_bits(0);
    note_ = "An integer type has no infinity and no NaN: this is 0.";
}

std::string BitEditor::outcome() const {
    if (!wanted_ || !note_.empty()) return note_;
    return format_->is_float() ? rounding_text() : wrap_text();
}

std::string BitEditor::wrap_text() const {
    if (last_.exact) return fmt::format("{} holds this value exactly.", format_->name);
    std::string text;
    if (last_.truncated) text = "An integer has no digits after the point: they are cut off, as in a conversion in C++.";
    if (last_.wrapped) {
        if (!text.empty()) text += ' ';
        text += fmt::format("It wrapped around: {} has values from {} to {}, so only the lowest {} bits are kept.", format_->name,
                            value_text(*format_, format_->smallest()), value_text(*format_, format_->largest()), format_->bits);
        if (format_->is_signed) text += " (In C++, signed overflow in + and - is undefined.)";
    }
    return text;
}

std::string BitEditor::rounding_text() const {
    if (last_.exact) return fmt::format("{} holds this value exactly: nothing is rounded.", format_->name);
    if (last_.overflow)
        return fmt::format("This is beyond the largest {}, {}, by at least half a gap: it is rounded to infinity.", format_->name,
                           value_text(*format_, format_->largest()));
    const ExactNumber error = exact_value(*format_, bits_) - *wanted_;
    const ExactNumber gap = gap_around(*format_, bits_, error);
    const std::string share = ExactNumber{false, error.numerator * gap.denominator, error.denominator * gap.numerator}.decimal(3);
    const std::string size =
        fmt::format("The error is {}{:.4Lg}, {} of the gap", error.negative ? "" : "+", error.approximate(), share);
    if (!last_.tie)
        return fmt::format("Rounded to the nearest {0}. {1} between the {0} numbers on either side.", format_->name, size);
    return fmt::format("A tie: exactly halfway between two neighbours. It is rounded to the one whose last bit is 0. {}.", size);
}

}  // namespace warpwise::ui
