// The row of Run below the choices of the launch panel.
#pragma once

#include "ui/workbench/workbench.h"

namespace warpwise::ui {

void run_row(Workbench&);
// Of Run, the line of progress and the boxes beside or below them.
float run_row_height(const Workbench&);

}  // namespace warpwise::ui
