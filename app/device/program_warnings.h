// What the compiler noticed in a kernel that it could compile all the same.
#pragma once

#include "base/diagnostic.h"

namespace warpwise {

class Program;

// '=' in a condition, a comparison that nobody uses, ...: of the emulated device's programs; empty for those of other devices.
Diagnostics warnings_of(const Program&);

}  // namespace warpwise
