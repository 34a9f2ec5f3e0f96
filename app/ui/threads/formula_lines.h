// A laid-out formula that is too wide for its card, broken before + and -. Pure.
#pragma once

#include <vector>

#include "ui/threads/thread_formula.h"

namespace warpwise::ui {

// Lines of at most `most` characters where the formula has places to break: before a + or - outside brackets. What continues
// begins below the first term.
std::vector<std::vector<FormulaColumn>> formula_lines(const std::vector<FormulaColumn>& columns, int most);

}  // namespace warpwise::ui
