// The bar at the bottom: what ran and how it ended, or what runs now; the seed, the zoom and the keys to know.
#include <fmt/format.h>
#include <imgui.h>
#include <imgui_internal.h>

#include <algorithm>
#include <cmath>
#include <string>

#include "ui/kit/widgets.h"
#include "ui/shell/shell.h"
#include "ui/workbench/outcome.h"

namespace warpwise::ui {
namespace {

constexpr float bar_height = 28;

std::string what_ran(const Workbench& bench) {
    if (bench.lesson == nullptr) return "Choose a lesson to start";
    return outcome_of(bench).brief;
}

void progress(Shell& shell) {
    const Worker::Status& status = shell.bench.results.status;
    const Look& look = shell.bench.look;
    const float y = ImGui::GetCursorPosY();
    ImGui::SetCursorPosY(y + look.px(8));
    ImGui::ProgressBar(static_cast<float>(std::clamp(status.fraction, 0.0, 1.0)), {look.px(120), look.px(6)}, "");
    ImGui::SameLine();
    ImGui::SetCursorPosY(y);
    ImGui::TextUnformatted((status.what + (status.waiting > 0 ? fmt::format(", {} more to run", status.waiting) : "")).c_str());
    ImGui::SameLine();
    if (ImGui::SmallButton("Cancel")) shell.bench.post(ask::Cancel{});
    explain(look, "Stops the run (Esc)");
}

// Right-aligned, as many of the parts as fit, the most useful first.
void right_side(const Shell& shell, float left_end) {
    const Workbench& bench = shell.bench;
    std::string shown;
    for (const std::string& part :
         {std::string("Ctrl+Shift+P commands"), std::string("F1 help"), fmt::format("{:.0f} %", bench.settings.zoom * 100.0f),
          std::string("F12 picture"), bench.lesson != nullptr ? fmt::format("seed {}", bench.draft.request.seed) : std::string()}) {
        const std::string with = part.empty() ? shown : part + (shown.empty() ? "" : "      ") + shown;
        if (left_end + ImGui::CalcTextSize(with.c_str()).x + bench.look.px(32) > ImGui::GetWindowWidth()) break;
        shown = with;
    }
    ImGui::SameLine(ImGui::GetWindowWidth() - ImGui::CalcTextSize(shown.c_str()).x - bench.look.px(16));
    ImGui::TextColored(to_vec4(bench.look.theme.muted), "%s", shown.c_str());
}

}  // namespace

float status_bar(Shell& shell) {
    const Look& look = shell.bench.look;
    const float height = look.px(bar_height);
    const FontScope font(look.fonts.regular, look.px(Fonts::small));
    ImGui::PushStyleVar(ImGuiStyleVar_WindowPadding, ImVec2(look.px(16), std::round((height - ImGui::GetTextLineHeight()) / 2)));
    const ColourScope colours{{ImGuiCol_WindowBg, look.theme.raised}};
    if (ImGui::BeginViewportSideBar(
            "###status_bar", ImGui::GetMainViewport(), ImGuiDir_Down, height,
            ImGuiWindowFlags_NoDecoration | ImGuiWindowFlags_NoSavedSettings | ImGuiWindowFlags_NoScrollWithMouse)) {
        if (shell.bench.results.status.busy)
            progress(shell);
        else
            ImGui::TextUnformatted(what_ran(shell.bench).c_str());
        right_side(shell, ImGui::GetItemRectMax().x - ImGui::GetWindowPos().x);
    }
    ImGui::End();
    ImGui::PopStyleVar();
    return height;
}

}  // namespace warpwise::ui
