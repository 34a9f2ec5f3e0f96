// The control of one of a lesson's parameters, as the launch panel and the prose show it.
#pragma once

#include "ui/workbench/workbench.h"

namespace warpwise::ui {

void parameter_control(Workbench&, const Parameter&);

}  // namespace warpwise::ui
