// The mouse that draws into an image that moves.
#include <imgui.h>

#include <algorithm>
#include <cmath>

#include "ui/picture/image_view.h"

namespace warpwise::ui {
namespace {

constexpr double kBrushShare = 1.0 / 40;  // its radius, of the picture's shorter edge

double brush_radius(const ImageSpec& spec) {
    return spec.paints_cells ? 0 : std::max(1.0, std::min(spec.width, spec.height) * kBrushShare);
}

void paint(ImageScene& s, const AnimationPlayer::Stroke& stroke) {
    if (s.by_graphics)
        s.state.graphics->paint(stroke.x, stroke.y, stroke.radius, stroke.width, stroke.value);
    else
        s.state.animation.player->paint(stroke);
}

// Of a cell the other state, so that a click undoes a click.
double value_to_draw(const ImageScene& s, std::array<int, 2> pixel) {
    if (!s.spec.brushes.empty() && s.state.draws_low) return s.spec.low.value_or(0);
    const double most = s.spec.high.value_or(1);
    const auto place =
        static_cast<std::size_t>(pixel[1]) * static_cast<std::size_t>(s.spec.width) + static_cast<std::size_t>(pixel[0]);
    return s.spec.paints_cells && place < s.values.size() && s.values.value(place) != 0 ? 0 : most;
}

// The mouse may jump from frame to frame: the stroke is a chain of discs that overlap.
void paint_line(ImageScene& s, std::array<int, 2> from, std::array<int, 2> to) {
    const double radius = brush_radius(s.spec);
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
    if (!active || !ImGui::IsMouseDown(ImGuiMouseButton_Left) || !pixel || !s.has_picture() || s.is_before) {
        brush.reset();
        return;
    }
    if (!brush) s.state.animation.brush_value = value_to_draw(s, *pixel);
    if (brush != pixel) paint_line(s, brush.value_or(*pixel), *pixel);
    brush = pixel;
    s.wb.ongoing.animates = true;
}

void draw_brush(const ImageScene& s) {
    const auto pixel = s.pixel_at(ImGui::GetIO().MousePos);
    if (!pixel) return;
    const double radius = brush_radius(s.spec), x = (*pixel)[0], y = (*pixel)[1];
    const float line = s.wb.look.px(1.5f);
    ImDrawList& list = *ImGui::GetWindowDrawList();
    list.PushClipRect(s.min, s.max, true);
    if (radius > 0) {
        const ImVec2 middle = s.at_pixel(x + 0.5, y + 0.5);
        list.AddCircle(middle, std::abs(s.at_pixel(x + 0.5 + radius, 0).x - middle.x), IM_COL32_WHITE, 0, line);
    } else {
        list.AddRect(s.at_pixel(x, y), s.at_pixel(x + 1, y + 1), s.wb.look.theme.warn, 0, line);
    }
    list.PopClipRect();
}

}  // namespace warpwise::ui
