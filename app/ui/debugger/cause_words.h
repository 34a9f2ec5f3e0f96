// Phrases that the sentences of causes have in common.
#pragma once

#include <fmt/format.h>

#include <string>

#include "base/counted.h"

namespace warpwise::ui {

inline std::string at_line(int line) { return line > 0 ? fmt::format("Line {}: ", line) : std::string(); }

}  // namespace warpwise::ui
