// A short kernel with one of its lines pointed out.
#pragma once

#include <string>

#include "ui/kit/theme.h"

namespace warpwise::ui {

// With line numbers; `line` is on a ground of its own, with an arrow before it. 0: none.
void draw_code_lines(const Look&, const std::string& source, int line);
// Lines `first` to `last`, from 1, without a ground: for what stands around a line that is edited.
void draw_code_part(const Look&, const std::string& source, int first, int last);
float code_size(const Look&);    // of the type, in pixels
float code_margin(const Look&);  // of the numbers at the left of the code, in pixels

}  // namespace warpwise::ui
