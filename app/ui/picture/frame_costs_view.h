// The face of the timings view that lessons with a picture have: what a frame costs on each path to the screen.
#pragma once

#include "ui/shell/workbench.h"

namespace warpwise::ui {

// The state of the open lesson's picture; null where it has none.
const MovingState* picture_state(const Workbench&);
void frame_costs_view(Workbench&);

}  // namespace warpwise::ui
