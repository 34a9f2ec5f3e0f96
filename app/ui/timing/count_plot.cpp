#include "ui/timing/count_plot.h"

#include <implot.h>

#include <algorithm>
#include <cstdio>

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

}  // namespace

// The count axis begins at 0, so that twice as high is twice as many.
bool begin_count_plot(const Look& look, const char* id, const CountAxes& axes, bool set_limits, ImVec2 size) {
    const double low = std::max(axes.low, 1e-9) / 1.4, high = axes.high * 1.4;
    const ImPlotFlags flags = ImPlotFlags_NoMenus | ImPlotFlags_NoMouseText | ImPlotFlags_NoBoxSelect;
    if (!ImPlot::BeginPlot(id, size, flags)) return false;
    ImPlot::SetupAxes(axes.over.c_str(), nullptr);
    ImPlot::SetupAxisScale(ImAxis_X1, ImPlotScale_Log10);
    ImPlot::SetupAxisFormat(ImAxis_X1, write_swept_size);
    ImPlot::SetupAxisFormat(ImAxis_Y1, write_count);
    const auto ticks = power_of_two_ticks(low, high, static_cast<int>(size.x / look.px(52)));
    ImPlot::SetupAxisTicks(ImAxis_X1, ticks.data(), static_cast<int>(ticks.size()));
    ImPlot::SetupAxesLimits(low, high, 0, axes.most, set_limits ? ImPlotCond_Always : ImPlotCond_Once);
    ImPlot::SetupLegend(ImPlotLocation_North, ImPlotLegendFlags_Outside | ImPlotLegendFlags_NoMenus);
    ImPlot::SetupFinish();
    return true;
}

}  // namespace warpwise::ui
