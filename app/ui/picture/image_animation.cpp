// The mouse that draws into an image that moves.
#include <imgui.h>

#include <algorithm>
#include <cmath>

#include "ui/picture/image_view.h"

namespace warpwise::ui {
namespace {

constexpr double brush_share = 1.0 / 40;  // its radius, of the picture's shorter edge

void paint(ImageScene& s, const AnimationPlayer::Stroke& stroke) {
    if (s.by_graphics)
        s.state.graphics->paint(stroke.x, stroke.y, stroke.radius, stroke.width, stroke.value);
    else
        s.state.animation.player->paint(stroke);
}

// Of a cell the other state, so that a click undoes a click.
double value_to_draw(const ImageScene& s, std::array<int, 2> pixel) {
    const double most = s.spec.high.value_or(1);
    const auto place =
        static_cast<std::size_t>(pixel[1]) * static_cast<std::size_t>(s.spec.width) + static_cast<std::size_t>(pixel[0]);
    return s.spec.paints_cells && place < s.array->size() && s.array->value(place) != 0 ? 0 : most;
}

// The mouse may jump from frame to frame: the stroke is a chain of discs that overlap.
void paint_line(ImageScene& s, std::array<int, 2> from, std::array<int, 2> to) {
    const double radius = s.spec.paints_cells ? 0 : std::max(1.0, std::min(s.spec.width, s.spec.height) * brush_share);
    const double dx = to[0] - from[0], dy = to[1] - from[1];
    const int pieces = std::max(1, static_cast<int>(std::ceil(std::hypot(dx, dy) / std::max(1.0, radius))));
    for (int i = 1; i <= pieces; ++i) {
        const double share = static_cast<double>(i) / pieces;
        paint(s, {std::llround(from[0] + dx * share), std::llround(from[1] + dy * share), s.spec.width, radius,
                  s.state.animation.brush_value});
    }
}

}  // namespace

void draw_with_mouse(ImageScene& s, bool active) {
    auto& brush = s.state.animation.brush;
    const auto pixel = s.pixel_at(ImGui::GetIO().MousePos);
    if (!active || !ImGui::IsMouseDown(ImGuiMouseButton_Left) || !pixel) {
        brush.reset();
        return;
    }
    if (!brush) s.state.animation.brush_value = value_to_draw(s, *pixel);
    if (brush != pixel) paint_line(s, brush.value_or(*pixel), *pixel);
    brush = pixel;
    s.wb.ongoing.animates = true;
}

}  // namespace warpwise::ui
