// An access as lines of memory: the 128-byte lines that it accesses, how they are arranged on the screen, and where the curves from
// the lanes pass between them. Pure.
#pragma once

#include <array>
#include <cstdint>
#include <optional>
#include <vector>

#include "debug/debug_state.h"

namespace warpwise::ui {

inline constexpr std::uint32_t kMemoryLineBytes = 128;

struct MemoryLine {
    std::uint64_t address = 0;                            // a multiple of 128
    std::uint32_t sectors = 0;                            // touched, by bits 0 to 3
    std::uint64_t gap = 0;                                // lines between the one before and this one, none of which is touched
    std::array<std::uint32_t, kMemoryLineBytes> users{};  // lanes that asked for each byte
};
// By address; at most 33 of them, and the one of another address, whether it is touched or not.
std::vector<MemoryLine> memory_lines(const DebugAccess&, std::optional<std::uint64_t> with = std::nullopt);

// Lines stand side by side, in as few rows as there is room for. Addresses go down the columns, so that consecutive lanes reach
// consecutive lines without their curves crossing.
struct MemoryGrid {
    int columns = 1, rows = 1;
    float tile_width = 0;
    std::vector<float> tile_x;  // of each column, from the left edge

    // How a lane's curve reaches its line: straight from above in the first row, else down a track between two columns.
    struct Path {
        int lane = 0;
        std::size_t line = 0;
        float target_x = 0;  // of the middle of its bytes, from the left edge
        bool has_track = false;
        float track_x = 0;
    };
    std::vector<Path> paths;
    int row_of(std::size_t line) const { return static_cast<int>(line) % rows; }
    int column_of(std::size_t line) const { return static_cast<int>(line) / rows; }
};
struct GridSizes {
    float least_tile = 92, gap = 14, track = 4, sector_gap = 3;  // in the pixels of `width`
};
// `lane_x` of lane l: where its curve begins.
MemoryGrid memory_grid(const DebugAccess&, const std::vector<MemoryLine>&, float width,
                       const std::array<float, kDebugLanes>& lane_x, const GridSizes&);
// Where a byte of a line begins, from the tile's left edge: sectors stand a little apart.
float byte_x(float tile_width, float sector_gap, std::uint32_t byte);

}  // namespace warpwise::ui
