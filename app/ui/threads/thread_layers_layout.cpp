#include "ui/threads/thread_layers_layout.h"

#include <fmt/format.h>

#include <algorithm>
#include <cmath>
#include <numbers>

#include "base/counted.h"
#include "base/thread_name.h"

namespace warpwise::ui {
namespace {

constexpr double kBlockGap = 0.6;              // between blocks, in cells
constexpr double kMargin = 0.04;               // of the canvas, on each side
constexpr double kStackHeight = 0.55;          // of the longer edge of a layer
constexpr double kClosest = 0.8, kWidest = 4;  // distance between layers, in cells; the second one for thin stacks too
constexpr double kLeastPitch = 0.12, kMostPitch = std::numbers::pi / 2;

std::uint32_t axis_of(const Dim3& d, int axis) { return axis == 0 ? d.x : axis == 1 ? d.y : d.z; }

std::uint32_t divided(std::uint32_t count, std::uint32_t by) {
    return static_cast<std::uint32_t>((std::uint64_t{count} + by - 1) / by);
}

// The axis along which most cells lie is halved until there are few enough.
void group_blocks_of(LayerCells& c, const Dim3& grid, std::uint64_t most) {
    c.of_blocks = true;
    c.per_block = {1, 1, 1};
    c.blocks_per_cell = {1, 1, 1};
    c.cells = grid;
    while (c.cells.count() > most) {
        Dim3& by = c.blocks_per_cell;
        if (c.cells.x >= c.cells.y && c.cells.x >= c.cells.z)
            by.x *= 2;
        else if (c.cells.y >= c.cells.z)
            by.y *= 2;
        else
            by.z *= 2;
        c.cells = {divided(grid.x, by.x), divided(grid.y, by.y), divided(grid.z, by.z)};
    }
}

bool has_no_threads(const LaunchShape& shape) { return shape.grid.count() == 0 || shape.block.count() == 0; }

std::string triple(const Dim3& d) { return fmt::format("({}, {}, {})", d.x, d.y, d.z); }

}  // namespace

std::optional<std::uint64_t> LayerCells::thread_of(const Dim3& cell) const {
    if (of_blocks || has_no_threads(shape)) return std::nullopt;
    const Dim3 thread{cell.x % per_block.x, cell.y % per_block.y, (first_thread_z + cell.z) % shape.block.z};
    const Dim3 block = block_of(cell);
    return linear_thread(shape, block, thread);
}

std::optional<Dim3> LayerCells::cell_of(std::uint64_t thread) const {
    if (of_blocks || has_no_threads(shape) || thread >= shape.thread_count()) return std::nullopt;
    const std::uint64_t block = thread / shape.block.count(), local = thread % shape.block.count();
    const Dim3 &grid = shape.grid, &size = shape.block;
    // in signed numbers: the thread may lie before the first cell
    const auto place = [](std::uint64_t block_at, std::uint32_t first, std::uint32_t count, std::uint64_t thread_at,
                          std::uint32_t first_thread) {
        return (static_cast<std::int64_t>(block_at) - first) * count + static_cast<std::int64_t>(thread_at) - first_thread;
    };
    const std::int64_t x = place(block % grid.x, first_block.x, size.x, local % size.x, 0),
                       y = place(block / grid.x % grid.y, first_block.y, size.y, local / size.x % size.y, 0),
                       z = place(block / grid.x / grid.y, first_block.z, size.z, local / size.x / size.y, first_thread_z);
    if (x < 0 || y < 0 || z < 0 || x >= cells.x || y >= cells.y || z >= cells.z) return std::nullopt;
    return Dim3{static_cast<std::uint32_t>(x), static_cast<std::uint32_t>(y), static_cast<std::uint32_t>(z)};
}

Dim3 LayerCells::block_of(const Dim3& cell) const {
    if (of_blocks)
        return {first_block.x + cell.x * blocks_per_cell.x, first_block.y + cell.y * blocks_per_cell.y,
                first_block.z + cell.z * blocks_per_cell.z};
    return {first_block.x + cell.x / per_block.x, first_block.y + cell.y / per_block.y,
            first_block.z + (first_thread_z + cell.z) / shape.block.z};
}

LayerCells cells_of_launch(const LaunchShape& shape, std::uint64_t most) {
    LayerCells c;
    c.shape = shape;
    if (has_no_threads(shape)) {
        c.cells = {0, 0, 0};
        return c;
    }
    // compared without overflow: a grid can have 2^31 x 65535 x 65535 blocks
    if (shape.grid.count() > most || shape.block.count() > most / shape.grid.count()) {
        group_blocks_of(c, shape.grid, most);
        return c;
    }
    c.per_block = shape.block;
    c.cells = {shape.grid.x * shape.block.x, shape.grid.y * shape.block.y, shape.grid.z * shape.block.z};
    return c;
}

std::uint64_t layers_of(const LaunchShape& shape) { return std::uint64_t{shape.grid.z} * shape.block.z; }

LayerCells cells_of_layer(const LaunchShape& shape, std::uint64_t layer, std::uint64_t most) {
    LaunchShape flat = shape;
    flat.grid.z = flat.block.z = 1;
    LayerCells c = cells_of_launch(flat, most);
    c.shape = shape;
    if (has_no_threads(shape)) return c;
    layer = std::min(layer, layers_of(shape) - 1);
    c.first_block.z = static_cast<std::uint32_t>(layer / shape.block.z);
    c.first_thread_z = c.of_blocks ? 0 : static_cast<std::uint32_t>(layer % shape.block.z);
    return c;
}

std::optional<LayerCells> cells_of_block(const LaunchShape& shape, const Dim3& block, std::uint64_t most) {
    if (has_no_threads(shape) || shape.block.count() > most) return std::nullopt;
    LayerCells c;
    c.shape = shape;
    c.cells = c.per_block = shape.block;
    c.first_block = block;
    return c;
}

void LayerCamera::rotate_by(double yaw_by, double pitch_by) {
    yaw = std::remainder(yaw + yaw_by, 2 * std::numbers::pi);
    pitch = std::clamp(pitch + pitch_by, kLeastPitch, kMostPitch);
}

void LayerCamera::zoom_by(double factor) { zoom = std::clamp(zoom * factor, 1.0, 40.0); }

LayerCamera camera_from_above() { return {.yaw = 0, .pitch = kMostPitch}; }

LayerProjection::LayerProjection(const LayerCells& cells, const LayerCamera& camera, double width, double height)
    : cells_(cells),
      cos_yaw_(std::cos(camera.yaw)),
      sin_yaw_(std::sin(camera.yaw)),
      cos_pitch_(std::cos(camera.pitch)),
      sin_pitch_(std::sin(camera.pitch)) {
    if (cells_.cells.count() == 0) return;
    const double longer = std::max(extent(0), extent(1));
    const double layers = std::max(1u, cells_.cells.z - 1);
    spacing_ = std::clamp(kStackHeight * longer / layers, kClosest, std::max(kWidest, longer * 0.6));
    const double room_x = std::max(1.0, width * (1 - 2 * kMargin)), room_y = std::max(1.0, height * (1 - 2 * kMargin));
    const Bounds all = bounds();
    scale_ = camera.zoom * std::min(room_x / all.width(), room_y / all.height());
    left_ = width / 2 + camera.pan_x - scale_ * (all.low_x + all.high_x) / 2;
    top_ = height / 2 + camera.pan_y - scale_ * (all.low_y + all.high_y) / 2;
}

LayerProjection::Bounds LayerProjection::bounds() const {
    Bounds b;
    for (const double x : {0.0, extent(0)})
        for (const double y : {0.0, extent(1)})
            for (const double z : {0.0, depth_of(cells_.cells.z - 1)}) {
                const LayerPoint p = project(x, y, z);
                b.low_x = std::min(b.low_x, p.x), b.high_x = std::max(b.high_x, p.x);
                b.low_y = std::min(b.low_y, p.y), b.high_y = std::max(b.high_y, p.y);
            }
    return b;
}

LayerPoint LayerProjection::project(double x, double y, double layer) const {
    const double u = x * cos_yaw_ - y * sin_yaw_, v = x * sin_yaw_ + y * cos_yaw_;
    return {left_ + scale_ * u, top_ + scale_ * (v * sin_pitch_ + layer * cos_pitch_)};
}

double LayerProjection::along(int axis, std::uint32_t cell) const {
    const std::uint32_t per_block = axis_of(cells_.per_block, axis);
    return cell + kBlockGap * (cell / per_block);
}

double LayerProjection::extent(int axis) const {
    const std::uint32_t count = axis_of(cells_.cells, axis);
    return count == 0 ? 0 : along(axis, count - 1) + 1;
}

double LayerProjection::depth_of(std::uint32_t layer) const { return spacing_ * along(2, layer); }

std::optional<std::uint32_t> LayerProjection::cell_along(int axis, double at) const {
    if (at < 0) return std::nullopt;
    const double per_block = axis_of(cells_.per_block, axis), pitch = per_block + kBlockGap;
    const double block = std::floor(at / pitch), within = at - block * pitch;
    const double cell = block * per_block + std::floor(within);
    if (within >= per_block || cell >= axis_of(cells_.cells, axis)) return std::nullopt;
    return static_cast<std::uint32_t>(cell);
}

std::array<LayerPoint, 4> LayerProjection::corners_of(const Dim3& cell) const { return corners_of(cell, {1, 1, 1}); }

std::array<LayerPoint, 4> LayerProjection::corners_of(const Dim3& cell, const Dim3& count) const {
    const double x = along(0, cell.x), y = along(1, cell.y), z = depth_of(cell.z);
    const double right = along(0, cell.x + count.x - 1) + 1, bottom = along(1, cell.y + count.y - 1) + 1;
    return {project(x, y, z), project(right, y, z), project(right, bottom, z), project(x, bottom, z)};
}

LayerPoint LayerProjection::middle_of(const Dim3& cell) const {
    return project(along(0, cell.x) + 0.5, along(1, cell.y) + 0.5, depth_of(cell.z));
}

std::optional<Dim3> LayerProjection::cell_at(double x, double y) const {
    for (std::uint32_t layer = 0; layer < cells_.cells.z; ++layer) {
        const double u = (x - left_) / scale_, v = ((y - top_) / scale_ - depth_of(layer) * cos_pitch_) / sin_pitch_;
        const auto column = cell_along(0, u * cos_yaw_ + v * sin_yaw_), row = cell_along(1, v * cos_yaw_ - u * sin_yaw_);
        if (column && row) return Dim3{*column, *row, layer};
    }
    return std::nullopt;
}

double LayerProjection::cell_width() const { return scale_ * std::max(std::abs(cos_yaw_), std::abs(sin_yaw_)); }

double LayerProjection::cell_height() const { return cell_width() * sin_pitch_; }

std::string order_text(const Dim3& block) {
    if (block.count() <= 1) return "The block has one thread: there is no order.";
    if (block.x == 1) {
        const bool y = block.y > 1;
        std::string text = fmt::format("x has one thread, so {} changes fastest: threads 0 to {} lie along {}", y ? "y" : "z",
                                       (y ? block.y : block.z) - 1, y ? "y" : "z");
        return y && block.z > 1 ? text + fmt::format(", the second layer begins at {}.", block.y) : text + ".";
    }
    std::string text = fmt::format("x changes fastest: threads 0 to {} lie along x", block.x - 1);
    if (block.y > 1) text += fmt::format(", the second row begins at {}", block.x);
    if (block.z > 1)
        text += fmt::format(", the second layer {}at {}", block.y > 1 ? "" : "begins ", std::uint64_t{block.x} * block.y);
    return text + ".";
}

std::string warp_text(const Dim3& block) {
    const std::uint64_t layer = std::uint64_t{block.x} * block.y, threads = block.count();
    if (threads <= kWarpSize)
        return threads == 1 ? std::string("The block has a single thread.")
                            : fmt::format("All {} threads are in one warp.", threads);
    if (block.x % kWarpSize == 0) return "A warp is 32 threads of one row.";
    if (kWarpSize % block.x == 0 && (block.y % (kWarpSize / block.x) == 0)) {
        const std::uint32_t rows = kWarpSize / block.x;
        return fmt::format("A warp is {} of {}.", counted(rows, "row"), counted(block.x, "thread"));
    }
    if (layer <= kWarpSize && kWarpSize % layer == 0)
        return fmt::format("A warp is {} of {}.", counted(kWarpSize / layer, "layer"), counted(layer, "thread"));
    return "A warp is 32 threads in this order, wherever a row or a layer ends.";
}

std::string blocks_text(const LayerCells& c, const Dim3& cell) {
    const Dim3 first = c.block_of(cell);
    const Dim3& by = c.blocks_per_cell;
    if (!c.of_blocks || by.count() == 1) return "block " + triple(first);
    const auto last = [](std::uint32_t from, std::uint32_t count, std::uint32_t end) {
        return static_cast<std::uint32_t>(std::min<std::uint64_t>(std::uint64_t{from} + count, end)) - 1;
    };
    const Dim3& grid = c.shape.grid;
    return fmt::format("blocks {} to {}", triple(first),
                       triple({last(first.x, by.x, grid.x), last(first.y, by.y, grid.y), last(first.z, by.z, grid.z)}));
}

}  // namespace warpwise::ui
