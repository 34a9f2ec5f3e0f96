// How a view divides its room between a picture and the drawer with the details. Geometry only; no window library in here.
#pragma once

#include <optional>

#include "ui/threads/thread_grid_layout.h"

namespace warpwise::ui {

struct StageRoom {
    double width = 0, height = 0;
    double scale = 1;          // of text and lines
    double aspect = 0;         // height by width of the picture; 0: it fills any room
    bool has_callout = false;  // what the picture enlarges may stand beside it
};

// `beside` and `below` cost the picture nothing or little; `over` covers its right edge and never its centre.
enum class DrawerPlace { beside, below, over };

struct StageLayout {
    Box picture, drawer;  // from the room's upper left corner
    Box callout;          // right of the picture; without width where there is no room for one, or the drawer lies there
    DrawerPlace place = DrawerPlace::beside;
    bool open = false;
};

// Without a wish of the learner's the drawer is open where it leaves the picture (nearly) as large as it is without it, and in
// wide rooms. Opening one that is `over` moves nothing.
StageLayout stage_layout(const StageRoom&, std::optional<bool> wanted);

}  // namespace warpwise::ui
