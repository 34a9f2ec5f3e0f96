// Which block, warp and lane is shown, and what ran before: the fields of the debugger's controls.
#pragma once

namespace warpwise::ui {

struct Workbench;

void place_fields(Workbench&);

}  // namespace warpwise::ui
