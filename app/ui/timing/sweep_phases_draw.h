// The bars of a sweep's phases and their legend, as they are drawn.
#pragma once

#include <string>

#include "ui/timing/sweep.h"
#include "ui/timing/sweep_phases.h"
#include "ui/workbench/workbench.h"

namespace warpwise::ui {

// The check box that stacks them. The bars have the copies in them, so with it the curves do too.
void stack_tool(const Look&, SweepState&, bool possible);
// One line above the plot, cut where the panel is too narrow: the device and its phases, each as it looks.
void draw_stack_legend(const Look&, const PhaseStack&, const std::string& label, float width);
// Between ImPlot::BeginPlot and EndPlot, on a linear time axis. What was recorded has a dashed frame.
void draw_stack(const Look&, const PhaseStack&);

}  // namespace warpwise::ui
