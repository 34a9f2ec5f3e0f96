// The panels of this room; the table of views (shell/views.cpp) places them.
#pragma once

namespace warpwise::ui {

struct Workbench;

void thread_grid_panel(Workbench&);  // blocks, warps and threads (thread_grid_panel.cpp)
void array_strip_panel(Workbench&);  // arrays, and who wrote each element (array_strip_panel.cpp)
void occupancy_panel(Workbench&);    // blocks and warps on one multiprocessor (occupancy_panel.cpp)
void latency_panel(Workbench&);      // how a warp scheduler hides latency, a model (latency_panel.cpp)
void limits_panel(Workbench&);       // what a launch may ask for, and what this one does (limits_panel.cpp)
void address_map_panel(Workbench&);  // where the elements of views are in memory (address_map_panel.cpp)
void request_panel(Workbench&);      // the sectors that one request of a warp touches (request_panel.cpp)

}  // namespace warpwise::ui
