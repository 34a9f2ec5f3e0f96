// The panels of this room; the table of views (shell/views.cpp) places them.
#pragma once

namespace warpwise::ui {

struct Workbench;

void lesson_panel(Workbench&);  // prose, predictions, exercise (lesson_panel.cpp)
void course_panel(Workbench&);  // the lessons with the learner's progress (course_panel.cpp)

}  // namespace warpwise::ui
