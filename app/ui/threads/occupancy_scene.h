// What the occupancy view shows now, as data, to be drawn elsewhere than in the window.
#pragma once

#include <string>

#include "device/interface/occupancy.h"
#include "ui/workbench/workbench.h"

namespace warpwise::ui {

struct OccupancyScene {
    SmLimits sm;
    OccupancyQuestion question;
    std::string registers_from;  // "as the GPU's compiler says"
};
// Of a draft that has a launch (occupancy_panel.cpp).
Result<OccupancyScene> shown_occupancy(Workbench&);

}  // namespace warpwise::ui
