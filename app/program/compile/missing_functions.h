// What a program calls and nothing defines, in words that say where it may be.
#pragma once

#include <string>
#include <vector>

#include "base/diagnostic.h"
#include "device/process/program_text.h"

namespace warpwise {

// `names` are the linker's. Looks for sources beside those of the program that seem to define them.
Diagnostics tell_missing(const std::vector<std::string>& names, const ProgramText&);

// An error of the host's text that has a cause of its own here: a name of a library that is not supported, an array that only g++
// accepts.
void explain(Diagnostic&);

}  // namespace warpwise
