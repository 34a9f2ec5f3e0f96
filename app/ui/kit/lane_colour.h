// The colours of a warp's lanes, the same in every view that tells all 32 apart.
#pragma once

#include "ui/kit/theme.h"

namespace warpwise::ui {

inline constexpr int kLanesOfWarp = 32;

// From lane 0 to lane 31, in steps from one hue to the next.
ImU32 lane_colour(const Theme&, int lane);
// Of a number on it: the theme's ink that contrasts more.
ImU32 lane_ink(const Theme&, int lane);

}  // namespace warpwise::ui
