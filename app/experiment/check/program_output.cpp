#include "experiment/check/program_output.h"

#include <fmt/format.h>

#include <algorithm>
#include <cctype>
#include <charconv>
#include <cmath>
#include <optional>
#include <ranges>

#include "base/text.h"

namespace warpwise {
namespace {

constexpr std::size_t kMostShown = 160;  // characters of a line in a message

struct OutputWord {
    std::string_view text;
    std::optional<double> number;
    bool is_whole = false;
};

bool is_digit(char c) { return std::isdigit(static_cast<unsigned char>(c)) != 0; }
bool is_letter(char c) { return std::isalpha(static_cast<unsigned char>(c)) != 0 || c == '_' || (c & 0x80) != 0; }
bool is_space(char c) { return std::isspace(static_cast<unsigned char>(c)) != 0; }

// A number with its sign: "-1.5e3" after a space, but no sign within "a-1".
std::optional<OutputWord> number_at(std::string_view line, std::size_t at) {
    const bool may_have_sign = at == 0 || !(is_digit(line[at - 1]) || is_letter(line[at - 1]));
    const bool has_sign = may_have_sign && (line[at] == '-' || line[at] == '+');
    const std::size_t first = at + (line[at] == '+' && has_sign ? 1 : 0), digit = at + (has_sign ? 1 : 0);
    if (digit >= line.size() ||
        !(is_digit(line[digit]) || (line[digit] == '.' && digit + 1 < line.size() && is_digit(line[digit + 1]))))
        return std::nullopt;
    double value = 0;
    const auto [end, error] = std::from_chars(line.data() + first, line.data() + line.size(), value);
    if (error != std::errc()) return std::nullopt;
    std::string_view text = line.substr(at, static_cast<std::size_t>(end - line.data()) - at);
    if (text.ends_with('.')) text.remove_suffix(1);  // the end of a sentence
    return OutputWord{text, value, text.find_first_of(".eE") == std::string_view::npos};
}

std::vector<OutputWord> output_words(std::string_view line) {
    std::vector<OutputWord> words;
    for (std::size_t at = 0; at < line.size();) {
        if (is_space(line[at])) {
            ++at;
        } else if (const auto number = number_at(line, at)) {
            words.push_back(*number);
            at += number->text.size();
        } else {
            std::size_t end = at + 1;
            if (is_letter(line[at]))
                while (end < line.size() && (is_letter(line[end]) || is_digit(line[end]))) ++end;
            words.push_back({line.substr(at, end - at), std::nullopt, false});
            at = end;
        }
    }
    return words;
}

// Without a tolerance, any two numbers are the same.
bool are_same_words(const OutputWord& a, const OutputWord& b, std::optional<double> tolerance) {
    if (b.text == "*") return true;
    if (a.number.has_value() != b.number.has_value()) return false;
    if (!a.number)
        return std::ranges::equal(a.text, b.text,
                                  [](unsigned char x, unsigned char y) { return std::tolower(x) == std::tolower(y); });
    if (!tolerance) return true;
    if (a.is_whole && b.is_whole) return *a.number == *b.number;
    const double most = std::max({std::abs(*a.number), std::abs(*b.number), *tolerance});
    return std::abs(*a.number - *b.number) <= *tolerance * most;
}

bool holds_words(const std::vector<OutputWord>& line, const std::vector<OutputWord>& wanted, std::optional<double> tolerance) {
    return !std::ranges::search(line, wanted, [&](const OutputWord& a, const OutputWord& b) {
                return are_same_words(a, b, tolerance);
            }).empty();
}

std::vector<std::string> printed_lines(const std::string& text) {
    std::vector<std::string> lines;
    for (const auto part : text | std::views::split('\n')) {
        std::string line(part.begin(), part.end());
        while (!line.empty() && is_space(line.back())) line.pop_back();
        if (!line.empty()) lines.push_back(std::move(line));
    }
    return lines;
}

std::string output_line_text(const std::string& line) {
    std::string text = line.size() > kMostShown ? line.substr(0, kMostShown) + "..." : line;
    for (char& c : text)
        if (static_cast<unsigned char>(c) < 0x20) c = ' ';
    return readable_message(text);
}

}  // namespace

std::string missing_in_output(const std::string& printed, const std::string& expected, double tolerance) {
    const std::vector<std::string> lines = printed_lines(printed);
    std::size_t from = 0;
    for (const std::string& wanted : printed_lines(expected)) {
        const std::vector<OutputWord> words = output_words(wanted);
        std::size_t at = from;
        while (at < lines.size() && !holds_words(output_words(lines[at]), words, tolerance)) ++at;
        if (at < lines.size()) {
            from = at + 1;
            continue;
        }
        if (lines.empty()) return fmt::format("it prints nothing, and should print \"{}\"", output_line_text(wanted));
        const auto nearest =
            std::find_if(lines.begin() + static_cast<std::ptrdiff_t>(from), lines.end(),
                         [&](const std::string& line) { return holds_words(output_words(line), words, std::nullopt); });
        if (nearest != lines.end())
            return fmt::format("it prints \"{}\", and should print \"{}\"", output_line_text(*nearest), output_line_text(wanted));
        return fmt::format("it does not print \"{}\"{}", output_line_text(wanted), from > 0 ? " after the lines before it" : "");
    }
    return {};
}

std::string forbidden_in_output(const std::string& printed, const std::vector<std::string>& never) {
    for (const std::string& line : printed_lines(printed))
        for (const std::string& each : never)
            if (holds_words(output_words(line), output_words(each), 0)) return output_line_text(line);
    return {};
}

}  // namespace warpwise
