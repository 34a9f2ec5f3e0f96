// Above the table of lanes: what its colours mean, the field that pins an expression, the order of the variables, and what stands
// below a memory operand.
#pragma once

#include "ui/debugger/debug_view.h"
#include "ui/debugger/lane_table_state.h"

namespace warpwise::ui {

// `faults`: some lanes of the line do.
void draw_lane_toolbar(DebugView&, LaneTableState&, bool faults);

}  // namespace warpwise::ui
