// A sweep's curve as the learner expects it, drawn with the mouse over the empty axes before the sweep draws the counted one.
#pragma once

#include <array>
#include <optional>
#include <string>
#include <vector>

#include "ui/kit/plot_helpers.h"
#include "ui/workbench/workbench.h"

namespace warpwise::ui {

struct SketchState {
    std::string of;                            // "lesson/prediction" whose curve `heights` are
    std::vector<double> heights;               // at each size of the sweep; below 0: not drawn yet
    std::optional<std::array<double, 2>> pen;  // column and height where the mouse was in the last frame, while it draws
};

// What is drawn of the prediction so far: as many heights as the sweep has sizes, none of them drawn at first.
std::vector<double>& sketch_of(Workbench&, const Prediction&);

// The empty axes with what is drawn so far. In the place of the sweep's own plot, while there is none.
void sketch_axes(Workbench&, const Prediction&, ImVec2 size);

std::vector<CurvePoint> points_of_sketch(const std::vector<std::int64_t>& sizes, const std::vector<double>& heights);

// Within a plot of the sweep: the committed curve, beside the counted one.
void plot_sketch(const Look&, const std::vector<std::int64_t>& sizes, const std::vector<double>& heights);

}  // namespace warpwise::ui
