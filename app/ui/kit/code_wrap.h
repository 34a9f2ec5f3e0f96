// Where a line of code that is too long for its box is broken. Pure.
#pragma once

#include <cstddef>
#include <string_view>
#include <vector>

namespace warpwise::ui {

struct CodeRow {
    std::size_t begin = 0, length = 0;  // bytes of the line
    std::size_t indent = 0;             // columns; more than 0 for what continues a line
};

// Rows of at most `columns` characters: broken before an operator or after a comma, the outermost brackets first, else at a bracket
// or a blank, and indented by four below the line's own beginning. Only a word longer than a row is broken, where the row ends.
std::vector<CodeRow> wrap_code(std::string_view line, std::size_t columns);

}  // namespace warpwise::ui
