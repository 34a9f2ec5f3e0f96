// The bar at the bottom: what ran and how it ended, or what runs now; the seed, the zoom and the keys to know.
#include <fmt/format.h>
#include <imgui.h>
#include <imgui_internal.h>

#include <algorithm>
#include <cmath>
#include <string>

#include "ui/debugger/debugger_text.h"
#include "ui/kit/widgets.h"
#include "ui/shell/shell.h"
#include "ui/workbench/outcome.h"
#include "ui/workbench/progress_shown.h"

namespace warpwise::ui {
namespace {

constexpr float kStatusBarHeight = 28;

std::string what_ran(const Workbench& bench) {
    if (bench.lesson == nullptr) return "Choose a lesson, or drag on a picture";
    if (const DebuggerState& debugger = bench.state<DebuggerState>(); debugger.is_open()) return stop_sentence(*debugger.now);
    return outcome_of(bench).brief;
}

// The bar has places that do not depend on what runs: words at the left, a progress bar and Cancel, hints at the right. While
// nothing runs, the words go on to the hints.
struct BarPlaces {
    float text = 0, text_end = 0, progress = 0, cancel = 0, cancel_width = 0, hints = 0;
    std::string hints_shown;
};

constexpr float kProgressWidth = 120, kLeastText = 420;  // unscaled

// As many of the hints as fit beside a full line of words, the most useful first.
std::string hints_in(const Workbench& bench, float room) {
    std::string shown;
    const bool stepping = bench.state<DebuggerState>().is_open();
    for (const std::string& part :
         {stepping ? std::string("F10 step      Shift+F10 back      F9 breakpoint") : std::string(),
          std::string("Ctrl+Shift+P commands"), std::string("F1 help"), fmt::format("{:.0f} %", bench.settings.zoom * 100.0f),
          std::string("F12 picture"), bench.lesson != nullptr ? fmt::format("seed {}", bench.draft.request.seed) : std::string()}) {
        if (part.empty()) continue;
        const std::string with = part + (shown.empty() ? "" : "      ") + shown;
        if (ImGui::CalcTextSize(with.c_str()).x > room) break;
        shown = with;
    }
    return shown;
}

BarPlaces places_in(const Workbench& bench, float width, bool runs) {
    const Look& look = bench.look;
    const float pad = look.px(16);
    BarPlaces p;
    p.text = pad;
    p.cancel_width = ImGui::CalcTextSize("Cancel").x + 2 * look.px(8);
    const float slots = look.px(kProgressWidth) + p.cancel_width + 3 * pad;
    p.hints_shown = hints_in(bench, width - 2 * pad - slots - look.px(kLeastText));
    p.hints = width - pad - ImGui::CalcTextSize(p.hints_shown.c_str()).x;
    p.cancel = p.hints - (p.hints_shown.empty() ? 0 : pad) - p.cancel_width;
    p.progress = p.cancel - pad / 2 - look.px(kProgressWidth);
    p.text_end = runs ? p.progress - pad : p.hints - pad;
    return p;
}

// One line; what does not fit stands in the tooltip.
void words(const Look& look, const std::string& text, ImVec2 at, float width) {
    const ImVec2 size = ImGui::CalcTextSize(text.c_str());
    ImGui::SetCursorScreenPos(at);
    if (size.x <= width) return ImGui::TextUnformatted(text.c_str());
    ImGui::Dummy({width, size.y});
    ImGui::RenderTextEllipsis(ImGui::GetWindowDrawList(), at, {at.x + width, at.y + size.y}, at.x + width, text.c_str(), nullptr,
                              &size);
    explain(look, text);
}

void progress(Shell& shell, const RunProgress& run, const BarPlaces& places, ImVec2 bar, float line) {
    const Look& look = shell.bench.look;
    const float height = look.px(6), y = std::round(bar.y + (look.px(kStatusBarHeight) - height) / 2);
    ImGui::SetCursorScreenPos({bar.x + places.progress, y});
    ImGui::ProgressBar(run.fraction, {look.px(kProgressWidth), height}, "");
    ImGui::SetCursorScreenPos({bar.x + places.cancel, line - look.px(2)});
    ImGui::PushStyleVar(ImGuiStyleVar_FramePadding, ImVec2(look.px(8), look.px(2)));
    if (ImGui::Button("Cancel", {places.cancel_width, 0})) shell.bench.post(ask::Cancel{});
    ImGui::PopStyleVar();
    explain(look, "Stops the run (Esc)");
}

void contents(Shell& shell) {
    const Workbench& bench = shell.bench;
    const ImVec2 bar = ImGui::GetWindowPos();
    const float line = ImGui::GetCursorScreenPos().y;
    const RunProgress& run = run_progress(shell.bench);
    const BarPlaces places = places_in(bench, ImGui::GetWindowWidth(), run.shown);
    words(bench.look, run.shown ? run.text : what_ran(bench), {bar.x + places.text, line}, places.text_end - places.text);
    if (run.shown) progress(shell, run, places, bar, line);
    ImGui::SetCursorScreenPos({bar.x + places.hints, line});
    ImGui::TextColored(to_vec4(bench.look.theme.muted), "%s", places.hints_shown.c_str());
}

}  // namespace

float status_bar(Shell& shell) {
    const Look& look = shell.bench.look;
    const float height = look.px(kStatusBarHeight);
    const FontScope font(look.fonts.regular, look.px(Fonts::kSmall));
    ImGui::PushStyleVar(ImGuiStyleVar_WindowPadding, ImVec2(look.px(16), std::round((height - ImGui::GetTextLineHeight()) / 2)));
    const ColourScope colours{{ImGuiCol_WindowBg, look.theme.raised}};
    if (ImGui::BeginViewportSideBar(
            "###status_bar", ImGui::GetMainViewport(), ImGuiDir_Down, height,
            ImGuiWindowFlags_NoDecoration | ImGuiWindowFlags_NoSavedSettings | ImGuiWindowFlags_NoScrollWithMouse)) {
        contents(shell);
    }
    ImGui::End();
    ImGui::PopStyleVar();
    return height;
}

}  // namespace warpwise::ui
