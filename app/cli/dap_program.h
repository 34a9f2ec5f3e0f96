// One launch of a whole program as what the debugger can enter.
#pragma once

#include <stop_token>

#include "cli/dap_settings.h"
#include "cli/debug_target.h"

namespace warpwise {

// Runs the program up to the launch, whose arguments and memory become the target's.
Result<DebugTarget> debug_target_of_program(const DapLaunch&, const std::stop_token&);

}  // namespace warpwise
