// The headers that a whole program includes, by their names.
#pragma once

#include <set>
#include <string>

#include "device/process/program_text.h"

namespace warpwise {

// Those of its sources, and of the headers in quotes that it brings, each looked at once.
std::set<std::string> included_names(const ProgramText&);

}  // namespace warpwise
