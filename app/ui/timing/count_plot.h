// The axes of a plot of counts.
#pragma once

#include <imgui.h>

#include <string>

#include "ui/kit/theme.h"

namespace warpwise::ui {

// Axes for counts over a swept parameter, on a logarithmic scale of whole powers of two; linear for a range of less than two of
// them.
struct CountAxes {
    std::string over;
    double low = 1, high = 2;  // of the parameter
    double most = 1;           // of the counts
};
// True: draw, then ImPlot::EndPlot(). Its texts are in the font of the caller, until then. `set_limits`: else a zoom of the
// learner's stays.
bool begin_count_plot(const Look&, const char* id, const CountAxes&, bool set_limits, ImVec2 size);

}  // namespace warpwise::ui
