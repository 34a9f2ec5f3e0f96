#include "ui/kit/lane_colour.h"

namespace warpwise::ui {

ImU32 lane_colour(const Theme& t, int lane) {
    const float at = static_cast<float>(lane) / (kLanesOfWarp - 1);
    return at < 0.5f ? mix(t.series[3], t.series[2], at * 2) : mix(t.series[2], t.series[0], at * 2 - 1);
}

ImU32 lane_ink(const Theme& t, int lane) {
    const ImU32 ground = lane_colour(t, lane);
    return contrast(t.ground, ground) > contrast(t.text, ground) ? t.ground : t.text;
}

}  // namespace warpwise::ui
