// What the view `estimate` shows now, as data, to be drawn elsewhere than in the window.
#pragma once

#include <vector>

#include "base/error.h"
#include "ui/numbers/estimate_facts.h"

namespace warpwise::ui {

struct Workbench;

struct ShownEstimate {
    EstimateView view;
    Samples samples;
    std::vector<Samples> earlier;
    std::uint64_t count = 0;
};
// An error where no run has brought samples yet (estimate_panel.cpp).
Result<ShownEstimate> shown_estimate(Workbench&);

}  // namespace warpwise::ui
