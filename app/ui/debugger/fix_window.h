// What changes from the kernel that is stepped to the one that avoids a cost, over the panels.
#pragma once

#include "ui/debugger/cause_help.h"

namespace warpwise::ui {

void show_fix(Workbench&, const KernelFix&);
// Drawn once per frame, whichever panel asks first.
void fix_window(Workbench&);

}  // namespace warpwise::ui
