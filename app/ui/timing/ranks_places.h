// Where the ranks of the view `ranks` run: in the emulator, on the GPUs of this machine, or nowhere, with what was recorded on
// others.
#pragma once

#include <string>
#include <vector>

#include "ui/timing/ranks_state.h"
#include "ui/workbench/workbench.h"

namespace warpwise::ui {

// The GPUs that are chosen in Launch; where none is, all that are here.
Result<RankPlaces> places_of(const Workbench&, const RanksState&);
// A choice, where there is something to choose.
void draw_ranks_place(Workbench&, RanksState&, const RankJob&);
// A button for each recorded run of the job, which shows it.
void draw_recorded_runs(Workbench&, RanksState&, const RankJob&);
// "rows = 8192, steps = 100": those that are not the lesson's defaults, without the number of ranks. Empty: all are.
std::string changed_values(const Lesson&, const ParameterValues&);
// Those of the job in the recording that is chosen.
std::vector<const JobScaling*> recorded_scalings(const Workbench&, const RanksState&, const RankJob&);

}  // namespace warpwise::ui
