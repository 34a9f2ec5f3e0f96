// The debugger's moves as icons with their keys, in groups: back, steps, runs, the end.
#pragma once

namespace warpwise::ui {

struct Workbench;

// `busy`: a command takes so long that no move is offered. A session is open.
void debugger_controls(Workbench&, bool busy);
float debugger_controls_width(const Workbench&);   // in one row
bool debugger_controls_are_low(const Workbench&);  // icons without keys: the panel is narrow

}  // namespace warpwise::ui
