#include "ui/debugger/debugger_breakpoints.h"

#include <fmt/format.h>
#include <imgui.h>

#include <algorithm>
#include <optional>
#include <string>

#include "ui/debugger/debugger_state.h"
#include "ui/kit/draw.h"
#include "ui/kit/widgets.h"
#include "ui/workbench/workbench.h"

namespace warpwise::ui {
namespace {

constexpr std::size_t kLongestCondition = 256;
constexpr float kConditionWidth = 300;  // unscaled

void condition_field(const Look& look, DebugBreakpoint& breakpoint) {
    std::string text = breakpoint.condition;
    text.resize(kLongestCondition);
    ImGui::SetNextItemWidth(look.px(kConditionWidth));
    if (ImGui::InputTextWithHint("##condition", "condition, such as i == 5 && lane == 3", text.data(), kLongestCondition))
        breakpoint.condition = text.c_str();
    explain(look, "Stops only if the condition holds in at least one active lane. Without a condition it always stops.");
}

// Elements at whose changes a run stops.
void watched_elements(const Look& look, DebuggerState& state) {
    std::optional<std::size_t> removed;
    for (std::size_t i = 0; i < state.watched.size(); ++i) {
        const IdScope id(static_cast<int>(i) - static_cast<int>(state.watched.size()));
        ImGui::TextUnformatted(state.watched[i].name.c_str());
        ImGui::SameLine(look.px(80));
        ImGui::Checkbox("at every write###any_write", &state.watched[i].watch.any_write);
        explain(look, "Also stops after a write that leaves the value as it was.");
        ImGui::SameLine();
        if (small_button(look, "Remove###remove")) removed = i;
    }
    if (removed) state.watched.erase(state.watched.begin() + static_cast<std::ptrdiff_t>(*removed));
}

void list_of(Workbench& bench, DebuggerState& state) {
    const Look& look = bench.look;
    std::optional<int> removed;
    for (DebugBreakpoint& breakpoint : state.breakpoints) {
        const IdScope id(breakpoint.line);
        if (ImGui::TextLink(fmt::format("Line {}###line", breakpoint.line).c_str()))
            bench.post(ask::ShowSourceLine{breakpoint.line, true});
        ImGui::SameLine(look.px(80));
        condition_field(look, breakpoint);
        ImGui::SameLine();
        if (small_button(look, "Remove###remove")) removed = breakpoint.line;
    }
    if (removed) bench.post(ask::ToggleBreakpoint{*removed});
    watched_elements(look, state);
    if (small_button(look, "Remove all###remove_all")) state.breakpoints.clear(), state.watched.clear();
    if (state.breakpoints.empty() && state.watched.empty()) ImGui::CloseCurrentPopup();
}

}  // namespace

void breakpoints_button(Workbench& bench) {
    DebuggerState& state = bench.state<DebuggerState>();
    const std::size_t count = state.breakpoints.size() + state.watched.size();
    if (count == 0) return;
    const std::string label = count == 1 ? "1 breakpoint" : fmt::format("{} breakpoints", count);
    place_beside(button_width(label.c_str()));
    if (quiet_button(bench.look, (label + "###breakpoints").c_str())) ImGui::OpenPopup("##breakpoint_list");
    explain(bench.look, "Lines and conditions of the breakpoints, and the elements that are watched");
    if (!ImGui::BeginPopup("##breakpoint_list")) return;
    list_of(bench, state);
    ImGui::EndPopup();
}

}  // namespace warpwise::ui
