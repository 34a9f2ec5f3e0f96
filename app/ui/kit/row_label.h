// The label of a number_row, for rows that have other controls.
#pragma once

#include <string_view>

#include "ui/kit/theme.h"

namespace warpwise::ui {

// A long label takes several lines, and what comes next stands beside it, in the column of the window's fields. In a narrow panel
// it goes above.
void row_label(const Look&, const char* label, std::string_view help = {});

}  // namespace warpwise::ui
