// A grid, and those that its threads launch.
#pragma once

#include "simt/execute/execute_outcome.h"
#include "simt/execute/launch_plan.h"
#include "simt/execute/launch_progress.h"

namespace warpwise::simt {

// A grid, then those that its threads launched, in the order of its blocks and each with its own: a grid counts as ended when all
// that descend from it have, so that what follows it in its stream finds their results.
void run_grids(LaunchPlan&, LaunchProgress&, ExecuteOutcome&);

}  // namespace warpwise::simt
