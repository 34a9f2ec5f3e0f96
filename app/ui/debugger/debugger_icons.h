// The icons of the debugger's controls, as strokes: sharp at every size, in the colour of the text beside them.
#pragma once

#include <imgui.h>

#include "debug/debug_state.h"

namespace warpwise::ui {

// In a square of `size` around `centre`. Moves that have no icon draw nothing.
void draw_move_icon(ImDrawList&, DebugGo, ImVec2 centre, float size, ImU32 colour);
void draw_stop_icon(ImDrawList&, ImVec2 centre, float size, ImU32 colour);

}  // namespace warpwise::ui
