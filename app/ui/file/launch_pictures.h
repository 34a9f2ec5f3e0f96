// The small pictures of a launch: its grid, its arrays before and after, and the lanes of a fault. The facts are those of the HTML
// page (experiment/file/launch_rows.h).
#pragma once

#include <imgui.h>

#include "experiment/file/launch_rows.h"
#include "ui/kit/theme.h"

namespace warpwise::ui {

inline constexpr float kStripHeight = 12, kStripPairGap = 3;  // unscaled: of one strip, and between before and after

ImVec2 grid_size(const GridThumbnail&);  // unscaled
void draw_grid(const Look&, ImDrawList&, ImVec2 at, const GridThumbnail&);
// Before above after.
void draw_strips(const Look&, ImDrawList&, ImVec2 at, float width, const ArrayStrip&);
// A row of lanes as an item, in two rows where the panel is narrow.
void lanes_item(const Look&, const FaultLanes&);

}  // namespace warpwise::ui
