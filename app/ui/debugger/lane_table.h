// The table of lanes: the value of every variable in scope in each of the warp's 32 lanes, below it what the line reads and writes,
// and the cards that tell of the chosen value and of what the line costs.
#pragma once

#include "ui/debugger/debug_view.h"
#include "ui/debugger/lane_table_state.h"

namespace warpwise::ui {

void draw_lane_table(DebugView&, LaneTableState&);

}  // namespace warpwise::ui
