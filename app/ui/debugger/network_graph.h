// The graph of a network above the view "accesses": its weights light up as the warp reads them, forward and then back.
#pragma once

#include "lesson/access_view.h"

namespace warpwise::ui {

struct Workbench;
struct AccessSurvey;

// Where the view names layers; else nothing. With a session of the learner it is at the session's moment, and else it can be
// played.
void draw_network(Workbench&, const ViewSpec&, const AccessSurvey&);
// The same while a session is open: collects the accesses first.
void draw_network_of_session(Workbench&, const ViewSpec&);

}  // namespace warpwise::ui
