// How the values of a row share the room of its cells: lanes with equal or evenly stepped values are one wide cell where their
// numbers do not fit, and a value that is the same everywhere is always one cell. Pure.
#pragma once

#include <array>
#include <cstdint>
#include <string>
#include <vector>

#include "debug/debug_state.h"

namespace warpwise::ui {

struct LaneRun {
    int first = 0, last = 0;  // lanes
    std::string text;         // "992 + lane", "a[4 * lane]", "5"
    std::string note;         // "in all 32 lanes"
    bool is_wide() const { return last > first; }
};

using LaneTexts = std::array<std::string, kDebugLanes>;  // empty: no value
// Of `lanes` from `first` on. `present`: the lanes of the warp that have a thread; `characters` fit into a cell.
std::vector<LaneRun> lane_runs(const LaneTexts&, std::uint32_t present, int first, int lanes, int characters);
// The lanes whose own cell is too small for what it should show.
int too_long(const LaneTexts&, const std::vector<LaneRun>&, int characters);

}  // namespace warpwise::ui
