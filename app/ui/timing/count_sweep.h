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

// Whether the open lesson's sweep view shows counts.
bool sweeps_counts(const Workbench&);
// In the sweep view's place.
void count_sweep_panel(Workbench&);

}  // namespace warpwise::ui
