#include "lesson/formula_limits.h"

#include <fmt/format.h>

#include <algorithm>
#include <array>

#include "base/text.h"

namespace warpwise {
namespace {

constexpr int kDeepest = 40;        // braces within braces
constexpr int kMostCommands = 300;  // of a paragraph

constexpr std::array<std::string_view, 14> kRefused{
    "newcommand",    "renewcommand", "providecommand", "newenvironment", "renewenvironment",
    "def",           "gdef",         "edef",           "xdef",           "DeclareMathOperator",
    "newcolumntype", "let",          "input",          "include",
};

bool is_letter(char c) { return (c >= 'a' && c <= 'z') || (c >= 'A' && c <= 'Z'); }

// A formula ends with its paragraph. Which of its dollars belong together is not asked: the limits hold for all of it.
struct Paragraph {
    bool has_formula = false;
    int depth = 0, commands = 0;
    std::optional<FormulaBreach> breach;

    void read(std::string_view text, int line) {
        for (std::size_t i = 0; i < text.size(); ++i) {
            has_formula = has_formula || text[i] == '$';
            if (text[i] == '{' && ++depth > kDeepest)
                fail(line, fmt::format("a formula nests more than {} levels deep", kDeepest), "Write it in several parts.");
            if (text[i] == '}') depth = std::max(0, depth - 1);
            if (text[i] == '\\') command(text.substr(i + 1), line);
        }
    }

  private:
    void command(std::string_view rest, int line) {
        const std::string_view name =
            rest.substr(0, static_cast<std::size_t>(std::ranges::find_if_not(rest, is_letter) - rest.begin()));
        if (std::ranges::find(kRefused, name) != kRefused.end())
            fail(line, fmt::format("a formula cannot define or read anything: \\{}", name), "Write out what it stands for.");
        if (++commands > kMostCommands)
            fail(line, fmt::format("a formula has more than {} commands", kMostCommands), "Write it in several paragraphs.");
    }
    void fail(int line, std::string message, std::string hint) {
        if (!breach) breach = FormulaBreach{line, std::move(message), std::move(hint)};
    }
};

}  // namespace

std::optional<FormulaBreach> find_unsafe_formula(std::string_view markdown) {
    if (!markdown.contains('$')) return std::nullopt;
    Paragraph paragraph;
    int number = 0;
    for (const std::string_view line : lines_of(markdown)) {
        ++number;
        if (trimmed(line).empty()) {
            if (paragraph.has_formula && paragraph.breach) return paragraph.breach;
            paragraph = {};
        } else {
            paragraph.read(line, number);
        }
    }
    return paragraph.has_formula ? paragraph.breach : std::nullopt;
}

}  // namespace warpwise
