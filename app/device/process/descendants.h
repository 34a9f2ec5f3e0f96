// All processes that descend from this one, even if those in between have ended: what a program has forked does not outlive its
// run.
#pragma once

namespace warpwise {

// From now on, a process that descends from this one and whose parent has ended becomes a child of this one, not of the system's
// first process. This cannot be undone.
void adopt_descendants();

// Ends all descendants of this process, even those that have left its session or are still forking, and collects them. For a
// process that has called adopt_descendants() and has no other children. False: one of them does not end.
bool end_descendants();

}  // namespace warpwise
