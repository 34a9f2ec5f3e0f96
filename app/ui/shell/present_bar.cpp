// In Present: one parameter at a time, large, with Run beside it.
#include <imgui.h>
#include <imgui_internal.h>

#include <algorithm>
#include <string>
#include <variant>
#include <vector>

#include "ui/kit/widgets.h"
#include "ui/shell/shell.h"

namespace warpwise::ui {
namespace {

void number_control(Workbench& bench, const Parameter& parameter, std::int64_t& value) {
    const NumberRange range{static_cast<std::int64_t>(parameter.min), static_cast<std::int64_t>(parameter.max),
                            parameter.powers_of_two};
    if (number_row(bench.look, parameter.label.c_str(), value, range, {}, parameter.help)) bench.post(ask::TakeDraft{});
}

void choice_control(Workbench& bench, const Parameter& parameter, std::string& value) {
    const auto found = std::ranges::find(parameter.choices, value);
    int chosen = static_cast<int>(found - parameter.choices.begin());
    ImGui::AlignTextToFramePadding();
    ImGui::TextUnformatted(parameter.label.c_str());
    ImGui::SameLine();
    if (!segmented(bench.look, parameter.id.c_str(), parameter.choices, chosen)) return;
    value = parameter.choices[static_cast<std::size_t>(chosen)];
    bench.post(ask::TakeDraft{});
}

void flag_control(Workbench& bench, const Parameter& parameter, std::int64_t& value) {
    bool on = value != 0;
    if (ImGui::Checkbox((parameter.label + "##value").c_str(), &on)) bench.post(ask::TakeDraft{});
    explain(bench.look, parameter.help);
    value = on;
}

void real_control(Workbench& bench, const Parameter& parameter, double& value) {
    if (real_row(bench.look, parameter.label.c_str(), value, {parameter.min, parameter.max}, parameter.help))
        bench.post(ask::TakeDraft{});
}

void control(Workbench& bench, const Parameter& parameter) {
    ParameterValue& value = bench.draft.request.parameters[parameter.id];
    if (auto* number = std::get_if<std::int64_t>(&value); number != nullptr && parameter.kind == ParameterKind::flag)
        flag_control(bench, parameter, *number);
    else if (number != nullptr)
        number_control(bench, parameter, *number);
    else if (auto* real = std::get_if<double>(&value))
        real_control(bench, parameter, *real);
    else if (auto* text = std::get_if<std::string>(&value); text != nullptr && !parameter.choices.empty())
        choice_control(bench, parameter, *text);
    else
        muted_text(bench.look, parameter.label + " is set in the launch panel");
}

}  // namespace

void present_bar(Shell& shell) {
    Workbench& bench = shell.bench;
    const Look& look = bench.look;
    if (bench.lesson == nullptr) return;
    const float height = ImGui::GetFrameHeight() + look.px(24);
    ImGui::PushStyleVar(ImGuiStyleVar_WindowPadding, ImVec2(look.px(16), look.px(10)));
    if (ImGui::BeginViewportSideBar("###present_bar", ImGui::GetMainViewport(), ImGuiDir_Down, height,
                                    ImGuiWindowFlags_NoDecoration | ImGuiWindowFlags_NoSavedSettings)) {
        const auto& parameters = bench.lesson->parameters;
        if (primary_button(look, "Run", "F5")) bench.post(ask::Run{});
        if (!parameters.empty()) {
            std::size_t& shown = shell.state.present_control;
            shown = std::min(shown, parameters.size() - 1);
            ImGui::SameLine();
            if (ImGui::Button("Next control", {0, ImGui::GetFrameHeight() + look.px(6)})) shown = (shown + 1) % parameters.size();
            explain(look, "Shows the lesson's parameters one after the other");
            ImGui::SameLine(0, look.px(24));
            ImGui::SetCursorPosY(ImGui::GetCursorPosY() + look.px(3));  // the buttons are taller by twice that
            ImGui::BeginChild("control", {std::min(look.px(420), ImGui::GetContentRegionAvail().x), 0});
            control(bench, parameters[shown]);
            ImGui::EndChild();
        }
    }
    ImGui::End();
    ImGui::PopStyleVar();
}

}  // namespace warpwise::ui
