// The launch panel where the window is compact: a drawer over the right side, opened by a button in the top bar or Ctrl+L, closed
// by the same, its cross or Escape. The views have the whole window meanwhile.
#include <imgui.h>
#include <imgui_internal.h>

#include <algorithm>
#include <cmath>

#include "ui/kit/overlay.h"
#include "ui/kit/widgets.h"
#include "ui/shell/shell.h"

namespace warpwise::ui {
namespace {

constexpr float kDrawerWidth = 340, kMostOfWidth = 0.72f;  // unscaled; of the window's width

// The drawer's own Escape, where nothing lies over it and nothing runs that Escape would stop.
bool escaped(const Shell& shell) {
    const auto& status = shell.bench.results.status;
    return !anything_to_escape() && !status.busy && status.waiting == 0 && ImGui::IsWindowFocused(ImGuiFocusedFlags_ChildWindows) &&
           !ImGui::IsAnyItemActive() && ImGui::IsKeyPressed(ImGuiKey_Escape, false);
}

}  // namespace

bool has_launch_drawer(const Shell& shell) { return shell.state.room == Room::compact; }

void toggle_launch(Shell& shell) {
    if (!has_launch_drawer(shell) || is_presenting(shell)) return shell.bench.post(ask::FocusView{"launch"});
    shell.state.drawer_open = !shell.state.drawer_open;
}

void launch_drawer(Shell& shell, const View& launch) {
    ShellState& state = shell.state;
    if (state.focus_view == launch.id) {
        state.focus_view.reset();
        state.drawer_open = true;
    }
    if (!state.drawer_open) {
        shell.bench.panel_rects.erase(launch.id);
        return;
    }
    const Look& look = shell.bench.look;
    const ImGuiViewport& viewport = *ImGui::GetMainViewport();
    const float width = std::floor(std::min(look.px(kDrawerWidth), viewport.WorkSize.x * kMostOfWidth));
    ImGui::SetNextWindowPos({viewport.WorkPos.x + viewport.WorkSize.x - width, viewport.WorkPos.y});
    ImGui::SetNextWindowSize({width, viewport.WorkSize.y});
    const ImGuiWindow* const before = ImGui::FindWindowByName(window_name(launch).c_str());
    if (before == nullptr || !before->WasActive) ImGui::SetNextWindowFocus();
    const ColourScope colours{{ImGuiCol_TitleBg, look.theme.raised},
                              {ImGuiCol_TitleBgActive, look.theme.raised},
                              {ImGuiCol_Border, mix(look.theme.line, look.theme.text, 0.25f)}};
    ImGui::PushStyleVar(ImGuiStyleVar_WindowBorderSize, std::max(1.0f, std::floor(look.scale)));
    const bool visible = ImGui::Begin(window_name(launch).c_str(), &state.drawer_open,
                                      ImGuiWindowFlags_NoCollapse | ImGuiWindowFlags_NoMove | ImGuiWindowFlags_NoResize |
                                          ImGuiWindowFlags_NoDocking | ImGuiWindowFlags_NoSavedSettings);
    ImGui::PopStyleVar();
    if (visible) {
        const ImRect& inner = ImGui::GetCurrentWindow()->InnerRect;
        shell.bench.panel_rects[launch.id] = {inner.Min.x, inner.Min.y, inner.GetWidth(), inner.GetHeight()};
        launch.draw(shell.bench);
        if (escaped(shell)) state.drawer_open = false;
    }
    ImGui::End();
}

}  // namespace warpwise::ui
