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
    if (small_button(look, "Remove all###remove_all")) state.breakpoints.clear();
    if (state.breakpoints.empty()) ImGui::CloseCurrentPopup();
}

}  // namespace

void breakpoints_button(Workbench& bench) {
    DebuggerState& state = bench.state<DebuggerState>();
    if (state.breakpoints.empty()) return;
    const std::string label =
        state.breakpoints.size() == 1 ? "1 breakpoint" : fmt::format("{} breakpoints", state.breakpoints.size());
    place_beside(button_width(label.c_str()));
    if (quiet_button(bench.look, (label + "###breakpoints").c_str())) ImGui::OpenPopup("##breakpoint_list");
    explain(bench.look, "Lines and conditions of the breakpoints");
    if (!ImGui::BeginPopup("##breakpoint_list")) return;
    list_of(bench, state);
    ImGui::EndPopup();
}

}  // namespace warpwise::ui
