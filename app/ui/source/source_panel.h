// The source panel, for those who bring it to the front.
#pragma once

#include "ui/source/source_state.h"

namespace warpwise::ui {

// Brings the source to the front at a line of the kernel, or of the text that the debugger steps; `edit`: with the keyboard there.
void show_source_line(Workbench&, int line, bool stepped = false, bool edit = false);
// Brings the exercise's text to the front.
void show_exercise_source(Workbench&, int line = 0);

}  // namespace warpwise::ui
