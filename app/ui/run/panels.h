// The panels of this room; the table of views (shell/views.cpp) places them.
#pragma once

namespace warpwise::ui {

struct Workbench;

void launch_panel(Workbench&);    // presets, data, launch, devices, Run (launch_panel.cpp)
void result_panel(Workbench&);    // verdict, counters, fault (result_panel.cpp)
void messages_panel(Workbench&);  // what the program told (messages_panel.cpp)

}  // namespace warpwise::ui
