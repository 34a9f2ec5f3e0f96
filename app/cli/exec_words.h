// `warpwise exec` takes nvcc's options as nvcc does, and `warpwise make` takes make's: they are read before the rest of the command
// line.
#pragma once

#include <string>
#include <vector>

#include "cli/command_options.h"

namespace warpwise {

// `words`: the command line behind the program's name. For `exec`, what a compiler would take is read, and for `make`, what make
// would take is kept; what is left is for CLI11.
std::vector<std::string> take_compiler_words(const CLI::App&, std::vector<std::string> words, ParsedCommands&);

}  // namespace warpwise
