// The card of one value of the table of lanes: what it was and becomes, what wrote it, and how to go to that write.
#pragma once

#include "ui/debugger/debug_view.h"
#include "ui/debugger/operands.h"

namespace warpwise::ui {

struct LaneCardState {
    DebugBytes asked;  // whose last writer was asked for by hand, in a long run
};

// Of an operand in a lane that takes part in it. Wants its last writer from the session.
void draw_value_card(DebugView&, LaneCardState&, const Operand&, int lane);

}  // namespace warpwise::ui
