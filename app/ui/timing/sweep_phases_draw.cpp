#include "ui/timing/sweep_phases_draw.h"

#include <imgui.h>
#include <implot.h>

#include <algorithm>
#include <cmath>

#include "ui/kit/draw.h"
#include "ui/kit/tooltip.h"
#include "ui/kit/widgets.h"
#include "ui/timing/device_look.h"
#include "ui/timing/recordings_shown.h"
#include "ui/timing/timings_draw.h"

namespace warpwise::ui {
namespace {

constexpr float kWidestBar = 26, kLeastBar = 3;  // unscaled

ImU32 kernel_colour(const Theme& t, const PhaseStack& stack) {
    return stack.recorded ? recorded_colour(t, stack.recording, stack.device) : device_colour(t, stack.device);
}

// Three fifths of the least distance between two sizes.
float bar_width(const Look& look, const PhaseStack& stack) {
    float width = look.px(kWidestBar);
    for (std::size_t i = 1; i < stack.bars.size(); ++i) {
        const float distance = ImPlot::PlotToPixels(stack.bars[i].x, 0).x - ImPlot::PlotToPixels(stack.bars[i - 1].x, 0).x;
        width = std::min(width, distance * 0.6f);
    }
    return std::max(look.px(kLeastBar), std::floor(width));
}

}  // namespace

void stack_tool(const Look& look, SweepState& state, bool possible) {
    place_beside(button_width("Phases") + ImGui::GetFrameHeight());
    ImGui::BeginDisabled(!possible);
    bool on = state.stacked && possible;
    if (ImGui::Checkbox("Phases##sweep", &on)) {
        state.stacked = on;
        if (on) state.end_to_end = true;
    }
    ImGui::EndDisabled();
    explain(look, possible
                      ? "Stacks what a GPU's time is made of at each size: the copy in, the kernel and the copy out. The time axis "
                        "is linear while phases are stacked, because heights add up only there; turn the wheel over it to zoom. "
                        "Between a bar and the mark above it lies the time between the phases."
                      : "No GPU's times here are divided into copies and kernel");
}

void draw_stack_legend(const Look& look, const PhaseStack& stack, const std::string& label, float width) {
    ImDrawList& list = *ImGui::GetWindowDrawList();
    const float size = look.px(Fonts::kSmall), box = look.px(14), right = ImGui::GetCursorScreenPos().x + width;
    const ImVec2 at = ImGui::GetCursorScreenPos();
    float x = at.x;
    const auto put = [&](const std::string& text, ImU32 colour) {
        put_text_cut(list, look.fonts.regular, size, {x, at.y}, colour, text, std::max(0.0f, right - x));
        x += text_width(look.fonts.regular, size, text) + look.px(12);
    };
    for (const std::size_t phase : stack.phases) {
        if (x + box > right) break;
        draw_phase(list, look, kTimedPhases[phase], kernel_colour(look.theme, stack), {x, at.y + look.px(2)},
                   {x + box, at.y + look.px(2) + box});
        x += box + look.px(6);
        put(phase_label(phase), look.theme.text);
    }
    if (x < right) put("linear while phases are stacked", look.theme.muted);
    if (x < right) put(label, look.theme.muted);
    const std::string text = stack_text(stack, label);
    ImGui::LogText("%s\n", text.c_str());  // drawn by hand, so logged by hand
    ImGui::Dummy({width, look.px(20)});
    if (ImGui::IsItemHovered()) text_tooltip(look, text);
}

void draw_stack(const Look& look, const PhaseStack& stack) {
    ImDrawList& list = *ImPlot::GetPlotDrawList();
    const float width = bar_width(look, stack), top = ImPlot::GetPlotPos().y, bottom = top + ImPlot::GetPlotSize().y;
    const ImU32 kernel = kernel_colour(look.theme, stack);
    // zoomed in, a bar is far higher than the plot: its hatch is drawn in sight alone
    const auto in_sight = [&](float y) { return std::clamp(y, top, bottom); };
    ImPlot::PushPlotClipRect();
    for (const PhaseStack::Bar& bar : stack.bars) {
        const float a = std::floor(ImPlot::PlotToPixels(bar.x, 0).x - width / 2), b = a + width;
        double sum = 0;
        for (std::size_t phase = 0; phase < bar.phases.ms.size(); ++phase) {
            if (bar.phases.ms[phase] <= 0) continue;
            const float low = in_sight(ImPlot::PlotToPixels(bar.x, sum).y);
            sum += bar.phases.ms[phase];
            const float high = in_sight(ImPlot::PlotToPixels(bar.x, sum).y);
            if (low > high) draw_phase(list, look, kTimedPhases[phase], kernel, {a, high}, {b, low});
        }
        const float high = in_sight(ImPlot::PlotToPixels(bar.x, sum).y);
        if (stack.recorded)
            draw_dashed_frame(list, {a - look.px(1), high}, {b + look.px(1), in_sight(ImPlot::PlotToPixels(bar.x, 0).y)},
                              look.theme.text, look.px(3), look.px(1));
    }
    ImPlot::PopPlotClipRect();
}

}  // namespace warpwise::ui
