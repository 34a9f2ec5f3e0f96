// Numbers as people write them on a command line.
#pragma once

#include <cstdint>
#include <optional>
#include <string_view>

#include "base/launch_shape.h"

namespace warpwise {

// "1024", "-3", "2^20", "1e6" (when whole)
std::optional<std::int64_t> parse_integer(std::string_view text);
// "0.5", "-2e3", "2^-3"
std::optional<double> parse_real(std::string_view text);
// "256", "16,16", "8,8,4": each from 1 to 2^32 - 1
std::optional<Dim3> parse_edges(std::string_view text);

}  // namespace warpwise
