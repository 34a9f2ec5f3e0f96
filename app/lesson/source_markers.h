// The marks in a kernel's source that tell which of its lines the prose shows.
#pragma once

#include <optional>
#include <string>
#include <string_view>

namespace warpwise {

// A place in a kernel's source that the prose shows lies between the lines "//[name]" and "//[/name]"; a single line may carry
// the marker at its end instead: "int i = threadIdx.x;  //[name]". Markers are never shown.
std::string strip_markers(std::string_view source);  // without the marker lines
std::string blank_markers(std::string_view source);  // marker lines are empty, so that all lines keep their numbers
// The marked lines, moved to the left margin; nothing when there is no such pair.
std::optional<std::string> marked_code(std::string_view source, std::string_view marker);

}  // namespace warpwise
