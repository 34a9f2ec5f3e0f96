// The panels of this room; the table of views (shell/views.cpp) places them.
#pragma once

namespace warpwise::ui {

struct Workbench;

void bits_panel(Workbench&);      // one number: its bits, its value, its neighbours on the number line (bits_panel.cpp)
void sum_race_panel(Workbench&);  // the same numbers added in several orders (sum_race_panel.cpp)
void estimate_panel(Workbench&);  // random samples, and how far the estimate from them is off (estimate_panel.cpp)

}  // namespace warpwise::ui
