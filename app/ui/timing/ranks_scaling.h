// Of the view `ranks`: how the time of a job depends on the number of ranks.
#pragma once

#include "ui/timing/ranks_state.h"
#include "ui/workbench/workbench.h"

namespace warpwise::ui {

// The draft's values, but for those that the job sets itself.
ParameterValues given_values(const Workbench&, const RankJob&);
void draw_scaling_part(Workbench&, RanksState&, const RankJob&);

}  // namespace warpwise::ui
