// The cost of a frame: a stacked bar for each path, on one axis that begins at zero and is never cut.
#include <fmt/format.h>
#include <imgui.h>

#include <algorithm>
#include <cmath>
#include <utility>

#include "experiment/picture/animation.h"
#include "ui/kit/draw.h"
#include "ui/kit/longest_text.h"
#include "ui/kit/plot_helpers.h"
#include "ui/kit/widgets.h"
#include "ui/timing/frame_costs_view.h"
#include "ui/timing/timings_draw.h"

namespace warpwise::ui {
namespace {

constexpr float kRowHeight = 58, kNarrowRowHeight = 74, kBarHeight = 16;  // unscaled

// The phase of a run that a part is: it then looks the same in every view. What is drawn is uploaded as inputs are copied in.
std::string_view phase_of(FramePart part) {
    switch (part) {
        case FramePart::copy_out: return "copy_out";
        case FramePart::upload: return "copy_in";
        case FramePart::kernel: return "kernel";
        default: break;
    }
    return "";
}

// Colouring has the hue of threads, handing memory over is grey.
void draw_part(ImDrawList& list, const Look& look, std::size_t part, ImVec2 a, ImVec2 b) {
    const auto which = static_cast<FramePart>(part);
    const Theme& t = look.theme;
    if (phase_of(which).empty())
        list.AddRectFilled(a, b, which == FramePart::colours ? t.series[2] : t.series[5]);
    else
        draw_phase(list, look, phase_of(which), t.series[3], a, b);
}

struct Axis {
    double high = 1;
    float x0 = 0, x1 = 1;
    float x_of(double ms) const { return x0 + (x1 - x0) * static_cast<float>(std::clamp(ms / high, 0.0, 1.0)); }
};

void draw_axis(ImDrawList& list, const Look& look, const Axis& axis, float top, float bottom, int most_ticks) {
    for (const double tick : linear_ticks(axis.high, most_ticks)) {
        const float x = std::floor(axis.x_of(tick));
        list.AddRectFilled({x, top}, {x + 1, bottom}, mix(look.theme.panel, look.theme.line, 0.6f));
        const float align = x < axis.x0 + look.px(10) ? 0.0f : x > axis.x1 - look.px(16) ? 1.0f : 0.5f;
        put_text(list, look.fonts.mono, look.px(Fonts::kSmall), {x, bottom + look.px(3)}, look.theme.muted,
                 tick == 0 ? "0" : short_duration(tick), align);
    }
}

void draw_bar(ImDrawList& list, const Look& look, const Axis& axis, const FrameCost& cost, float y0, float y1) {
    double sum = 0;
    for (std::size_t part = 0; part < kFrameParts; ++part) {
        if (!cost.ms[part]) continue;
        const float a = axis.x_of(sum), b = axis.x_of(sum += *cost.ms[part]);
        draw_part(list, look, part, {a, y0}, {std::max(a + 1, b), y1});
    }
    if (cost.recorded)
        draw_dashed_frame(list, {axis.x0, y0 - look.px(2)},
                          {std::max(axis.x_of(sum), axis.x0 + look.px(4)) + look.px(2), y1 + look.px(1)}, look.theme.text,
                          look.px(3), look.px(1));
}

void draw_row(const Look& look, const Axis& axis, const FrameCost& cost, ImVec2 at, float width, bool narrow) {
    ImDrawList& list = *ImGui::GetWindowDrawList();
    const float size = look.px(Fonts::kSmall);
    float y = at.y + look.px(4);
    if (narrow) {
        put_text_cut(list, look.fonts.semibold, size, at, look.theme.text, cost.path, width);
        y = at.y + look.px(20);
    } else {
        put_text_cut(list, look.fonts.semibold, size, {at.x, y}, look.theme.text, cost.path, axis.x0 - at.x - look.px(8));
    }
    draw_bar(list, look, axis, cost, y, y + look.px(kBarHeight));
    const std::string texts[] = {cost_text(cost), short_duration(cost.total_ms())};
    const float below = y + look.px(kBarHeight + 3);
    // on a ground of its own: the axis' lines do not cross the words
    const float room = at.x + width - axis.x0, words = std::min(room, text_width(look.fonts.regular, size, texts[0]));
    list.AddRectFilled({axis.x0, below}, {axis.x0 + words + look.px(3), below + look.px(16)}, look.theme.panel);
    put_longest_text(list, look.fonts.regular, size, {axis.x0, below}, look.theme.text, texts, room);
    const std::string sources[] = {cost.source, cost.source.substr(0, cost.source.find(','))};  // the date alone, where that fits
    const ImVec2 source_at{at.x, narrow ? below + look.px(16) : below};
    put_longest_text(list, look.fonts.regular, size, source_at, look.theme.muted, sources,
                     narrow ? width : axis.x0 - at.x - look.px(8));
}

float draw_legend(const Look& look, const std::vector<FrameCost>& costs, ImVec2 at, float width) {
    ImDrawList& list = *ImGui::GetWindowDrawList();
    const float size = look.px(Fonts::kSmall), line = look.px(20);
    ImVec2 pen = at;
    for (std::size_t part = 0; part < kFrameParts; ++part) {
        if (std::ranges::none_of(costs, [&](const FrameCost& cost) { return cost.ms[part].has_value(); })) continue;
        // both ends of handing over memory have one colour and one entry
        if (static_cast<FramePart>(part) == FramePart::unmap) continue;
        const std::string title =
            static_cast<FramePart>(part) == FramePart::map ? "map and unmap" : std::string(title_of(static_cast<FramePart>(part)));
        const float needed = look.px(20) + text_width(look.fonts.regular, size, title);
        if (pen.x > at.x && pen.x + needed > at.x + width) pen = {at.x, pen.y + line};
        draw_part(list, look, part, {pen.x, pen.y + look.px(2)}, {pen.x + look.px(12), pen.y + look.px(14)});
        put_text(list, look.fonts.regular, size, {pen.x + look.px(20), pen.y}, look.theme.muted, title);
        pen.x += needed + look.px(14);
    }
    return pen.y + line - at.y;
}

// Whether zooming computes the picture anew: else it only enlarges its pixels.
bool zoom_computes(const Lesson& lesson) {
    return std::ranges::any_of(lesson.views, [](const ViewSpec& view) {
        const auto zoom = view.options.find("zoom");
        return view.kind == "image" && zoom != view.options.end() && !zoom->second.empty();
    });
}

const char* how_to_measure(const Lesson& lesson, bool moves, bool without_costs) {
    if (moves) return "Press Play above the picture: every path that you choose gets a row, measured here.";
    if (zoom_computes(lesson)) return "Zoom in the image: every path that you choose gets a row, measured here.";
    return without_costs ? "Run (F5) computes this image once. Phases shows the times of the run."
                         : "What a frame cost where it was recorded. Phases shows the times of your run.";
}

}  // namespace

bool has_picture(const Lesson& lesson) {
    return std::ranges::any_of(lesson.views, [](const ViewSpec& view) { return view.kind == "image" || view.kind == "points"; });
}

void frame_costs_view(Workbench& wb) {
    if (wb.lesson == nullptr || !has_picture(*wb.lesson)) return;
    const Look& look = wb.look;
    FrameCostsState& state = wb.state<FrameCostsState>();
    const auto declared = declared_animation(*wb.lesson, wb.kernel());
    const bool moves = declared && *declared;
    const int launches = !moves ? 1 : state.steps_per_frame > 0 ? state.steps_per_frame : std::max(1, (*declared)->steps_per_frame);
    std::vector<const RunRecord*> recorded;
    for (const RecordedRun& run : wb.recordings.of_draft)
        if (traits_of(run.record->device.kind).is_gpu) recorded.push_back(run.record);
    const std::vector<FrameCost> costs = frame_costs(state.log, recorded, launches);
    if (state.log.empty()) muted_text(look, how_to_measure(*wb.lesson, moves, costs.empty()));
    if (costs.empty()) return;
    if (ImGui::BeginChild("##frame_costs", {0, 0}, ImGuiChildFlags_NavFlattened)) {
        const ImVec2 at = ImGui::GetCursorScreenPos();
        const float width = ImGui::GetContentRegionAvail().x;
        const bool narrow = width < look.px(620);
        Axis axis{1, at.x + (narrow ? 0 : look.px(250)), at.x + width};
        double longest = 0;
        for (const FrameCost& cost : costs) longest = std::max(longest, cost.total_ms());
        const int most_ticks = std::max(2, static_cast<int>((axis.x1 - axis.x0) / look.px(80)));
        if (std::exchange(state.axis_lesson, wb.lesson->id) != wb.lesson->id) state.axis_ms = 0;
        axis.high = state.axis_ms = held_axis_ms(state.axis_ms, longest);
        const float row = look.px(narrow ? kNarrowRowHeight : kRowHeight);
        const float bottom = at.y + row * static_cast<float>(costs.size());
        draw_axis(*ImGui::GetWindowDrawList(), look, axis, at.y, bottom, most_ticks);
        for (std::size_t i = 0; i < costs.size(); ++i)
            draw_row(look, axis, costs[i], {at.x, at.y + row * static_cast<float>(i)}, width, narrow);
        const float legend = draw_legend(look, costs, {axis.x0, bottom + look.px(24)}, at.x + width - axis.x0);
        ImGui::Dummy({width, bottom - at.y + look.px(26) + legend});
    }
    ImGui::EndChild();
}

}  // namespace warpwise::ui
