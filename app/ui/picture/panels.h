// The panels of this room; the table of views (shell/views.cpp) places them.
#pragma once

namespace warpwise::ui {

struct Workbench;

void image_panel(Workbench&);   // an array as a picture (image_panel.cpp)
void points_panel(Workbench&);  // an array as particles (points_panel.cpp)

}  // namespace warpwise::ui
