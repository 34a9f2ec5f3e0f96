#include "ui/threads/thread_grid_layout.h"

#include <algorithm>
#include <cmath>

namespace warpwise::ui {
namespace {

constexpr double kTallestCell = 2.1;     // times its width: room for a number, still a cell
constexpr double kLegibleCell = 15;      // a row of one block is preferred while cells are at least this wide
constexpr double kSmallestGap = 1.5;     // pixels; thinner gaps between blocks turn to noise
constexpr double kMostForLabels = 0.75;  // of the height; many rows of named blocks would leave the blocks none

void set_cells(GridLayout& layout, const GridSpace& space, std::uint64_t per_row) {
    layout.blocks_per_row = per_row;
    layout.block_rows = (layout.blocks + per_row - 1) / per_row;
    const auto columns = static_cast<double>(per_row), rows = static_cast<double>(layout.block_rows);
    layout.left = per_row == 1 ? space.gutter : 0;
    const double width = std::max(1.0, space.width - layout.left), height = std::max(1.0, space.height);

    // gaps are half a cell, and with one block per row a fixed small distance
    auto gap_x = [&](double cell) { return per_row == 1 ? 0 : std::max(0.75 * cell, 0.0); };
    double cell = width / (columns * layout.tile_columns + (columns - 1) * 0.75);
    if (gap_x(cell) < kSmallestGap) cell = width / (columns * layout.tile_columns);
    layout.cell_w = std::min(cell, space.largest_cell);
    layout.gap_x = gap_x(layout.cell_w) < kSmallestGap ? 0 : gap_x(layout.cell_w);

    const bool labelled = per_row > 1 && layout.cell_w * layout.tile_columns > 4 * space.label_height &&
                          rows * space.label_height < kMostForLabels * height;
    auto gap_y = [&](double c) { return per_row == 1 ? std::min(14.0, 0.6 * c) : 0.75 * c + (labelled ? space.label_height : 0); };
    layout.gap_y = gap_y(layout.cell_w);
    double tall = (height - (rows - 1) * layout.gap_y - (labelled ? space.label_height : 0)) / (rows * layout.tile_rows);
    if (tall < layout.cell_w && layout.gap_y > 0) {
        // cells get as narrow as they are low, and gaps with them
        const double unit = labelled ? 0.75 : (per_row == 1 ? 0.6 : 0.75);
        tall = (height - (labelled ? rows * space.label_height : 0)) / (rows * layout.tile_rows + (rows - 1) * unit);
        layout.gap_y = unit * tall + (labelled ? space.label_height : 0);
        if (unit * tall < kSmallestGap) {
            layout.gap_y = labelled ? space.label_height : 0;
            tall = (height - (labelled ? rows * space.label_height : 0)) / (rows * layout.tile_rows);
        }
    }
    layout.cell_h = std::clamp(tall, 1e-6, layout.cell_w * kTallestCell);
    if (layout.cell_h < layout.cell_w && per_row > 1) {
        layout.cell_w = layout.cell_h;
        layout.gap_x = gap_x(layout.cell_w) < kSmallestGap ? 0 : gap_x(layout.cell_w);
    }
    layout.top = labelled ? space.label_height : 0;
}

double score(const GridLayout& layout) { return std::min(layout.cell_w, layout.cell_h); }

void fit_blocks_in_rows(GridLayout& layout, const GridSpace& space) {
    set_cells(layout, space, 1);
    if (score(layout) >= kLegibleCell) return;
    GridLayout best = layout;
    // Powers of two alone: a block's row and column can then be counted, and a launch twice the size looks like one.
    for (std::uint64_t per_row = 2; per_row < 2 * layout.blocks; per_row *= 2) {
        set_cells(layout, space, per_row);
        if (score(layout) > score(best) * 1.02) best = layout;
    }
    layout = best;
}

// The smallest power of two that makes `pitch` at least `least` long, up to what holds `count`.
std::uint64_t grouped(double pitch, double least, std::uint64_t count) {
    std::uint64_t size = 1;
    while (static_cast<double>(size) * pitch < least && size < count) size *= 2;
    return size;
}

}  // namespace

Box GridLayout::tile_of(std::uint64_t block) const {
    const auto column = static_cast<double>(block % blocks_per_row), row = static_cast<double>(block / blocks_per_row);
    return {left + column * pitch_x(), top + row * pitch_y(), tile_w(), tile_h()};
}

Box GridLayout::cell_of(std::uint64_t thread) const {
    const Box tile = tile_of(thread / threads_per_block);
    const auto local = static_cast<std::uint32_t>(thread % threads_per_block);
    return {tile.x + local % tile_columns * cell_w, tile.y + local / tile_columns * cell_h, cell_w, cell_h};
}

std::optional<std::uint64_t> GridLayout::thread_at(double x, double y) const {
    const double gx = x - left, gy = y - top;
    if (gx < 0 || gy < 0 || blocks == 0) return std::nullopt;
    const double column = std::floor(gx / pitch_x()), row = std::floor(gy / pitch_y());
    if (column >= static_cast<double>(blocks_per_row) || row >= static_cast<double>(block_rows)) return std::nullopt;
    const double in_x = gx - column * pitch_x(), in_y = gy - row * pitch_y();
    if (in_x >= tile_w() || in_y >= tile_h()) return std::nullopt;
    const std::uint64_t block = static_cast<std::uint64_t>(row) * blocks_per_row + static_cast<std::uint64_t>(column);
    const auto cell_column = std::min(tile_columns - 1, static_cast<std::uint32_t>(in_x / cell_w));
    const auto cell_row = std::min(tile_rows - 1, static_cast<std::uint32_t>(in_y / cell_h));
    const std::uint64_t local = std::uint64_t{cell_row} * tile_columns + cell_column;
    if (block >= blocks || local >= threads_per_block) return std::nullopt;
    return block * threads_per_block + local;
}

GridLayout fit_grid(const LaunchShape& shape, const GridSpace& space) {
    GridLayout layout;
    layout.blocks = shape.grid.count();
    layout.threads_per_block = static_cast<std::uint32_t>(std::max<std::uint64_t>(1, shape.block.count()));
    const bool flat = shape.block.y == 1 && shape.block.z == 1;
    layout.tile_columns = flat ? std::min(shape.block.x, kWarpSize) : shape.block.x;
    layout.tile_columns = std::max(1u, layout.tile_columns);
    layout.tile_rows = (layout.threads_per_block + layout.tile_columns - 1) / layout.tile_columns;
    if (layout.blocks == 0) return layout;
    // a two-dimensional grid keeps its shape; a one-dimensional one is wrapped like text
    if (shape.grid.y > 1 || shape.grid.z > 1)
        set_cells(layout, space, shape.grid.x);
    else
        fit_blocks_in_rows(layout, space);
    return layout;
}

BlockGroups group_blocks(const GridLayout& layout, double zoom, double least) {
    return {grouped(zoom * layout.pitch_x(), least, layout.blocks_per_row),
            grouped(zoom * layout.pitch_y(), least, layout.block_rows)};
}

void GridView::zoom_by(double factor, double at_x, double at_y, const GridLayout& layout, double largest_cell) {
    const double largest = std::max(1.0, largest_cell / layout.cell_w);
    const double next = std::clamp(zoom * factor, 1.0, largest);
    x = at_x - (at_x - x) * next / zoom;
    y = at_y - (at_y - y) * next / zoom;
    zoom = next;
}

void GridView::keep_in(const GridLayout& layout, double width, double height) {
    zoom = std::max(1.0, zoom);
    const double right = layout.left + layout.width(), bottom = layout.top + layout.height();
    // at zoom 1 everything fits and stays where it is; beyond, the far edge may come in no further than the canvas's edge
    x = std::clamp(x, std::min(0.0, width - zoom * std::max(right, width)), 0.0);
    y = std::clamp(y, std::min(0.0, height - zoom * std::max(bottom, height)), 0.0);
}

void GridView::show(const Box& cell, double width, double height) {
    const Box on_screen = to_screen(cell);
    if (on_screen.x < 0) x -= on_screen.x;
    if (on_screen.y < 0) y -= on_screen.y;
    if (on_screen.x + on_screen.w > width) x -= on_screen.x + on_screen.w - width;
    if (on_screen.y + on_screen.h > height) y -= on_screen.y + on_screen.h - height;
}

std::uint64_t neighbour_of(const GridLayout& layout, std::uint64_t thread, int dx, int dy) {
    const std::uint64_t count = layout.blocks * layout.threads_per_block;
    if (count == 0) return 0;
    if (dx != 0) {  // along the counting order, so that holding the key visits every thread
        if (dx < 0) return thread == 0 ? 0 : thread - 1;
        return std::min(thread + 1, count - 1);
    }
    const std::uint64_t block = thread / layout.threads_per_block, local = thread % layout.threads_per_block;
    const std::uint64_t row = local / layout.tile_columns, column = local % layout.tile_columns;
    if (dy > 0) {
        if (local + layout.tile_columns < layout.threads_per_block) return thread + layout.tile_columns;
        const std::uint64_t below = block + layout.blocks_per_row;
        return below < layout.blocks
                   ? below * layout.threads_per_block + std::min<std::uint64_t>(column, layout.threads_per_block - 1)
                   : thread;
    }
    if (row > 0) return thread - layout.tile_columns;
    if (block < layout.blocks_per_row) return thread;
    std::uint64_t last = (std::uint64_t{layout.tile_rows} - 1) * layout.tile_columns + column;
    while (last >= layout.threads_per_block) last -= layout.tile_columns;
    return (block - layout.blocks_per_row) * layout.threads_per_block + last;
}

}  // namespace warpwise::ui
