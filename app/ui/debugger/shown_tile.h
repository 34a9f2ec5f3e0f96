// What the view "tile" shows now, as data, to be drawn elsewhere than in the window.
#pragma once

#include <optional>
#include <string>

#include "base/error.h"
#include "ui/debugger/tile_facts.h"

namespace warpwise::ui {

struct Workbench;

struct ShownTile {
    TileFacts facts;
    TileNow now;
    std::optional<TileEvent> next;
    std::string sentence;
    bool by_warp = false;
};
// An error where the view has nothing to show yet (tile_panel.cpp).
Result<ShownTile> shown_tile(Workbench&);

}  // namespace warpwise::ui
