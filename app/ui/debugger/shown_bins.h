// What the view "bins" shows now, as data, to be drawn elsewhere than in the window.
#pragma once

#include "base/error.h"
#include "ui/debugger/bin_facts.h"

namespace warpwise::ui {

struct Workbench;

struct ShownBins {
    Bins bins;
    std::size_t requests = 0;  // that have been made
    bool shows_waits = true;
};
// An error where the view has nothing to show yet (bins_panel.cpp).
Result<ShownBins> shown_bins(Workbench&);

}  // namespace warpwise::ui
