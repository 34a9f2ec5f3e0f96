// A picture of the learner's own, by the desktop's dialog or a path that is typed.
#pragma once

namespace warpwise::ui {

struct Shell;
struct Workbench;

void own_picture_window(Shell&);
bool asks_for_picture(const Workbench&);  // the desktop's dialog is open

}  // namespace warpwise::ui
