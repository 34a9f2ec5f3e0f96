// The fields of the debugger's controls: which block, warp and lane to show, the schedule, and whether the blocks before have run.
#pragma once

namespace warpwise::ui {

struct Workbench;

void place_fields(Workbench&);

}  // namespace warpwise::ui
