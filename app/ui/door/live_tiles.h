// Three pictures that kernels of the course compute while the welcome page is looked at. Each reacts to a drag, and opens its
// lesson on a click or Enter.
#pragma once

namespace warpwise::ui {

struct Workbench;

// In a row of this width.
void live_tiles(Workbench&, float width);

}  // namespace warpwise::ui
