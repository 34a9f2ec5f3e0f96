// What a warp has accessed at the stops so far: lanes by address and time. It can draw any list of accesses of one warp.
#pragma once

#include <cstdint>
#include <memory>
#include <string>
#include <vector>

#include "ui/debugger/accessed_arrays.h"
#include "ui/debugger/debug_view.h"

namespace warpwise::ui {

// Collects the accesses of the stops, in the order of the run. Going back removes those that have not happened yet.
class AccessHistory {
  public:
    void take(const DebugState&);
    const std::vector<DebugAccess>& accesses() const { return accesses_; }

  private:
    static constexpr std::size_t kMost = 4096;  // the oldest go
    std::vector<DebugAccess> accesses_;         // ascending by position
    std::uint32_t warp_ = 0;
    Dim3 block_;
};

struct AccessHistoryState {
    AccessHistory history;
    std::shared_ptr<const DebugState> taken;  // the newest stop
    int array = 0;
};
// Takes the stop, if it is a new one.
void follow(AccessHistoryState&, const std::shared_ptr<const DebugState>&);
// Left to right: elements; downwards: time; colour: lane.
void draw_access_history(DebugView&, AccessHistoryState&);
// Up to now, or of a whole run: decides which rows stay where there is no room for all, and how a tooltip tells the time.
enum class Accesses { so_far, from_the_start };
// The picture alone, of accesses to one array, in the room that is left.
void draw_accesses_over_time(DebugView&, std::span<const DebugAccess>, const AccessedArray&, Accesses = Accesses::so_far);

}  // namespace warpwise::ui
