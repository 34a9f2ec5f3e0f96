// Which reads the view "flow" joins to which writes, and what it says where lanes meet.
#include "ui/debugger/flow_facts.h"

#include <gtest/gtest.h>

#include <algorithm>
#include <bit>
#include <functional>
#include <map>
#include <utility>
#include <vector>

namespace warpwise::ui {
namespace {

const FlowArray kParts{"parts", MemorySpace::shared};

// A warp that makes requests; each lane's value is known.
class Warp {
  public:
    using Element = std::function<std::int64_t(int)>;
    void read(const FlowArray& array, int line, std::uint32_t mask, const Element& element) { add(array, line, mask, element); }
    void write(const FlowArray& array, int line, std::uint32_t mask, const Element& element) {
        add(array, line, mask, element).is_store = true;
    }
    void update(const FlowArray& array, int line, std::uint32_t mask, const Element& element) {
        DebugAccess& access = add(array, line, mask, element);
        access.is_store = access.is_atomic = true;
    }
    Flow flow(const FlowArray& from, const FlowArray& to) const { return flow_of(accesses_, from, to); }
    const std::vector<DebugAccess>& accesses() const { return accesses_; }

  private:
    DebugAccess& add(const FlowArray& array, int line, std::uint32_t mask, const Element& element) {
        DebugAccess access{.position = accesses_.size(), .line = line, .space = array.space, .array = array.name};
        access.bytes = access.element_bytes = 4;
        access.mask = mask;
        for (int lane = 0; lane < kDebugLanes; ++lane)
            if ((mask >> lane & 1) != 0) access.elements[static_cast<std::size_t>(lane)] = element(lane);
        accesses_.push_back(std::move(access));
        return accesses_.back();
    }
    std::vector<DebugAccess> accesses_;
};

std::uint32_t lanes_where(const std::function<bool(int)>& holds) {
    std::uint32_t mask = 0;
    for (int lane = 0; lane < kDebugLanes; ++lane) mask |= holds(lane) ? 1u << lane : 0;
    return mask;
}
std::vector<std::int64_t> read_for(const FlowRow& row, std::int64_t to) {
    std::vector<std::int64_t> elements;
    for (const FlowArrow& arrow : row.arrows)
        if (arrow.to == to) elements.push_back(arrow.from);
    std::ranges::sort(elements);
    return elements;
}

TEST(FlowTest, AnInterleavedReductionIsATree) {
    Warp warp;
    warp.read({"a"}, 8, ~0u, [](int lane) { return lane; });
    warp.write(kParts, 8, ~0u, [](int lane) { return lane; });
    for (int away = 1; away < 32; away *= 2) {
        const std::uint32_t mask = lanes_where([&](int lane) { return lane % (2 * away) == 0; });
        warp.read(kParts, 12, mask, [&](int lane) { return lane + away; });
        warp.read(kParts, 12, mask, [](int lane) { return lane; });
        warp.write(kParts, 12, mask, [](int lane) { return lane; });
    }
    const Flow flow = warp.flow(kParts, kParts);
    ASSERT_EQ(flow.rows.size(), 6u);
    EXPECT_TRUE(flow.rows[0].arrows.empty()) << "its elements come from another array";
    for (std::size_t level = 1; level < 6; ++level) {
        const FlowRow& row = flow.rows[level];
        const std::int64_t away = std::int64_t{1} << (level - 1);
        EXPECT_EQ(row.arrows.size(), 2 * row.targets.size());
        EXPECT_EQ(row.targets.size(), 32u >> level);
        EXPECT_EQ(row.collisions(), 0u);
        for (const FlowTarget& target : row.targets)
            EXPECT_EQ(read_for(row, target.element), (std::vector{target.element, target.element + away}));
    }
    EXPECT_EQ(flow_sentence(flow, flow.rows[0]), "Line 8: 32 lanes write 32 elements of parts, and read none of it before.");
    EXPECT_EQ(flow_sentence(flow, flow.rows[5]), "Line 12: 1 lane writes 1 element of parts.");
    EXPECT_EQ(flow.to_columns.elements.size(), 32u);
}

TEST(FlowTest, ASequentialReductionReadsFromOtherWarpsAndItsColumnsSkipWhatIsNotAccessed) {
    Warp warp;
    for (const int half : {512, 16}) {
        const std::uint32_t mask = lanes_where([&](int lane) { return lane < std::min(half, 16); });
        warp.read(kParts, 12, mask, [](int lane) { return lane; });
        warp.read(kParts, 12, mask, [&](int lane) { return lane + half; });
        warp.write(kParts, 12, mask, [](int lane) { return lane; });
    }
    const Flow flow = warp.flow(kParts, kParts);
    ASSERT_EQ(flow.rows.size(), 2u);
    EXPECT_EQ(read_for(flow.rows[0], 3), (std::vector<std::int64_t>{3, 515}));
    EXPECT_EQ(flow.to_columns.elements.size(), 48u);
    EXPECT_EQ(flow.to_columns.column_of(512), 32);
    EXPECT_TRUE(flow.to_columns.has_gap_before(32));
    EXPECT_FALSE(flow.to_columns.has_gap_before(31));
    EXPECT_EQ(flow.to_columns.column_of(100), -1);
}

TEST(FlowTest, AScatterMarksTheElementsThatSeveralLanesWrite) {
    const FlowArray index{"index"}, counts{"counts", MemorySpace::global, 8};
    const auto cell = [](int lane) { return lane < 7 ? std::int64_t{0} : 1 + lane % 2; };
    Warp warp;
    warp.read(index, 5, ~0u, [](int lane) { return lane; });
    warp.read(counts, 6, ~0u, cell);
    warp.write(counts, 7, ~0u, cell);
    const Flow flow = warp.flow(index, counts);
    ASSERT_EQ(flow.rows.size(), 1u);
    const FlowRow& row = flow.rows[0];
    EXPECT_EQ(row.arrows.size(), 32u);
    EXPECT_EQ(row.collisions(), 3u);
    EXPECT_EQ(std::popcount(row.target(0)->lanes), 7);
    EXPECT_EQ(row.target(3), nullptr);
    EXPECT_EQ(read_for(row, 0), (std::vector<std::int64_t>{0, 1, 2, 3, 4, 5, 6}));
    EXPECT_EQ(flow.to_columns.elements.size(), 8u) << "a short array is drawn whole";
    EXPECT_EQ(
        flow_sentence(flow, row),
        "Line 7: 32 lanes write 3 elements of counts. 13 lanes meet in counts[2]: one of their stores stays, and so in 2 more "
        "elements.");
    EXPECT_TRUE(flow_text(flow, row, 0).contains("7 lanes write it: one of their stores stays"));
    EXPECT_TRUE(flow_text(flow, row, 3).empty());
    EXPECT_EQ(flow_read_text(flow, row, 9), "index[9]\nread by lane 9 on line 5, for counts[2]");

    Warp atomic;
    atomic.read(index, 5, ~0u, [](int lane) { return lane; });
    atomic.update(counts, 5, ~0u, cell);
    const Flow in_turns = atomic.flow(index, counts);
    EXPECT_TRUE(flow_sentence(in_turns, in_turns.rows[0]).contains("their updates are made one after another"));
    const Flow alone = atomic.flow(counts, counts);
    EXPECT_EQ(read_for(alone.rows[0], 2), (std::vector<std::int64_t>(13, 2))) << "an atomic reads what it updates";
}

TEST(FlowTest, ALineThatOnlyReadsIsNoRowAndItsReadsGoToTheNextWrite) {
    Warp warp;  // the scan of Hillis and Steele, with three lines per level
    warp.read(kParts, 4, ~0u, [](int lane) { return lane; });
    EXPECT_TRUE(warp.flow(kParts, kParts).rows.empty());
    warp.read(kParts, 6, ~1u, [](int lane) { return lane - 1; });
    warp.write(kParts, 8, ~0u, [](int lane) { return lane + 32; });
    const Flow flow = warp.flow(kParts, kParts);
    ASSERT_EQ(flow.rows.size(), 1u);
    EXPECT_EQ(read_for(flow.rows[0], 32), (std::vector<std::int64_t>{0}));
    EXPECT_EQ(read_for(flow.rows[0], 40), (std::vector<std::int64_t>{7, 8}));
    EXPECT_EQ(flow.to_columns.elements.size(), 64u);
}

TEST(FlowTest, HalvesThatTakeTurnsShareColumns) {
    Warp warp;
    for (int level = 0; level < 3; ++level) {
        const std::int64_t read = level % 2 == 0 ? 0 : 1024, write = 1024 - read;
        warp.read(kParts, 6, ~0u, [&](int lane) { return read + lane; });
        warp.write(kParts, 8, ~0u, [&](int lane) { return write + lane; });
    }
    const Flow flow = warp.flow(kParts, kParts);
    EXPECT_EQ(flow.to_columns.half, 1024);
    EXPECT_EQ(flow.to_columns.elements.size(), 32u);
    EXPECT_EQ(flow.to_columns.column_of(1029), 5);
    EXPECT_EQ(target_in(flow.rows[0], flow.to_columns, 5)->element, 1029);
    EXPECT_EQ(target_in(flow.rows[1], flow.to_columns, 5)->element, 5);
    EXPECT_EQ(arrow_from(flow.rows[1], flow.from_columns, 5)->from, 1029);

    Warp pairs;  // reads both halves at once: they stay apart
    pairs.read(kParts, 6, ~0u, [](int lane) { return lane; });
    pairs.read(kParts, 6, ~0u, [](int lane) { return lane + 1024; });
    pairs.write(kParts, 6, ~0u, [](int lane) { return lane; });
    EXPECT_EQ(pairs.flow(kParts, kParts).to_columns.half, 0);
    EXPECT_EQ(pairs.flow(kParts, kParts).to_columns.elements.size(), 64u);
}

TEST(FlowTest, WhatAWriteElsewhereWasMadeOfIsForgotten) {
    Warp warp;
    warp.read(kParts, 4, 1, [](int) { return 5; });
    warp.write({"out"}, 4, 1, [](int) { return 0; });
    warp.write(kParts, 9, 1, [](int) { return 6; });
    EXPECT_TRUE(warp.flow(kParts, kParts).rows.front().arrows.empty());
    const std::vector<FlowArray> written = written_arrays(warp.accesses());
    ASSERT_EQ(written.size(), 2u);
    EXPECT_EQ(written[0].name, "out");
}

TEST(FlowTest, WhatIsTooMuchIsLeftOutAndCounted) {
    Warp warp;
    for (int i = 0; i < 40; ++i) warp.read({"a"}, 3, ~0u, [&](int lane) { return 32 * i + lane; });
    warp.write({"out"}, 5, ~0u, [](int lane) { return lane; });
    for (std::size_t i = 0; i < kMostFlowRows; ++i) warp.write({"out"}, 6, 1, [](int) { return 0; });
    const Flow flow = warp.flow({"a"}, {"out"});
    EXPECT_EQ(flow.rows.size(), kMostFlowRows);
    EXPECT_EQ(flow.rows_left_out, 1u);
    EXPECT_EQ(flow.rows[0].arrows.size(), kMostFlowArrows);
    EXPECT_EQ(flow.rows[0].left_out, 32u * 40 - kMostFlowArrows);
    EXPECT_TRUE(flow_sentence(flow, flow.rows[0]).contains("192 of 1280 arrows are drawn"));
    EXPECT_EQ(flow.from_columns.elements.size(), kMostFlowColumns);
    EXPECT_GT(flow.from_columns.left_out, 0u);
}

}  // namespace
}  // namespace warpwise::ui
