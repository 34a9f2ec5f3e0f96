// The list of breakpoints, with their conditions.
#pragma once

namespace warpwise::ui {

struct Workbench;

// Beside the item before it; nothing while there are no breakpoints.
void breakpoints_button(Workbench&);

}  // namespace warpwise::ui
