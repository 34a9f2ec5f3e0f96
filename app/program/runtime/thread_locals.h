// Thread-local variables of the C++ library that a program's own text names. The program's are emulated ones, since its code is
// linked while it is in memory; those of the library are the system's.
#pragma once

#include <vector>

#include "program/compile/jit.h"

namespace warpwise {

std::vector<HostFunction> thread_local_functions();

}  // namespace warpwise
