#include "ui/picture/picture_stage.h"

#include <algorithm>
#include <cmath>

namespace warpwise::ui {
namespace {

// Unscaled pixels.
constexpr double drawer_width = 250, widest_drawer = 380, least_below = 190, gap = 14, wide_room = 720;
constexpr double callout_width = 176, widest_callout = 340;  // 32 cells that can be told apart, and its margins
constexpr double nearly = 0.95;                              // of its size, so that the picture does not seem to shrink
constexpr double most_covered = 0.45;                        // of the room's width

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
    const double width = std::clamp(room.width - picture.w - space, drawer_width * room.scale, widest_drawer * room.scale);
    layout.picture = middle(picture, room.width - width - space);
    layout.drawer = {room.width - width, 0, width, room.height};
    return layout;
}

// The picture stands left of its callout, whether or not a drawer covers that: opening it moves nothing.
StageLayout with_callout(StageLayout layout, const StageRoom& room) {
    const double space = gap * room.scale;
    const double right = layout.open && layout.place == DrawerPlace::beside ? layout.drawer.x - space : room.width;
    const double width = right - layout.picture.w - space;
    if (!room.has_callout || width < callout_width * room.scale) return layout;
    layout.picture.x = 0;
    if (!layout.open || layout.place != DrawerPlace::over)
        layout.callout = {layout.picture.w + space, 0, std::min(width, widest_callout * room.scale), layout.picture.h};
    return layout;
}

StageLayout without_callout(const StageRoom& room, std::optional<bool> wanted) {
    const double space = gap * room.scale, column = drawer_width * room.scale + space;
    const Size whole = fitted(room.width, room.height, room.aspect);
    const Size shrunk = fitted(room.width - column, room.height, room.aspect);
    const bool is_free = room.aspect > 0 && room.width >= 2 * column && shrunk.w >= nearly * whole.w;
    const bool fits_beside = is_free || room.width >= wide_room * room.scale;
    const bool fits_below = room.height - whole.h - space >= least_below * room.scale;
    StageLayout layout{.picture = middle(whole, room.width), .place = DrawerPlace::over};
    if (!wanted.value_or(fits_beside || fits_below)) return layout;
    if (!is_free && fits_below) {
        layout.place = DrawerPlace::below;
        layout.drawer = {0, whole.h + space, room.width, room.height - whole.h - space};
    } else if (fits_beside) {
        return beside(room, shrunk, space);
    } else {
        const double width = std::floor(std::min(drawer_width * room.scale, most_covered * room.width));
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
