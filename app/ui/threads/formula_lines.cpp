#include "ui/threads/formula_lines.h"

#include <algorithm>

namespace warpwise::ui {
namespace {

// The first columns of the summands: "i = a * b", "+ c", "- d".
std::vector<std::size_t> summands(const std::vector<FormulaColumn>& columns) {
    std::vector<std::size_t> begins{0};
    int depth = 0;
    for (std::size_t i = 0; i < columns.size(); ++i) {
        const std::string& term = columns[i].term;
        if (i > 2 && depth == 0 && (term == "+" || term == "-")) begins.push_back(i);
        depth += term == "(" ? 1 : term == ")" ? -1 : 0;
    }
    return begins;
}

int end_of(const FormulaColumn& column) { return column.first + column.width; }

}  // namespace

std::vector<std::vector<FormulaColumn>> formula_lines(const std::vector<FormulaColumn>& columns, int most) {
    if (columns.empty()) return {};
    // below the first term: past the name and "="
    const int indent = columns.size() > 2 ? columns[2].first : 0;
    const std::vector<std::size_t> begins = summands(columns);
    std::vector<std::vector<FormulaColumn>> lines(1);
    int shift = 0;  // of the line's columns, to the left
    for (std::size_t s = 0; s < begins.size(); ++s) {
        const std::size_t end = s + 1 < begins.size() ? begins[s + 1] : columns.size();
        if (s > 0 && end_of(columns[end - 1]) - shift > most) {
            lines.emplace_back();
            shift = columns[begins[s]].first - indent;
        }
        for (std::size_t i = begins[s]; i < end; ++i) {
            FormulaColumn column = columns[i];
            column.first -= shift;
            column.term_at -= shift;
            column.value_at -= shift;
            lines.back().push_back(std::move(column));
        }
    }
    return lines;
}

}  // namespace warpwise::ui
