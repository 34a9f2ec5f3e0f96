#include "ui/timing/sketch.h"

#include <imgui.h>
#include <implot.h>

#include <algorithm>
#include <cmath>

#include "lesson/curve_shape.h"
#include "ui/kit/draw.h"
#include "ui/kit/widgets.h"
#include "ui/timing/count_plot.h"
#include "ui/timing/sweep.h"
#include "ui/workbench/swept_name.h"

namespace warpwise::ui {
namespace {

// Where the axes are in the window: of each column its x, and the y of 0 and of the top.
struct Axes {
    ImVec2 min, size;
    std::vector<float> columns;
    float zero = 0, highest = 0;
};

// Between two columns in proportion; outside them by the distance of the outer ones.
double column_at(const Axes& axes, float x) {
    const auto& columns = axes.columns;
    if (columns.size() < 2) return 0;
    std::size_t right = 1;
    while (right + 1 < columns.size() && x > columns[right]) ++right;
    const float left_x = columns[right - 1], right_x = columns[right];
    return static_cast<double>(right - 1) + static_cast<double>((x - left_x) / (right_x - left_x));
}

double height_at(const Axes& axes, float y, double top) {
    const double part = static_cast<double>((axes.zero - y) / (axes.zero - axes.highest));
    return std::clamp(part, 0.0, 1.0) * top;
}

void draw_with_mouse(SketchState& state, std::vector<double>& heights, const Axes& axes, double top) {
    ImGui::SetCursorScreenPos(axes.min);
    ImGui::InvisibleButton("##sketch_canvas", axes.size);
    if (ImGui::IsItemHovered()) ImGui::SetMouseCursor(ImGuiMouseCursor_Hand);
    if (!ImGui::IsItemActive()) return state.pen.reset();
    const ImVec2 mouse = ImGui::GetMousePos();
    const std::array<double, 2> now{column_at(axes, mouse.x), height_at(axes, mouse.y, top)};
    const std::array<double, 2> before = state.pen.value_or(now);
    draw_stroke(heights, before[0], before[1], now[0], now[1]);
    state.pen = now;
}

}  // namespace

std::vector<double>& sketch_of(Workbench& wb, const Prediction& prediction) {
    SketchState& state = wb.state<SketchState>();
    const std::string of = wb.lesson->id + "/" + prediction.id;
    const Parameter* over = sweep_parameter(*wb.lesson);
    const std::size_t sizes = over == nullptr ? 0 : sweep_values(*wb.lesson, *over).size();
    if (state.of != of || state.heights.size() != sizes) state = {of, std::vector<double>(sizes, -1.0), {}};
    return state.heights;
}

std::vector<CurvePoint> points_of_sketch(const std::vector<std::int64_t>& sizes, const std::vector<double>& heights) {
    std::vector<CurvePoint> points;
    for (std::size_t i = 0; i < std::min(sizes.size(), heights.size()); ++i)
        if (heights[i] >= 0) points.push_back({static_cast<double>(sizes[i]), heights[i]});
    return points;
}

void plot_sketch(const Look& look, const std::vector<std::int64_t>& sizes, const std::vector<double>& heights) {
    const std::vector<CurvePoint> points = points_of_sketch(sizes, heights);
    if (points.empty()) return;
    ImPlotSpec spec;
    spec.LineColor = to_vec4(look.theme.muted);
    spec.LineWeight = look.px(1.5f);
    spec.MarkerFillColor = spec.MarkerLineColor = spec.LineColor;
    spec.MarkerSize = look.px(3.6f);
    spec.Marker = ImPlotMarker_Cross;
    spec.Stride = sizeof(CurvePoint);
    ImPlot::PlotLine("your sketch", &points.front().x, &points.front().y, static_cast<int>(points.size()), spec);
}

void sketch_axes(Workbench& wb, const Prediction& prediction, ImVec2 size) {
    const Parameter* over = sweep_parameter(*wb.lesson);
    if (over == nullptr) return;
    const std::vector<std::int64_t> sizes = sweep_values(*wb.lesson, *over);
    if (sizes.empty()) return;
    const FontScope font(wb.look.fonts.regular, wb.look.px(Fonts::kSmall));
    std::vector<double>& heights = sketch_of(wb, prediction);
    const auto [lowest, highest] = std::ranges::minmax(sizes);
    const CountAxes range{swept_title(wb.lesson, over->id), static_cast<double>(lowest), static_cast<double>(highest),
                          prediction.top};
    if (!begin_count_plot(wb.look, "##sketch_axes", range, true, size)) return;
    plot_sketch(wb.look, sizes, heights);
    Axes axes{ImPlot::GetPlotPos(), ImPlot::GetPlotSize(), {}, 0, 0};
    for (const std::int64_t value : sizes) axes.columns.push_back(ImPlot::PlotToPixels(static_cast<double>(value), 0).x);
    axes.zero = ImPlot::PlotToPixels(static_cast<double>(lowest), 0).y;
    axes.highest = ImPlot::PlotToPixels(static_cast<double>(lowest), prediction.top).y;
    ImPlot::EndPlot();
    const ImVec2 end = ImGui::GetCursorScreenPos();
    draw_with_mouse(wb.state<SketchState>(), heights, axes, prediction.top);
    // an item below the spacing would make the view scroll by it
    ImGui::SetCursorScreenPos({end.x, end.y - ImGui::GetStyle().ItemSpacing.y});
    ImGui::Dummy({0, 0});
}

}  // namespace warpwise::ui
