#include "ui/source/hovered_expression.h"

#include <algorithm>
#include <cctype>
#include <optional>

#include "ui/kit/code_highlight.h"

namespace warpwise::ui {
namespace {

bool is_name_char(char c) { return std::isalnum(static_cast<unsigned char>(c)) != 0 || c == '_'; }

// Whether the place lies in a comment or in a text of this line.
bool is_code(std::string_view line, std::size_t index) {
    char quote = 0;
    for (std::size_t i = 0; i < index && i < line.size(); ++i) {
        if (quote != 0) {
            if (line[i] == '\\')
                ++i;
            else if (line[i] == quote)
                quote = 0;
            continue;
        }
        if (line[i] == '"' || line[i] == '\'') quote = line[i];
        if (line.substr(i).starts_with("//")) return false;
        if (line.substr(i).starts_with("/*")) {
            const std::size_t end = line.find("*/", i + 2);
            if (end == std::string_view::npos || end + 1 >= index) return false;
            i = end + 1;
        }
    }
    return quote == 0;
}

// Past the bracket that closes the one at `open`.
std::optional<std::size_t> behind_bracket(std::string_view line, std::size_t open) {
    int depth = 0;
    for (std::size_t i = open; i < line.size(); ++i) {
        depth += line[i] == '[' ? 1 : line[i] == ']' ? -1 : 0;
        if (depth == 0) return i + 1;
    }
    return std::nullopt;
}

std::optional<std::size_t> opening_bracket(std::string_view line, std::size_t close) {
    int depth = 0;
    for (std::size_t i = close + 1; i-- > 0;) {
        depth += line[i] == ']' ? 1 : line[i] == '[' ? -1 : 0;
        if (depth == 0) return i;
    }
    return std::nullopt;
}

// Of the name that ends before `end`, with what it is a member or an element of: "p->q[2]." before "x".
std::size_t start_of(std::string_view line, std::size_t end) {
    std::size_t start = end;
    while (start > 0 && is_name_char(line[start - 1])) --start;
    const std::size_t dot = start >= 1 && line[start - 1] == '.' ? 1 : start >= 2 && line.substr(start - 2, 2) == "->" ? 2 : 0;
    if (dot == 0) return start;
    std::size_t owner = start - dot;
    while (owner > 0 && line[owner - 1] == ']') {
        const auto open = opening_bracket(line, owner - 1);
        if (!open) return start;
        owner = *open;
    }
    return owner > 0 && is_name_char(line[owner - 1]) ? start_of(line, owner) : start;
}

}  // namespace

std::string expression_at(std::string_view line, std::size_t index) {
    if (index >= line.size() || !is_code(line, index)) return "";
    std::size_t end = index;
    if (line[index] == '[' || line[index] == ']') {
        const auto open = line[index] == '[' ? std::optional(index) : opening_bracket(line, index);
        if (!open) return "";
        end = *open;
        while (end > 0 && line[end - 1] == ']') {  // of several dimensions
            const auto before = opening_bracket(line, end - 1);
            if (!before) return "";
            end = *before;
        }
    } else {
        if (!is_name_char(line[index])) return "";
        while (end < line.size() && is_name_char(line[end])) ++end;
    }
    const std::size_t start = start_of(line, end);
    if (start == end || std::isdigit(static_cast<unsigned char>(line[start])) != 0) return "";
    const std::string_view word = line.substr(start, end - start);
    const CodeKind kind = kind_of_word(std::string(word.substr(0, word.find_first_of(".-["))));
    if (kind == CodeKind::keyword || kind == CodeKind::type) return "";
    while (end < line.size() && line[end] == '[') {
        const auto behind = behind_bracket(line, end);
        if (!behind) return "";
        end = *behind;
    }
    std::size_t next = end;
    while (next < line.size() && line[next] == ' ') ++next;
    if (next < line.size() && line[next] == '(') return "";  // a function
    return std::string(line.substr(start, end - start));
}

}  // namespace warpwise::ui
