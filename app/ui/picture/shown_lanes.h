// The lanes of the warp that wrote the chosen pixel, as data, to be drawn elsewhere than in the window.
#pragma once

#include <cstdint>
#include <optional>
#include <string>

#include "ui/picture/image_facts.h"

namespace warpwise::ui {

struct Workbench;

struct ShownLanes {
    WarpLanes warp;
    std::uint64_t thread = 0;  // that wrote the pixel
    std::string unit;          // what a value counts: "steps"
    std::string place;         // "Pixel (12, 7): thread (3, 0) of block (1, 0), lane 3 of warp 0"
};
// Nothing where the lesson counts no work of lanes, or no pixel of a known thread is chosen (image_panel.cpp).
std::optional<ShownLanes> shown_lanes(Workbench&);

}  // namespace warpwise::ui
