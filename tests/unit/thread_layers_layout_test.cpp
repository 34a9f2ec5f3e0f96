#include "ui/threads/thread_layers_layout.h"

#include <gtest/gtest.h>

#include <set>

namespace warpwise::ui {
namespace {

constexpr LaunchShape film{{2, 4, 2}, {16, 4, 4}, 0};  // as the film of lesson 3, 32 x 16 x 8

// Every thread has a cell of its own, which lies where the mouse finds it.
void expect_every_cell_found(const LayerCells& cells, const LayerCamera& camera) {
    const LayerProjection p(cells, camera, 800, 500);
    for (std::uint32_t z = 0; z < cells.cells.z; ++z)
        for (std::uint32_t y = 0; y < cells.cells.y; ++y)
            for (std::uint32_t x = 0; x < cells.cells.x; ++x) {
                const LayerPoint middle = p.middle_of({x, y, z});
                EXPECT_TRUE(middle.x > 0 && middle.x < 800 && middle.y > 0 && middle.y < 500);
                const auto found = p.cell_at(middle.x, middle.y);
                ASSERT_TRUE(found.has_value());
                EXPECT_LE(found->z, z);  // itself, or one of a layer that hides it
                if (found->z == z) EXPECT_EQ(*found, (Dim3{x, y, z}));
            }
}

TEST(ThreadLayers, EveryThreadHasOneCell) {
    const LayerCells cells = cells_of_launch(film, 8192);
    ASSERT_FALSE(cells.of_blocks);
    EXPECT_EQ(cells.cells, (Dim3{32, 16, 8}));
    std::set<std::uint64_t> threads;
    for (std::uint32_t z = 0; z < 8; ++z)
        for (std::uint32_t y = 0; y < 16; ++y)
            for (std::uint32_t x = 0; x < 32; ++x) {
                const auto thread = cells.thread_of({x, y, z});
                ASSERT_TRUE(thread.has_value());
                threads.insert(*thread);
                EXPECT_EQ(cells.cell_of(*thread), (Dim3{x, y, z}));
            }
    EXPECT_EQ(threads.size(), film.thread_count());
    EXPECT_EQ(cells.cell_of(film.thread_count()), std::nullopt);
    // the fourth block along y, the second along z; in it (1, 2, 3)
    EXPECT_EQ(cells.thread_of({17, 14, 7}), (1 + 2 * (3 + 4 * 1)) * 256u + 1 + 16 * (2 + 4 * 3));
}

TEST(ThreadLayers, TheMouseFindsTheUppermostCell) {
    expect_every_cell_found(cells_of_launch(film, 8192), {});
    LayerCamera turned;
    turned.rotate_by(1.2, 0.4);
    expect_every_cell_found(cells_of_launch(film, 8192), turned);
    expect_every_cell_found(cells_of_layer(film, 5, 4096), camera_from_above());
    const LayerCells cells = cells_of_launch(film, 8192);
    const LayerProjection p(cells, {}, 800, 500);
    EXPECT_EQ(p.cell_at(1, 1), std::nullopt);
    EXPECT_EQ(p.cell_at(p.middle_of({3, 2, 0}).x, p.middle_of({3, 2, 0}).y), (Dim3{3, 2, 0}));  // nothing hides layer 0
}

// A stack is read as one only if it stands upright, however wide the canvas is.
TEST(ThreadLayers, ALayerLiesBelowTheOneBefore) {
    const LayerProjection p(cells_of_launch(film, 8192), {}, 2000, 300);
    for (std::uint32_t z = 1; z < 8; ++z) {
        EXPECT_NEAR(p.middle_of({5, 3, z}).x, p.middle_of({5, 3, 0}).x, 1e-6);
        EXPECT_GT(p.middle_of({5, 3, z}).y, p.middle_of({5, 3, z - 1}).y + 8);
    }
}

TEST(ThreadLayers, ALayerIsThatOfItsThreads) {
    const LayerCells cells = cells_of_layer(film, 6, 4096);
    EXPECT_EQ(cells.cells, (Dim3{32, 16, 1}));
    const std::uint64_t thread = 8 * 256u + 16 * 4 * 2;  // the first of the second blocks along z, and 2 in it
    EXPECT_EQ(cells.thread_of({0, 0, 0}), thread);
    EXPECT_EQ(cells.cell_of(thread), (Dim3{0, 0, 0}));
    EXPECT_EQ(cells.cell_of(0), std::nullopt);  // of another layer
    EXPECT_EQ(cells_of_layer(film, 99, 4096).thread_of({0, 0, 0}), cells_of_layer(film, 7, 4096).thread_of({0, 0, 0}));
    EXPECT_EQ(layers_of(film), 8u);
}

TEST(ThreadLayers, ABlockCountsFromItsFirstThread) {
    const auto cells = cells_of_block(film, {1, 3, 1}, 4096);
    ASSERT_TRUE(cells.has_value());
    const std::uint64_t first = (1 + 2 * (3 + 4 * 1)) * 256u;
    EXPECT_EQ(cells->thread_of({0, 0, 0}), first);
    EXPECT_EQ(cells->thread_of({15, 3, 3}), first + 255);
    EXPECT_EQ(cells->cell_of(first + 16), (Dim3{0, 1, 0}));
    EXPECT_EQ(cells->cell_of(0), std::nullopt);
    EXPECT_FALSE(cells_of_block({{1, 1, 1}, {5000, 1, 1}, 0}, {0, 0, 0}, 4096).has_value());
}

TEST(ThreadLayers, LargeLaunchesAreDrawnByBlocks) {
    const LayerCells blocks = cells_of_launch({{16, 16, 8}, {16, 4, 4}, 0}, 8192);
    EXPECT_TRUE(blocks.of_blocks);
    EXPECT_EQ(blocks.cells, (Dim3{16, 16, 8}));
    EXPECT_EQ(blocks.thread_of({0, 0, 0}), std::nullopt);
    EXPECT_EQ(blocks_text(blocks, {3, 2, 1}), "block (3, 2, 1)");
    const LayerCells most = cells_of_launch({{2147483647u, 65535, 65535}, {1024, 1, 1}, 0}, 8192);
    EXPECT_TRUE(most.of_blocks);
    EXPECT_LE(most.cells.count(), 8192u);
    EXPECT_GT(most.cells.count(), 2048u);
    const LayerCells groups = cells_of_launch({{30, 30, 30}, {8, 8, 8}, 0}, 8192);
    EXPECT_EQ(groups.blocks_per_cell, (Dim3{2, 2, 1}));
    EXPECT_EQ(blocks_text(groups, {14, 0, 29}), "blocks (28, 0, 29) to (29, 1, 29)");
}

TEST(ThreadLayers, NoThreadsAreNoTrouble) {
    const LayerCells cells = cells_of_launch({{0, 1, 1}, {32, 1, 1}, 0}, 8192);
    EXPECT_EQ(LayerProjection(cells, {}, 800, 500).cell_at(400, 250), std::nullopt);
    EXPECT_EQ(cells.thread_of({0, 0, 0}), std::nullopt);
}

TEST(ThreadLayers, TheCameraStaysAboveTheLayers) {
    LayerCamera camera;
    camera.rotate_by(0, 9);
    EXPECT_LE(camera.pitch, 1.571);
    camera.rotate_by(0, -9);
    EXPECT_GT(camera.pitch, 0.1);
    camera.zoom_by(0.01);
    EXPECT_EQ(camera.zoom, 1);
    camera.rotate_by(20, 0);
    EXPECT_LE(camera.yaw, 3.15);
}

TEST(ThreadLayers, TheOrderNamesTheFastestAxis) {
    EXPECT_EQ(order_text({16, 4, 4}),
              "x changes fastest: threads 0 to 15 lie along x, the second row begins at 16, the second layer at 64.");
    EXPECT_EQ(order_text({256, 1, 1}), "x changes fastest: threads 0 to 255 lie along x.");
    EXPECT_EQ(order_text({8, 1, 2}), "x changes fastest: threads 0 to 7 lie along x, the second layer begins at 8.");
    EXPECT_EQ(order_text({1, 8, 2}),
              "x has one thread, so y changes fastest: threads 0 to 7 lie along y, the second layer begins at 8.");
    EXPECT_EQ(order_text({1, 1, 1}), "The block has one thread: there is no order.");
}

TEST(ThreadLayers, AWarpIsRowsOrLayers) {
    EXPECT_EQ(warp_text({16, 4, 4}), "A warp is 2 rows of 16 threads.");
    EXPECT_EQ(warp_text({64, 2, 2}), "A warp is 32 threads of one row.");
    EXPECT_EQ(warp_text({4, 4, 8}), "A warp is 2 layers of 16 threads.");
    EXPECT_EQ(warp_text({16, 3, 4}), "A warp is 32 threads in this order, wherever a row or a layer ends.");
    EXPECT_EQ(warp_text({4, 4, 2}), "All 32 threads are in one warp.");
}

}  // namespace
}  // namespace warpwise::ui
