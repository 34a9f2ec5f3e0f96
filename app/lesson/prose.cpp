#include "lesson/prose.h"

#include <fmt/format.h>

#include <algorithm>

#include "base/text.h"
#include "lesson/formula.h"
#include "lesson/kernel_files.h"
#include "lesson/source_markers.h"

namespace warpwise {
namespace {

std::optional<std::string> code_of(const Lesson& lesson, const Directive& directive) {
    if (directive.words.size() != 1) return {};
    const std::string& word = directive.words[0];
    const std::size_t hash = word.find('#');
    const KernelSpec* kernel = lesson.find_kernel(word.substr(0, hash));
    if (kernel == nullptr) return {};
    const auto source = read_kernel_file(lesson, *kernel);
    if (!source) return {};
    if (hash == std::string::npos) return strip_markers(*source);
    return marked_code(*source, std::string_view(word).substr(hash + 1));
}

// TeX sets a comma as punctuation, with a space behind it; in braces it is part of the number.
std::string for_formula(const std::string& text) {
    std::string braced;
    for (const char c : text) braced += c == ',' ? std::string("{,}") : std::string(1, c);
    return braced;
}

std::string expand_code(const Lesson& lesson, const Directive& directive, bool alone) {
    const auto code = code_of(lesson, directive);
    if (!code) return std::string(kValueUnknownText);
    if (alone) return fmt::format("```cpp\n{}```", *code);
    return fmt::format("`{}`", trimmed(*code));
}

std::string expand_line(const Lesson& lesson, std::string_view line,
                        const std::function<std::optional<std::string>(const std::string&)>& value_of) {
    std::string expanded;
    const std::string_view whole = trimmed(line);
    for (;;) {
        const std::size_t open = line.find("{{");
        const std::size_t close = open == std::string_view::npos ? open : line.find("}}", open);
        if (close == std::string_view::npos) return expanded + std::string(line);
        expanded += line.substr(0, open);
        const std::string inside(trimmed(line.substr(open + 2, close - open - 2)));
        const bool alone = whole.size() == close + 2 - open && whole.starts_with("{{");
        const Directive directive = parse_directive(inside);
        if (directive.name == "code") {
            expanded += expand_code(lesson, directive, alone);
        } else {
            auto value = value_of ? value_of(inside) : std::nullopt;
            if (!value) value = answer_directive(inside, lesson.defaults(), {});
            const std::string_view unknown = directive.name == "recorded" ? kValueUnrecordedText : kValueUnknownText;
            const std::string text = value.value_or(std::string(unknown));
            expanded += whole.starts_with("$$") ? for_formula(text) : text;
        }
        line.remove_prefix(close + 2);
    }
}

}  // namespace

Directive parse_directive(std::string_view text) {
    Directive directive;
    std::vector<std::string> words;
    for (std::size_t at = 0; at < text.size();) {
        if (text[at] == ' ' || text[at] == '\t') {
            ++at;
        } else if (text[at] == '"') {
            const std::size_t end = std::min(text.find('"', at + 1), text.size());
            words.emplace_back(text.substr(at + 1, end - at - 1));
            at = end + 1;
        } else if (text[at] == '[') {
            const std::size_t end = std::min(text.find(']', at + 1), text.size());
            words.emplace_back(text.substr(at, end - at + 1));
            at = end + 1;
        } else {
            const std::size_t end = std::min(text.find_first_of(" \t", at), text.size());
            words.emplace_back(text.substr(at, end - at));
            at = end;
        }
    }
    if (words.empty()) return directive;
    directive.name = words.front();
    directive.words.assign(words.begin() + 1, words.end());
    return directive;
}

std::string_view preset_in_brackets(std::string_view word) {
    return word.size() > 2 && word.front() == '[' && word.back() == ']' ? word.substr(1, word.size() - 2) : std::string_view();
}

std::optional<std::string> answer_directive(
    const std::string& text, const ParameterValues& values,
    const std::function<std::map<std::string, double>(const std::string& of)>& values_of_run) {
    const Directive directive = parse_directive(text);
    const std::vector<std::string>& words = directive.words;
    if (directive.name == "param" && words.size() == 1) {
        const auto found = values.find(words[0]);
        if (found == values.end()) return {};
        const auto* whole = std::get_if<std::int64_t>(&found->second);
        return whole == nullptr ? text_of(found->second) : number_text(static_cast<double>(*whole));
    }
    if (directive.name == "value" && words.size() == 1) {
        if (const auto value = evaluate(words[0], values)) return number_text(*value);
    }
    const bool of_named = directive.name == "counter" && words.size() == 2;
    if (!values_of_run || (!of_named && (directive.name != "value" || words.size() != 1))) return {};
    const auto value = evaluate_counters(words.back(), values_of_run(of_named ? words[0] : ""));
    if (!value) return {};
    return number_text(*value);
}

std::string expand_prose(const Lesson& lesson,
                         const std::function<std::optional<std::string>(const std::string& directive)>& value_of) {
    std::string text;
    bool in_block = false;
    for (const std::string_view line : lines_of(lesson.prose)) {
        const bool fence = trimmed(line).starts_with("```");
        if (fence) in_block = !in_block;
        text += fence || in_block ? std::string(line) : expand_line(lesson, line, value_of);
        text += '\n';
    }
    return text;
}

}  // namespace warpwise
