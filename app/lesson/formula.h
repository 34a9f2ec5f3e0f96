// Formulas of manifests ("ceil(n / block)", "2^14") and expressions over what a run counted. muParser does the arithmetic, in
// doubles: + - * / ^ ( ) comparisons, ?:, min max abs sqrt log2 exp, and ceil floor round of our own.
#pragma once

#include <expected>
#include <map>
#include <string>
#include <string_view>
#include <vector>

#include "base/error.h"
#include "lesson/parameter_values.h"

namespace warpwise {

using FormulaNames = std::map<std::string, double>;

struct FormulaProblem {
    std::string message;
    std::string hint;
    std::size_t offset = 0;   // byte of the formula that it is about
    bool not_finite = false;  // for these values; other values may have a result
};

// The value, which is a finite number, or the part that is wrong. Formulas longer than 1,000 bytes are refused.
std::expected<double, FormulaProblem> evaluate_formula(const std::string& formula, const FormulaNames& names);

// A formula over the parameters ("ceil(n / block)"): its value, or what is wrong with it. When `values` hold a "dtype",
// `epsilon` and `dtype_bytes` stand for its spacing above 1 and its size.
Result<double> evaluate(const std::string& formula, const ParameterValues& values);

// The names that a formula uses, its functions left out; a formula that cannot be read gives none.
std::vector<std::string> names_in_formula(const std::string& formula);

// "global_load_sectors / global_load_requests" over counts and other values of a run; an Error names what is wrong.
Result<double> evaluate_counters(const std::string& expression, const std::map<std::string, double>& values);

// Text with expressions in braces, "{first_written} to {last_written}"; text without braces is one expression.
struct TemplatePart {
    bool is_expression = false;
    std::string text;
};
std::expected<std::vector<TemplatePart>, std::string> split_template(const std::string& text);
Result<std::string> fill_template(const std::string& text, const std::map<std::string, double>& values);

// A number as prose shows it: "16", "65,536", "0.125", at most four significant digits after a fraction.
std::string number_text(double value);

// The candidate that `word` was probably meant to be; empty when none is near.
std::string nearest_word(std::string_view word, const std::vector<std::string>& candidates);

}  // namespace warpwise
