// Dynamic parallelism: grids that threads of a kernel launch.
#pragma once

#include "simt/execute_state.h"

namespace warpwise::simt {

// As CUDA has them by default: the grids that may wait to begin at a time, and how deep grids may nest.
inline constexpr std::uint64_t kMostPendingGrids = 2048;
inline constexpr std::uint32_t kDeepestGrid = 24;
// Of one launch, which CUDA does not limit: a recursion that branches out would take hours. A grid costs some 50 microseconds here.
inline constexpr std::uint64_t kMostGrids = std::uint64_t{1} << 18;

// Each active lane launches a grid. False: a fault.
bool launch_grids(BlockRun&, Warp&, const Instruction&);
// A grid, then those that its threads launched, in the order of its blocks and each with its own: a grid counts as ended when all
// that descend from it have, so that what follows it in its stream finds their results.
void run_grids(LaunchPlan&, LaunchProgress&, ExecuteOutcome&);
// One grid (execute.cpp).
void run_grid(const LaunchPlan&, LaunchProgress&, ExecuteOutcome&);

}  // namespace warpwise::simt
