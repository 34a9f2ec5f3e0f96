// The rows of the table of lanes.
#include "ui/debugger/lane_rows.h"

#include <gtest/gtest.h>

#include <algorithm>

#include "ui/debug_states.h"

namespace warpwise::ui {
namespace {

std::vector<std::string> names_of(const std::vector<LaneRow>& rows) {
    std::vector<std::string> names;
    for (const LaneRow& row : rows) names.push_back(row.name);
    return names;
}

TEST(LaneRowsTest, ThreadsVariablesAndTheAccess) {
    const DebugState state = test::tiled_transpose(32);
    const auto rows = lane_rows(state, {.shape = {.block = {32, 8, 1}}}, &state.next[0]);
    EXPECT_EQ(names_of(rows),
              (std::vector<std::string>{"threadIdx.x", "threadIdx.y", "j", "x", "y", "tile, read", "tile +, hex", "bank"}));
    const LaunchShape shape{.block = {32, 8, 1}};
    EXPECT_EQ(cell_text(rows[0], state, shape, 5), "5");
    EXPECT_EQ(cell_text(rows[1], state, shape, 5), "1");  // of warp 1
    EXPECT_EQ(cell_text(rows[3], state, shape, 5), "69");
    EXPECT_EQ(cell_text(rows[6], state, shape, 5), "2a4");  // 4 * (5 * 32 + 9)
    EXPECT_EQ(cell_text(rows[7], state, shape, 5), "9");
}

TEST(LaneRowsTest, AggregatesOpenAndSayWhatWasNotSent) {
    const DebugState state = test::many_children();
    EXPECT_EQ(names_of(lane_rows(state, {.shape = {.block = {32, 1, 1}}}, nullptr)),
              (std::vector<std::string>{"threadIdx.x", "keys", "body", "i"}));
    const auto rows = lane_rows(state, {.expanded = {"0:keys", "0:body", "0:body.at"}, .shape = {.block = {32, 1, 1}}}, nullptr);
    ASSERT_EQ(rows.size(), 1u + 1 + 64 + 1 + 1 + 1 + 2 + 1 + 1);
    EXPECT_EQ(rows[2].path, "keys[0]");
    EXPECT_EQ(rows[66].name, "136 more");
    EXPECT_EQ(rows[68].path, "body.at");
    EXPECT_EQ(rows[69].path, "body.at.x");
    EXPECT_EQ(rows[69].depth, 2);
    EXPECT_EQ(rows[71].path, "body.mass");
}

TEST(LaneRowsTest, PinsStandOnTopAndMayNameNothing) {
    const DebugState state = test::many_children();
    const auto rows = lane_rows(state, {.pinned = {"keys[3]", "body.at.y", "gone"}, .shape = {.block = {32, 1, 1}}}, nullptr);
    ASSERT_GE(rows.size(), 3u);
    for (int i = 0; i < 3; ++i) EXPECT_TRUE(rows[static_cast<std::size_t>(i)].is_pin);
    EXPECT_EQ(cell_text(rows[0], state, {.block = {32, 1, 1}}, 2), "95");
    EXPECT_EQ(rows[1].value, &state.variables[1].children[0].children[1]);
    EXPECT_EQ(rows[2].value, nullptr);
    EXPECT_NE(rows[2].problem, "");
    EXPECT_EQ(cell_text(rows[2], state, {.block = {32, 1, 1}}, 2), "");
}

TEST(LaneRowsTest, PinnedExpressionsAreEvaluatedInEveryLane) {
    const DebugState state = test::row_sums();
    const auto rows = lane_rows(state, {.pinned = {"r * 32 + c", "r % 2 == 0", "r +"}, .shape = {.block = {32, 1, 1}}}, nullptr);
    EXPECT_EQ(cell_text(rows[0], state, {.block = {32, 1, 1}}, 3), "101");
    EXPECT_EQ(cell_text(rows[1], state, {.block = {32, 1, 1}}, 3), "false");
    EXPECT_EQ(rows[0].problem, "");
    EXPECT_EQ(cell_text(rows[2], state, {.block = {32, 1, 1}}, 3), "");
    EXPECT_NE(rows[2].problem, "");
}

TEST(LaneRowsTest, ChangedOnesComeFirstWhereAskedFor) {
    const DebugState state = test::row_sums();  // r, c and sum, of which c and sum have changed
    EXPECT_EQ(names_of(lane_rows(state, {.order = VariableOrder::changed_first, .shape = {.block = {32, 1, 1}}}, nullptr)),
              (std::vector<std::string>{"threadIdx.x", "c", "sum", "r"}));
    EXPECT_EQ(names_of(lane_rows(state, {.order = VariableOrder::by_name, .shape = {.block = {32, 1, 1}}}, nullptr)),
              (std::vector<std::string>{"threadIdx.x", "c", "r", "sum"}));
}

TEST(LaneRowsTest, CallersStandBelowTheirName) {
    DebugState state = test::row_sums();
    state.frames.push_back({.function = "kernel", .line = 30});
    state.variables[0].frame = 1;
    EXPECT_EQ(names_of(lane_rows(state, {.shape = {.block = {32, 1, 1}}}, nullptr)),
              (std::vector<std::string>{"threadIdx.x", "c", "sum", "kernel, line 30", "r"}));
}

TEST(LaneRowsTest, ANarrowCellRoundsNumbersAndCutsTheRest) {
    DebugState state = test::stop_at("f", 1);
    state.variables = {test::real_number("q", [](int lane) { return lane == 0   ? 1.0f / 3
                                                                    : lane == 1 ? 1e-9f
                                                                                : -12345.678f; }),
                       test::whole_number("n", [](int) { return 1234567; }, 0x3)};
    const auto rows = lane_rows(state, {.shape = {.block = {32, 1, 1}}}, nullptr);
    const LaunchShape shape{.block = {32, 1, 1}};
    EXPECT_EQ(short_cell_text(rows[1], state, shape, 0, 5), "0.333");
    EXPECT_EQ(short_cell_text(rows[1], state, shape, 1, 4), "1e-9");
    EXPECT_EQ(short_cell_text(rows[1], state, shape, 2, 5), "-1e4");
    EXPECT_EQ(short_cell_text(rows[2], state, shape, 0, 5), "1234\u2026");
    EXPECT_EQ(short_cell_text(rows[2], state, shape, 5, 5), "");  // not known there
}

// A pointer that all lanes have takes no room in 32 cells; a lane that differs brings the cells back.
TEST(LaneRowsTest, WhatIsTheSameInAllLanesIsSaidOnce) {
    DebugState state = test::stop_at("f", 1);
    DebugValue pointer{.name = "in", .type = "const float *", .kind = ValueKind::pointer, .bytes = 8, .known = test::all_lanes};
    pointer.targets.assign(kDebugLanes, "in[12]");
    state.variables = {pointer, test::whole_number("n", [](int) { return 96; })};
    const LaunchShape shape{.block = {64, 1, 1}};
    auto rows = lane_rows(state, {.shape = shape}, nullptr);
    ASSERT_EQ(rows[1].name, "in");
    EXPECT_EQ(whole_row_text(rows[1], state, shape, 3), "in[12]");
    EXPECT_EQ(cell_characters(rows[1], state, shape), 0);
    EXPECT_EQ(whole_row_text(rows[2], state, shape, 3), std::nullopt);  // 96 has room in each cell
    EXPECT_EQ(whole_row_text(rows[2], state, shape, 0), "96");
    EXPECT_EQ(whole_row_text(rows[0], state, shape, 0), std::nullopt);  // threadIdx.x differs
    EXPECT_EQ(cell_characters(rows[0], state, shape), 2);
    state.variables[0].targets[7] = "in[7]";
    rows = lane_rows(state, {.shape = shape}, nullptr);
    EXPECT_EQ(whole_row_text(rows[1], state, shape, 3), std::nullopt);
    EXPECT_EQ(cell_characters(rows[1], state, shape), 4);
    EXPECT_EQ(short_cell_text(rows[1], state, shape, 7, 4), "[7]");
    EXPECT_EQ(short_cell_text(rows[1], state, shape, 8, 4), "[12]");
}

TEST(LaneRowsTest, AnArrayWithoutRoomForItsElementsSaysItsType) {
    const DebugState state = test::many_children();
    const LaunchShape shape{.block = {32, 1, 1}};
    const auto rows = lane_rows(state, {.shape = shape}, nullptr);
    ASSERT_EQ(rows[1].name, "keys");
    EXPECT_EQ(whole_row_text(rows[1], state, shape, 5), state.variables[0].type);
    EXPECT_EQ(cell_characters(rows[1], state, shape), 0);
}

TEST(LaneRowsTest, AddressesCountFromTheStartThatTheSessionTells) {
    DebugState state = test::stop_at("f", 1);
    state.next = {test::access_to({.array = "points", .element_bytes = 24}, [](int lane) { return lane; }, 8)};  // a member
    const DebugArray array{.name = "points", .address = 0x7000'0000, .bytes = 4096, .element_bytes = 24};
    const auto rows = lane_rows(state, {.shape = {.block = {32, 1, 1}}, .arrays = std::span(&array, 1)}, &state.next[0]);
    const auto address = std::ranges::find(rows, LaneRow::Kind::address, &LaneRow::kind);
    ASSERT_NE(address, rows.end());
    EXPECT_EQ(cell_text(*address, state, {.block = {32, 1, 1}}, 0), "8");
    EXPECT_EQ(cell_text(*address, state, {.block = {32, 1, 1}}, 2), "38");
}

TEST(LaneRowsTest, LanesWithoutAPartInTheAccessHaveNoAddress) {
    const DebugState state = test::partial_warp();
    const auto rows = lane_rows(state, {.shape = {.block = {100, 1, 1}}}, &state.next[0]);
    const auto sector = std::ranges::find(rows, LaneRow::Kind::sector, &LaneRow::kind);
    ASSERT_NE(sector, rows.end());
    EXPECT_EQ(cell_text(*sector, state, {.block = {100, 1, 1}}, 1), "12");  // element 97
    EXPECT_EQ(cell_text(*sector, state, {.block = {100, 1, 1}}, 2), "");
    EXPECT_EQ(cell_text(rows[0], state, {.block = {100, 1, 1}}, 3), "99");
    EXPECT_EQ(cell_text(rows[0], state, {.block = {100, 1, 1}}, 4), "");  // the block has no such thread
}

}  // namespace
}  // namespace warpwise::ui
