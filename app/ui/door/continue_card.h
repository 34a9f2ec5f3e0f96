// The lesson to go on with: its part, how much of it is left, and where in it the learner is.
#pragma once

namespace warpwise::ui {

struct Workbench;

void continue_card(Workbench&);

}  // namespace warpwise::ui
