#include "ui/source/text_state.h"

#include <fmt/format.h>
#include <imgui.h>

#include <algorithm>

#include "base/diagnostic.h"
#include "base/number_text.h"
#include "ui/kit/draw.h"
#include "ui/kit/widgets.h"

namespace warpwise::ui {

namespace {

std::string state_text(const SourcePanelState& state) {
    if (is_read_only(state)) return "read only";
    if (state.tab == SourceTab::program && !state.checked) return "not checked";
    if (state.tab == SourceTab::program && state.diagnostics.empty()) return "checked";
    const auto errors = std::ranges::count(state.diagnostics, Severity::error, &Diagnostic::severity);
    if (!state.checked) return "compiling ...";
    if (errors > 0) return errors == 1 ? "1 error" : fmt::format("{} errors", errors);
    const auto warnings = std::ssize(state.diagnostics);
    const std::string found = warnings == 0 ? "compiles" : warnings == 1 ? "1 warning" : fmt::format("{} warnings", warnings);
    // pictures and tests have no time of their own
    return state.compile_ms > 0 ? fmt::format("{}, {}", found, short_duration(state.compile_ms)) : found;
}

}  // namespace

bool is_read_only(const SourcePanelState& state) {
    return state.tab == SourceTab::routine || state.tab == SourceTab::host || state.tab == SourceTab::python;
}

bool compiles_as_typed(const SourcePanelState& state) { return !is_read_only(state) && state.tab != SourceTab::program; }

float state_of_text(const Look& look, const SourcePanelState& state) {
    const std::string text = state_text(state);
    const float most = ImGui::CalcTextSize(is_read_only(state) ? "read only" : "10 warnings, 99.9 ms").x;
    const float right = ImGui::GetCursorPosX() + ImGui::GetContentRegionAvail().x, gap = ImGui::GetStyle().ItemSpacing.x;
    const float begin = ImGui::GetItemRectMax().x - ImGui::GetWindowPos().x + gap;
    if (begin + most <= right) ImGui::SameLine(begin);
    const float end = ImGui::GetCursorPosX() + most;
    ImGui::AlignTextToFramePadding();
    const bool bad = has_errors(state.diagnostics);
    ImGui::TextColored(to_vec4(bad ? look.theme.bad : look.theme.muted), "%s", text.c_str());
    if (state.tab == SourceTab::host)
        explain(look, "A whole program for nvcc, with the values chosen here. `warpwise code LESSON --host` prints it.");
    else if (state.tab == SourceTab::python)
        explain(look,
                "The same computation in Python, with the values chosen here. `warpwise code LESSON --python LIBRARY` prints it.");
    else if (state.tab == SourceTab::program)
        explain(look, "Ctrl+Enter checks the program: it is compiled and run with your rights, and what it launches is emulated.");
    else if (!is_read_only(state))
        explain(look, "Ctrl+Enter compiles and runs this text, as F5 does. What you type is compiled as you type.");
    return end;
}

}  // namespace warpwise::ui
