// What a line of the source says of one lane: its names and elements replaced by their values, "c[i] = a[i] + b[i];" as
// "12 = 7 + 5". No window library.
#pragma once

#include <string>
#include <string_view>

#include "debug/debug_state.h"

namespace warpwise::ui {

// At a stop before that line. What has no value yet keeps its name; "" where nothing has one, or the line says nothing of values.
std::string values_in_line(std::string_view line, const DebugState&, const LaunchShape&, int lane);

}  // namespace warpwise::ui
