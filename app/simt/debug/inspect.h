// The state of a stopped warp: its calls, the variables in scope with the value in each lane, and the status of its lanes.
#pragma once

#include "debug/debug_state.h"
#include "simt/execute/block_run.h"

namespace warpwise::simt {

ValueKind kind_of(TypeKind);
// Innermost first, with inlined calls as frames of their own; empty for a warp that has ended. `warp.pc` is about to run.
std::vector<DebugFrame> frames_of(const BlockRun&, const Warp&);
// Those in scope in every frame, the innermost frame's first; in a frame in the order of their declarations. A variable that is
// declared further down is not in scope yet; one that an inner one hides is left out.
std::vector<DebugValue> variables_of(const BlockRun&, const Warp&);
std::array<LaneStatus, kDebugLanes> lanes_of(const BlockRun&, const Warp&);
std::vector<ReconvergenceLevel> stack_of(const Warp&);
DebugWarp summary_of(const BlockRun&, const Warp&);
// Marks the lanes whose values differ from those of the previous stop (same name, same function of the frame); children too.
void mark_changes(std::vector<DebugValue>& now, const std::vector<DebugValue>& before);

}  // namespace warpwise::simt
