#include "lesson/formula.h"

#include <fmt/format.h>
#include <muParser.h>

#include <algorithm>
#include <charconv>
#include <cmath>
#include <numeric>
#include <optional>

#include "base/dtype.h"
#include "base/number_text.h"

namespace warpwise {
namespace {

constexpr std::size_t kMaxFormulaBytes = 1000;

double ceil_of(double x) { return std::ceil(x); }
double floor_of(double x) { return std::floor(x); }
double round_of(double x) { return std::round(x); }

mu::Parser make_parser() {
    mu::Parser parser;
    parser.DefineFun("ceil", ceil_of);
    parser.DefineFun("floor", floor_of);
    parser.DefineFun("round", round_of);
    return parser;
}

// This thread's parser, with the formula and without variables: to make one takes longer than to evaluate most formulas, and a
// course has thousands of them.
mu::Parser& parser_for(const std::string& formula) {
    thread_local mu::Parser parser = make_parser();
    parser.ClearVar();
    parser.SetExpr(formula);
    return parser;
}

// "256", as most values of a lesson are.
std::optional<double> plain_number(const std::string& formula) {
    constexpr std::size_t most_exact_digits = 15;
    if (formula.size() > most_exact_digits || formula.find_first_not_of("0123456789") != std::string::npos) return std::nullopt;
    std::int64_t value = 0;
    std::from_chars(formula.data(), formula.data() + formula.size(), value);
    return static_cast<double>(value);
}

std::string joined(const FormulaNames& names) {
    std::string text;
    for (const auto& [name, value] : names) text += (text.empty() ? "" : ", ") + name;
    return text;
}

FormulaProblem describe(const mu::Parser::exception_type& error, const FormulaNames& names) {
    FormulaProblem problem;
    problem.offset = error.GetPos() < 0 ? 0 : static_cast<std::size_t>(error.GetPos());
    const std::string token = error.GetToken();
    if (error.GetCode() != mu::ecUNASSIGNABLE_TOKEN) {
        problem.message = error.GetMsg();
        return problem;
    }
    problem.message = fmt::format("there is no \"{}\"", token);
    std::vector<std::string> known{"ceil", "floor", "round", "min", "max", "log2", "sqrt", "abs"};
    for (const auto& [name, value] : names) known.push_back(name);
    const std::string meant = nearest_word(token, known);
    problem.hint = !meant.empty()  ? fmt::format("Did you mean \"{}\"?", meant)
                   : names.empty() ? "Only numbers and functions are allowed here."
                                   : fmt::format("These names are known: {}.", joined(names));
    return problem;
}

FormulaNames names_of(const ParameterValues& values) {
    FormulaNames names;
    for (const auto& [id, value] : values) {
        if (const auto* whole = std::get_if<std::int64_t>(&value)) names[id] = static_cast<double>(*whole);
        if (const auto* real = std::get_if<double>(&value)) names[id] = *real;
        const auto* text = std::get_if<std::string>(&value);
        if (text == nullptr || id != "dtype") continue;
        if (const auto dtype = dtype_from_name(*text)) {
            names.try_emplace("epsilon", epsilon_of(*dtype));
            names.try_emplace("dtype_bytes", static_cast<double>(size_of(*dtype)));
        }
    }
    return names;
}

Error error_of(const std::string& formula, const FormulaProblem& problem) {
    return {ErrorKind::usage, fmt::format("the formula \"{}\": {}", formula, problem.message), problem.hint};
}

}  // namespace

std::expected<double, FormulaProblem> evaluate_formula(const std::string& formula, const FormulaNames& names) {
    if (formula.size() > kMaxFormulaBytes)
        return std::unexpected(FormulaProblem{fmt::format("it is longer than {} bytes", kMaxFormulaBytes), {}, 0});
    if (formula.find_first_not_of(" \t\n") == std::string::npos)
        return std::unexpected(FormulaProblem{"it is empty", "Write a number or a formula such as \"ceil(n / block)\".", 0});
    if (const auto number = plain_number(formula)) return *number;
    if (const auto name = names.find(formula); name != names.end() && std::isfinite(name->second)) return name->second;
    try {
        FormulaNames variables = names;  // muParser binds variables by address, and a formula may assign to them
        mu::Parser& parser = parser_for(formula);
        for (auto& [name, value] : variables) parser.DefineVar(name, &value);
        int count = 0;
        const double* results = parser.Eval(count);
        if (count != 1) return std::unexpected(FormulaProblem{"it has several values", "Write one formula per field.", 0});
        if (!std::isfinite(results[0]))
            return std::unexpected(
                FormulaProblem{"its value is not finite for these parameters", "Does it divide by zero?", 0, true});
        return results[0];
    } catch (const mu::Parser::exception_type& error) {
        return std::unexpected(describe(error, names));
    }
}

std::vector<std::string> names_in_formula(const std::string& formula) {
    std::vector<std::string> names;
    if (formula.size() > kMaxFormulaBytes) return names;
    try {
        for (const auto& [name, address] : parser_for(formula).GetUsedVar()) names.push_back(name);
    } catch (const mu::Parser::exception_type&) {
        names.clear();
    }
    return names;
}

Result<double> evaluate(const std::string& formula, const ParameterValues& values) {
    const auto value = evaluate_formula(formula, names_of(values));
    if (!value) return std::unexpected(error_of(formula, value.error()));
    return *value;
}

Result<double> evaluate_counters(const std::string& expression, const std::map<std::string, double>& values) {
    const auto value = evaluate_formula(expression, values);
    if (!value) return std::unexpected(error_of(expression, value.error()));
    return *value;
}

std::expected<std::vector<TemplatePart>, std::string> split_template(const std::string& text) {
    if (text.find_first_of("{}") == std::string::npos) return std::vector<TemplatePart>{{true, text}};
    std::vector<TemplatePart> parts;
    for (std::size_t at = 0; at < text.size();) {
        const std::size_t open = text.find('{', at);
        if (open != at) parts.push_back({false, text.substr(at, open - at)});
        if (open == std::string::npos) break;
        const std::size_t close = text.find('}', open);
        if (close == std::string::npos) return std::unexpected(fmt::format("in \"{}\" a {{ has no }}", text));
        parts.push_back({true, text.substr(open + 1, close - open - 1)});
        at = close + 1;
    }
    return parts;
}

Result<std::string> fill_template(const std::string& text, const std::map<std::string, double>& values) {
    const auto parts = split_template(text);
    if (!parts) return usage_error(parts.error());
    std::string filled;
    for (const TemplatePart& part : *parts) {
        if (!part.is_expression) {
            filled += part.text;
            continue;
        }
        const auto value = evaluate_counters(part.text, values);
        if (!value) return std::unexpected(value.error());
        filled += number_text(*value);
    }
    return filled;
}

std::string number_text(double value) {
    if (!std::isfinite(value)) return "not a number";
    if (value == std::floor(value) && std::abs(value) < 9.0e15) return with_separators(static_cast<std::int64_t>(value));
    return fmt::format("{:.4g}", value);
}

namespace {

// The shortest candidate that has `word` between its underscores; empty when there is none, or the word is very short.
std::string word_with_part(std::string_view word, const std::vector<std::string>& candidates) {
    std::string best;
    if (word.size() < 3) return best;
    const std::string part = fmt::format("_{}_", word);
    for (const std::string& candidate : candidates)
        if (fmt::format("_{}_", candidate).find(part) != std::string::npos && (best.empty() || candidate.size() < best.size()))
            best = candidate;
    return best;
}

}  // namespace

std::string nearest_word(std::string_view word, const std::vector<std::string>& candidates) {
    if (word.size() > 64) return {};
    std::string best;
    std::size_t best_distance = word.size() / 3 + 2;  // farther than this is another word
    for (const std::string& candidate : candidates) {
        // Levenshtein distance, one row at a time
        std::vector<std::size_t> row(candidate.size() + 1);
        std::iota(row.begin(), row.end(), std::size_t{0});
        for (std::size_t i = 0; i < word.size(); ++i) {
            std::size_t diagonal = row[0];
            row[0] = i + 1;
            for (std::size_t j = 0; j < candidate.size(); ++j) {
                const std::size_t replaced = diagonal + (word[i] == candidate[j] ? 0 : 1);
                diagonal = row[j + 1];
                row[j + 1] = std::min({replaced, row[j] + 1, diagonal + 1});
            }
        }
        if (row.back() < best_distance && row.back() < std::max(word.size(), candidate.size())) {
            best_distance = row.back();
            best = candidate;
        }
    }
    // "race" is near "gate", and means "data_race".
    if (best_distance > 1)
        if (const std::string whole = word_with_part(word, candidates); !whole.empty()) return whole;
    return best;
}

}  // namespace warpwise
