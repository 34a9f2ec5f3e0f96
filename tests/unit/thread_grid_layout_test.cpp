// Where threads are drawn, and which thread lies under a place.
#include "ui/threads/thread_grid_layout.h"

#include <gtest/gtest.h>

#include <algorithm>
#include <bit>

namespace warpwise::ui {
namespace {

GridSpace space(double width, double height) { return {width, height, 76, 40, 17}; }

void expect_inside(const GridLayout& l, double width, double height) {
    EXPECT_LE(l.left + l.width(), width * 1.0001);
    EXPECT_LE(l.top + l.height(), height * 1.0001);
}

// The middle of a thread's cell finds the thread again.
void expect_found(const GridLayout& l, std::uint64_t thread) {
    const Box cell = l.cell_of(thread);
    EXPECT_EQ(l.thread_at(cell.x + cell.w / 2, cell.y + cell.h / 2), thread) << thread;
}

TEST(ThreadGridLayout, AFewBlocksStandBelowOneAnother) {
    const GridLayout l = fit_grid({{4, 1, 1}, {32, 1, 1}, 0}, space(830, 300));
    EXPECT_TRUE(l.one_block_a_row());
    EXPECT_EQ(l.tile_columns, 32u);
    EXPECT_EQ(l.tile_rows, 1u);
    EXPECT_GE(l.cell_w, 20);
    EXPECT_GT(l.gap_y, 5);
    expect_inside(l, 830, 300);
    for (std::uint64_t t = 0; t < 128; ++t) expect_found(l, t);
}

// Names above 64 rows of blocks would take more than the height, and leave the cells no pixel.
TEST(ThreadGridLayout, ManyRowsOfBlocksHaveNoNames) {
    const GridLayout l = fit_grid({{16, 64, 1}, {16, 4, 4}, 0}, space(1248, 440));
    EXPECT_GT(l.cell_h, 0.4);
    EXPECT_GT(l.height(), 400);
    expect_inside(l, 1248, 440);
    expect_found(l, 262143);
}

TEST(ThreadGridLayout, EveryThreadIsFoundInEveryShape) {
    const LaunchShape shapes[] = {{{1, 1, 1}, {1, 1, 1}, 0},     {{3, 1, 1}, {100, 1, 1}, 0},   {{7, 1, 1}, {33, 1, 1}, 0},
                                  {{64, 1, 1}, {1024, 1, 1}, 0}, {{5, 3, 1}, {16, 16, 1}, 0},   {{2, 2, 2}, {8, 4, 2}, 0},
                                  {{100, 1, 1}, {5, 1, 1}, 0},   {{4096, 1, 1}, {256, 1, 1}, 0}};
    for (const LaunchShape& shape : shapes) {
        for (const auto [w, h] : {std::pair{830.0, 300.0}, {280.0, 90.0}, {1600.0, 1000.0}}) {
            const GridLayout l = fit_grid(shape, space(w, h));
            expect_inside(l, w, h);
            const std::uint64_t count = shape.thread_count(), step = std::max<std::uint64_t>(1, count / 997);
            for (std::uint64_t t = 0; t < count; t += step) expect_found(l, t);
            expect_found(l, count - 1);
        }
    }
}

TEST(ThreadGridLayout, GapsAndTheRaggedRowHoldNoThread) {
    const GridLayout l = fit_grid({{2, 1, 1}, {40, 1, 1}, 0}, space(830, 300));
    ASSERT_EQ(l.tile_rows, 2u);
    const Box last = l.cell_of(39);
    EXPECT_EQ(l.thread_at(last.x + 1.5 * last.w, last.y + last.h / 2), std::nullopt);
    const Box tile = l.tile_of(0);
    EXPECT_EQ(l.thread_at(tile.x + 1, tile.y + tile.h + l.gap_y / 2), std::nullopt);
    EXPECT_EQ(l.thread_at(-5, -5), std::nullopt);
    EXPECT_EQ(l.thread_at(1e6, 1e6), std::nullopt);
}

TEST(ThreadGridLayout, HundredsOfMillionsOfThreadsFit) {
    const GridLayout l = fit_grid({{1u << 19, 1, 1}, {256, 1, 1}, 0}, space(830, 300));
    expect_inside(l, 830, 300);
    expect_found(l, 0);
    expect_found(l, (std::uint64_t{1} << 27) - 1);
    EXPECT_EQ(l.gap_x, 0);
}

TEST(ThreadGridLayout, RowsHoldAPowerOfTwoOfBlocks) {
    for (const std::uint32_t blocks : {100u, 256u, 1000u, 4096u, 65536u}) {
        const GridLayout l = fit_grid({{blocks, 1, 1}, {256, 1, 1}, 0}, space(620, 140));
        EXPECT_TRUE(std::has_single_bit(l.blocks_per_row)) << blocks;
        EXPECT_GT(l.blocks_per_row, 1u) << blocks;
    }
}

TEST(ThreadGridLayout, BlocksTooSmallToTellApartAreGrouped) {
    const GridLayout few = fit_grid({{256, 1, 1}, {256, 1, 1}, 0}, space(620, 300));
    EXPECT_TRUE(group_blocks(few, 1, 9).single());
    const GridLayout million = fit_grid({{4096, 1, 1}, {256, 1, 1}, 0}, space(620, 140));
    const BlockGroups groups = group_blocks(million, 1, 9);
    EXPECT_FALSE(groups.single());
    EXPECT_GE(static_cast<double>(groups.columns) * million.pitch_x(), 9);
    EXPECT_GE(static_cast<double>(groups.rows) * million.pitch_y(), 9);
    EXPECT_LT(static_cast<double>(groups.columns) * million.pitch_x(), 18);  // and no larger than that takes
    // so that tiles are still seen: dozens of them, not one slab
    EXPECT_GT(million.blocks_per_row / groups.columns, 16u);
    EXPECT_TRUE(group_blocks(million, 1000, 9).single());  // zoomed in, each block stands for itself
}

TEST(ThreadGridLayout, NoThreadsAreNoTrouble) {
    const GridLayout l = fit_grid({{0, 1, 1}, {32, 1, 1}, 0}, space(830, 300));
    EXPECT_EQ(l.thread_at(100, 100), std::nullopt);
}

TEST(GridView, ZoomKeepsWhatLiesUnderTheCursor) {
    const GridLayout l = fit_grid({{4096, 1, 1}, {256, 1, 1}, 0}, space(830, 300));
    GridView view;
    const double before = view.layout_x(400);
    view.zoom_by(8, 400, 150, l, 44);
    EXPECT_NEAR(view.layout_x(400), before, 1e-9);
    EXPECT_EQ(view.zoom, 8);
    view.keep_in(l, 830, 300);
    EXPECT_NEAR(view.layout_x(400), before, 1e-9);
    view.zoom_by(1e9, 400, 150, l, 44);
    EXPECT_NEAR(view.zoom * l.cell_w, 44, 1e-6);
    view.zoom_by(1e-9, 10, 10, l, 44);
    view.keep_in(l, 830, 300);
    EXPECT_TRUE(view.is_reset());
}

TEST(GridView, PanningStopsAtTheEdges) {
    const GridLayout l = fit_grid({{4096, 1, 1}, {256, 1, 1}, 0}, space(830, 300));
    GridView view;
    view.zoom_by(4, 0, 0, l, 44);
    view.pan_by(1e6, 1e6);
    view.keep_in(l, 830, 300);
    EXPECT_EQ(view.x, 0);
    EXPECT_EQ(view.y, 0);
    view.pan_by(-1e6, -1e6);
    view.keep_in(l, 830, 300);
    EXPECT_NEAR(view.layout_x(830), 830, 1);
}

TEST(ThreadGridKeys, ArrowsReachEveryNeighbour) {
    const GridLayout l = fit_grid({{4, 1, 1}, {64, 1, 1}, 0}, space(830, 400));
    ASSERT_TRUE(l.one_block_a_row());
    EXPECT_EQ(neighbour_of(l, 0, 1, 0), 1u);
    EXPECT_EQ(neighbour_of(l, 0, -1, 0), 0u);
    EXPECT_EQ(neighbour_of(l, 63, 1, 0), 64u);
    EXPECT_EQ(neighbour_of(l, 5, 0, 1), 37u);
    EXPECT_EQ(neighbour_of(l, 37, 0, 1), 69u);   // into the next block
    EXPECT_EQ(neighbour_of(l, 69, 0, -1), 37u);  // and back
    EXPECT_EQ(neighbour_of(l, 5, 0, -1), 5u);
    EXPECT_EQ(neighbour_of(l, 255, 1, 0), 255u);
}

}  // namespace
}  // namespace warpwise::ui
