// Windows over the panels, as begin_overlay() of widgets.h opens them, and Escape.
#pragma once

namespace warpwise::ui {

// Whether an overlay, a menu or a pop-up is open: Escape then closes it and means nothing else.
bool anything_to_escape();

}  // namespace warpwise::ui
