// The panel of this room; the table of views (shell/views.cpp) places it.
#pragma once

namespace warpwise::ui {

struct Workbench;

void compare_panel(Workbench&);  // the learner's text beside the lesson's, of one run

}  // namespace warpwise::ui
