#include "ui/timing/count_sweep.h"

#include <fmt/format.h>
#include <imgui.h>
#include <implot.h>

#include <algorithm>
#include <cstdio>
#include <utility>

#include "base/escape.h"
#include "experiment/run/sweep.h"
#include "lesson/formula.h"
#include "ui/kit/draw.h"
#include "ui/kit/plot_helpers.h"
#include "ui/kit/widgets.h"
#include "ui/timing/count_plot.h"
#include "ui/timing/shown_scenes.h"
#include "ui/timing/sketch.h"
#include "ui/timing/sweep.h"
#include "ui/workbench/awaited.h"
#include "ui/workbench/swept_name.h"

namespace warpwise::ui {
namespace {

constexpr ImPlotMarker kMarkers[] = {ImPlotMarker_Circle, ImPlotMarker_Square, ImPlotMarker_Diamond, ImPlotMarker_Up,
                                     ImPlotMarker_Down};

void ask_for_counts(Workbench& wb) {
    const Parameter* parameter = sweep_parameter(*wb.lesson);
    if (parameter == nullptr) return empty_state(wb.look, "Nothing to sweep", "This lesson has no size to run over.");
    empty_state(wb.look, "No sweep yet",
                fmt::format("A sweep runs the kernel in the emulator over {} and shows how its counts change.",
                            swept_name(wb.lesson, parameter->id)));
    const float width = wb.look.px(150);
    ImGui::SetCursorPosX((ImGui::GetWindowWidth() - width) / 2);
    if (primary_button(wb.look, "Sweep", "F6", width)) wb.post(ask::RunSweep{parameter->id});
}

void copy_csv(const Sweep& sweep, const CountSweepState& state) {
    std::string csv = csv_field(sweep.over);
    for (const std::string& expression : state.shown) csv += "," + csv_quoted(expression);
    csv += '\n';
    for (const CountSweepState::Point& point : state.points) {
        csv += fmt::format("{}", point.x);
        for (const std::optional<double>& count : point.counts) csv += count ? fmt::format(",{}", *count) : ",";
        csv += '\n';
    }
    ImGui::SetClipboardText(csv.c_str());
}

void toolbar(Workbench& wb, const Sweep& sweep, const CountSweepState& state) {
    const FontScope font(wb.look.fonts.regular, wb.look.px(Fonts::kSmall));
    muted_text(wb.look, sweep.running ? fmt::format("Counting: {} of {} sizes", sweep.done, sweep.asked)
                        : sweep.wrong > 0
                            ? fmt::format("{} of {} runs were not right. {}", sweep.wrong, sweep.asked, sweep.first_wrong)
                            : std::string("Counted by the emulator: the same on every machine."));
    if (sweep.running) {
        if (quiet_button(wb.look, "Cancel")) wb.post(ask::Cancel{});
    } else if (quiet_button(wb.look, "Sweep again")) {
        wb.post(ask::RunSweep{sweep.over});
    }
    place_beside(button_width("Copy CSV"));
    if (quiet_button(wb.look, "Copy CSV", !state.points.empty())) copy_csv(sweep, state);
}

// As a prediction of the lesson calls the count; else the expression.
const std::string& label_of(const Lesson& lesson, const std::string& expression) {
    for (const Prediction& each : lesson.predictions)
        if (each.sketch == expression && !each.unit.empty()) return each.unit;
    return expression;
}

void plot_counts(const Look& look, const Lesson& lesson, const CountSweepState& state, std::size_t which) {
    std::vector<double> xs, ys;
    for (const CountSweepState::Point& point : state.points) {
        if (!point.counts[which]) continue;
        xs.push_back(point.x);
        ys.push_back(*point.counts[which]);
    }
    if (xs.empty()) return;
    ImPlotSpec spec;
    spec.LineColor = to_vec4(look.theme.series[which % std::size(look.theme.series)]);
    spec.LineWeight = look.px(2);
    spec.MarkerFillColor = spec.MarkerLineColor = spec.LineColor;
    spec.MarkerSize = look.px(3.6f);
    spec.Marker = kMarkers[which % std::size(kMarkers)];
    ImPlot::PlotLine(label_of(lesson, state.shown[which]).c_str(), xs.data(), ys.data(), static_cast<int>(xs.size()), spec);
}

void plot(Workbench& wb, const Sweep& sweep, CountSweepState& state, ImVec2 size) {
    if (sweep.values.empty()) return;
    const FontScope font(wb.look.fonts.regular, wb.look.px(Fonts::kSmall));
    const Prediction* drawn = finished_sketch(wb);
    const auto [lowest, highest] = std::ranges::minmax(sweep.values);
    double most = drawn != nullptr ? drawn->top : 0;
    for (const CountSweepState::Point& point : state.points)
        for (const std::optional<double>& count : point.counts) most = std::max(most, count.value_or(0));
    const CountAxes axes{swept_title(wb.lesson, sweep.over), static_cast<double>(lowest), static_cast<double>(highest),
                         most > 0 ? most * 1.15 : 1};
    const std::array<double, 3> limits{axes.low, axes.high, axes.most};
    const bool grown = std::exchange(state.limits, limits) != limits;
    if (!begin_count_plot(wb.look, "##count_sweep", axes, grown, size)) return;
    if (drawn != nullptr) plot_sketch(wb.look, sweep.values, wb.lessons.progress[wb.lesson->id].sketches[drawn->id]);
    for (std::size_t i = 0; i < state.shown.size(); ++i) plot_counts(wb.look, *wb.lesson, state, i);
    ImPlot::EndPlot();
}

// The empty axes of a curve that the lesson asks the learner to draw.
void draw_first(Workbench& wb, const Prediction& prediction) {
    const FontScope font(wb.look.fonts.regular, wb.look.px(Fonts::kSmall));
    // a presentation has the question above the axes
    if (wb.settings.layout != LayoutName::present)
        muted_text(wb.look,
                   fmt::format("Draw the curve of {} with the mouse, from the left edge to the right one, then commit to it in the "
                               "lesson.",
                               prediction.unit.empty() ? prediction.sketch : prediction.unit));
    if (quiet_button(wb.look, "Clear##sketch")) std::ranges::fill(sketch_of(wb, prediction), -1.0);
    const ImVec2 space = ImGui::GetContentRegionAvail();
    sketch_axes(wb, prediction, {space.x, std::max(wb.look.px(60), space.y)});
}

}  // namespace

bool sweeps_counts(const Workbench& wb) { return wb.lesson != nullptr && !swept_counts(*wb.lesson).empty(); }

CountScene shown_counts(Workbench& wb) {
    const CountSweepState& state = wb.state<CountSweepState>();
    if (!wb.results.sweep) return {};
    CountScene scene{.over = swept_title(wb.lesson, wb.results.sweep->over), .curves = {}, .sketch = {}};
    for (std::size_t i = 0; i < state.shown.size(); ++i) {
        CountScene::Curve curve{label_of(*wb.lesson, state.shown[i]), {}};
        for (const CountSweepState::Point& point : state.points)
            if (point.counts[i]) curve.points.push_back({point.x, *point.counts[i]});
        scene.curves.push_back(std::move(curve));
    }
    if (const Prediction* drawn = finished_sketch(wb))
        scene.sketch = points_of_sketch(wb.results.sweep->values, wb.lessons.progress[wb.lesson->id].sketches[drawn->id]);
    return scene;
}

void count_sweep_panel(Workbench& wb) {
    CountSweepState& state = wb.state<CountSweepState>();
    // what was recorded elsewhere has times and no counts
    if (!wb.results.sweep || wb.results.sweep->values.empty() || (!wb.results.sweep->running && state.points.empty())) {
        if (const Prediction* asked = awaited_sketch(wb)) return draw_first(wb, *asked);
        return ask_for_counts(wb);
    }
    const Sweep& sweep = *wb.results.sweep;
    // a presentation has no use for the table, and says in a line of its own how the runs went
    if (wb.settings.layout != LayoutName::present) toolbar(wb, sweep, state);
    const ImVec2 space = ImGui::GetContentRegionAvail();
    plot(wb, sweep, state, {space.x, std::max(wb.look.px(60), space.y)});
}

}  // namespace warpwise::ui
