// What `trace` and `dap` print of a warp's variables and accesses.
#pragma once

#include <nlohmann/json.hpp>
#include <string>

#include "debug/debug_state.h"

namespace warpwise {

std::uint32_t lanes_with(const DebugState&, LaneStatus);

// A lane's value as docs/command-line.md says it: numbers, true and false, pointers as text, structures as objects, arrays as
// arrays (of the elements that the debugger shows); null for what is not set.
nlohmann::json json_of(const DebugValue&, int lane);
// One value per lane; null for the lanes that are not in `lanes`.
nlohmann::json json_of_lanes(const DebugValue&, std::uint32_t lanes);
nlohmann::json json_of(const DebugAccess&);

// All lanes of `lanes` in a few words: "5", "0..31", "0..62 in steps of 2", "-1.5 to 3, 17 different values", "x[0]..x[31]", "not
// set". How many lanes have a value is added where it is not all of them: "5 (4 lanes)".
std::string summary_of(const DebugValue&, std::uint32_t lanes);
// "x[0]..x[31]", "tile[0] by 8 lanes"; without an array's name the addresses.
std::string places_of(const DebugAccess&);
// "load x[0]..x[31], 4 sectors"
std::string text_of(const DebugAccess&);
// "(2, 0, 0)"
std::string index_text(const Dim3&);

}  // namespace warpwise
