// Where each thread of a launch is drawn: blocks as tiles, one warp per row, from a handful to hundreds of millions of threads.
// Geometry only; no window library in here.
#pragma once

#include <cstdint>
#include <optional>

#include "base/launch_shape.h"

namespace warpwise::ui {

struct Box {
    double x = 0, y = 0, w = 0, h = 0;
    bool contains(double px, double py) const { return px >= x && px < x + w && py >= y && py < y + h; }
};

// What may be drawn where; all in pixels.
struct GridSpace {
    double width = 0, height = 0;  // of the canvas
    double gutter = 0;             // at the left, for labels, when there is one block per row
    double largest_cell = 0;       // cells never grow beyond this width
    double label_height = 0;       // above a block, for its name, when several stand in a row
};

// A launch fitted into a canvas. All threads of a block form a tile of tile_columns x tile_rows cells; tiles stand in rows.
struct GridLayout {
    std::uint64_t blocks = 0, block_rows = 0;
    std::uint64_t blocks_per_row = 1;
    std::uint32_t tile_columns = 1, tile_rows = 1, threads_per_block = 1;
    double cell_w = 1, cell_h = 1;  // pitch, at zoom 1
    double gap_x = 0, gap_y = 0;    // between tiles, at zoom 1
    double left = 0, top = 0;       // of the first tile, at zoom 1

    double tile_w() const { return tile_columns * cell_w; }
    double tile_h() const { return tile_rows * cell_h; }
    double pitch_x() const { return tile_w() + gap_x; }
    double pitch_y() const { return tile_h() + gap_y; }
    double width() const { return static_cast<double>(blocks_per_row) * pitch_x() - gap_x; }
    double height() const { return static_cast<double>(block_rows) * pitch_y() - gap_y; }
    bool one_block_a_row() const { return blocks_per_row == 1; }

    Box tile_of(std::uint64_t block) const;
    Box cell_of(std::uint64_t thread) const;
    // The thread drawn at a place; nothing in gaps and beside the blocks.
    std::optional<std::uint64_t> thread_at(double x, double y) const;
};
GridLayout fit_grid(const LaunchShape&, const GridSpace&);

// Blocks too small to be told apart share a hue and an edge: columns x rows of them, powers of two; 1 x 1 where each stands for
// itself. The structure of a launch is so seen at every size.
struct BlockGroups {
    std::uint64_t columns = 1, rows = 1;
    bool single() const { return columns == 1 && rows == 1; }
    bool operator==(const BlockGroups&) const = default;
};
// The smallest groups at least `least` pixels wide and high on screen.
BlockGroups group_blocks(const GridLayout&, double zoom, double least);

// Zoom and pan over a layout: screen = offset + zoom * layout, relative to the canvas.
struct GridView {
    double zoom = 1, x = 0, y = 0;
    Box to_screen(const Box& b) const { return {x + zoom * b.x, y + zoom * b.y, zoom * b.w, zoom * b.h}; }
    double layout_x(double screen) const { return (screen - x) / zoom; }
    double layout_y(double screen) const { return (screen - y) / zoom; }
    bool is_reset() const { return zoom == 1 && x == 0 && y == 0; }
    // Keeps what lies under (at_x, at_y) there. A cell grows to at most largest_cell pixels.
    void zoom_by(double factor, double at_x, double at_y, const GridLayout&, double largest_cell);
    void pan_by(double dx, double dy) { x += dx, y += dy; }
    // No zoom below 1, and the grid never leaves the canvas.
    void keep_in(const GridLayout&, double width, double height);
    void show(const Box& cell, double width, double height);
};

// What an arrow key does to the chosen thread: dx and dy in cells on screen, across tiles.
std::uint64_t neighbour_of(const GridLayout&, std::uint64_t thread, int dx, int dy);

}  // namespace warpwise::ui
