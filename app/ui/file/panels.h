// The panels of this room; the table of views (shell/views.cpp) places them.
#pragma once

namespace warpwise::ui {

struct Workbench;

void arguments_panel(Workbench&);  // the kernels of an opened CUDA file and what they get (arguments_panel.cpp)
void program_panel(Workbench&);    // its main(): mistakes, launches, output (program_panel.cpp)

}  // namespace warpwise::ui
