// The control of one of a lesson's parameters, as the launch panel and the prose show it; and which preset is chosen.
#pragma once

#include "ui/workbench/workbench.h"

namespace warpwise::ui {

void parameter_control(Workbench&, const Parameter&);
// Whether the draft is as the preset sets it.
bool fits(const Workbench&, const Preset&);

}  // namespace warpwise::ui
