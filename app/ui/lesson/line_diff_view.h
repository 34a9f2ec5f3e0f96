// Two texts' lines one below the other: what both have, and with a mark what only one of them has.
#pragma once

#include <vector>

#include "ui/kit/theme.h"
#include "ui/lesson/line_diff.h"

namespace warpwise::ui {

void draw_line_diff(const Look&, const std::vector<DiffLine>&);

}  // namespace warpwise::ui
