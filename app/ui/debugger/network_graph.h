// The graph of a network above the view "accesses": its weights light up as the warp reads them, forward and then back.
#pragma once

#include "lesson/access_view.h"

namespace warpwise::ui {

struct Workbench;

// Where the view names layers; else nothing. With a session of the learner it is at the session's moment, and else it can be
// played.
void draw_network(Workbench&, const ViewSpec&);

}  // namespace warpwise::ui
