// The picture of the view "tile": the part of the array that the tile covers and the tile, as two grids of elements.
#pragma once

#include <cstdint>

#include "ui/debugger/debug_view.h"
#include "ui/debugger/tile_facts.h"

namespace warpwise::ui {

struct TilePictureState {
    bool by_warp = false;      // colours tell warps apart, not lanes
    std::int64_t chosen = -1;  // element of the tile; -1: none
};
// In the room that is left, which it scrolls. `next`: the request that comes now, whose elements are outlined; may be null. Arrow
// keys and a click choose an element.
void draw_tile(DebugView&, const TileFacts&, const TileNow&, const TileEvent* next, TilePictureState&);

// The colour of what a lane of a warp wrote.
ImU32 tile_colour(const Theme&, const TileCell&, bool by_warp);

}  // namespace warpwise::ui
