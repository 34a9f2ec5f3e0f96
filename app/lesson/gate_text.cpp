#include "lesson/gate_text.h"

#include <fmt/format.h>

#include <cmath>
#include <optional>

#include "lesson/formula.h"

namespace warpwise {
namespace {

// "writers|thread writes|threads write"
struct Counted {
    std::string expression;
    std::optional<std::string> one, several;
};

std::optional<Counted> read_counted(const std::string& text) {
    const std::size_t first = text.find('|');
    if (first == std::string::npos) return Counted{text, {}, {}};
    const std::size_t second = text.find('|', first + 1);
    if (second == std::string::npos || text.find('|', second + 1) != std::string::npos) return std::nullopt;
    return Counted{text.substr(0, first), text.substr(first + 1, second - first - 1), text.substr(second + 1)};
}

// Three digits are enough in a sentence.
double to_three_digits(double value) {
    if (value == std::floor(value) || !std::isfinite(value)) return value;
    return std::stod(fmt::format("{:.3g}", value));
}

bool has_expressions(const std::string& text) { return text.find_first_of("{}") != std::string::npos; }

}  // namespace

std::expected<std::vector<std::string>, std::string> expressions_in_gate_text(const std::string& text) {
    std::vector<std::string> expressions;
    if (!has_expressions(text)) return expressions;
    const auto parts = split_template(text);
    if (!parts) return std::unexpected(parts.error());
    for (const TemplatePart& part : *parts) {
        if (!part.is_expression) continue;
        const auto counted = read_counted(part.text);
        if (!counted)
            return std::unexpected(
                fmt::format("\"{{{}}}\" takes an expression, or an expression and the words for one and for "
                            "several: {{value|load|loads}}",
                            part.text));
        expressions.push_back(counted->expression);
    }
    return expressions;
}

std::string fill_gate_text(const std::string& text, const std::map<std::string, double>& values) {
    if (!has_expressions(text)) return text;
    const auto parts = split_template(text);
    if (!parts) return {};
    std::string filled;
    for (const TemplatePart& part : *parts) {
        if (!part.is_expression) {
            filled += part.text;
            continue;
        }
        const auto counted = read_counted(part.text);
        const auto value = counted ? evaluate_counters(counted->expression, values) : Result<double>(0);
        if (!counted || !value) continue;
        const double shown = to_three_digits(*value);
        filled += number_text(shown);
        if (counted->one) filled += " " + (shown == 1 ? *counted->one : *counted->several);
    }
    return filled;
}

}  // namespace warpwise
