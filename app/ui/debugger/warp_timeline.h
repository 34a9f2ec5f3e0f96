// The timeline of a block's warps, to be read, zoomed and scrubbed.
#pragma once

#include <cstdint>
#include <memory>
#include <optional>
#include <vector>

#include "ui/debugger/debugger_state.h"
#include "ui/debugger/timeline_columns.h"
#include "ui/debugger/timeline_draw.h"

namespace warpwise::ui {

struct Workbench;

struct WarpTimelineState {
    std::optional<std::uint32_t> warp_in_sight;  // whose row was brought into sight last, in rows of this height
    float height_in_sight = 0;
    std::optional<StepWindow> window;              // that the learner zoomed or moved to; nothing: `followed`
    StepWindow followed;                           // the first one of the session, which moves with the position
    std::shared_ptr<const DebugSubject> of;        // the session of both
    double whole = 0;                              // for which `followed` was made
    std::optional<std::uint64_t> position;         // of the frame before
    std::optional<std::uint64_t> dragged;          // the position under the mouse while it drags
    std::uint32_t dragged_warp = 0;                // in whose row the drag began
    std::shared_ptr<const DebugOverview> made_of;  // the rows below, for this window and number of columns
    StepWindow made_for;
    int columns = 0, bar_columns = 0;
    std::vector<std::vector<ColumnRun>> rows;  // by warp, where an instruction is too narrow to be drawn by itself
    std::shared_ptr<const DebugOverview> bar_of;
    std::vector<ColumnRun> bar;  // of the whole run
    TimelineLegend legend;       // of the whole run
};

// In the room that is left, the legend below it.
void warp_timeline(Workbench&);
// The smallest height in which it can be read, for this many warps.
float least_timeline_height(const Workbench&);

}  // namespace warpwise::ui
