// The table of lanes: the value of every variable in scope in each of the warp's 32 lanes, and below it what the line costs.
#pragma once

#include <cstddef>
#include <memory>
#include <set>
#include <string>

#include "ui/debugger/debug_view.h"

namespace warpwise::ui {

struct LaneTableState {
    std::set<std::string> expanded;
    // Widths only grow while a function runs, so that the table does not jump from step to step.
    std::string function;
    int characters = 2;    // of a cell
    float name_width = 0;  // unscaled
    float lines = 0;       // of the table
    // What they were measured of.
    std::shared_ptr<const DebugState> measured;
    const DebugAccess* measured_access = nullptr;
    std::size_t measured_rows = 0;
    float card_height = 110;  // unscaled; of the frame before
    std::string typed;        // an expression that is not pinned yet
};

void draw_lane_table(DebugView&, LaneTableState&);

}  // namespace warpwise::ui
