// Which lanes run and which wait: the lanes of the warp as nested masks, and the warps of the block at their barrier.
#pragma once

#include "ui/debugger/debug_view.h"

namespace warpwise::ui {

void draw_masks_view(DebugView&);

}  // namespace warpwise::ui
