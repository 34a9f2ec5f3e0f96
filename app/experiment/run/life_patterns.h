// Where a game of Life begins.
#pragma once

#include <cstdint>
#include <string_view>
#include <vector>

#include "base/error.h"

namespace warpwise {

// Cells of 0 and 1, row after row: "soup" (random, three of eight live), "glider", "gun" (Gosper's, which sends a glider every 30
// steps), "replicator" (HighLife's, which copies itself) or "empty". Parts that the board has no room for are left away.
Result<std::vector<std::uint8_t>> life_cells(std::string_view pattern, std::int64_t width, std::int64_t height, std::uint64_t seed);

}  // namespace warpwise
