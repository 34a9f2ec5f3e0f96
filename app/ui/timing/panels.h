// The panels of this room; the table of views (shell/views.cpp) places them.
#pragma once

namespace warpwise::ui {

struct Workbench;

void timings_panel(Workbench&);   // rolling bars by phase (timings_panel.cpp)
void sweep_panel(Workbench&);     // times over a parameter (sweep_panel.cpp)
void roofline_panel(Workbench&);  // rates against ceilings (roofline_panel.cpp)
void timeline_panel(Workbench&);  // operations on streams (timeline_panel.cpp)
void ranks_panel(Workbench&);     // jobs in ranks of MPI (ranks_panel.cpp)

}  // namespace warpwise::ui
