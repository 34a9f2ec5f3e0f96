// What the view "tile" knows of a block: who wrote each element of the tile, what it was loaded from, and what is halo.
#include "ui/debugger/tile_facts.h"

#include <gtest/gtest.h>

#include <functional>
#include <string>
#include <vector>

namespace warpwise::ui {
namespace {

constexpr int kThreads = 64, kFirst = 64;  // block 1 of 64 threads
using Element = std::function<std::int64_t(int)>;

// A block's requests, in the order of its clock.
class Block {
  public:
    Block() : warps_(kThreads / kDebugLanes) {}
    void load(std::uint32_t warp, int line, std::uint32_t mask, const Element& element) {
        add(warp, "a", MemorySpace::global, line, mask, element);
    }
    void fill(std::uint32_t warp, int line, std::uint32_t mask, const Element& element) {
        add(warp, "tile", MemorySpace::shared, line, mask, element).is_store = true;
    }
    void use(std::uint32_t warp, int line, std::uint32_t mask, const Element& element) {
        add(warp, "tile", MemorySpace::shared, line, mask, element);
    }
    void store(std::uint32_t warp, int line, std::uint32_t mask, const Element& element) {
        add(warp, "c", MemorySpace::global, line, mask, element).is_store = true;
    }
    TileFacts facts(std::int64_t cols = 0, std::int64_t from_cols = 0, const std::string& own = "c") const {
        return tile_facts(warps_, {"tile", "a", own, cols, from_cols});
    }

  private:
    DebugAccess& add(std::uint32_t warp, const char* array, MemorySpace space, int line, std::uint32_t mask,
                     const Element& element) {
        DebugAccess access{.position = clock_++, .line = line, .space = space, .array = array};
        access.mask = mask;
        for (int lane = 0; lane < kDebugLanes; ++lane)
            if ((mask >> lane & 1) != 0) access.elements[static_cast<std::size_t>(lane)] = element(lane);
        warps_[warp].push_back(std::move(access));
        return warps_[warp].back();
    }
    std::uint64_t clock_ = 0;
    std::vector<std::vector<DebugAccess>> warps_;
};

// Three neighbours from a tile with one element of halo on either side, as in lesson 20.
Block neighbours(bool has_right_side = true) {
    Block block;
    const auto thread = [](std::uint32_t warp, int lane) { return static_cast<int>(warp) * kDebugLanes + lane; };
    for (std::uint32_t warp = 0; warp < 2; ++warp) {
        block.load(warp, 8, ~0u, [&](int lane) { return kFirst + thread(warp, lane); });
        block.fill(warp, 8, ~0u, [&](int lane) { return thread(warp, lane) + 1; });
    }
    block.load(0, 11, 1, [](int) { return kFirst - 1; });
    block.fill(0, 11, 1, [](int) { return 0; });
    if (has_right_side) block.load(1, 13, 1u << 31, [](int) { return kFirst + kThreads; });
    block.fill(1, 13, 1u << 31, [](int) { return kThreads + 1; });
    for (std::uint32_t warp = 0; warp < 2; ++warp) {
        for (int away = 0; away < 3; ++away) block.use(warp, 17, ~0u, [&](int lane) { return thread(warp, lane) + away; });
        block.store(warp, 17, ~0u, [&](int lane) { return kFirst + thread(warp, lane); });
    }
    return block;
}

TEST(TileTest, EachElementKnowsWhoWroteItAndWhatItWasLoadedFrom) {
    const TileFacts facts = neighbours().facts();
    ASSERT_EQ(facts.events.size(), 4u + 6u);
    EXPECT_EQ(facts.tile.last, 65);
    EXPECT_EQ(first_filled(facts), 4u);
    const TileNow now = tile_after(facts, 4);
    EXPECT_EQ(now.written, 66u);
    EXPECT_EQ(now.halo, 2u);
    EXPECT_EQ(now.never, 0u);
    EXPECT_EQ(now.cell(40)->warp, 1u);
    EXPECT_EQ(now.cell(40)->lane, 7);
    EXPECT_EQ(now.cell(40)->source, 103);
    EXPECT_FALSE(now.cell(40)->is_halo);
    EXPECT_TRUE(now.cell(0)->is_halo);
    EXPECT_TRUE(now.cell(65)->is_halo);
    EXPECT_EQ(now.cell(66), nullptr);
    EXPECT_EQ(now.cell(-1), nullptr);
    EXPECT_EQ(tile_text(facts, now, 0),
              "tile[0]: written by warp 0, lane 0 on line 11\nloaded from a[63], which is not the block's own: halo");
    EXPECT_EQ(tile_sentence(facts, now, &facts.events[4]),
              "66 of 66 elements of tile are written, 2 of them halo. Next, warp 0 reads 32 elements on line 17.");
    // the part of a that it covers: 63 to 128, wrapped as the tile is
    EXPECT_EQ(facts.array.first, 63);
    EXPECT_EQ(facts.array.last, 128);
    EXPECT_EQ(now.element_of[40], 40);
}

TEST(TileTest, ItFillsRequestByRequestAndByTheBlocksClock) {
    const TileFacts facts = neighbours().facts();
    const TileNow nothing = tile_after(facts, 0), half = tile_after(facts, 1);
    EXPECT_EQ(nothing.written, 0u);
    EXPECT_EQ(tile_sentence(facts, nothing, &facts.events[0]),
              "0 of 66 elements of tile are written. Next, warp 0 writes 32 elements on line 8.");
    EXPECT_EQ(half.written, 32u);
    EXPECT_FALSE(half.cell(0)->is_written);
    EXPECT_EQ(tile_text(facts, half, 0), "tile[0]: not written so far");
    // the store is instruction 1 of the block: it has happened where the block is beyond it
    EXPECT_EQ(events_before(facts, 1), 0u);
    EXPECT_EQ(events_before(facts, 2), 1u);
    EXPECT_EQ(events_before(facts, 1000), facts.events.size());
    const TileNow all = tile_after(facts, facts.events.size() + 7);
    EXPECT_EQ(all.events, facts.events.size());
    EXPECT_EQ(all.cell(2)->reads, 3u);
}

TEST(TileTest, AReadOfWhatNothingHasWrittenYetIsSaid) {
    Block block;
    block.load(0, 8, ~0u, [](int lane) { return lane; });
    block.fill(0, 8, ~0u, [](int lane) { return lane; });
    block.use(0, 10, ~0u, [](int lane) { return lane + 1; });
    block.load(1, 8, ~0u, [](int lane) { return 32 + lane; });
    block.fill(1, 8, ~0u, [](int lane) { return 32 + lane; });
    const TileFacts facts = block.facts();
    const TileNow now = tile_after(facts, 1);
    EXPECT_EQ(unwritten(now, facts.events[1]), 1u);
    EXPECT_EQ(
        tile_sentence(facts, now, &facts.events[1]),
        "32 of 64 elements of tile are written, 32 of them halo. Next, warp 0 reads 32 elements on line 10, 1 of which nothing has "
        "written yet.")
        << "a block that writes no c has nothing of its own";
    EXPECT_EQ(unwritten(now, facts.events[0]), 0u) << "a store reads nothing";
}

TEST(TileTest, BeyondTheEdgeOfTheArrayThereIsHaloThatIsNotLoaded) {
    const TileFacts facts = neighbours(false).facts();
    const TileNow now = tile_after(facts, 4);
    EXPECT_EQ(now.cell(65)->source, -1) << "its lane loaded for another element before";
    EXPECT_TRUE(now.cell(65)->is_halo);
    EXPECT_EQ(facts.array.last, 127);
    EXPECT_TRUE(tile_text(facts, now, 65).contains("not loaded from a: halo beyond its edge"));
    const TileFacts without = neighbours(false).facts(0, 0, "");
    EXPECT_FALSE(without.has_halo()) << "the lesson does not say what is the block's own";
    EXPECT_TRUE(facts.has_halo());
}

TEST(TileTest, RowsStandBelowEachOtherAndPaddingIsNeverWritten) {
    Block block;  // tile[2][33] of a matrix with 100 columns, from row 4, column 40
    for (std::uint32_t warp = 0; warp < 2; ++warp) {
        block.load(warp, 9, ~0u, [&](int lane) { return (4 + warp) * 100 + 40 + lane; });
        block.fill(warp, 9, ~0u, [&](int lane) { return warp * 33 + lane; });
    }
    block.use(0, 15, 3, [](int lane) { return lane * 33; });
    const TileFacts facts = block.facts(33, 100, "");
    EXPECT_EQ(facts.tile.rows, 2);
    EXPECT_EQ(facts.tile.cols, 33);
    EXPECT_EQ(facts.array.rows, 2);
    EXPECT_EQ(facts.array.cols, 32);
    EXPECT_EQ(facts.array.element(1, 3), 543);
    EXPECT_EQ(facts.array.element(1, 32), -1);
    EXPECT_EQ(facts.array.element(2, 0), -1);
    EXPECT_EQ(facts.array.place(543), (std::array{1, 3}));
    EXPECT_FALSE(facts.array.place(500).has_value()) << "left of the part";
    const TileNow now = tile_after(facts, 2);
    EXPECT_EQ(now.written, 64u);
    EXPECT_EQ(now.never, 2u);
    EXPECT_TRUE(now.cell(32)->is_never_written);
    EXPECT_EQ(tile_text(facts, now, 32), "tile[0][32]: never written by this block");
    EXPECT_EQ(now.element_of[32 + 3], 36);
    EXPECT_TRUE(tile_text(facts, now, 36).contains("tile[1][3]: written by warp 1, lane 3 on line 9\nloaded from a[5][43]"));
    EXPECT_EQ(tile_after(facts, 3).cell(33)->reads, 1u);
}

TEST(TileTest, ATileThatIsFilledAgainHoldsTheNewElements) {
    Block block;  // one tile after another along a row, as in a matrix product
    for (const int phase : {0, 1})
        for (std::uint32_t warp = 0; warp < 2; ++warp) {
            block.load(warp, 12, ~0u, [&](int lane) { return phase * 64 + static_cast<int>(warp) * 32 + lane; });
            block.fill(warp, 12, ~0u, [&](int lane) { return static_cast<int>(warp) * 32 + lane; });
        }
    const TileFacts facts = block.facts(0, 0, "");
    const TileNow now = tile_after(facts, 3);
    EXPECT_EQ(now.written, 64u);
    EXPECT_EQ(now.cell(5)->source, 69);
    EXPECT_EQ(now.cell(40)->source, 40);
    EXPECT_EQ(now.element_of[5], -1) << "it was overwritten";
    EXPECT_EQ(now.element_of[69], 5);
}

TEST(TileTest, WhatIsTooLargeIsLeftOutAndEmptyIsEmpty) {
    Block block;
    block.fill(0, 3, ~0u, [](int lane) { return lane * 1000; });
    const TileFacts facts = block.facts(100, 0, "");
    EXPECT_TRUE(facts.leaves_out);
    EXPECT_EQ(facts.tile.rows, kMostTileEdge);
    EXPECT_EQ(facts.tile.cols, kMostTileEdge);
    EXPECT_EQ(facts.array.rows, 0) << "nothing was loaded";
    EXPECT_EQ(tile_after(facts, 1).written, 32u);
    const TileFacts none = Block().facts();
    EXPECT_TRUE(none.events.empty());
    EXPECT_EQ(none.tile.rows, 0);
    EXPECT_EQ(tile_after(none, 3).written, 0u);
}

}  // namespace
}  // namespace warpwise::ui
