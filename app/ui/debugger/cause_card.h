// The card for the line that the warp is about to execute: what it costs, why, and what to try.
#pragma once

#include <cstddef>

#include "ui/debugger/debug_view.h"

namespace warpwise::ui {

// At most this many causes, the most costly first. A low card keeps its height, whatever a search comes to.
void draw_cause_card(DebugView&, std::size_t most = 8, bool is_low = false);

}  // namespace warpwise::ui
