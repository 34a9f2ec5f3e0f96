// The command line: one file per command beside this one.
#pragma once

#include "cli/window_options.h"

namespace warpwise {

// Returns the exit status (docs/command-line.md). Without window commands, `open` and `shot` say that this build has none.
int run_command_line(int argc, char** argv, const WindowCommands& window = {});

}  // namespace warpwise
