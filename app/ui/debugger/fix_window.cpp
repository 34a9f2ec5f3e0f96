#include "ui/debugger/fix_window.h"

#include <fmt/format.h>
#include <imgui.h>

#include <algorithm>
#include <string>
#include <utility>
#include <vector>

#include "ui/kit/widgets.h"
#include "ui/lesson/exercise_panel.h"
#include "ui/lesson/line_diff_view.h"

namespace warpwise::ui {
namespace {

struct FixWindowState {
    bool open = false;
    KernelFix fix;
    std::vector<DiffLine> lines;
    std::string problem;  // why the fix has no text
    int frame = -1;       // in which it was drawn
};

void step_button(Workbench& bench, FixWindowState& state) {
    if (!primary_button(bench.look, "Step the fix")) return;
    const DebuggerState& debugger = bench.state<DebuggerState>();
    bench.post(ask::ChooseKernel{state.fix.kernel});
    bench.post(ask::Debug{.block = debugger.options.block, .warp = debugger.warp, .line = {}, .position = {}});
    state.open = false;
}

}  // namespace

void show_fix(Workbench& bench, const KernelFix& fix) {
    const DebuggerState& debugger = bench.state<DebuggerState>();
    if (debugger.subject == nullptr || bench.lesson == nullptr) return;
    FixWindowState& state = bench.state<FixWindowState>();
    state = {.open = true, .fix = fix};
    const KernelSpec* const kernel = bench.lesson->find_kernel(fix.kernel);
    const Exercise* exercise = current_exercise(bench, bench.state<ExerciseState>());
    if (exercise != nullptr && exercise->program) exercise = bench.lesson->kernel_exercise();
    Result<std::string> text = exercise != nullptr ? Result<std::string>(exercise->solution) : failure("");
    if (kernel != nullptr) text = read_kernel_source(*bench.lesson, *kernel);
    if (text)
        state.lines = diff_lines(debugger.subject->text, *text);
    else
        state.problem = text.error().text();
}

void fix_window(Workbench& bench) {
    FixWindowState& state = bench.state<FixWindowState>();
    if (!state.open || std::exchange(state.frame, ImGui::GetFrameCount()) == ImGui::GetFrameCount()) return;
    const Look& look = bench.look;
    const ImGuiViewport& viewport = *ImGui::GetMainViewport();
    ImGui::SetNextWindowPos(viewport.GetCenter(), ImGuiCond_Appearing, {0.5f, 0.5f});
    ImGui::SetNextWindowSize({std::min(look.px(760), viewport.Size.x * 0.92f), std::min(look.px(560), viewport.Size.y * 0.85f)},
                             ImGuiCond_Appearing);
    if (begin_overlay(look, fmt::format("The fix: {}###debug_fix", state.fix.title).c_str(), &state.open)) {
        muted_text(look, "What changes from the kernel that is stepped (-) to the fix (+).");
        if (!state.problem.empty()) text_in(look, look.theme.bad, state.problem);
        const float below = ImGui::GetFrameHeight() + look.px(8) + 2 * ImGui::GetStyle().ItemSpacing.y;
        if (ImGui::BeginChild("##fix_lines", {0, std::max(ImGui::GetContentRegionAvail().y - below, look.px(80))}))
            draw_line_diff(look, state.lines);
        ImGui::EndChild();
        if (!state.fix.kernel.empty()) step_button(bench, state), ImGui::SameLine();
        if (quiet_button(look, "Close###close_fix")) state.open = false;
    }
    ImGui::End();
}

}  // namespace warpwise::ui
