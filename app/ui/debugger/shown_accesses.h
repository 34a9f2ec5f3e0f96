// What the view "accesses" shows now, as data, to be drawn elsewhere than in the window.
#pragma once

#include <string>
#include <vector>

#include "base/error.h"
#include "ui/debugger/accessed_arrays.h"

namespace warpwise::ui {

struct Workbench;

struct ShownAccesses {
    std::vector<DebugAccess> accesses;  // of one warp to one array, in their order
    AccessedArray array;
    std::string place;        // "Block 1, warp 0"
    bool is_complete = true;  // false: the warp goes on, or some of its accesses were not collected
};
// An error where the view has nothing to show yet (access_survey.cpp).
Result<ShownAccesses> shown_accesses(Workbench&);

}  // namespace warpwise::ui
