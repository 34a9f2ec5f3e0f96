#include "debug/debug_arithmetic.h"

#include <fmt/format.h>

#include <algorithm>
#include <array>
#include <bit>
#include <cmath>
#include <compare>
#include <limits>

namespace warpwise {
namespace {

std::optional<bool> compare(std::string_view symbol, const DebugNumber& x, const DebugNumber& y) {
    std::partial_ordering order = std::partial_ordering::equivalent;
    if (x.is_floating() || y.is_floating()) {
        order = x.real() <=> y.real();
    } else if (x.is_large() != y.is_large()) {
        order = x.is_large() ? std::partial_ordering::greater : std::partial_ordering::less;
    } else {
        order = x.integer <=> y.integer;  // two large ones differ in their lower 63 bits alone
    }
    if (symbol == "==") return order == 0;
    if (symbol == "!=") return order != 0;
    if (symbol == "<") return order < 0;
    if (symbol == "<=") return order <= 0;
    if (symbol == ">") return order > 0;
    if (symbol == ">=") return order >= 0;
    return std::nullopt;
}

DebugNumber rounded(double value, bool is_float) {
    return DebugNumber::of_floating(is_float ? static_cast<double>(static_cast<float>(value)) : value, is_float);
}

bool are_floats(const DebugNumber& x, const DebugNumber& y) {
    return (x.is_float || !x.is_floating()) && (y.is_float || !y.is_floating());
}

std::optional<DebugNumber> of_reals(std::string_view symbol, const DebugNumber& x, const DebugNumber& y) {
    const double a = x.real(), b = y.real();
    double result = 0;
    if (symbol == "+")
        result = a + b;
    else if (symbol == "-")
        result = a - b;
    else if (symbol == "*")
        result = a * b;
    else if (symbol == "/")
        result = a / b;
    else
        return std::nullopt;
    return rounded(result, are_floats(x, y));
}

std::optional<DebugNumber> of_integers(std::string_view symbol, const DebugNumber& x, const DebugNumber& y) {
    const bool is_unsigned = x.is_large() || y.is_large();
    const auto a = static_cast<std::uint64_t>(x.integer), b = static_cast<std::uint64_t>(y.integer);
    const auto whole = [&](std::uint64_t bits) {
        return is_unsigned ? DebugNumber::of_unsigned(bits) : DebugNumber::of_integer(static_cast<std::int64_t>(bits));
    };
    if (symbol == "+") return whole(a + b);
    if (symbol == "-") return whole(a - b);
    if (symbol == "*") return whole(a * b);
    if (symbol == "&") return whole(a & b);
    if (symbol == "|") return whole(a | b);
    if (symbol == "^") return whole(a ^ b);
    if (symbol == "<<" || symbol == ">>") {
        if (b > 63) return std::nullopt;
        if (symbol == "<<") return whole(a << b);
        return is_unsigned ? whole(a >> b) : DebugNumber::of_integer(x.integer >> b);
    }
    if (b == 0) return std::nullopt;
    if (is_unsigned) return whole(symbol == "/" ? a / b : a % b);
    // The one quotient that has no place in 64 bits wraps around, as it does on a GPU.
    if (y.integer == -1) return whole(symbol == "/" ? 0 - a : 0);
    return DebugNumber::of_integer(symbol == "/" ? x.integer / y.integer : x.integer % y.integer);
}

DebugNumber to_integer(double value, std::uint32_t bytes, bool is_signed) {
    const int bits = static_cast<int>(8 * bytes);
    if (std::isnan(value)) return DebugNumber::of_integer(0);
    const double least = is_signed ? -std::ldexp(1.0, bits - 1) : 0, above = std::ldexp(1.0, is_signed ? bits - 1 : bits);
    if (is_signed) {
        if (value < least) return DebugNumber::of_integer(std::numeric_limits<std::int64_t>::min() >> (64 - bits));
        if (value >= above) return DebugNumber::of_integer(std::numeric_limits<std::int64_t>::max() >> (64 - bits));
        return DebugNumber::of_integer(static_cast<std::int64_t>(value));
    }
    if (value <= 0) return DebugNumber::of_integer(0);
    if (value >= above) return DebugNumber::of_unsigned(~std::uint64_t{0} >> (64 - bits));
    return DebugNumber::of_unsigned(static_cast<std::uint64_t>(value));
}

// ---- functions ----

using Operands = std::span<const DebugNumber>;

DebugNumber magnitude(Operands x) {
    if (x[0].is_floating()) return DebugNumber::of_floating(std::abs(x[0].floating), x[0].is_float);
    if (x[0].is_large()) return x[0];
    const auto bits = static_cast<std::uint64_t>(x[0].integer);
    return DebugNumber::of_unsigned(x[0].integer < 0 ? 0 - bits : bits);
}
// The other one where one is not a number, as fminf and fmaxf have it.
DebugNumber chosen(Operands x, bool least) {
    if (x[0].is_floating() || x[1].is_floating()) {
        const double a = x[0].real(), b = x[1].real();
        return rounded(least ? std::fmin(a, b) : std::fmax(a, b), are_floats(x[0], x[1]));
    }
    const bool is_first = *compare("<=", x[0], x[1]) == least;
    return is_first ? x[0] : x[1];
}
template <double (*f)(double)>
DebugNumber real(Operands x) {
    return rounded(f(x[0].real()), x[0].is_float);
}
double root(double x) { return std::sqrt(x); }
double root_below(double x) { return 1 / std::sqrt(x); }
double power_of_e(double x) { return std::exp(x); }
double logarithm(double x) { return std::log(x); }
double sine(double x) { return std::sin(x); }
double cosine(double x) { return std::cos(x); }
double lower(double x) { return std::floor(x); }
double upper(double x) { return std::ceil(x); }
DebugNumber power(Operands x) { return rounded(std::pow(x[0].real(), x[1].real()), are_floats(x[0], x[1])); }
DebugNumber bits_set(Operands x) { return DebugNumber::of_integer(std::popcount(static_cast<std::uint64_t>(x[0].integer))); }
std::uint32_t low_word(const DebugNumber& x) { return static_cast<std::uint32_t>(x.integer); }

constexpr std::array kFunctions{
    DebugFunction{"abs", 1, magnitude},
    DebugFunction{"fabs", 1, magnitude},
    DebugFunction{"fabsf", 1, magnitude},
    DebugFunction{"min", 2, [](Operands x) { return chosen(x, true); }},
    DebugFunction{"max", 2, [](Operands x) { return chosen(x, false); }},
    DebugFunction{"fmin", 2, [](Operands x) { return chosen(x, true); }},
    DebugFunction{"fmax", 2, [](Operands x) { return chosen(x, false); }},
    DebugFunction{"fminf", 2, [](Operands x) { return chosen(x, true); }},
    DebugFunction{"fmaxf", 2, [](Operands x) { return chosen(x, false); }},
    DebugFunction{"sqrt", 1, real<root>},
    DebugFunction{"sqrtf", 1, real<root>},
    DebugFunction{"rsqrtf", 1, real<root_below>},
    DebugFunction{"exp", 1, real<power_of_e>},
    DebugFunction{"expf", 1, real<power_of_e>},
    DebugFunction{"log", 1, real<logarithm>},
    DebugFunction{"logf", 1, real<logarithm>},
    DebugFunction{"sin", 1, real<sine>},
    DebugFunction{"sinf", 1, real<sine>},
    DebugFunction{"cos", 1, real<cosine>},
    DebugFunction{"cosf", 1, real<cosine>},
    DebugFunction{"floor", 1, real<lower>},
    DebugFunction{"floorf", 1, real<lower>},
    DebugFunction{"ceil", 1, real<upper>},
    DebugFunction{"ceilf", 1, real<upper>},
    DebugFunction{"pow", 2, power},
    DebugFunction{"powf", 2, power},
    DebugFunction{"isnan", 1, [](Operands x) { return DebugNumber::of_boolean(std::isnan(x[0].real())); }},
    DebugFunction{"isinf", 1, [](Operands x) { return DebugNumber::of_boolean(std::isinf(x[0].real())); }},
    DebugFunction{"isfinite", 1, [](Operands x) { return DebugNumber::of_boolean(std::isfinite(x[0].real())); }},
    DebugFunction{"__popc", 1, [](Operands x) { return DebugNumber::of_integer(std::popcount(low_word(x[0]))); }},
    DebugFunction{"__popcll", 1, bits_set},
    DebugFunction{"__clz", 1, [](Operands x) { return DebugNumber::of_integer(std::countl_zero(low_word(x[0]))); }},
    DebugFunction{"__ffs", 1, [](Operands x) {
                      const std::uint32_t word = low_word(x[0]);
                      return DebugNumber::of_integer(word == 0 ? 0 : std::countr_zero(word) + 1);
                  }}};

}  // namespace

std::optional<DebugNumber> unary_of(std::string_view symbol, const DebugNumber& x) {
    if (symbol == "!") return DebugNumber::of_boolean(!x.truth());
    if (x.is_floating()) {
        if (symbol == "~") return std::nullopt;
        return DebugNumber::of_floating(symbol == "-" ? -x.floating : x.floating, x.is_float);
    }
    if (symbol == "-") return DebugNumber::of_integer(static_cast<std::int64_t>(0 - static_cast<std::uint64_t>(x.integer)));
    if (symbol == "~") return DebugNumber::of_integer(~x.integer);
    return x.is_large() ? x : DebugNumber::of_integer(x.integer);
}

std::string problem_of_unary(std::string_view symbol, const DebugNumber& x) {
    return fmt::format("'{}' needs a whole number, not {}", symbol, x.text());
}

std::optional<DebugNumber> binary_of(std::string_view symbol, const DebugNumber& x, const DebugNumber& y) {
    if (const auto compared = compare(symbol, x, y)) return DebugNumber::of_boolean(*compared);
    return x.is_floating() || y.is_floating() ? of_reals(symbol, x, y) : of_integers(symbol, x, y);
}

std::string problem_of_binary(std::string_view symbol, const DebugNumber& x, const DebugNumber& y) {
    if (x.is_floating() || y.is_floating())
        return fmt::format("'{}' needs whole numbers, not {}", symbol, y.is_floating() ? y.text() : x.text());
    if (symbol == "<<" || symbol == ">>") return fmt::format("cannot shift by {}: the distance must be 0 to 63", y.text());
    return "division by zero";
}

std::optional<DebugNumber> cast_to(const DebugTypeRef& type, const DebugNumber& x) {
    switch (type.kind()) {
        case ValueKind::boolean: return DebugNumber::of_boolean(x.truth());
        case ValueKind::floating:
            if (type.bytes() == 2)
                return DebugNumber::of_floating(static_cast<double>(static_cast<_Float16>(static_cast<float>(x.real()))), true);
            return rounded(x.real(), type.bytes() == 4);
        case ValueKind::signed_integer:
        case ValueKind::character:
        case ValueKind::unsigned_integer:
            if (x.is_floating()) return to_integer(x.floating, type.bytes(), type.kind() != ValueKind::unsigned_integer);
            break;
        case ValueKind::pointer:
            if (x.is_floating()) return std::nullopt;
            break;
        case ValueKind::array:
        case ValueKind::structure:
        case ValueKind::other: return std::nullopt;
    }
    const auto bits = static_cast<std::uint64_t>(x.integer);
    const std::uint64_t kept = type.bytes() >= 8 ? bits : bits & ((std::uint64_t{1} << (8 * type.bytes())) - 1);
    return number_of_bits(type.kind(), type.bytes(), kept);
}

const DebugFunction* find_debug_function(std::string_view name) {
    const auto* found = std::ranges::find(kFunctions, name, &DebugFunction::name);
    return found == kFunctions.end() ? nullptr : found;
}

std::vector<std::string_view> debug_function_names() {
    std::vector<std::string_view> names;
    for (const DebugFunction& one : kFunctions) names.push_back(one.name);
    return names;
}

std::uint64_t bits_of_number(const DebugNumber& number, ValueKind kind, std::uint32_t bytes) {
    if (kind == ValueKind::boolean) return number.truth() ? 1 : 0;
    if (kind != ValueKind::floating) {
        const auto bits = static_cast<std::uint64_t>(number.integer);
        return bytes >= 8 ? bits : bits & ((std::uint64_t{1} << (8 * bytes)) - 1);
    }
    const double real = number.real();
    if (bytes == 2) return std::bit_cast<std::uint16_t>(static_cast<_Float16>(static_cast<float>(real)));
    if (bytes == 4) return std::bit_cast<std::uint32_t>(static_cast<float>(real));
    return std::bit_cast<std::uint64_t>(real);
}

}  // namespace warpwise
