// Above the table of lanes: what its colours mean, the field that pins an expression, the order of the variables, and what stands
// below a memory operand.
#pragma once

#include "ui/debugger/debug_view.h"
#include "ui/debugger/lane_table_state.h"

namespace warpwise::ui {

// What the line's operands bring into the table.
struct LaneColours {
    bool faults = false;                  // some lanes of the line do
    bool sectors = false, banks = false;  // strips of global and of shared memory
    bool conflicts = false;               // some lanes need one bank
};
void draw_lane_toolbar(DebugView&, LaneTableState&, const LaneColours&);

}  // namespace warpwise::ui
