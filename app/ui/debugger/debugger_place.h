// The fields of the debugger's controls: which block, warp and lane to show, the schedule, and whether the blocks before have run.
#pragma once

namespace warpwise::ui {

struct Workbench;

void place_fields(Workbench&);  // all of them, in rows
// Those of an open session: at the right end of the row whose items end at `left` (on the screen), below it where they have no
// room.
void session_fields(Workbench&, float left);

}  // namespace warpwise::ui
