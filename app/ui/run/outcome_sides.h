// Two outcomes of one launch side by side: what the racing threads did under each schedule, in the order in which they did it.
#pragma once

namespace warpwise {
struct OtherOutcome;
}

namespace warpwise::ui {

struct Workbench;

// A click on what a thread did opens the debugger at that moment, under that schedule.
void outcome_sides(Workbench&, const OtherOutcome&);

}  // namespace warpwise::ui
