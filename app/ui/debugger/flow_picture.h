// The picture of the view "flow": a row of elements per write request, one below another, and an arrow from each element that a
// lane read to the element that it wrote.
#pragma once

#include "ui/debugger/debug_view.h"
#include "ui/debugger/flow_facts.h"

namespace warpwise::ui {

// In the room that is left, which it scrolls. Up and down keys and a click choose a row; -1: none.
void draw_flow(DebugView&, const Flow&, int& chosen_row);

}  // namespace warpwise::ui
