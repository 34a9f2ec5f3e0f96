#include "ui/timing/count_plot.h"

#include <implot.h>

#include <algorithm>
#include <cmath>
#include <cstdio>
#include <vector>

#include "lesson/formula.h"
#include "ui/kit/plot_helpers.h"

namespace warpwise::ui {
namespace {

int write_swept_size(double value, char* buffer, int size, void*) {
    return std::snprintf(buffer, static_cast<std::size_t>(size), "%s", size_text(value).c_str());
}
int write_count(double value, char* buffer, int size, void*) {
    return std::snprintf(buffer, static_cast<std::size_t>(size), "%s", number_text(value).c_str());
}

// Less than two powers of two hold one tick of a logarithmic axis, or two.
bool is_narrow(const CountAxes& axes) { return axes.high < 4 * axes.low; }

void set_up_narrow_axis(const Look& look, const CountAxes& axes, bool set_limits, float width) {
    const double range = std::max(axes.high - axes.low, 1.0), margin = range * 0.05;
    const double apart = std::max(1.0, std::ceil(range * static_cast<double>(look.px(40) / std::max(width, 1.0f))));
    std::vector<double> ticks;
    for (double at = std::ceil(axes.low); at <= axes.high; at += apart) ticks.push_back(at);
    ImPlot::SetupAxisTicks(ImAxis_X1, ticks.data(), static_cast<int>(ticks.size()));
    ImPlot::SetupAxesLimits(axes.low - margin, axes.high + margin, 0, axes.most, set_limits ? ImPlotCond_Always : ImPlotCond_Once);
}

void set_up_wide_axis(const Look& look, const CountAxes& axes, bool set_limits, float width) {
    const double low = std::max(axes.low, 1e-9) / 1.4, high = axes.high * 1.4;
    ImPlot::SetupAxisScale(ImAxis_X1, ImPlotScale_Log10);
    const auto ticks = power_of_two_ticks(low, high, static_cast<int>(width / look.px(52)));
    ImPlot::SetupAxisTicks(ImAxis_X1, ticks.data(), static_cast<int>(ticks.size()));
    ImPlot::SetupAxesLimits(low, high, 0, axes.most, set_limits ? ImPlotCond_Always : ImPlotCond_Once);
}

}  // namespace

// The count axis begins at 0, so that twice as high is twice as many.
bool begin_count_plot(const Look& look, const char* id, const CountAxes& axes, bool set_limits, ImVec2 size) {
    const ImPlotFlags flags = ImPlotFlags_NoMenus | ImPlotFlags_NoMouseText | ImPlotFlags_NoBoxSelect;
    if (!ImPlot::BeginPlot(id, size, flags)) return false;
    ImPlot::SetupAxes(axes.over.c_str(), nullptr);
    ImPlot::SetupAxisFormat(ImAxis_X1, write_swept_size);
    ImPlot::SetupAxisFormat(ImAxis_Y1, write_count);
    (is_narrow(axes) ? set_up_narrow_axis : set_up_wide_axis)(look, axes, set_limits, size.x);
    ImPlot::SetupLegend(ImPlotLocation_North, ImPlotLegendFlags_Outside | ImPlotLegendFlags_NoMenus);
    ImPlot::SetupFinish();
    return true;
}

}  // namespace warpwise::ui
