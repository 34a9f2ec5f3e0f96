#include "ui/file/launch_pictures.h"

#include <fmt/format.h>

#include <algorithm>
#include <cmath>
#include <span>

#include "ui/kit/draw.h"
#include "ui/kit/widgets.h"

namespace warpwise::ui {
namespace {

ImU32 colour_of(const Rgb& rgb) { return IM_COL32(rgb[0], rgb[1], rgb[2], 255); }

// Neighbours of one colour are one rectangle, and rectangles meet at whole pixels.
void draw_strip(ImDrawList& list, ImVec2 min, ImVec2 max, std::span<const Rgb> colours) {
    const float each = (max.x - min.x) / static_cast<float>(colours.size());
    const auto edge = [&](std::size_t i) { return std::round(min.x + each * static_cast<float>(i)); };
    for (std::size_t begin = 0, end = 0; begin < colours.size(); begin = end) {
        while (end < colours.size() && colours[end] == colours[begin]) ++end;
        list.AddRectFilled({edge(begin), min.y}, {edge(end), max.y}, colour_of(colours[begin]));
    }
}

void draw_unset(const Look& look, ImDrawList& list, ImVec2 min, ImVec2 max) {
    draw_hatch(list, min, max, mix(look.theme.panel, look.theme.muted, 0.6f), look.px(5));
    list.AddRect(min, max, mix(look.theme.panel, look.theme.muted, 0.6f));
}

constexpr ImVec2 kPitch{10, 12}, kCell{8, 10};  // unscaled, of a block

}  // namespace

ImVec2 grid_size(const GridThumbnail& grid) {
    return {static_cast<float>(grid.columns()) * kPitch.x - (kPitch.x - kCell.x),
            static_cast<float>(grid.rows()) * kPitch.y - (kPitch.y - kCell.y)};
}

void draw_grid(const Look& look, ImDrawList& list, ImVec2 at, const GridThumbnail& grid) {
    const ImVec2 pitch{look.px(kPitch.x), look.px(kPitch.y)}, cell{look.px(kCell.x), look.px(kCell.y)};
    for (std::uint64_t i = 0; i < grid.cells; ++i) {
        const ImVec2 min{std::round(at.x + static_cast<float>(i % GridThumbnail::kPerRow) * pitch.x),
                         std::round(at.y + static_cast<float>(i / GridThumbnail::kPerRow) * pitch.y)};
        const ImVec2 max{min.x + cell.x, min.y + cell.y};
        list.AddRectFilled(min, max, grid.hit == i ? look.theme.bad : mix(look.theme.panel, look.theme.block_term, 0.6f));
        if (grid.hit == i)
            draw_cross(list, {(min.x + max.x) / 2, (min.y + max.y) / 2}, look.px(2.5f), look.theme.panel, look.px(1.5f));
    }
}

void draw_strips(const Look& look, ImDrawList& list, ImVec2 at, float width, const ArrayStrip& strip) {
    const float height = look.px(kStripHeight), below = at.y + height + look.px(kStripPairGap);
    const ImVec2 before_max{at.x + width, at.y + height}, after_min{at.x, below}, after_max{at.x + width, below + height};
    if (strip.before && !strip.before->empty())
        draw_strip(list, at, before_max, *strip.before);
    else
        draw_unset(look, list, at, before_max);
    draw_strip(list, after_min, after_max, strip.after);
}

void lanes_item(const Look& look, const FaultLanes& fault) {
    muted_text(look, fault.words());
    constexpr float widest = 26, readable = 20;  // unscaled
    constexpr std::uint64_t all = FaultLanes::kLanes;
    const float room = ImGui::GetContentRegionAvail().x;
    const std::uint64_t per_row = room / static_cast<float>(all) >= look.px(readable) ? all : all / 2;
    const float pitch = std::floor(std::min(look.px(widest), room / static_cast<float>(per_row)));
    const ImVec2 cell{pitch - look.px(2), look.px(20)}, at = ImGui::GetCursorScreenPos();
    const std::uint64_t rows = (fault.lanes + per_row - 1) / per_row;
    ImDrawList& list = *ImGui::GetWindowDrawList();
    const Theme& t = look.theme;
    for (std::uint64_t lane = 0; lane < fault.lanes; ++lane) {
        const bool is_hit = lane == fault.lane, is_other = lane == fault.other;
        const ImVec2 min{at.x + static_cast<float>(lane % per_row) * pitch,
                         at.y + static_cast<float>(lane / per_row) * (cell.y + look.px(2))};
        const ImVec2 max{min.x + cell.x, min.y + cell.y};
        list.AddRectFilled(min, max, is_hit ? t.bad : is_other ? t.warn : t.raised, look.px(3));
        const float size = look.px(12);
        put_text(list, is_hit || is_other ? look.fonts.semibold : look.fonts.mono, size,
                 {(min.x + max.x) / 2, min.y + (cell.y - size) / 2}, is_hit || is_other ? t.panel : t.muted, std::to_string(lane),
                 0.5f);
    }
    ImGui::Dummy({pitch * static_cast<float>(std::min(per_row, fault.lanes)), static_cast<float>(rows) * (cell.y + look.px(2))});
}

}  // namespace warpwise::ui
