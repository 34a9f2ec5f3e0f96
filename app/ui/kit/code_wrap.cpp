#include "ui/kit/code_wrap.h"

#include <algorithm>
#include <optional>
#include <string_view>

namespace warpwise::ui {
namespace {

constexpr std::size_t kHangingIndent = 4, kLeastRow = 12;
constexpr int kVeryEarly = 100;

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

// The last place in (from, end] in the fewest brackets, though not so early that the row stays nearly empty; blanks alone where
// there is none.
std::optional<std::size_t> best_break(std::string_view line, std::size_t from, std::size_t end) {
    std::optional<std::size_t> best, blank;
    const std::size_t comment = line.find("//");
    int depth = 0, best_cost = 0;
    for (std::size_t at = from; at <= end && at < line.size(); ++at) {
        const int cost = depth + ((at - from) * 3 < end - from ? kVeryEarly : 0);
        if (at > from && is_place(line, at, comment) && (!best || cost <= best_cost)) best = at, best_cost = cost;
        if (at > from && line[at - 1] == ' ' && line[at] != ' ') blank = at;
        if (at >= comment) continue;
        depth += line[at] == '(' || line[at] == '[' || line[at] == '{';
        depth -= line[at] == ')' || line[at] == ']' || line[at] == '}';
    }
    return best ? best : blank;
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
        const std::size_t end = best_break(line, rows.empty() ? own : at, limit).value_or(limit);
        const std::size_t text_end = line.find_last_not_of(' ', end - 1) + 1;
        rows.push_back({at, std::max(text_end, at + 1) - at, indent});
        at = end;
    }
}

}  // namespace warpwise::ui
