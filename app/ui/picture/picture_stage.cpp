#include "ui/picture/picture_stage.h"

#include <algorithm>
#include <cmath>

namespace warpwise::ui {
namespace {

// Unscaled pixels.
constexpr double kDrawerWidth = 250, kWidestDrawer = 380, kLeastBelow = 190, kGap = 14, kWideRoom = 720;
constexpr double kCalloutWidth = 176, kWidestCallout = 340;  // 32 cells that can be told apart, and its margins
constexpr double kNearly = 0.95;                             // of its size, so that the picture does not seem to shrink
constexpr double kMostCovered = 0.45;                        // of the room's width

struct Size {
    double w = 0, h = 0;
};

Size fitted(double width, double height, double aspect) {
    width = std::max(width, 16.0), height = std::max(height, 16.0);
    if (aspect <= 0) return {std::floor(width), std::floor(height)};
    const double w = std::min(width, height / aspect);
    return {std::max(16.0, std::floor(w)), std::max(16.0, std::floor(w * aspect))};
}

// In the middle of what is left for it.
Box middle(Size size, double width) { return {std::max(0.0, std::floor((width - size.w) / 2)), 0, size.w, size.h}; }

StageLayout beside(const StageRoom& room, Size picture, double space) {
    StageLayout layout{.place = DrawerPlace::beside, .open = true};
    const double width = std::clamp(room.width - picture.w - space, kDrawerWidth * room.scale, kWidestDrawer * room.scale);
    layout.picture = middle(picture, room.width - width - space);
    layout.drawer = {room.width - width, 0, width, room.height};
    return layout;
}

// The picture stands left of its callout, whether or not a drawer covers that: opening it moves nothing.
StageLayout with_callout(StageLayout layout, const StageRoom& room) {
    const double space = kGap * room.scale;
    const double right = layout.open && layout.place == DrawerPlace::beside ? layout.drawer.x - space : room.width;
    const double width = right - layout.picture.w - space;
    if (!room.has_callout || width < kCalloutWidth * room.scale) return layout;
    layout.picture.x = 0;
    if (!layout.open || layout.place != DrawerPlace::over)
        layout.callout = {layout.picture.w + space, 0, std::min(width, kWidestCallout * room.scale), layout.picture.h};
    return layout;
}

StageLayout without_callout(const StageRoom& room, std::optional<bool> wanted) {
    const double space = kGap * room.scale, column = kDrawerWidth * room.scale + space;
    const Size whole = fitted(room.width, room.height, room.aspect);
    const Size shrunk = fitted(room.width - column, room.height, room.aspect);
    const bool is_free = room.aspect > 0 && room.width >= 2 * column && shrunk.w >= kNearly * whole.w;
    const bool fits_beside = is_free || room.width >= kWideRoom * room.scale;
    const bool fits_below = room.height - whole.h - space >= kLeastBelow * room.scale;
    StageLayout layout{.picture = middle(whole, room.width), .place = DrawerPlace::over};
    if (!wanted.value_or(fits_beside || fits_below)) return layout;
    if (!is_free && fits_below) {
        layout.place = DrawerPlace::below;
        layout.drawer = {0, whole.h + space, room.width, room.height - whole.h - space};
    } else if (fits_beside) {
        return beside(room, shrunk, space);
    } else {
        const double width = std::floor(std::min(kDrawerWidth * room.scale, kMostCovered * room.width));
        layout.drawer = {room.width - width, 0, width, room.height};
    }
    layout.open = true;
    return layout;
}

}  // namespace

StageLayout stage_layout(const StageRoom& room, std::optional<bool> wanted) {
    return with_callout(without_callout(room, wanted), room);
}

}  // namespace warpwise::ui
