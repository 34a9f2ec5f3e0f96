#include "ui/debugger/lane_toolbar.h"

#include <fmt/format.h>
#include <imgui.h>
#include <imgui_stdlib.h>

#include <algorithm>
#include <string>
#include <vector>

#include "ui/kit/draw.h"
#include "ui/kit/widgets.h"

namespace warpwise::ui {
namespace {

// An expression that stays at the top: "i % 32", "tile[3]", "sum / n".
void pin_field(DebugView& view, LaneTableState& state, float width) {
    ImGui::SetNextItemWidth(width);
    if (ImGui::InputTextWithHint("##pin_expression", "Pin an expression", &state.typed, ImGuiInputTextFlags_EnterReturnsTrue) &&
        !state.typed.empty()) {
        if (std::ranges::find(view.state.pinned, state.typed) == view.state.pinned.end()) view.state.pinned.push_back(state.typed);
        state.typed.clear();
    }
    explain(view.look,
            "Shows the value of an expression in every lane, such as i % 32 or tile[3]. Press Enter to pin it to the top.");
}

void legend(const DebugView& view, bool faults) {
    const Look& look = view.look;
    const DebugState& now = view.now();
    std::vector<std::string> texts;
    std::vector<LegendEntry> entries;
    texts.reserve(8);
    for (const LaneStatus status :
         {LaneStatus::active, LaneStatus::waiting, LaneStatus::at_barrier, LaneStatus::exited, LaneStatus::absent}) {
        const auto lanes = std::ranges::count(now.lanes, status);
        if (lanes == 0) continue;
        texts.push_back(fmt::format("{} {}", lanes, status_words(status)));
        entries.push_back({.shape = status == LaneStatus::absent ? LegendEntry::Shape::hatched : LegendEntry::Shape::filled,
                           .colour = status == LaneStatus::absent ? look.theme.muted : lane_look(look.theme, status).fill,
                           .text = texts.back(),
                           .status = status});
    }
    entries.push_back({LegendEntry::Shape::filled, mix(cell_ground(look.theme), look.theme.accent, 0.45f), "changed"});
    if (faults) entries.push_back({LegendEntry::Shape::filled, look.theme.bad, "out of bounds"});
    draw_legend(look, entries);
}

}  // namespace

void draw_lane_toolbar(DebugView& view, LaneTableState& state, bool faults) {
    const Look& look = view.look;
    legend(view, faults);
    const FontScope font(look.fonts.regular, look.px(Fonts::kSmall));
    ImGui::PushStyleVar(ImGuiStyleVar_FramePadding, ImVec2(look.px(8), look.px(2)));
    const std::vector<std::string> ways{"Sectors", "Addresses"};
    const float spacing = ImGui::GetStyle().ItemSpacing.x, field = look.px(150), combo = look.px(130),
                toggle = button_width("Sectors") + button_width("Addresses") + look.px(6),
                all = field + combo + toggle + 2 * spacing;
    place_beside(all);
    ImGui::SetCursorPosX(ImGui::GetCursorPosX() + std::max(0.0f, ImGui::GetContentRegionAvail().x - all));
    pin_field(view, state, field);
    place_beside(combo);
    ImGui::SetNextItemWidth(combo);
    const char* const orders[] = {"As declared", "Changed first", "By name"};
    if (ImGui::BeginCombo("##order", orders[static_cast<int>(view.state.order)])) {
        for (const VariableOrder order : {VariableOrder::declared, VariableOrder::changed_first, VariableOrder::by_name})
            if (ImGui::Selectable(orders[static_cast<int>(order)], view.state.order == order)) view.state.order = order;
        ImGui::EndCombo();
    }
    explain(look, "The order of the variables.");
    place_beside(toggle);
    const std::vector<std::string> help{
        "Shows a strip below each memory operand: one colour per 32-byte sector; in shared memory red where "
        "lanes conflict over a bank.",
        "Shows the addresses of the lanes below each memory operand, with their sectors or banks."};
    segmented(look, "places", ways, state.shows_addresses, help);
    ImGui::PopStyleVar();
}

}  // namespace warpwise::ui
