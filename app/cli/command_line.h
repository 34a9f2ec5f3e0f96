// The command line: one file a command beside this one.
#pragma once

namespace warpwise {

// Returns the exit status (docs/command-line.md).
int run_command_line(int argc, char** argv);

}  // namespace warpwise
