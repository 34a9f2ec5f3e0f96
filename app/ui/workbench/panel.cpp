#include "ui/workbench/panel.h"

#include <imgui.h>

namespace warpwise::ui {

void report_rect(Workbench& bench, const char* name) {
    const ImVec2 at = ImGui::GetWindowPos(), size = ImGui::GetWindowSize();
    bench.panel_rects[name] = {at.x, at.y, size.x, size.y};
}

void focus_view(Workbench& bench, std::string_view id) { bench.post(ask::FocusView{std::string(id)}); }

}  // namespace warpwise::ui
