// Where a card stands over a picture whose block it enlarges. Geometry only; no window library in here.
#pragma once

#include <cstddef>
#include <functional>
#include <optional>

#include "ui/threads/thread_grid_layout.h"

namespace warpwise::ui {

struct CalloutQuestion {
    Box picture, block;    // the picture's free part, and the block in it
    double w = 0, h = 0;   // of the card
    double pad = 0;        // to the picture's edges and to the block
    std::size_t last = 0;  // the corner in which it stood
};

struct CalloutPlace {
    Box card;
    std::size_t corner = 0;  // 0 to 3
};

// The corner in which the card covers least of what the picture shows, but neither the block nor the picture's middle; nothing
// where there is none. `shown` says how much a box of the picture shows, 0 to 1. A card stays where it stood unless another corner
// is clearly better: it would jump as a picture changes.
std::optional<CalloutPlace> place_callout(const CalloutQuestion&, const std::function<double(const Box&)>& shown);

}  // namespace warpwise::ui
