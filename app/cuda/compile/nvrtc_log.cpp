#include "cuda/compile/nvrtc_log.h"

#include <array>
#include <charconv>
#include <optional>
#include <string>
#include <utility>

#include "base/text.h"

namespace warpwise {
namespace {

std::size_t indentation(std::string_view line) {
    const std::size_t at = line.find_first_not_of(" \t");
    return at == std::string_view::npos ? line.size() : at;
}

struct Hint {
    std::string_view part, text;
};
constexpr std::array<Hint, 9> kHints{{
    {"is undefined", "Check the spelling; a name must be declared above the place that uses it"},
    {"expected a \";\"", "The statement before this place lacks its semicolon"},
    {"expected a \"}\"", "A brace that was opened is not closed"},
    {"expected a declaration", "There may be one closing brace too many above"},
    {"a host function", "Write __device__ before a function that a kernel calls"},
    {"calling a __host__ function", "Write __device__ before a function that a kernel calls"},
    {"could not open source file", "On the GPU a kernel can include the CUDA Toolkit's device headers only"},
    {"cannot open source file", "On the GPU a kernel can include the CUDA Toolkit's device headers only"},
    {"too few arguments", "Compare the call with the function's declaration"},
}};

std::string hint_for(std::string_view message) {
    for (const Hint& hint : kHints)
        if (message.find(hint.part) != std::string_view::npos) return std::string(hint.text);
    return {};
}

// What follows the place: "error: ...", "warning #177-D: ...", "catastrophic error: ...".
std::optional<std::pair<Severity, std::string_view>> severity_and_message(std::string_view text) {
    constexpr std::array<std::pair<std::string_view, Severity>, 6> words{{{"error", Severity::error},
                                                                          {"catastrophic error", Severity::error},
                                                                          {"internal error", Severity::error},
                                                                          {"warning", Severity::warning},
                                                                          {"remark", Severity::note},
                                                                          {"note", Severity::note}}};
    for (const auto& [word, severity] : words) {
        if (!text.starts_with(word)) continue;
        std::string_view rest = text.substr(word.size());
        if (rest.starts_with(" #")) rest = rest.substr(std::min(rest.find(':'), rest.size()));
        if (rest.starts_with(": ")) return std::pair{severity, rest.substr(2)};
    }
    return std::nullopt;
}

// "kernel.cu(3): error: identifier "x" is undefined", or nothing when the line starts no entry.
std::optional<Diagnostic> entry_of(std::string_view line) {
    Diagnostic diagnostic;
    std::string_view text = line.starts_with("nvrtc: ") ? line.substr(7) : line;
    if (const std::size_t close = line.find("): "); close != std::string_view::npos) {
        const std::size_t open = line.rfind('(', close);
        int number = 0;
        if (open != std::string_view::npos &&
            std::from_chars(line.data() + open + 1, line.data() + close, number).ptr == line.data() + close) {
            diagnostic.file = std::string(line.substr(0, open));
            diagnostic.line = number;
            text = line.substr(close + 3);
        }
    }
    const auto parsed = severity_and_message(text);
    if (!parsed) return std::nullopt;
    diagnostic.severity = parsed->first;
    diagnostic.message = std::string(parsed->second);
    return diagnostic;
}

bool is_caret(std::string_view line) { return trimmed(line) == "^"; }

// Bytes of the word at a column, to underline: an identifier or number, else one byte.
int word_length(std::string_view line, std::size_t column) {
    const auto is_word = [](char c) {
        return c == '_' || (c >= '0' && c <= '9') || (c >= 'a' && c <= 'z') || (c >= 'A' && c <= 'Z');
    };
    std::size_t end = column;
    while (end < line.size() && is_word(line[end])) ++end;
    return end > column ? static_cast<int>(end - column) : 1;
}

void set_column(Diagnostic& diagnostic, std::string_view copy, std::string_view caret,
                const std::vector<std::string_view>& source) {
    const std::size_t row = static_cast<std::size_t>(diagnostic.line);
    if (diagnostic.line <= 0 || row > source.size()) return;
    const std::string_view line = source[row - 1];
    const std::size_t at = indentation(caret), start = indentation(copy);
    if (trimmed(line) != trimmed(copy) || at < start) return;
    const std::size_t column = indentation(line) + at - start;
    diagnostic.column = static_cast<int>(column) + 1;
    diagnostic.length = word_length(line, column);
}

bool is_summary(std::string_view line) {
    return line.find("detected in the compilation of") != std::string_view::npos || line.starts_with("Compilation terminated") ||
           line.starts_with("Remark: The warnings can be suppressed");
}

}  // namespace

Diagnostics parse_nvrtc_log(std::string_view log, std::string_view source) {
    const std::vector<std::string_view> lines = lines_of(log), source_lines = lines_of(source);
    Diagnostics diagnostics;
    for (std::size_t i = 0; i < lines.size(); ++i) {
        if (auto entry = entry_of(lines[i])) {
            diagnostics.push_back(std::move(*entry));
        } else if (diagnostics.empty() || trimmed(lines[i]).empty() || is_summary(lines[i]) || is_caret(lines[i])) {
            continue;
        } else if (i + 1 < lines.size() && is_caret(lines[i + 1])) {
            if (diagnostics.back().column == 0) set_column(diagnostics.back(), lines[i], lines[i + 1], source_lines);
        } else {
            diagnostics.back().message += " " + std::string(trimmed(lines[i]));  // a long message goes on, indented
        }
    }
    for (Diagnostic& diagnostic : diagnostics) diagnostic.hint = hint_for(diagnostic.message);
    return diagnostics;
}

}  // namespace warpwise
