// The two pictures of the view `bits`.
#pragma once

#include "ui/kit/theme.h"
#include "ui/numbers/bits_state.h"

namespace warpwise::ui {

void draw_bit_cells(const Look&, BitEditor&);
// With the buttons that zoom it.
void draw_number_line(const Look&, BitsState&);

}  // namespace warpwise::ui
