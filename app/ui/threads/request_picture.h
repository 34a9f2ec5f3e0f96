// The picture of the view `request`: a row of 32 lanes, and below it the sectors that they touch.
#pragma once

#include "ui/kit/theme.h"
#include "ui/threads/request_facts.h"

namespace warpwise::ui {

// As wide as the room. A click or the arrow keys choose a lane, -1: none.
void draw_request(const Look&, const RequestFacts&, int& chosen_lane);

}  // namespace warpwise::ui
