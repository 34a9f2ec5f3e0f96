// Launches of a program that nvcc has built with the shared runtime: each is timed with events and told, one line each.
#pragma once

namespace warpwise {

// Those that are known by now, when the process ends before its end. At its end all are told anyway.
void tell_past_launches();
// Those so far are not told.
void forget_launches();

}  // namespace warpwise
