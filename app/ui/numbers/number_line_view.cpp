// The number line: the chosen value in the middle, its neighbours around it, the gaps between them, and where a typed value lies.
#include <fmt/format.h>
#include <imgui.h>

#include <algorithm>
#include <bit>
#include <cmath>
#include <string>
#include <utility>
#include <vector>

#include "ui/kit/draw.h"
#include "ui/kit/tooltip.h"
#include "ui/kit/widgets.h"
#include "ui/numbers/bits_parts.h"
#include "ui/numbers/number_line_layout.h"
#include "ui/numbers/number_words.h"

namespace warpwise::ui {
namespace {

constexpr float kClosestTicks = 3, kLeastHeight = 116, kMostHeight = 136;  // unscaled
constexpr float kSectionShare = 0.05f;  // of the line: narrower sections have no room for their gap

struct Line {
    const Look& look;
    const NumberFormat& format;
    const NumberLineLayout& layout;
    ImDrawList& list;
    ImVec2 min, max;
    float axis = 0;  // y

    float x_of(float place) const { return min.x + (max.x - min.x) * place; }
};

void draw_sections(const Line& line) {
    const Look& look = line.look;
    const float size = look.px(Fonts::kSmall), y = line.axis + look.px(44);
    for (const NumberLineLayout::Section& section : line.layout.sections) {
        const float x0 = line.x_of(section.from) + look.px(1), x1 = line.x_of(section.to) - look.px(1);
        line.list.AddRectFilled({x0, y}, {x1, y + look.px(3)}, mix(look.theme.panel, look.theme.accent, 0.55f));
        const std::string power = "gaps of " + power_text(section.gap_exponent), brief = fmt::format("2^{}", section.gap_exponent);
        const float width = x1 - x0;
        const bool fits = text_width(look.fonts.mono, size, power) <= width;
        if (fits || text_width(look.fonts.mono, size, brief) <= width)
            put_text(line.list, look.fonts.mono, size, {(x0 + x1) / 2, y + look.px(5)}, look.theme.muted, fits ? power : brief,
                     0.5f);
    }
}

// From the middle outwards, each where it has room.
void draw_labels(const Line& line, std::int64_t chosen) {
    const Look& look = line.look;
    const float size = look.px(Fonts::kSmall), gap = look.px(14), y = line.axis + look.px(20);
    std::vector<NumberLineLayout::Tick> ticks = line.layout.ticks;
    std::ranges::sort(ticks, {},
                      [](const NumberLineLayout::Tick& tick) { return std::pair(std::fabs(tick.place - 0.5f), tick.ordinal); });
    std::vector<std::pair<float, float>> taken;
    for (const NumberLineLayout::Tick& tick : ticks) {
        const std::string text = short_value_text(line.format, bits_at(line.format, tick.ordinal));
        const float width = text_width(look.fonts.mono, size, text);
        const float x = std::clamp(line.x_of(tick.place), line.min.x + width / 2, line.max.x - width / 2);
        const float from = x - width / 2 - gap / 2, to = x + width / 2 + gap / 2;
        if (std::fabs(x - line.x_of(tick.place)) > width / 2) continue;
        if (std::ranges::any_of(taken, [&](const auto& one) { return from < one.second && one.first < to; })) continue;
        taken.emplace_back(from, to);
        const bool is_chosen = tick.ordinal == chosen;
        put_text(line.list, look.fonts.mono, size, {x, y}, is_chosen ? look.theme.text : look.theme.muted, text, 0.5f);
        if (taken.size() > 12) return;
    }
}

void draw_ticks(const Line& line, std::int64_t chosen) {
    const Look& look = line.look;
    const float thin = std::max(1.0f, std::round(look.px(1)));
    line.list.AddRectFilled({line.min.x, line.axis}, {line.max.x, line.axis + thin}, look.theme.muted);
    float last = -1e9f;
    for (const NumberLineLayout::Tick& tick : line.layout.ticks) {
        const float x = std::round(line.x_of(tick.place));
        if (tick.ordinal == chosen) continue;
        if (x < last + 1) continue;
        last = x;
        line.list.AddRectFilled({x, line.axis - look.px(9)}, {x + thin, line.axis + look.px(9)}, look.theme.muted);
    }
    const float x = line.x_of(0.5f), half = look.px(1.5f);
    line.list.AddRectFilled({x - half, line.axis - look.px(16)}, {x + half, line.axis + look.px(16)}, look.theme.accent);
}

// A mark where the typed value lies, and an arrow from it to the number that took its place.
void draw_wanted(const Line& line) {
    if (!line.layout.wanted) return;
    const Look& look = line.look;
    const ImU32 colour = look.theme.warn;
    const float x = line.x_of(*line.layout.wanted), to = line.x_of(0.5f), y = line.axis - look.px(24), tip = look.px(5);
    const float side = to > x ? 1.0f : -1.0f;
    line.list.AddQuadFilled({x, line.axis - tip}, {x + tip, line.axis}, {x, line.axis + tip}, {x - tip, line.axis}, colour);
    line.list.AddLine({x, line.axis - tip}, {x, y}, colour, look.px(1.5f));
    if (std::fabs(to - x) > 2 * tip) {
        line.list.AddLine({x, y}, {to - side * tip, y}, colour, look.px(1.5f));
        line.list.AddTriangleFilled({to, y}, {to - side * 1.6f * tip, y - tip * 0.8f}, {to - side * 1.6f * tip, y + tip * 0.8f},
                                    colour);
    }
    const float size = look.px(12);
    const float width = text_width(look.fonts.regular, size, "typed");
    put_text(line.list, look.fonts.regular, size, {std::clamp(x, line.min.x + width / 2, line.max.x - width / 2), y - look.px(18)},
             look.theme.text, "typed", 0.5f);
}

const NumberLineLayout::Tick* nearest_tick(const Line& line, float x) {
    const auto found = std::ranges::min_element(
        line.layout.ticks, {}, [&](const NumberLineLayout::Tick& tick) { return std::fabs(line.x_of(tick.place) - x); });
    return found == line.layout.ticks.end() || std::fabs(line.x_of(found->place) - x) > line.look.px(12) ? nullptr : &*found;
}

// Keys while the line has the focus, the wheel while the mouse is over it.
void zoom_by_input(BitsState& state) {
    const auto pressed = [](ImGuiKey key, ImGuiKey other) { return ImGui::IsKeyPressed(key) || ImGui::IsKeyPressed(other); };
    int step = 0;
    if (ImGui::IsItemHovered()) {
        ImGui::SetItemKeyOwner(ImGuiKey_MouseWheelY);
        if (const float wheel = ImGui::GetIO().MouseWheel; wheel != 0) step = wheel > 0 ? -1 : 1;
    }
    if (ImGui::IsItemFocused()) {
        if (pressed(ImGuiKey_Equal, ImGuiKey_KeypadAdd)) step = -1;
        if (pressed(ImGuiKey_Minus, ImGuiKey_KeypadSubtract)) step = 1;
    }
    state.zoom = std::clamp(state.zoom + step, 0, kMostZoom);
}

void draw_zoom_bar(const Look& look, BitsState& state, const std::string& about) {
    const FontScope font(look.fonts.regular, look.px(Fonts::kSmall));
    const auto button = [&](const char* label, int zoom, const char* help) {
        if (quiet_button(look, label, zoom != state.zoom && zoom >= 0 && zoom <= kMostZoom)) state.zoom = zoom;
        explain(look, help);
    };
    button("+###zoom_in", state.zoom - 1,
           "Zoom in, towards the two neighbours. Scroll over the line, or press + on it, to do the same.");
    ImGui::SameLine();
    button("-###zoom_out", state.zoom + 1,
           "Zoom out, towards the whole range. Scroll over the line, or press - on it, to do the same.");
    ImGui::SameLine();
    button("Neighbours###zoom_near", 0, "The chosen value and the numbers next to it.");
    place_beside(button_width("Whole range"));
    button("Whole range###zoom_far", kMostZoom, "From the smallest number of the format to the largest.");
    place_beside(text_width(look.fonts.regular, look.px(Fonts::kSmall), about));
    ImGui::AlignTextToFramePadding();
    text_in(look, look.theme.muted, about);
}

std::string about_line(const NumberFormat& format, const NumberLineLayout& layout) {
    if (layout.stride == 1) return fmt::format("A tick for every {} number.", format.name);
    if (layout.stride <= std::uint64_t{1} << 20)
        return fmt::format("A tick for one {} number in {}.", format.name, with_separators(layout.stride));
    return fmt::format("A tick for one {} number in 2^{}.", format.name, std::bit_width(layout.stride) - 1);
}

}  // namespace

void draw_number_line(const Look& look, BitsState& state) {
    BitEditor& editor = state.editor;
    const NumberFormat& format = editor.format();
    if (!is_finite(format, editor.bits())) {
        muted_text(look, "Infinity and NaN have no place on the number line.");
        return;
    }
    const float width = ImGui::GetContentRegionAvail().x;
    const auto most_ticks = static_cast<std::size_t>(std::max(8.0f, width / look.px(kClosestTicks)));
    const NumberLineLayout layout =
        number_line_layout(format, editor.bits(), editor.wanted(), state.zoom, most_ticks, kSectionShare);
    draw_zoom_bar(look, state, about_line(format, layout));
    const ImVec2 at = ImGui::GetCursorScreenPos();
    const float height = std::clamp(ImGui::GetContentRegionAvail().y - look.px(2), look.px(kLeastHeight), look.px(kMostHeight));
    ImGui::InvisibleButton("##number_line", {width, height}, ImGuiButtonFlags_EnableNav);
    const bool hovered = ImGui::IsItemHovered(), clicked = ImGui::IsItemClicked();
    zoom_by_input(state);
    const Line line{look,
                    format,
                    layout,
                    *ImGui::GetWindowDrawList(),
                    {at.x + look.px(4), at.y},
                    {at.x + width - look.px(4), at.y + height},
                    std::round(at.y + std::max(look.px(48), height * 0.42f))};
    const std::int64_t chosen = ordinal_of(format, editor.bits());
    if (ImGui::IsItemFocused() && ImGui::GetIO().NavVisible)
        line.list.AddRect(at, {at.x + width, at.y + height}, look.theme.line, look.px(3), look.px(1));
    draw_ticks(line, chosen);
    draw_labels(line, chosen);
    draw_sections(line);
    draw_wanted(line);
    if (!hovered) return;
    const NumberLineLayout::Tick* const tick = nearest_tick(line, ImGui::GetMousePos().x);
    if (tick == nullptr) return;
    const std::uint64_t bits = bits_at(format, tick->ordinal);
    text_tooltip(look, fmt::format("{}\n{}{}", value_text(format, bits), hex_text(format, bits),
                                   tick->ordinal == chosen ? "" : "\nClick to choose it."));
    if (clicked && tick->ordinal != chosen) editor.set_bits(bits);
}

}  // namespace warpwise::ui
