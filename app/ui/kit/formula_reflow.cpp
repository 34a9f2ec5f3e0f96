#include "ui/kit/formula_reflow.h"

#include <algorithm>
#include <array>
#include <utility>
#include <vector>

namespace warpwise::ui {
namespace {

constexpr std::array<std::string_view, 14> kCommands{"\\times",     "\\cdot",       "\\approx", "\\le",   "\\leq",
                                                     "\\ge",        "\\geq",        "\\ne",     "\\neq",  "\\pm",
                                                     "\\leftarrow", "\\rightarrow", "\\quad",   "\\qquad"};

bool is_letter(char c) { return (c >= 'a' && c <= 'z') || (c >= 'A' && c <= 'Z'); }

bool breaks_before(std::string_view rest) {
    if (rest[0] == '+' || rest[0] == '=' || rest[0] == '-' || rest[0] == '<' || rest[0] == '>') return true;
    for (const std::string_view command : kCommands)
        if (rest.starts_with(command) && (rest.size() == command.size() || !is_letter(rest[command.size()]))) return true;
    return false;
}

// Where a line may end, the best first: between formulas that a comma separates, before an operator or a relation, and only then
// inside parentheses.
enum class Place { comma, outside, inside };

// The formula in parts that may stand on lines of their own.
std::vector<std::string> parts_of(std::string_view latex, Place place) {
    std::vector<std::string> parts(1);
    int braces = 0, parentheses = 0;
    bool after_comma = false;
    for (std::size_t at = 0; at < latex.size(); ++at) {
        const std::string_view rest = latex.substr(at);
        const bool command = rest[0] == '\\';
        if (rest.starts_with("\\left") && !rest.starts_with("\\leftarrow")) ++braces;
        if (rest.starts_with("\\right") && !rest.starts_with("\\rightarrow")) --braces;
        if (rest[0] == '{') ++braces;
        if (rest[0] == '}') --braces;
        if (rest[0] == '(') ++parentheses;
        if (rest[0] == ')') --parentheses;
        const bool allowed = braces == 0 && (place == Place::inside || parentheses == 0);
        if (allowed && parts.back().find_first_not_of(' ') != std::string::npos &&
            (place == Place::comma ? after_comma : after_comma || breaks_before(rest)))
            parts.emplace_back();
        after_comma = rest[0] == ',';
        parts.back() += rest[0];
        // a command's name and an escaped brace are no place of their own
        if (command && at + 1 < latex.size()) parts.back() += latex[++at];
    }
    return parts;
}

using Measure = std::function<float(const std::string&)>;

// Lines of parts; a part that is wider than a line is broken at the next places.
std::vector<std::string> formula_lines(std::string_view latex, float width, const Measure& measure, Place place) {
    std::vector<std::string> lines;
    for (const std::string& part : parts_of(latex, place)) {
        if (!lines.empty() && measure(lines.back() + part) <= width) {
            lines.back() += part;
        } else if (place == Place::inside || measure(part) <= width) {
            lines.push_back(part);
        } else {
            for (std::string& line : formula_lines(part, width, measure, place == Place::comma ? Place::outside : Place::inside))
                lines.push_back(std::move(line));
        }
    }
    return lines;
}

std::string broken(std::string_view latex, float width, const Measure& measure) {
    std::string text;
    for (const std::string& line : formula_lines(latex, width, measure, Place::comma))
        text += (text.empty() ? "$$" : "\n\n$$") + line + "$$";
    return text;
}

}  // namespace

std::string reflow_formulas(std::string_view markdown, float width, const std::function<float(const std::string& latex)>& measure) {
    std::string out;
    while (!markdown.empty()) {
        const std::size_t end = std::min(markdown.find('\n'), markdown.size());
        const std::string_view line = markdown.substr(0, end);
        const bool formula = line.size() > 4 && line.starts_with("$$") && line.ends_with("$$") &&
                             line.substr(2, line.size() - 4).find("$$") == std::string_view::npos;
        const std::string latex(formula ? line.substr(2, line.size() - 4) : std::string_view());
        if (formula && measure(latex) > width)
            out += broken(latex, width, measure);
        else
            out += line;
        if (end < markdown.size()) out += '\n';
        markdown.remove_prefix(std::min(end + 1, markdown.size()));
    }
    return out;
}

}  // namespace warpwise::ui
