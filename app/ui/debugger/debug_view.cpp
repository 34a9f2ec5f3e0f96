#include "ui/debugger/debug_view.h"

#include <fmt/format.h>

#include <algorithm>
#include <cmath>
#include <vector>

#include "ui/debugger/operands.h"
#include "ui/kit/draw.h"
#include "ui/kit/tooltip.h"
#include "ui/kit/widgets.h"

namespace warpwise::ui {
namespace {

void move_pinned_lane(DebugView& view) {
    int& lane = view.state.pinned_lane;
    if (ImGui::IsKeyPressed(ImGuiKey_RightArrow)) lane = lane < 0 ? 0 : std::min(lane + 1, kDebugLanes - 1);
    if (ImGui::IsKeyPressed(ImGuiKey_LeftArrow)) lane = lane < 0 ? kDebugLanes - 1 : std::max(lane - 1, 0);
    if (ImGui::IsKeyPressed(ImGuiKey_Escape)) lane = -1;
}

}  // namespace

void point_at_lane(DebugView& view, int lane) {
    view.state.hovered_lane = lane;
    if (ImGui::IsMouseClicked(ImGuiMouseButton_Left)) view.state.pinned_lane = view.state.pinned_lane == lane ? -1 : lane;
}

std::string_view status_words(LaneStatus status) {
    switch (status) {
        case LaneStatus::active: return "active";
        case LaneStatus::waiting: return "waiting for the other lanes";
        case LaneStatus::at_barrier: return "at the barrier";
        case LaneStatus::exited: return "exited";
        case LaneStatus::absent: break;
    }
    return "no thread";
}

ImU32 cell_ground(const Theme& t) { return t.dark ? mix(t.panel, t.line, 0.5f) : mix(t.panel, t.muted, 0.12f); }

LaneLook lane_look(const Theme& t, LaneStatus status) {
    switch (status) {
        case LaneStatus::active: return {mix(t.panel, t.good, t.dark ? 0.42f : 1.0f), t.dark ? t.text : t.panel};
        case LaneStatus::waiting: return {mix(t.panel, t.muted, 0.25f), t.text};
        case LaneStatus::at_barrier: return {mix(t.panel, t.warn, t.dark ? 0.4f : 0.3f), t.text};
        case LaneStatus::exited: return {mix(t.panel, cell_ground(t), 0.7f), t.muted};
        case LaneStatus::absent: break;
    }
    return {mix(t.panel, cell_ground(t), 0.4f), t.muted};
}

void draw_lane_mark(ImDrawList& list, const Look& look, ImVec2 min, ImVec2 max, LaneStatus status) {
    const ImVec2 middle{std::round((min.x + max.x) / 2), std::round((min.y + max.y) / 2)};
    const float size = std::min({look.px(4), (max.x - min.x) / 3, (max.y - min.y) / 3}), line = std::max(1.0f, look.px(1.5f));
    const ImU32 ink = lane_look(look.theme, status).ink;
    switch (status) {
        case LaneStatus::active: return;
        case LaneStatus::waiting:
            for (const float side : {-1.0f, 1.0f})
                list.AddRectFilled({middle.x + side * size * 0.6f - line / 2, middle.y - size},
                                   {middle.x + side * size * 0.6f + line / 2, middle.y + size}, ink);
            return;
        case LaneStatus::at_barrier:
            list.AddRectFilled({middle.x - size * 1.4f, middle.y - line}, {middle.x + size * 1.4f, middle.y + line}, ink);
            return;
        case LaneStatus::exited: draw_cross(list, middle, size * 0.8f, ink, line); return;
        case LaneStatus::absent: draw_hatch(list, min, max, mix(look.theme.panel, look.theme.muted, 0.45f), look.px(5)); return;
    }
}

float label_gutter(const Look& look) { return look.px(64); }

LaneStrip draw_lane_strip(DebugView& view, const char* id, ImVec2 at, float width, std::uint32_t lanes) {
    const Look& look = view.look;
    const Theme& t = look.theme;
    ImDrawList& list = *ImGui::GetWindowDrawList();
    const float pitch = width / kDebugLanes, gap = std::max(1.0f, look.px(1.5f)), height = look.px(kLaneStripHeight);
    ImGui::SetCursorScreenPos(at);
    ImGui::InvisibleButton(id, {width, height}, ImGuiButtonFlags_EnableNav);
    if (ImGui::IsItemFocused()) move_pinned_lane(view);
    if (ImGui::IsItemHovered()) {
        const int lane = std::clamp(static_cast<int>((ImGui::GetMousePos().x - at.x) / pitch), 0, kDebugLanes - 1);
        point_at_lane(view, lane);
        if (begin_tooltip(look)) {
            ImGui::Text("Lane %d: %s", lane, std::string(status_words(view.now().lanes[static_cast<std::size_t>(lane)])).c_str());
            ImGui::EndTooltip();
        }
    }
    const float size = look.px(Fonts::kSmall);
    const bool all_numbers = text_width(look.fonts.mono, size, "31") + look.px(2) <= pitch - gap;
    const ImU32 used = mix(t.panel, t.good, t.dark ? 0.45f : 0.28f);
    LaneStrip strip;
    strip.bottom = at.y + height;
    for (int lane = 0; lane < kDebugLanes; ++lane) {
        const auto i = static_cast<std::size_t>(lane);
        const ImVec2 min{std::round(at.x + pitch * static_cast<float>(lane)), at.y};
        const ImVec2 max{std::round(at.x + pitch * static_cast<float>(lane + 1)) - gap, strip.bottom};
        strip.middle[i] = (min.x + max.x) / 2;
        const bool marked = view.state.shown_lane() == lane, takes_part = (lanes >> lane & 1) != 0;
        const LaneStatus status = view.now().lanes[i];
        list.AddRectFilled(min, max, marked ? t.accent : takes_part ? used : lane_look(t, LaneStatus::exited).fill, look.px(3));
        if (status == LaneStatus::absent) draw_lane_mark(list, look, min, max, status);
        if (!takes_part && status == LaneStatus::absent) continue;
        if (all_numbers || lane % 4 == 0 || marked)
            put_text(list, look.fonts.mono, size, {strip.middle[i], min.y + (height - size) / 2 - look.px(1)},
                     marked       ? t.accent_ink
                     : takes_part ? t.text
                                  : t.muted,
                     std::to_string(lane), 0.5f);
    }
    return strip;
}

void access_header(DebugView& view, const DebugAccess& access, const Headline& headline) {
    const Look& look = view.look;
    const DebugState& now = view.now();
    const bool is_next = !now.next.empty();
    const std::vector<DebugAccess>& all = shown_accesses(now);
    if (all.size() > 1) {
        const std::string_view text = view.state.subject ? std::string_view(view.state.subject->text) : std::string_view();
        const std::vector<std::string> names = access_names(all, text);
        int chosen = static_cast<int>(&access - all.data());
        if (segmented(look, "accesses", names, chosen)) view.state.chosen_access = static_cast<std::size_t>(chosen);
        ImGui::Dummy({0, look.px(1)});
    }
    {
        const FontScope font(look.fonts.semibold, look.px(Fonts::kBody));
        text_in(look, headline.costs ? look.theme.bad : look.theme.text, headline.text);
    }
    const int lanes = std::popcount(access.mask);
    muted_text(look, fmt::format("Line {} {} {}: {} lane{}, {} byte{} per lane. Counted by the emulator.", access.line,
                                 is_next ? fmt::format("is about to {}", verb_of(access))
                                         : fmt::format("has just {}", participle_of(access)),
                                 access.array.empty() ? fmt::format("{} memory", name_of(access.space)) : access.array, lanes,
                                 lanes == 1 ? "" : "s", access.bytes, access.bytes == 1 ? "" : "s"));
}

void draw_lane_curve(ImDrawList& list, const Look& look, ImVec2 from, ImVec2 to, ImU32 colour, bool marked) {
    const float bend = (to.y - from.y) * 0.55f;
    const auto stroke = [&](ImU32 ink, float thickness) {
        list.AddBezierCubic(from, {from.x, from.y + bend}, {to.x, to.y - bend}, to, ink, thickness);
    };
    if (marked) stroke(look.theme.panel, look.px(5));
    stroke(colour, marked ? look.px(2.5f) : std::max(1.0f, look.px(1.1f)));
}

void draw_legend(const Look& look, std::span<const LegendEntry> entries) {
    ImDrawList& list = *ImGui::GetWindowDrawList();
    const float size = look.px(Fonts::kSmall), square = look.px(12);
    bool first = true;
    for (const LegendEntry& entry : entries) {
        const float width = square + look.px(7) + text_width(look.fonts.regular, size, entry.text) + look.px(8);
        if (!first) place_beside(width);
        first = false;
        const ImVec2 at = ImGui::GetCursorScreenPos();
        ImGui::Dummy({width, look.px(18)});
        const ImVec2 min{std::round(at.x), std::round(at.y + look.px(3))}, max{min.x + square, min.y + square};
        if (entry.shape == LegendEntry::Shape::filled) list.AddRectFilled(min, max, entry.colour, look.px(2));
        draw_lane_mark(list, look, min, max, entry.status);
        if (entry.shape == LegendEntry::Shape::hatched) draw_hatch(list, min, max, entry.colour, look.px(4));
        if (entry.shape != LegendEntry::Shape::filled)
            list.AddRect(min, max, entry.colour, look.px(2), std::max(1.0f, look.px(1.2f)));
        put_text(list, look.fonts.regular, size, {max.x + look.px(7), at.y + look.px(1)}, look.theme.muted, entry.text);
    }
}

}  // namespace warpwise::ui
