// The timeline of a block's warps, to be read and to be scrubbed.
#pragma once

#include <memory>
#include <optional>
#include <vector>

#include "ui/debugger/debugger_state.h"
#include "ui/debugger/timeline_columns.h"

namespace warpwise::ui {

struct Workbench;

struct WarpTimelineState {
    std::optional<StepWindow> window;              // nothing: all of it
    std::optional<std::uint64_t> dragged;          // the position under the mouse while it drags
    std::shared_ptr<const DebugOverview> made_of;  // the rows below, for this window and number of columns
    StepWindow made_for;
    int columns = 0;
    std::vector<std::vector<ColumnRun>> rows;  // by warp
};

// In the room that is left, the legend below it.
void warp_timeline(Workbench&);
// The smallest height in which it can be read, for this many warps.
float least_timeline_height(const Workbench&);

}  // namespace warpwise::ui
