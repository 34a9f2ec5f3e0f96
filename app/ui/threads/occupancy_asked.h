// What the occupancy and the table of limits are asked about: the launch of the draft, and a compute capability that both share.
#pragma once

#include "ui/threads/occupancy_facts.h"

namespace warpwise::ui {

struct Workbench;

// The chosen one; at first that of the GPU here, or 9.0.
const SmLimits& chosen_sm(Workbench&);
void capability_combo(Workbench&, const SmLimits&);

// Of a draft that has a launch.
KernelNeeds needs_of_kernel(Workbench&);
OccupancyQuestion question_of(const Workbench&, const KernelNeeds&);

}  // namespace warpwise::ui
