#include "cli/command_line.h"

namespace warpwise {

int run_command_line(int, char**) { return 2; }

}  // namespace warpwise
