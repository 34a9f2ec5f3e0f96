// What the learner can ask of the debugger, in one table: the panel's buttons follow it, and the keys are those of the shell's
// commands.
#pragma once

#include <span>

#include "debug/debug_state.h"

namespace warpwise::ui {

struct Workbench;

enum class MoveGroup { back, step, run };
struct DebugMove {
    const char* id;    // "step": the button is "###step"
    const char* name;  // "Step over"
    const char* keys;  // "F10"
    const char* help;
    DebugGo go;
    MoveGroup group;
};
// In the order of the buttons. DebugGo::to_line is the line of the cursor.
std::span<const DebugMove> debug_moves();

// The block can run no further: it has ended, or stands at its fault.
bool is_over(const DebugState&);
// Whether a move leads anywhere from here.
bool is_possible(const DebugState&, DebugGo);
// What one most likely wants next: to step over this line; back from an end or a fault; on, where this warp has finished.
DebugGo likely_move(const DebugState&);

bool is_debugging(const Workbench&);  // a session is open
bool can_start_debugger(const Workbench&);
void start_debugger(Workbench&);     // at the block and warp that are chosen
void debug_go(Workbench&, DebugGo);  // nothing, where it leads nowhere
void toggle_breakpoint_at_cursor(Workbench&);
// The draft has other values or another text than what is stepped.
bool is_outdated(const Workbench&);

}  // namespace warpwise::ui
