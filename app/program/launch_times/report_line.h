// What a library that is preloaded into a program tells its reader: lines of JSON on descriptor 3, in the words of
// app/program/runtime/report.h.
#pragma once

#include <string_view>

namespace warpwise {

// `line` ends with a line feed. False: its reader has ended.
bool tell_line(std::string_view line);

}  // namespace warpwise
