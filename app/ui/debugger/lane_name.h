// The first column of the table of lanes: a row's name, how far it is unfolded, its pin, and what an operand's row shows.
#pragma once

#include "ui/debugger/lane_grid.h"
#include "ui/debugger/lane_rows.h"
#include "ui/debugger/lane_table_state.h"

namespace warpwise::ui {

// From the cursor on, as wide as the grid's names and as high as the row; the name and the pin are buttons.
void draw_lane_name(LaneGrid&, LaneTableState&, const LaneRow&, float height, int decks = 1);

}  // namespace warpwise::ui
