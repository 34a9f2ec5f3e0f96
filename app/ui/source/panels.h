// The panels of this room; the table of views (shell/views.cpp) places them.
#pragma once

namespace warpwise::ui {

struct Workbench;

void source_panel(Workbench&);  // editor with squiggles, PTX and SASS (source_panel.cpp)

}  // namespace warpwise::ui
