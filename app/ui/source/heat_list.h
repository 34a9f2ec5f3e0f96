// The hottest lines of the text that is stepped, the hottest first: a list that opens from the margin and leads to them.
#pragma once

#include <cstddef>
#include <map>
#include <optional>
#include <string>
#include <vector>

#include "ui/kit/theme.h"
#include "ui/source/line_marks.h"

namespace warpwise::ui {

// Numbers of at most `most` lines; equally hot ones as they stand in the text.
std::vector<int> hottest_lines(const std::map<int, LineHeat>&, std::size_t most);
void open_heat_list();
// The pop-up, where it is open; the line that was chosen. In the window that called open_heat_list().
std::optional<int> heat_list(const Look&, const LineMarks&);

}  // namespace warpwise::ui
