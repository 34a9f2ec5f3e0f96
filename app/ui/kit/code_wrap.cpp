#include "ui/kit/code_wrap.h"

#include <algorithm>
#include <optional>
#include <string_view>

namespace warpwise::ui {
namespace {

constexpr std::size_t kHangingIndent = 4, kLeastRow = 12;
constexpr int kVeryEarly = 100, kAtBracket = 20, kAtBlank = 40;  // costs, beside one for each open bracket

bool continues_character(char c) { return (static_cast<unsigned char>(c) & 0xC0) == 0x80; }

// The byte `columns` characters after `from`, or the end.
std::size_t byte_after(std::string_view line, std::size_t from, std::size_t columns) {
    for (; from < line.size(); ++from) {
        if (continues_character(line[from])) continue;
        if (columns-- == 0) return from;
    }
    return line.size();
}

// A row may end before `at`: an operator with blanks around it begins the next row, and a comma or a semicolon ends this one. In a
// comment every word may.
bool is_place(std::string_view line, std::size_t at, std::size_t comment) {
    if (at == 0 || line[at - 1] != ' ' || line[at] == ' ') return false;
    if (at > comment && line.find_first_not_of("/ ", comment) < at) return true;
    constexpr std::string_view operators = "+-*/%<>=&|^?:";
    if (operators.find(line[at]) != std::string_view::npos) return true;
    const std::size_t before = line.find_last_not_of(' ', at - 1);
    return before != std::string_view::npos && (line[before] == ',' || line[before] == ';' || line[before] == '{');
}

// Brackets hold no name together: a row may end behind one that opens, and between two indices.
bool is_at_bracket(std::string_view line, std::size_t at) {
    if (at == 0 || line[at] == ' ') return false;
    const char before = line[at - 1];
    return ((before == '(' || before == '[') && line[at] != ')' && line[at] != ']') || (before == ']' && line[at] == '[');
}

// The last place in (from, end] that costs least: in few brackets, and not so early that the row stays nearly empty.
std::optional<std::size_t> best_break(std::string_view line, std::size_t from, std::size_t end) {
    std::optional<std::size_t> best;
    const std::size_t comment = line.find("//");
    int depth = 0, best_cost = 0;
    for (std::size_t at = from; at <= end && at < line.size(); ++at) {
        std::optional<int> cost;
        if (at > from) {
            if (is_place(line, at, comment))
                cost = 0;
            else if (at < comment && is_at_bracket(line, at))
                cost = kAtBracket;
            else if (line[at - 1] == ' ' && line[at] != ' ')
                cost = kAtBlank;
        }
        if (cost) {
            *cost += depth + ((at - from) * 3 < end - from ? kVeryEarly : 0);
            if (!best || *cost <= best_cost) best = at, best_cost = *cost;
        }
        if (at >= comment) continue;
        depth += line[at] == '(' || line[at] == '[' || line[at] == '{';
        depth -= line[at] == ')' || line[at] == ']' || line[at] == '}';
    }
    return best;
}

// What a row that no place can end is cut at: the beginning of the word that does not fit, if it fits on a row of its own.
std::size_t word_break(std::string_view line, std::size_t from, std::size_t limit, std::size_t row) {
    const auto in_word = [&](std::size_t at) {
        const char c = line[at];
        return c == '_' || c == '.' || (c >= '0' && c <= '9') || (c >= 'a' && c <= 'z') || (c >= 'A' && c <= 'Z');
    };
    if (line[limit] == ' ') return std::min(line.find_first_not_of(' ', limit), line.size());  // the next row begins with a word
    std::size_t begin = limit, end = limit;
    while (begin > from && in_word(begin - 1)) --begin;
    while (end < line.size() && in_word(end)) ++end;
    return begin > from && in_word(limit) && end - begin <= row ? begin : limit;
}

}  // namespace

std::vector<CodeRow> wrap_code(std::string_view line, std::size_t columns) {
    columns = std::max(columns, kLeastRow);
    const std::size_t own = std::min(line.find_first_not_of(' '), line.size());
    const std::size_t hanging = std::min(own + kHangingIndent, columns / 2);
    std::vector<CodeRow> rows;
    std::size_t at = 0;
    while (true) {
        const std::size_t indent = rows.empty() ? 0 : hanging, limit = byte_after(line, at, columns - indent);
        if (limit == line.size()) {
            rows.push_back({at, line.size() - at, indent});
            return rows;
        }
        // the blanks at the line's own beginning are no place to break
        const std::size_t first = rows.empty() ? own : at;
        const std::size_t end = best_break(line, first, limit).value_or(word_break(line, first, limit, columns - hanging));
        const std::size_t text_end = line.find_last_not_of(' ', end - 1) + 1;
        rows.push_back({at, std::max(text_end, at + 1) - at, indent});
        at = end;
    }
}

}  // namespace warpwise::ui
