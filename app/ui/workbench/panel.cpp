#include "ui/workbench/panel.h"

#include <fmt/format.h>
#include <imgui.h>

#include <algorithm>

#include "lesson/number_views.h"
#include "ui/kit/widgets.h"

namespace warpwise::ui {

void report_rect(Workbench& bench, const char* name) {
    const ImVec2 at = ImGui::GetWindowPos(), size = ImGui::GetWindowSize();
    bench.panel_rects[name] = {at.x, at.y, size.x, size.y};
}

void focus_view(Workbench& bench, std::string_view id) { bench.post(ask::FocusView{std::string(id)}); }

void offer_kernels_with_view(Workbench& bench, const std::string& kind) {
    const Look& look = bench.look;
    const auto kernels = bench.lesson != nullptr ? kernels_with_view(*bench.lesson, kind) : std::vector<const KernelSpec*>{};
    if (kernels.empty()) return empty_state(look, "Nothing to show here", "Open a lesson that has this view.");
    const float left = empty_state_left(look);
    empty_state(look, "The chosen kernel has nothing to show here", "Choose a kernel that has:");
    for (const KernelSpec* kernel : kernels) {
        ImGui::SetCursorPosX(left);
        if (small_button(look, fmt::format("{}##{}", kernel->title, kernel->id).c_str())) bench.post(ask::ChooseKernel{kernel->id});
    }
}

}  // namespace warpwise::ui
