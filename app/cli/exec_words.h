// `warpwise exec` takes nvcc's options as nvcc does: they are read before the rest of the command line.
#pragma once

#include <string>
#include <vector>

#include "cli/commands.h"

namespace CLI {
class App;
}

namespace warpwise {

// `words`: the command line behind the program's name. For `exec`, what a compiler would take goes to `command`; what is left is
// for CLI11.
std::vector<std::string> take_compiler_words(const CLI::App&, std::vector<std::string> words, ExecCommand& command);

}  // namespace warpwise
