#include "ui/debugger/lanes_tooltip.h"

#include <imgui.h>

#include <algorithm>
#include <string>

#include "ui/debugger/debug_view.h"
#include "ui/debugger/debugger_state.h"
#include "ui/debugger/lane_rows.h"
#include "ui/kit/draw.h"
#include "ui/kit/tooltip.h"
#include "ui/kit/widgets.h"
#include "ui/workbench/workbench.h"

namespace warpwise::ui {
namespace {

constexpr int kColumns = 8, kLongestValue = 9;

void draw_lane_cells(const Look& look, const DebuggerState& state, const LaneRow& row) {
    const DebugState& now = *state.now;
    const LaunchShape& shape = state.subject->shape;
    int characters = 2;
    for (int lane = 0; lane < kDebugLanes; ++lane)
        characters = std::max(characters, static_cast<int>(cell_text(row, now, shape, lane).size()));
    characters = std::min(characters, kLongestValue);
    const float size = look.px(Fonts::small), glyph = text_width(look.fonts.mono, size, "0");
    const ImVec2 cell{std::max(glyph * static_cast<float>(characters) + look.px(10), look.px(34)), size * 2.3f};
    const ImVec2 at = ImGui::GetCursorScreenPos();
    ImDrawList& list = *ImGui::GetWindowDrawList();
    for (int lane = 0; lane < kDebugLanes; ++lane) {
        const ImVec2 min{at.x + cell.x * static_cast<float>(lane % kColumns), at.y + cell.y * static_cast<float>(lane / kColumns)};
        const ImVec2 max{min.x + cell.x - look.px(2), min.y + cell.y - look.px(3)};
        const bool active = now.lanes[static_cast<std::size_t>(lane)] == LaneStatus::active;
        list.AddRectFilled(min, max, cell_ground(look.theme), look.px(3));
        if (lane == state.shown_lane()) list.AddRect(min, max, look.theme.accent, look.px(3), std::max(1.0f, look.px(1.5f)));
        const std::string text = short_cell_text(row, now, shape, lane, characters);
        const float middle = (min.x + max.x) / 2;
        put_text(list, look.fonts.mono, size * 0.8f, {middle, min.y + look.px(1)}, look.theme.muted, std::to_string(lane), 0.5f);
        put_text(list, look.fonts.mono, size, {middle, min.y + size * 0.92f}, active ? look.theme.text : look.theme.muted,
                 text.empty() ? "\xc2\xb7" : text, 0.5f);
    }
    ImGui::Dummy({cell.x * kColumns, cell.y * (kDebugLanes / kColumns)});
}

}  // namespace

void lanes_tooltip(Workbench& bench, const std::string& expression) {
    const DebuggerState& state = bench.state<DebuggerState>();
    if (!state.is_open() || state.subject == nullptr || state.now->frames.empty()) return;
    const Look& look = bench.look;
    LaneRowChoices choices{.pinned = {expression}, .expanded = {}, .shape = state.subject->shape, .arrays = {}};
    if (state.arrays != nullptr) choices.arrays = *state.arrays;
    const std::vector<LaneRow> rows = lane_rows(*state.now, choices, shown_access(state));
    const auto row = std::ranges::find(rows, true, &LaneRow::is_pin);
    if (row == rows.end()) return;
    if (!begin_tooltip(look)) return;
    {
        const FontScope strong(look.fonts.mono, look.px(Fonts::small));
        ImGui::TextUnformatted(expression.c_str());
    }
    const FontScope font(look.fonts.regular, look.px(Fonts::small));
    if (row->value != nullptr) {
        ImGui::SameLine(0, look.px(10));
        ImGui::TextColored(to_vec4(look.theme.muted), "%s", row->value->type.c_str());
    }
    const auto whole = row->problem.empty() ? whole_row_text(*row, *state.now, state.subject->shape, kLongestValue) : std::nullopt;
    if (!row->problem.empty())
        ImGui::TextColored(to_vec4(look.theme.muted), "%s", sentence(row->problem).c_str());
    else if (whole)
        ImGui::TextUnformatted((*whole + "  in all lanes").c_str());
    else
        draw_lane_cells(look, state, *row);
    ImGui::EndTooltip();
}

}  // namespace warpwise::ui
