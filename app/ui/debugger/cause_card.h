// The card for the line that the warp is about to execute: what it costs, why, and what to try.
#pragma once

#include <cstddef>

#include "ui/debugger/debug_view.h"

namespace warpwise::ui {

// At most this many causes, the most costly first. A low card keeps its height, whatever a search comes to, and has the advice on
// one line, and on more where `spare` is left below the card; the tooltip tells it whole. By how much these lines make the card
// higher.
float draw_cause_card(DebugView&, std::size_t most = 8, bool is_low = false, float spare = 0);
// The first cause's title alone, the rest in its tooltip: where a card has no room.
void draw_cause_line(DebugView&);

}  // namespace warpwise::ui
