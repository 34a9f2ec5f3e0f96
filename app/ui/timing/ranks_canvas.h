// The timeline of the view `ranks`: a row per rank with its calls, launches and copies, an arrow per message, what it waited for.
#pragma once

#include "ui/kit/theme.h"
#include "ui/timing/ranks_state.h"

namespace warpwise::ui {

// Of state.last; in what is left of the window. Scroll to zoom, drag to pan, keys as in the panel's tooltip.
void draw_ranks_canvas(const Look&, RanksState&);
void draw_ranks_legend(const Look&, const RankTimeline&, bool is_on_gpus);

}  // namespace warpwise::ui
