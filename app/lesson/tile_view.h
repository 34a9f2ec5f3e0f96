// The lesson's view "tile": which shared array of a block fills from which array.
#pragma once

#include <cstdint>
#include <string>
#include <vector>

#include "base/launch_shape.h"
#include "lesson/lesson.h"

namespace warpwise {

struct TileSpec {
    std::string shared;          // as the kernel names it
    std::string from;            // an array of the lesson
    std::int64_t cols = 0;       // elements per row of the shared array; 0: it is one row
    std::int64_t from_cols = 0;  // ... and of the other
};
struct TileView {
    std::vector<TileSpec> tiles;  // one or more
    std::string own;              // an array that the block writes: what it writes there is its own, the rest is halo; may be empty
    Dim3 block{0, 0, 0};          // index
};
inline constexpr std::size_t kMostTiles = 4;

std::vector<std::string> tile_view_options();
// The first one that is about the kernel; null: the lesson has none.
const ViewSpec* find_tile_view(const Lesson&, const std::string& kernel);
// An Error names the option that does not fit. The block is not held against a launch here.
Result<TileView> tile_view(const ViewSpec&, const ParameterValues&);

}  // namespace warpwise
