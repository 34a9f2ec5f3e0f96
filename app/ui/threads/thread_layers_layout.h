// A launch as a stack of layers along z, seen from above at an angle: which cells it has, where they lie on screen, which of them
// lies under the mouse, and in which order a block counts its threads. Geometry and words only; no window library in here.
#pragma once

#include <array>
#include <cstdint>
#include <optional>
#include <string>

#include "base/launch_shape.h"

namespace warpwise::ui {

// What is drawn: a cell is a thread, and in a large launch one or several blocks. Layer 0 lies on top.
struct LayerCells {
    LaunchShape shape;
    bool of_blocks = false;
    Dim3 cells;                 // along each axis
    Dim3 per_block;             // cells of one block
    Dim3 blocks_per_cell;       // where a cell is one or more blocks
    Dim3 first_block{0, 0, 0};  // what the first cell is
    std::uint32_t first_thread_z = 0;

    // Of a cell that is a thread.
    std::optional<std::uint64_t> thread_of(const Dim3& cell) const;
    // Of a cell that is a thread of the picture; nothing for other threads.
    std::optional<Dim3> cell_of(std::uint64_t thread) const;
    // The first block of a cell.
    Dim3 block_of(const Dim3& cell) const;
};

// The whole launch, one layer of it, and one block; at most `most` cells. A block is never thinned out: nothing if it has more.
LayerCells cells_of_launch(const LaunchShape&, std::uint64_t most);
std::uint64_t layers_of(const LaunchShape&);  // of threads along z
LayerCells cells_of_layer(const LaunchShape&, std::uint64_t layer, std::uint64_t most);
std::optional<LayerCells> cells_of_block(const LaunchShape&, const Dim3& block, std::uint64_t most);

struct LayerPoint {
    double x = 0, y = 0;
};

struct LayerCamera {
    double yaw = -0.4, pitch = 0.65;  // radians: turned about z, and raised above the layers
    double zoom = 1, pan_x = 0, pan_y = 0;
    void rotate_by(double yaw_by, double pitch_by);  // never from below, and never edge-on
    void zoom_by(double factor);
    bool operator==(const LayerCamera&) const = default;
};
LayerCamera camera_from_above();  // of one layer, which is then a plain two-dimensional picture

// Cells on a canvas of that size, as large as fits at zoom 1. Points are relative to the canvas.
class LayerProjection {
  public:
    LayerProjection(const LayerCells&, const LayerCamera&, double width, double height);

    std::array<LayerPoint, 4> corners_of(const Dim3& cell) const;  // in turn around the cell
    LayerPoint middle_of(const Dim3& cell) const;
    // Around `count` cells of one layer from `cell` on, such as those of a block.
    std::array<LayerPoint, 4> corners_of(const Dim3& cell, const Dim3& count) const;
    // The uppermost cell there; nothing between and beside the cells.
    std::optional<Dim3> cell_at(double x, double y) const;
    // About the room that a cell has on screen, as for a number.
    double cell_width() const, cell_height() const;

  private:
    struct Bounds {
        double low_x = 1e300, high_x = -1e300, low_y = 1e300, high_y = -1e300;
        double width() const { return high_x > low_x ? high_x - low_x : 1e-9; }
        double height() const { return high_y > low_y ? high_y - low_y : 1e-9; }
    };
    Bounds bounds() const;
    LayerPoint project(double x, double y, double layer) const;
    double along(int axis, std::uint32_t cell) const;  // where it begins, in units of a cell
    std::optional<std::uint32_t> cell_along(int axis, double at) const;
    double extent(int axis) const;
    double depth_of(std::uint32_t layer) const;

    LayerCells cells_;
    double cos_yaw_, sin_yaw_, cos_pitch_, sin_pitch_;
    double spacing_ = 1;  // between layers, in units of a cell
    double scale_ = 1, left_ = 0, top_ = 0;
};

// "x changes fastest: threads 0 to 15 lie along x, the second row begins at 16, the second layer at 64."
std::string order_text(const Dim3& block);
// "A warp is 2 rows of 16 threads."
std::string warp_text(const Dim3& block);
// "block (4, 0, 2)", "blocks (4, 0, 2) to (7, 1, 3)"
std::string blocks_text(const LayerCells&, const Dim3& cell);

}  // namespace warpwise::ui
