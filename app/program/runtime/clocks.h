// The clocks that a program may read: the system's, with a word to the report where a launch may still be running, and with the
// time that launches only pretend to take.
#pragma once

#include <chrono>
#include <vector>

#include "program/compile/jit.h"

namespace warpwise {

class Runtime;

// steady_clock, system_clock, clock_gettime(), gettimeofday() and clock().
std::vector<HostFunction> clock_functions();

// Of an event of CUDA that is recorded now.
std::chrono::steady_clock::time_point time_of_event(const Runtime&);

}  // namespace warpwise
