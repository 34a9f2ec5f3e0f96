// What NVRTC's log says, as diagnostics with file, line, column, message and a hint for a beginner.
#pragma once

#include <string_view>

#include "base/diagnostic.h"

namespace warpwise {

// `source` is the text as the user knows it: NVRTC marks columns by a caret under a re-indented copy of the line, and the
// source's own line gives the indentation back. Entries without a place keep line 0.
Diagnostics parse_nvrtc_log(std::string_view log, std::string_view source);

}  // namespace warpwise
