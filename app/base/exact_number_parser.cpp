// parse_exact: sums, products and powers of numbers, by recursive descent.
#include <fmt/format.h>

#include <algorithm>
#include <cctype>
#include <string>

#include "base/exact_number.h"

namespace warpwise {
namespace {

constexpr std::size_t kMostCharacters = 400, kMostBits = 9000;
constexpr int kMostDepth = 40, kLargestDecimalExponent = 1200;

class Parser {
  public:
    explicit Parser(std::string_view text) {
        // "16,777,217" and "16_777_217" are written for people
        for (const char c : text)
            if (c != ',' && c != '_' && std::isspace(static_cast<unsigned char>(c)) == 0) text_ += c;
    }

    Result<ExactNumber> whole() {
        if (text_.empty()) return usage_error("there is no number", "Type one such as 0.1, 1/3 or 2^24 + 1.");
        if (text_.size() > kMostCharacters) return too_long();
        auto value = sum();
        if (value && at_ < text_.size()) return not_a_number();
        return value;
    }

  private:
    struct Depth {
        explicit Depth(int& now) : depth(now) { ++depth; }
        ~Depth() { --depth; }
        Depth(const Depth&) = delete;
        Depth& operator=(const Depth&) = delete;
        int& depth;
    };

    Error unexpected_text() const {
        const std::string rest = text_.substr(std::min(at_, text_.size()), 12);
        return {.kind = ErrorKind::usage,
                .message = rest.empty() ? "the number ends too early" : fmt::format("\"{}\" is not a number", rest),
                .hint = "Type a number such as 0.1, -1, 1e-45, 0xff, 1/3 or 2^24 + 1."};
    }
    std::unexpected<Error> not_a_number() const { return std::unexpected(unexpected_text()); }
    static std::unexpected<Error> too_long() {
        return usage_error("the number has too many digits", "Type one with at most 400 characters and 2,000 digits.");
    }
    static Result<ExactNumber> within_limits(ExactNumber value) {
        if (value.numerator.bit_length() > kMostBits || value.denominator.bit_length() > kMostBits) return too_long();
        return value;
    }

    bool take(char c) {
        if (at_ >= text_.size() || text_[at_] != c) return false;
        ++at_;
        return true;
    }
    char next() const { return at_ < text_.size() ? text_[at_] : '\0'; }

    Result<ExactNumber> sum() {
        auto value = product();
        while (value) {
            const bool minus = next() == '-';
            if (!take('+') && !take('-')) break;
            const auto other = product();
            if (!other) return other;
            value = within_limits(minus ? *value - *other : *value + *other);
        }
        return value;
    }

    Result<ExactNumber> product() {
        auto value = signed_power();
        while (value) {
            const bool by = next() == '/';
            if (!take('*') && !take('/')) break;
            const auto other = signed_power();
            if (!other) return other;
            if (by && other->is_zero()) return usage_error("a division by 0 has no value", "Type inf or nan for these floats.");
            value = within_limits(*value * (by ? ExactNumber{other->negative, other->denominator, other->numerator} : *other));
        }
        return value;
    }

    Result<ExactNumber> signed_power() {
        const Depth depth(depth_);
        if (depth_ > kMostDepth) return too_long();
        if (take('-')) {
            auto value = signed_power();
            return value ? Result<ExactNumber>(value->negated()) : value;
        }
        if (take('+')) return signed_power();
        auto base = atom();
        if (!base || !take('^')) return base;
        const bool minus = take('-');
        const auto exponent = whole_number();
        if (!exponent) return std::unexpected(exponent.error());
        ExactNumber result = ExactNumber::of(1);
        if ((base->numerator.bit_length() + base->denominator.bit_length()) * static_cast<std::size_t>(*exponent) > 2 * kMostBits)
            return too_long();
        if (minus && base->is_zero()) return usage_error("a division by 0 has no value");
        for (int i = 0; i < *exponent; ++i) result = result * *base;
        if (minus) result = {result.negative, result.denominator, result.numerator};
        return within_limits(std::move(result));
    }

    Result<int> whole_number() {
        int value = 0;
        if (std::isdigit(static_cast<unsigned char>(next())) == 0) return not_a_number();
        for (; std::isdigit(static_cast<unsigned char>(next())) != 0; ++at_) {
            value = value * 10 + (next() - '0');
            if (value > static_cast<int>(kMostBits)) return too_long();
        }
        return value;
    }

    Result<ExactNumber> atom() {
        if (take('(')) {
            auto value = sum();
            if (value && !take(')')) return not_a_number();
            return value;
        }
        if (text_.compare(at_, 2, "0x") == 0 || text_.compare(at_, 2, "0X") == 0) return digits_of_base(16);
        if (text_.compare(at_, 2, "0b") == 0 || text_.compare(at_, 2, "0B") == 0) return digits_of_base(2);
        return decimal();
    }

    Result<ExactNumber> digits_of_base(std::uint32_t base) {
        at_ += 2;
        Natural value;
        const std::size_t begin = at_;
        for (; std::isxdigit(static_cast<unsigned char>(next())) != 0; ++at_) {
            const char c = static_cast<char>(std::tolower(static_cast<unsigned char>(next())));
            const auto digit = static_cast<std::uint32_t>(c <= '9' ? c - '0' : c - 'a' + 10);
            if (digit >= base) return not_a_number();
            value = value * Natural(base) + Natural(digit);
        }
        if (at_ == begin) return not_a_number();
        return ExactNumber{false, std::move(value), Natural(1)};
    }

    Result<ExactNumber> decimal() {
        Natural value;
        int digits = 0, after_point = 0;
        bool point = false;
        const Natural ten(10);
        for (; std::isdigit(static_cast<unsigned char>(next())) != 0 || (next() == '.' && !point); ++at_) {
            if (next() == '.') {
                point = true;
                continue;
            }
            value = value * ten + Natural(static_cast<std::uint64_t>(next() - '0'));
            ++digits;
            if (point) ++after_point;
        }
        if (digits == 0) return not_a_number();
        int exponent = 0;
        if (take('e') || take('E')) {
            const bool minus = next() == '-';
            if (!take('-')) take('+');
            const auto written = whole_number();
            if (!written) return std::unexpected(written.error());
            exponent = minus ? -*written : *written;
        }
        exponent -= after_point;
        if (exponent > kLargestDecimalExponent || exponent < -kLargestDecimalExponent - static_cast<int>(kMostCharacters))
            return too_long();
        const Natural power = Natural::power(10, static_cast<unsigned>(exponent < 0 ? -exponent : exponent));
        return exponent < 0 ? ExactNumber{false, std::move(value), power} : ExactNumber{false, value * power, Natural(1)};
    }

    std::string text_;
    std::size_t at_ = 0;
    int depth_ = 0;
};

}  // namespace

Result<ExactNumber> parse_exact(std::string_view text) { return Parser(text).whole(); }

}  // namespace warpwise
