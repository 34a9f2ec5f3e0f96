// A sweep of counts in place of times: the emulator runs the kernel at each size, so it needs no GPU.
#pragma once

#include <array>
#include <optional>
#include <string>
#include <vector>

#include "ui/workbench/workbench.h"

namespace warpwise::ui {

struct CountSweepState {
    std::vector<std::string> shown;  // expressions, as the sweep that was run last had them
    struct Point {
        double x = 0;
        std::vector<std::optional<double>> counts;  // of each expression
    };
    std::vector<Point> points;
    std::array<double, 3> limits{};  // of the axes as the data last set them
};

// Axes for counts over a swept parameter, on a logarithmic scale of whole powers of two.
struct CountAxes {
    std::string over;
    double low = 1, high = 2;  // of the parameter
    double most = 1;           // of the counts
};
// True: draw, then ImPlot::EndPlot(). Its texts are in the font of the caller, until then. `set_limits`: else a zoom of the
// learner's stays.
bool begin_count_plot(const Look&, const char* id, const CountAxes&, bool set_limits, ImVec2 size);

// Whether the open lesson's sweep view shows counts.
bool sweeps_counts(const Workbench&);
// In the sweep view's place.
void count_sweep_panel(Workbench&);

}  // namespace warpwise::ui
