#include "ui/export/thread_tiles.h"

#include <algorithm>
#include <bit>

namespace warpwise::ui::figure {
namespace {

constexpr double kSmallestEdge = 5, kLargestEdge = 28;

// How many of `count` threads from `first` on lie before `edge`.
std::uint64_t before(std::uint64_t first, std::uint64_t count, std::optional<std::uint64_t> edge) {
    if (!edge) return count;
    return *edge <= first ? 0 : std::min(count, *edge - first);
}

StateCounts counts_of_block(const ThreadFacts& facts, std::uint64_t block) {
    const Dim3 &size = facts.shape.block, &grid = facts.shape.grid;
    const std::uint64_t threads = std::max<std::uint64_t>(1, size.count()), first = block * threads;
    StateCounts counts{};
    if (!facts.states.empty()) {
        for (std::uint64_t thread = first; thread < first + threads; ++thread)
            ++counts[static_cast<std::size_t>(facts.state_of(thread))];
        return counts;
    }
    std::uint64_t working = before(first, threads, facts.work);
    if (facts.columns || facts.rows) {
        const std::uint64_t x = block % grid.x, y = block / grid.x % grid.y;
        working = before(x * size.x, size.x, facts.columns) * before(y * size.y, size.y, facts.rows) * size.z;
    }
    counts[static_cast<std::size_t>(ThreadState::works)] = working;
    counts[static_cast<std::size_t>(ThreadState::idle)] = threads - working;
    return counts;
}

}  // namespace

BlockTiles tiles_of(const ThreadFacts& facts, double width, double height, std::uint64_t most) {
    const std::uint64_t blocks = facts.shape.grid.count(), x = facts.shape.grid.x;
    BlockTiles result;
    const auto edge_with = [&](std::uint64_t columns, std::uint64_t count) {
        const auto rows = static_cast<double>((count + columns - 1) / columns);
        return std::min({width / static_cast<double>(columns), height / rows, kLargestEdge});
    };
    const bool plane = facts.shape.grid.y > 1 && facts.shape.grid.z == 1;
    if (plane && blocks <= most && edge_with(x, blocks) >= kSmallestEdge) {
        result.columns = x;
    } else {
        std::uint64_t tiles = blocks;
        const auto best_columns = [&] {
            std::uint64_t best = 1;
            for (std::uint64_t columns = 2; columns <= std::bit_ceil(tiles); columns *= 2)
                if (edge_with(columns, tiles) >= edge_with(best, tiles)) best = columns;
            return best;
        };
        for (;; result.blocks_per_tile *= 2) {
            tiles = (blocks + result.blocks_per_tile - 1) / result.blocks_per_tile;
            result.columns = best_columns();
            if (tiles <= most && edge_with(result.columns, tiles) >= kSmallestEdge) break;
            if (tiles == 1) break;
        }
    }
    const std::uint64_t tiles = (blocks + result.blocks_per_tile - 1) / result.blocks_per_tile;
    result.rows = (tiles + result.columns - 1) / result.columns;
    result.edge = edge_with(result.columns, tiles);
    result.tiles.resize(tiles);
    for (std::uint64_t block = 0; block < blocks; ++block) {
        const StateCounts counts = counts_of_block(facts, block);
        StateCounts& tile = result.tiles[block / result.blocks_per_tile];
        for (std::size_t state = 0; state < counts.size(); ++state) tile[state] += counts[state];
    }
    return result;
}

}  // namespace warpwise::ui::figure
