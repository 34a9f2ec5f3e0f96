// What the learner can ask of the debugger, in one table: the panel's buttons, the menu, keys and the palette follow it.
#pragma once

#include <span>

#include "debug/debug_state.h"

namespace warpwise::ui {

struct Workbench;

struct DebugMove {
    const char* id;     // "step": the button is "###step"
    const char* label;  // of the button
    const char* keys;   // "F10"; empty: none
    const char* help;
    DebugGo go;
};
// In the order of the buttons: back, steps, runs. DebugGo::to_line is the line of the cursor.
std::span<const DebugMove> debug_moves();

bool is_debugging(const Workbench&);  // a session is open
bool can_start_debugger(const Workbench&);
void start_debugger(Workbench&);  // at the block and warp that are chosen
void debug_go(Workbench&, DebugGo);
void toggle_breakpoint_at_cursor(Workbench&);
// The draft has other values or another text than what is stepped.
bool is_outdated(const Workbench&);

}  // namespace warpwise::ui
