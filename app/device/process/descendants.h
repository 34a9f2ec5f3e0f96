// All processes that come of this one, whatever became of those between: what a program has forked does not outlive its run.
#pragma once

namespace warpwise {

// From now on, a process that descends from this one and whose parent has ended becomes a child of this one, not of the system's
// first process. Nothing undoes it.
void adopt_descendants();

// Ends all that descends from this process, also what has left its session or is forking still, and collects it. For a process that
// has called adopt_descendants() and has no other children. False: one of them does not end.
bool end_descendants();

}  // namespace warpwise
