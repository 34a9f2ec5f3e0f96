// The panels of this room; the table of views (shell/views.cpp) places them.
#pragma once

namespace warpwise::ui {

struct Workbench;

void lanes_panel(Workbench&);          // every variable in every lane (lane_table.cpp); these are called from debug_panels.cpp
void memory_panel(Workbench&);         // an access from the lanes to memory (memory_view.cpp)
void banks_panel(Workbench&);          // an access by the banks of shared memory (banks_view.cpp)
void masks_panel(Workbench&);          // which lanes run and which wait (masks_view.cpp)
void cause_panel(Workbench&);          // what the line costs (cause_card.cpp)
void accesses_panel(Workbench&);       // what the warp accessed so far, by lane, address and time (access_history.cpp)
void flow_panel(Workbench&);           // arrows from what its lanes read to what they write (flow_panel.cpp)
void tile_panel(Workbench&);           // a shared array of a block that fills (tile_panel.cpp)
void bins_panel(Workbench&);           // an array that a block updates with atomics, as heat (bins_panel.cpp)
void debugger_panel(Workbench&);       // steps, the current position, the timeline of the warps (debugger_panel.cpp)
void warp_timeline_panel(Workbench&);  // the timeline alone (warp_timeline.cpp)

}  // namespace warpwise::ui
