// The clocks that a program may read: the system's, with a word to the report where a launch may still be running.
#pragma once

#include <vector>

#include "program/compile/jit.h"

namespace warpwise {

// steady_clock, system_clock, clock_gettime(), gettimeofday() and clock().
std::vector<HostFunction> clock_functions();

}  // namespace warpwise
