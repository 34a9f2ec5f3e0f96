// How the threads of a launch are counted for a figure that cannot draw each of them: by block or by groups of blocks.
#pragma once

#include <array>
#include <cstdint>
#include <vector>

#include "ui/threads/thread_grid_facts.h"

namespace warpwise::ui::figure {

using StateCounts = std::array<std::uint64_t, 4>;  // threads by ThreadState

// Tiles of `blocks_per_tile` consecutive blocks in rows; the last may hold fewer.
struct BlockTiles {
    std::uint64_t blocks_per_tile = 1, columns = 1, rows = 1;
    std::vector<StateCounts> tiles;
    double edge = 0;  // of a tile with the gap after it
};
// At most `most` tiles; rows of grid.x blocks for a 2-D grid, else of a power of two.
BlockTiles tiles_of(const ThreadFacts&, double width, double height, std::uint64_t most);

}  // namespace warpwise::ui::figure
