// Windows over the panels, as begin_overlay() of widgets.h opens them, and Escape.
#pragma once

namespace warpwise::ui {

struct Look;

// The next overlay: in the middle at first, of at most this size (unscaled), within the window.
void centre_next_window(const Look&, float width, float height);
// Whether an overlay, a menu or a pop-up is open: Escape then closes it and means nothing else.
bool anything_to_escape();

}  // namespace warpwise::ui
