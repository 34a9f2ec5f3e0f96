// Before and after in one picture: left of a line what the kernel read, right of it what it wrote.
#include <fmt/format.h>
#include <imgui.h>
#include <imgui_internal.h>

#include <algorithm>
#include <cmath>
#include <string>

#include "ui/kit/draw.h"
#include "ui/kit/widgets.h"
#include "ui/picture/image_view.h"

namespace warpwise::ui {
namespace {

constexpr float kGrip = 14, kLineWidth = 2, kLabelGap = 8;  // unscaled
constexpr double kKeyStep = 0.02;
constexpr ImU32 kLine = IM_COL32(255, 255, 255, 255), kLineEdge = IM_COL32(0, 0, 0, 200), kLabelGround = IM_COL32(0, 0, 0, 170);

float divider_x(const ImageScene& s) { return std::round(s.min.x + s.width() * static_cast<float>(s.state.divider)); }

// The input has a range of its own: the palette's ends of the lesson are for the output.
ImageSpec spec_of_before(const ImageScene& s) {
    ImageSpec spec = s.spec;
    spec.low.reset(), spec.high.reset(), spec.dark.reset();
    return spec;
}

void refresh_before(ImageScene& s, const gl::PicturePart& part) {
    ImageState& state = s.state;
    const ImageSpec spec = spec_of_before(s);
    if (state.before_shown == s.before_arrays && state.before_spec == spec && state.before_part == part) return;
    if (state.before_shown != s.before_arrays) state.before_range = range_of(s.before, spec);
    state.before_picture.set(part.columns, part.rows,
                             colours_of(s.before, spec, *palette_table(spec.palette), kPictureGround, part, state.before_range));
    state.before_shown = s.before_arrays;
    state.before_spec = spec;
    state.before_part = part;
}

// Dark in every theme, as the picture's ground is.
void put_label(const ImageScene& s, float x, float align, const std::string& text) {
    const Look& look = s.wb.look;
    const float size = look.px(Fonts::kSmall), wide = text_width(look.fonts.regular, size, text), pad = look.px(4);
    const ImVec2 at{x - wide * align, s.min.y + look.px(kLabelGap)};
    if (at.x - pad < s.min.x || at.x + wide + pad > s.max.x) return;  // no room on this side
    ImDrawList& list = *ImGui::GetWindowDrawList();
    list.AddRectFilled({at.x - pad, at.y - pad / 2}, {at.x + wide + pad, at.y + size + pad}, kLabelGround, look.px(3));
    put_text(list, look.fonts.regular, size, at, kLine, text);
}

}  // namespace

void draw_before(ImageScene& s, const gl::PicturePart& part) {
    refresh_before(s, part);
    const std::uint32_t texture = s.state.before_picture.texture();
    if (texture == 0) return;
    ImDrawList& list = *ImGui::GetWindowDrawList();
    const ImGuiPlatformIO& platform = ImGui::GetPlatformIO();
    const bool enlarged = s.pixels_per_point() < 1;
    list.PushClipRect(s.min, {divider_x(s), s.max.y}, true);
    list.AddRectFilled(s.min, s.max, kPictureGround);
    if (enlarged && platform.DrawCallback_SetSamplerNearest) list.AddCallback(platform.DrawCallback_SetSamplerNearest, nullptr);
    list.AddImage(static_cast<ImTextureID>(texture), s.at_pixel(part.left, part.top),
                  s.at_pixel(part.left + part.columns * part.box, part.top + part.rows * part.box));
    if (enlarged && platform.DrawCallback_SetSamplerLinear) list.AddCallback(platform.DrawCallback_SetSamplerLinear, nullptr);
    list.PopClipRect();
}

void image_divider(ImageScene& s) {
    const Look& look = s.wb.look;
    const float x = divider_x(s), grip = look.px(kGrip);
    ImGui::SetCursorScreenPos({x - grip / 2, s.min.y});
    ImGui::InvisibleButton("##image_divider", {grip, s.height()}, ImGuiButtonFlags_EnableNav);
    const bool active = ImGui::IsItemActive(), hovered = ImGui::IsItemHovered(), focused = ImGui::IsItemFocused();
    if (active && ImGui::IsMouseDown(ImGuiMouseButton_Left))
        s.state.divider = std::clamp(static_cast<double>((ImGui::GetIO().MousePos.x - s.min.x) / s.width()), 0.0, 1.0);
    if (hovered || active) ImGui::SetMouseCursor(ImGuiMouseCursor_ResizeEW);
    if (focused) {
        const ImGuiID id = ImGui::GetItemID();
        const auto pressed = [&](ImGuiKey key) {
            ImGui::SetKeyOwner(key, id);
            return ImGui::IsKeyPressed(key, ImGuiInputFlags_Repeat, id);
        };
        const double moved = kKeyStep * (pressed(ImGuiKey_RightArrow) - pressed(ImGuiKey_LeftArrow));
        s.state.divider = std::clamp(s.state.divider + moved, 0.0, 1.0);
        if (pressed(ImGuiKey_Home)) s.state.divider = 0;
        if (pressed(ImGuiKey_End)) s.state.divider = 1;
    }
    explain(look, fmt::format("Left of the line {}, which the kernel read; right of it {}, which it wrote. Drag it, or press the "
                              "left and right arrow keys.",
                              s.spec.before, s.spec.array));
    ImDrawList& list = *ImGui::GetWindowDrawList();
    const float half = std::max(1.0f, look.px(kLineWidth) / 2), knob = look.px(hovered || active || focused ? 8.0f : 6.0f),
                middle = (s.min.y + s.max.y) / 2;
    list.PushClipRect(s.min, s.max, true);
    list.AddRectFilled({x - half - 1, s.min.y}, {x + half + 1, s.max.y}, kLineEdge);
    list.AddRectFilled({x - half, s.min.y}, {x + half, s.max.y}, kLine);
    list.AddCircleFilled({x, middle}, knob + 1, kLineEdge);
    list.AddCircleFilled({x, middle}, knob, focused && ImGui::GetIO().NavVisible ? look.theme.accent : kLine);
    put_label(s, x - look.px(kLabelGap), 1, fmt::format("{}, before", s.spec.before));
    put_label(s, x + look.px(kLabelGap), 0, fmt::format("{}, after", s.spec.array));
    list.PopClipRect();
}

}  // namespace warpwise::ui
