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

std::vector<LaneRow> rows_of_operands(const DebugState& state, bool addresses, std::span<const DebugArray> arrays = {}) {
    static std::vector<Operand> operands;
    operands = operands_of(state, "");
    return operand_rows(operands, arrays, addresses);
}

TEST(LaneRowsTest, ThreadsAndVariables) {
    const DebugState state = test::tiled_transpose(32);
    const auto rows = lane_rows(state, {.shape = {.block = {32, 8, 1}}});
    EXPECT_EQ(names_of(rows), (std::vector<std::string>{"threadIdx.x", "threadIdx.y", "j", "x", "y"}));
    const LaunchShape shape{.block = {32, 8, 1}};
    EXPECT_EQ(cell_text(rows[0], state, shape, 5), "5");
    EXPECT_EQ(cell_text(rows[1], state, shape, 5), "1");  // of warp 1
    EXPECT_EQ(cell_text(rows[3], state, shape, 5), "69");
}

TEST(LaneRowsTest, AReadIsOneRowAndAWriteTwo) {
    const DebugState state = test::tiled_transpose(32);
    const LaunchShape shape{.block = {32, 8, 1}};
    auto rows = rows_of_operands(state, false);
    std::vector<std::string> roles;
    for (const LaneRow& row : rows) roles.push_back(row.name + "|" + row.role);
    EXPECT_EQ(roles, (std::vector<std::string>{"tile|read", "|", "out|before", "|after", "|"}));
    EXPECT_EQ(rows[1].kind, LaneRow::Kind::strip);
    EXPECT_EQ(cell_text(rows[0], state, shape, 5), std::to_string((5 * 32 + 9) % 97));
    EXPECT_EQ(std::stoi(cell_text(rows[3], state, shape, 5)), std::stoi(cell_text(rows[2], state, shape, 5)) + 1);
    EXPECT_EQ(rows[3].changed, test::all_lanes);
    EXPECT_EQ(rows[2].changed, 0u);
    rows = rows_of_operands(state, true);
    EXPECT_EQ(names_of(rows), (std::vector<std::string>{"tile", "tile +, hex", "bank", "out", "", "out +, hex", "sector"}));
    EXPECT_EQ(cell_text(rows[1], state, shape, 5), "2a4");  // 4 * (5 * 32 + 9)
    EXPECT_EQ(cell_text(rows[2], state, shape, 5), "9");
}

TEST(LaneRowsTest, BehindAFaultNothingIsReadOrWritten) {
    DebugState state = test::misaligned();
    state.next[0].faulting = 0x100;
    state.not_reached = {DebugAccess{.line = 4, .array = "y"}, DebugAccess{.line = 4, .is_store = true, .array = "y"}};
    const auto rows = rows_of_operands(state, false);
    ASSERT_EQ(rows.size(), 4u);
    EXPECT_EQ(rows[2].problem, "not reached");
    EXPECT_EQ(rows[3].problem, "not written");
    EXPECT_EQ(rows[3].role, "after");
    EXPECT_EQ(whole_row_text(rows[3], state, {.block = {32, 1, 1}}, 3), "not written");
}

// A line without an access has no rows of one, whatever the line before did.
TEST(LaneRowsTest, TheLineBeforeIsNotShown) {
    const DebugState state = test::reduction_at_barrier();
    ASSERT_FALSE(state.last.empty());
    EXPECT_TRUE(rows_of_operands(state, false).empty());
}

TEST(LaneRowsTest, PinsTellWhatTheSessionFound) {
    const DebugState state = test::row_sums();
    DebugEvaluation found{
        .expression = "a[r]", .texts = std::vector<std::string>(kDebugLanes, "7"), .problem = "", .changed = 0x10};
    LaneRowChoices choices{.pinned = {"a[r]", "a[r + 1]", "r"}, .shape = {.block = {32, 1, 1}}};
    choices.evaluated = [&](std::string_view text) { return text == "a[r]" ? &found : nullptr; };
    auto rows = lane_rows(state, choices);
    EXPECT_EQ(cell_text(rows[0], state, choices.shape, 3), "7");
    EXPECT_EQ(rows[0].changed, 0x10u);
    EXPECT_EQ(rows[1].problem, "") << "it is not known yet";
    EXPECT_EQ(rows[2].value, &state.variables[0]);
    found = {.expression = "a[r]", .texts = std::vector<std::string>(kDebugLanes), .problem = "no array holds the address 0x0"};
    rows = lane_rows(state, choices);
    EXPECT_EQ(whole_row_text(rows[0], state, choices.shape, 3), "No array holds the address 0x0");
}

TEST(LaneRowsTest, AggregatesOpenAndSayWhatWasNotSent) {
    const DebugState state = test::many_children();
    EXPECT_EQ(names_of(lane_rows(state, {.shape = {.block = {32, 1, 1}}})),
              (std::vector<std::string>{"threadIdx.x", "keys", "body", "i"}));
    const auto rows = lane_rows(state, {.expanded = {"0:keys", "0:body", "0:body.at"}, .shape = {.block = {32, 1, 1}}});
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
    const auto rows = lane_rows(state, {.pinned = {"keys[3]", "body.at.y", "gone"}, .shape = {.block = {32, 1, 1}}});
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
    const auto rows = lane_rows(state, {.pinned = {"r * 32 + c", "r % 2 == 0", "r +"}, .shape = {.block = {32, 1, 1}}});
    EXPECT_EQ(cell_text(rows[0], state, {.block = {32, 1, 1}}, 3), "101");
    EXPECT_EQ(cell_text(rows[1], state, {.block = {32, 1, 1}}, 3), "false");
    EXPECT_EQ(rows[0].problem, "");
    EXPECT_EQ(cell_text(rows[2], state, {.block = {32, 1, 1}}, 3), "");
    EXPECT_NE(rows[2].problem, "");
}

TEST(LaneRowsTest, ChangedOnesComeFirstWhereAskedFor) {
    const DebugState state = test::row_sums();  // r, c and sum, of which c and sum have changed
    EXPECT_EQ(names_of(lane_rows(state, {.order = VariableOrder::changed_first, .shape = {.block = {32, 1, 1}}})),
              (std::vector<std::string>{"threadIdx.x", "c", "sum", "r"}));
    EXPECT_EQ(names_of(lane_rows(state, {.order = VariableOrder::by_name, .shape = {.block = {32, 1, 1}}})),
              (std::vector<std::string>{"threadIdx.x", "c", "r", "sum"}));
}

TEST(LaneRowsTest, ArgumentsComeBehindWhatTheKernelComputes) {
    DebugState state = test::row_sums();  // r, c and sum
    state.variables[0].is_argument = true;
    EXPECT_EQ(names_of(lane_rows(state, {.shape = {.block = {32, 1, 1}}})),
              (std::vector<std::string>{"threadIdx.x", "c", "sum", "r"}));
}

TEST(LaneRowsTest, CallersStandBelowTheirName) {
    DebugState state = test::row_sums();
    state.frames.push_back({.function = "kernel", .line = 30});
    state.variables[0].frame = 1;
    EXPECT_EQ(names_of(lane_rows(state, {.shape = {.block = {32, 1, 1}}})),
              (std::vector<std::string>{"threadIdx.x", "c", "sum", "kernel, line 30", "r"}));
}

TEST(LaneRowsTest, ANarrowCellRoundsNumbersAndCutsTheRest) {
    DebugState state = test::stop_at("f", 1);
    state.variables = {test::real_number("q", [](int lane) { return lane == 0   ? 1.0f / 3
                                                                    : lane == 1 ? 1e-9f
                                                                                : -12345.678f; }),
                       test::whole_number("n", [](int) { return 1234567; }, 0x3)};
    const auto rows = lane_rows(state, {.shape = {.block = {32, 1, 1}}});
    const LaunchShape shape{.block = {32, 1, 1}};
    EXPECT_EQ(short_cell_text(rows[1], state, shape, 0, 5), "0.333");
    EXPECT_EQ(short_cell_text(rows[1], state, shape, 1, 4), "1e-9");
    EXPECT_EQ(short_cell_text(rows[1], state, shape, 2, 5), "-1e4");
    EXPECT_EQ(short_cell_text(rows[2], state, shape, 0, 5), "1234\u2026");
    EXPECT_EQ(short_cell_text(rows[2], state, shape, 5, 5), "");  // not known there
}

TEST(LaneRowsTest, ASmallOrNegativeNumberIsRoundedAndNotCut) {
    constexpr std::array<float, 6> numbers{-0.968f, -0.0423f, -0.00423f, 0.00123f, -0.53f, 0.968f};
    DebugState state = test::stop_at("f", 1);
    state.variables = {test::real_number("q", [&](int lane) { return numbers[static_cast<std::size_t>(lane) % numbers.size()]; })};
    const auto rows = lane_rows(state, {.shape = {.block = {32, 1, 1}}});
    const auto in = [&](int lane, int characters) {
        return short_cell_text(rows[1], state, {.block = {32, 1, 1}}, lane, characters);
    };
    EXPECT_EQ(in(0, 4), "-.97");  // not "-1"
    EXPECT_EQ(in(1, 4), "-.04");
    EXPECT_EQ(in(2, 4), "-0.0");
    EXPECT_EQ(in(3, 4), "1e-3");
    EXPECT_EQ(in(4, 4), "-.53");
    EXPECT_EQ(in(5, 4), "0.97");
    EXPECT_EQ(in(2, 5), "-.004");
    EXPECT_TRUE(in(4, 2).contains("\u2026"));  // the row gets two decks
}

TEST(LaneRowsTest, AnArrayWithoutRoomForItsElementsSaysItsType) {
    const DebugState state = test::many_children();
    const LaunchShape shape{.block = {32, 1, 1}};
    const auto rows = lane_rows(state, {.shape = shape});
    ASSERT_EQ(rows[1].name, "keys");
    EXPECT_EQ(whole_row_text(rows[1], state, shape, 5), state.variables[0].type);
}

TEST(LaneRowsTest, AddressesCountFromTheStartThatTheSessionTells) {
    DebugState state = test::stop_at("f", 1);
    state.next = {test::access_to({.array = "points", .element_bytes = 24}, [](int lane) { return lane; }, 8)};  // a member
    const DebugArray array{.name = "points", .address = 0x7000'0000, .bytes = 4096, .element_bytes = 24};
    const auto rows = rows_of_operands(state, true, std::span(&array, 1));
    const auto address = std::ranges::find(rows, LaneRow::Kind::address, &LaneRow::kind);
    ASSERT_NE(address, rows.end());
    EXPECT_EQ(cell_text(*address, state, {.block = {32, 1, 1}}, 0), "8");
    EXPECT_EQ(cell_text(*address, state, {.block = {32, 1, 1}}, 2), "38");
}

TEST(LaneRowsTest, AStripSaysWhatItsColoursMean) {
    const DebugAccess read = test::access_to({.array = "a", .mask = 0x00ff'ffff}, [](int lane) { return lane; });
    EXPECT_TRUE(strip_text(read, 9).starts_with("Lane 9: sector 2 of 3\n")) << strip_text(read, 9);
    EXPECT_NE(strip_text(read, 9).find("access the same 32-byte sector"), std::string::npos);
    EXPECT_EQ(strip_text(read, 9).find("repeat"), std::string::npos);
    EXPECT_TRUE(strip_text(read, 30).starts_with("Lane 30: makes no access")) << strip_text(read, 30);
    EXPECT_NE(strip_text(test::row_sums().next.front(), 0).find("The colours repeat."), std::string::npos);
    EXPECT_TRUE(strip_text(test::tiled_transpose(32).next.front(), 3).starts_with("Lane 3: bank 9\nRed: "));
    EXPECT_TRUE(strip_text(test::saxpy_fault().next.front(), 8).starts_with("Lane 8: no such element"));
}

TEST(LaneRowsTest, LanesWithoutAPartInTheAccessHaveNoAddress) {
    const DebugState state = test::partial_warp();
    const auto rows = rows_of_operands(state, true);
    const auto sector = std::ranges::find(rows, LaneRow::Kind::sector, &LaneRow::kind);
    ASSERT_NE(sector, rows.end());
    EXPECT_EQ(cell_text(*sector, state, {.block = {100, 1, 1}}, 1), "12");  // element 97
    EXPECT_EQ(cell_text(*sector, state, {.block = {100, 1, 1}}, 2), "");
    const auto variables = lane_rows(state, {.shape = {.block = {100, 1, 1}}});
    EXPECT_EQ(cell_text(variables[0], state, {.block = {100, 1, 1}}, 3), "99");
    EXPECT_EQ(cell_text(variables[0], state, {.block = {100, 1, 1}}, 4), "");  // the block has no such thread
}

TEST(LaneRowsTest, NamesThatBeginAlikeDifferWhereTheyAreCut) {
    EXPECT_EQ(cut_in_the_middle("tile[at]", 11), "tile[at]");
    EXPECT_EQ(cut_in_the_middle("parts[threadIdx.x]", 11), "parts\u2026dx.x]");
    EXPECT_EQ(cut_in_the_middle("parts[threadIdx.x + away]", 11), "parts\u2026away]");
}

}  // namespace
}  // namespace warpwise::ui
