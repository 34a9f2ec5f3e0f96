// Lanes or warps to choose: a cell each, by mouse (hold the button to choose several) and by keyboard (arrows and Space).
#include <fmt/format.h>
#include <imgui.h>

#include <algorithm>
#include <cmath>

#include "ui/kit/draw.h"
#include "ui/kit/widgets.h"
#include "ui/lesson/puzzle_cards.h"

namespace warpwise::ui {
namespace {

constexpr float kCell = 27, kLargestCell = 44, kGap = 4;  // unscaled

// Of rows: 32, 16, 8 or 4, as many as fit.
std::size_t columns_for(float width, float cell, std::size_t count) {
    std::size_t columns = 32;
    while (columns > 4 && static_cast<float>(columns) * cell > width) columns /= 2;
    return std::min(columns, count);
}

CellMark mark_of(const WarpCells& cells, std::size_t i) { return cells.marks.empty() ? CellMark::none : cells.marks[i]; }

void draw_cell_of(const Look& look, const WarpCells& cells, std::size_t i, ImVec2 min, ImVec2 max, bool pointed) {
    const Theme& t = look.theme;
    ImDrawList& list = *ImGui::GetWindowDrawList();
    const float round = look.px(4), thin = std::max(1.0f, look.px(1)), thick = look.px(2.2f);
    const bool chosen = (cells.chosen >> i & 1) != 0;
    ImU32 fill = t.panel, edge = mix(t.line, t.text, 0.45f), ink = t.text;
    float stroke = thin;
    switch (mark_of(cells, i)) {
        case CellMark::none:
            if (chosen) fill = t.accent, edge = t.accent, ink = t.accent_ink;
            break;
        case CellMark::absent: edge = t.line, ink = t.muted; break;
        case CellMark::right: fill = mix(t.panel, t.good, 0.28f), edge = t.good, stroke = thick; break;
        case CellMark::wrong: fill = mix(t.panel, t.bad, 0.2f), edge = t.bad, stroke = thick; break;
        case CellMark::missed: edge = t.good, stroke = thick; break;
    }
    list.AddRectFilled(min, max, fill, round);
    if (mark_of(cells, i) == CellMark::absent) draw_hatch(list, min, max, mix(t.panel, t.line, 0.8f), look.px(5));
    if (mark_of(cells, i) == CellMark::missed) draw_stripes(list, min, max, mix(t.panel, t.good, 0.45f), look.px(5), true);
    list.AddRect(min, max, pointed ? t.accent : edge, round, pointed ? thick : stroke);
    put_text(list, look.fonts.mono, look.px(Fonts::kSmall),
             {(min.x + max.x) / 2, (min.y + max.y) / 2 - look.px(Fonts::kSmall) * 0.6f}, ink, std::to_string(i), 0.5f);
    if (mark_of(cells, i) == CellMark::wrong)
        draw_cross(list, {max.x - look.px(6), min.y + look.px(6)}, look.px(3), t.bad, look.px(1.6f));
}

std::string explained(const WarpCells& cells, std::size_t i) {
    std::string text = fmt::format("{} {}", cells.lanes ? "Lane" : "Warp", i);
    if (i < cells.states.size()) text += ": " + cells.states[i];
    switch (mark_of(cells, i)) {
        case CellMark::none: return text;
        case CellMark::absent: return text + (cells.lanes ? " does not take part here" : "");
        case CellMark::right: return text + ": chosen, and right";
        case CellMark::wrong: return text + ": chosen, and it does not";
        case CellMark::missed: return text + ": it does, and was not chosen";
    }
    return text;
}

}  // namespace

bool warp_cells(const Look& look, const WarpCells& cells, std::uint64_t& chosen, std::optional<bool>& painted) {
    const float width = ImGui::GetContentRegionAvail().x, gap = look.px(kGap);
    const std::size_t columns = columns_for(width, look.px(kCell) + gap, cells.count);
    const float cell = std::min(std::floor(width / static_cast<float>(columns) - gap), look.px(kLargestCell));
    const float height = std::min(cell, look.px(kCell));
    const bool open = cells.marks.empty();
    bool changed = false;
    if (!ImGui::IsMouseDown(ImGuiMouseButton_Left)) painted.reset();
    const auto set = [&](std::size_t i, bool on) {
        const std::uint64_t bit = std::uint64_t{1} << i;
        const std::uint64_t before = chosen;
        chosen = on ? chosen | bit : chosen & ~bit;
        changed |= chosen != before;
    };
    ImGui::PushStyleVar(ImGuiStyleVar_ItemSpacing, ImVec2(gap, gap));
    for (std::size_t i = 0; i < cells.count; ++i) {
        const IdScope id(static_cast<int>(i));
        if (i % columns != 0) ImGui::SameLine();
        const ImVec2 min = ImGui::GetCursorScreenPos(), max{min.x + cell, min.y + height};
        const bool can = open && (cells.choosable >> i & 1) != 0;
        ImGui::InvisibleButton("##cell", {cell, height}, can ? ImGuiButtonFlags_EnableNav : ImGuiButtonFlags_None);
        if (can && ImGui::IsItemActivated()) {
            const bool on = (chosen >> i & 1) == 0;
            set(i, on);
            if (ImGui::IsMouseDown(ImGuiMouseButton_Left)) painted = on;
        } else if (can && painted && ImGui::IsMouseHoveringRect(min, max)) {
            set(i, *painted);
        }
        explain(look, explained(cells, i));
        WarpCells now = cells;
        if (open) now.chosen = chosen;
        if (open && !can) now.marks.assign(cells.count, CellMark::absent);
        draw_cell_of(look, now, i, min, max, can && (ImGui::IsItemHovered() || ImGui::IsItemFocused()));
    }
    ImGui::PopStyleVar();
    return changed;
}

std::string places_text(std::uint64_t mask) {
    std::vector<std::string> runs;
    for (int i = 0; i < 64; ++i) {
        if ((mask >> i & 1) == 0) continue;
        int last = i;
        while (last + 1 < 64 && (mask >> (last + 1) & 1) != 0) ++last;
        runs.push_back(last == i       ? std::to_string(i)
                       : last == i + 1 ? fmt::format("{} and {}", i, last)
                                       : fmt::format("{} to {}", i, last));
        i = last;
    }
    std::string text;
    for (std::size_t i = 0; i < runs.size(); ++i) text += (i == 0 ? "" : i + 1 == runs.size() ? " and " : ", ") + runs[i];
    return text;
}

}  // namespace warpwise::ui
