// The panels of this room; the table of views (shell/views.cpp) places them.
#pragma once

namespace warpwise::ui {

struct Workbench;

void debugger_panel(Workbench&);       // steps, where one stands, the warps' timeline (debugger_panel.cpp)
void warp_timeline_panel(Workbench&);  // the timeline alone (warp_timeline.cpp)

}  // namespace warpwise::ui
