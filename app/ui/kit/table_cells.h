// Tables in the prose of lessons, prepared for RichMd: it gives a column the width of its header, and it leaves the last line of a
// cell open, so that the second line of the next cell would begin below the row's tallest cell.
#pragma once

#include <cstddef>
#include <optional>
#include <string>
#include <string_view>

namespace warpwise::ui {

// Marks the end of every cell, and in a header the characters that its column should have room for, with tags. A table whose words
// do not fit beside each other in a line of `most_characters` becomes a list for each of its rows, headed by the row's first cell;
// one without a name above any column, a matrix, stays one, and its first row, in plain type, takes the place of the header.
std::string mark_table_cells(std::string_view markdown, std::size_t most_characters = std::string_view::npos);

inline constexpr std::string_view kPlainCellTag = "plain-cell";  // around a cell of a header that is not to be bold

struct CellMark {
    int characters = 0;  // of a column's header; 0: the end of a cell alone
};
std::optional<CellMark> cell_mark_of(std::string_view tag);

}  // namespace warpwise::ui
