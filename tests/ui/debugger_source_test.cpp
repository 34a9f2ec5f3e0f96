// What the source says while a kernel is stopped, without a window: the expression under the mouse, the values of a line, the spans
// of the timeline in words, and which move one most likely wants.
#include <gtest/gtest.h>

#include <string>

#include "ui/debugger/debug_steps.h"
#include "ui/debugger/debugger_text.h"
#include "ui/debugger/line_values.h"
#include "ui/debugger/timeline_columns.h"
#include "ui/shell/shell.h"
#include "ui/source/hovered_expression.h"

namespace warpwise::ui {
namespace {

std::string at(const std::string& line, const std::string& mark, std::size_t offset = 0) {
    return expression_at(line, line.find(mark) + offset);
}

TEST(HoveredExpression, NamesElementsAndMembers) {
    const std::string line = "    c[i] = a[i + 1] + tile[threadIdx.y][k] * p->next.weight;  // a[i]";
    EXPECT_EQ(at(line, "c[i]"), "c[i]");
    EXPECT_EQ(at(line, "c[i]", 2), "i");
    EXPECT_EQ(at(line, "a[i"), "a[i + 1]");
    EXPECT_EQ(at(line, "a[i", 1), "a[i + 1]");
    EXPECT_EQ(at(line, "tile"), "tile[threadIdx.y][k]");
    EXPECT_EQ(at(line, "[k]"), "tile[threadIdx.y][k]");
    EXPECT_EQ(at(line, "threadIdx"), "threadIdx");
    EXPECT_EQ(at(line, ".y", 1), "threadIdx.y");
    EXPECT_EQ(at(line, "next"), "p->next");
    EXPECT_EQ(at(line, "weight"), "p->next.weight");
    EXPECT_EQ(at(line, "// a", 3), "") << "a comment";
    EXPECT_EQ(at(line, " = "), "");
    EXPECT_EQ(at(line, "1]"), "") << "a number";
}

TEST(HoveredExpression, IsNeitherAKeywordNorACallNorAText) {
    EXPECT_EQ(at("    if (i < n) return f(x);", "if"), "");
    EXPECT_EQ(at("    if (i < n) return f(x);", "return"), "");
    EXPECT_EQ(at("    if (i < n) return f(x);", "f("), "");
    EXPECT_EQ(at("    if (i < n) return f(x);", "x"), "x");
    EXPECT_EQ(at("    printf(\"i %d\", i);", "i %d"), "");
    EXPECT_EQ(at("    printf(\"i %d\", i);", "i)"), "i");
    EXPECT_EQ(at("    /* n */ int k = n;", "n */"), "");
    EXPECT_EQ(at("    /* n */ int k = n;", "n;"), "n");
    EXPECT_EQ(expression_at("", 0), "");
    EXPECT_EQ(expression_at("a[", 0), "");
    EXPECT_EQ(expression_at("x]", 1), "");
}

DebugState stopped() {
    DebugState state{.position = 5, .warp = 0, .frames = {{"k", 6, 5, false}}};
    state.lanes.fill(LaneStatus::active);
    DebugValue i{.name = "i", .type = "int", .kind = ValueKind::signed_integer, .bytes = 4, .known = ~0u, .held = ~0u};
    DebugValue n{.name = "n", .type = "int", .kind = ValueKind::signed_integer, .bytes = 4, .known = ~0u, .held = ~0u};
    for (std::size_t lane = 0; lane < kDebugLanes; ++lane) i.bits[lane] = 32 + lane, n.bits[lane] = 100;
    state.variables = {i, n};
    return state;
}
const LaunchShape shape{{4, 1, 1}, {32, 1, 1}};

TEST(LineValues, ReplacesNamesByTheirValues) {
    const DebugState state = stopped();
    EXPECT_EQ(values_in_line("    if (i >= n) return;", state, shape, 7), "39 >= 100");
    EXPECT_EQ(values_in_line("    int k = 2 * i + 1;  // twice i", state, shape, 7), "k = 2 * 39 + 1");
    EXPECT_EQ(values_in_line("    for (int k = 0; k < n; ++k) {", state, shape, 0), "k < 100");
    EXPECT_EQ(values_in_line("    return i;", state, shape, 1), "33");
    EXPECT_EQ(values_in_line("}", state, shape, 7), "");
    EXPECT_EQ(values_in_line("    __syncthreads();", state, shape, 7), "");
    EXPECT_EQ(values_in_line("// i", state, shape, 7), "");
    EXPECT_EQ(values_in_line("", state, shape, 7), "");
}

TEST(LineValues, WhereMemoryIsNotKnownTheIndexIsTold) {
    EXPECT_EQ(values_in_line("    c[i] = a[i] + b[i];", stopped(), shape, 7), "i = 39");
    EXPECT_EQ(values_in_line("    y[i] = x[n - i];", stopped(), shape, 0), "n = 100, i = 32");
}

DebugAccess access_of(const char* array, bool is_store, std::uint64_t value) {
    DebugAccess access{.line = 6, .is_store = is_store, .array = array, .bytes = 4, .mask = ~0u};
    DebugValue held{.type = "int", .kind = ValueKind::signed_integer, .bytes = 4, .known = ~0u, .held = ~0u};
    for (std::size_t lane = 0; lane < kDebugLanes; ++lane) {
        held.bits[lane] = value + lane;
        access.places.push_back(std::string(array) + "[" + std::to_string(32 + lane) + "]");
    }
    (is_store ? access.after : access.before) = held;
    return access;
}

TEST(LineValues, WhatIsReadAndWrittenStandsInPlaceOfTheElements) {
    DebugState state = stopped();
    state.next = {access_of("a", false, 0), access_of("b", false, 5), access_of("c", true, 5)};
    EXPECT_EQ(values_in_line("    c[i] = a[i] + b[i];", state, shape, 7), "12 = 7 + 12");
    state.next.pop_back();
    EXPECT_EQ(values_in_line("    c[i] = a[i] + b[i];", state, shape, 7), "c[i] = 7 + 12") << "what is written is not known";
    state.next.front().mask = 1;
    EXPECT_EQ(values_in_line("    c[i] = a[i] + b[i];", state, shape, 7), "i = 39") << "this lane does not read a";
}

TEST(LineValues, OfTwoReadsOfOneArrayEachHasItsOwn) {
    DebugState state = stopped();
    DebugAccess left = access_of("a", false, 100), right = access_of("a", false, 200);
    for (std::size_t lane = 0; lane < kDebugLanes; ++lane) left.places[lane] = "a[" + std::to_string(31 + lane) + "]";
    state.next = {right, left};
    EXPECT_EQ(values_in_line("    s = a[i - 1] - a[i];", state, shape, 1), "s = 101 - 201");
}

TEST(TimelineWords, SayWhatAnInstructionDoes) {
    using Span = TimelineSpan;
    const std::vector<std::string> arrays{"a", "c"};
    const Span runs{.kind = Span::Kind::running, .line = 6};
    const Span reads{.kind = Span::Kind::memory, .line = 6, .array = 1, .access = Span::Access::read};
    const Span writes{.kind = Span::Kind::extra, .line = 7, .array = 2, .access = Span::Access::write};
    EXPECT_EQ(short_text(runs, arrays), "6");
    EXPECT_EQ(long_text(runs, arrays), "running line 6");
    EXPECT_EQ(short_text(reads, arrays), "read a");
    EXPECT_EQ(long_text(reads, arrays), "read of a at line 6");
    EXPECT_EQ(short_text(writes, arrays), "write c");
    EXPECT_EQ(long_text(writes, arrays), "write to c at line 7, with more sectors or wavefronts than it needs");
    EXPECT_EQ(long_text({.kind = Span::Kind::barrier}, arrays), "waiting at a barrier");
    EXPECT_EQ(long_text({.kind = Span::Kind::memory, .line = 3, .array = 9, .access = Span::Access::atomic}, arrays),
              "atomic operation on memory at line 3");
}

TEST(TimelineWindow, TheFirstOneIsLegibleAndFollowsThePosition) {
    EXPECT_EQ(first_window(24, 0, 40, 3), (StepWindow{0, 24})) << "a short block is shown whole";
    const StepWindow first = first_window(1000, 500, 40, 4);
    EXPECT_NEAR(first.length(), 40, 1e-9);
    EXPECT_TRUE(first.begin <= 500 && 500 <= first.end);
    EXPECT_DOUBLE_EQ(first_window(1000, 0, 40, 32).length(), 128) << "some turns of each of 32 warps";
    EXPECT_EQ(holding(first, 1000, 501), first) << "a step within it moves nothing";
    for (const double at : {0.0, 1.0, 640.0, 999.0, 1000.0}) {
        const StepWindow moved = holding(first, 1000, at);
        EXPECT_NEAR(moved.length(), 40, 1e-9);
        EXPECT_TRUE(moved.begin >= 0 && moved.end <= 1000 && moved.begin <= at && at <= moved.end) << at;
    }
}

TEST(TimelineWindow, TheWholeRunShowsWhicheverWarpRuns) {
    using Kind = TimelineSpan::Kind;
    const std::vector<TimelineSpan> timeline{
        {Kind::running, 0, 0, 4}, {Kind::exited, 0, 4, 8}, {Kind::barrier, 1, 0, 4}, {Kind::memory, 1, 4, 8}};
    EXPECT_EQ(block_runs(timeline, {0, 8}, 8), (std::vector<ColumnRun>{{Kind::running, 0, 4}, {Kind::memory, 4, 8}}));
    EXPECT_EQ(spans_in(timeline, 1, {5, 7}).size(), 1u);
    EXPECT_EQ(spans_in(timeline, 1, {0, 8}).size(), 2u);
    EXPECT_TRUE(spans_in(timeline, 2, {0, 8}).empty());
}

// "221 of 220" cannot be: at the end, at a fault, and where the block was counted only in part.
TEST(PositionText, IsNeverBeyondTheWhole) {
    DebugState state{.position = 221};
    DebugOverview overview{.length = 220, .complete = true};
    EXPECT_EQ(position_text(state, &overview), "instruction 221 of 221");
    overview.complete = false;
    EXPECT_EQ(position_text(state, &overview), "instruction 221 of more than 221");
    overview.fault = Fault{.kind = FaultKind::out_of_bounds};
    EXPECT_EQ(position_text(state, &overview), "instruction 221 of 221");
    state.position = 3;
    EXPECT_EQ(position_text(state, &overview), "instruction 3 of 220");
    overview.fault = Fault{.kind = FaultKind::out_of_bounds, .line = 6, .thread = Dim3{0, 0, 0}};
    EXPECT_EQ(position_text(state, &overview), "instruction 3 of 221") << "with the one that faults, as the timeline shows";
}

TEST(DebugMoves, TheLikelyOneFollowsTheState) {
    DebugState now = stopped();
    now.warps = {{}, {}};
    EXPECT_EQ(likely_move(now), DebugGo::over);
    EXPECT_TRUE(is_possible(now, DebugGo::to_barrier));
    now.frames.clear();
    now.warps[0].activity = WarpActivity::done;
    EXPECT_EQ(likely_move(now), DebugGo::to_breakpoint) << "this warp has finished, another one has not";
    EXPECT_FALSE(is_possible(now, DebugGo::over));
    now.warps[1].activity = WarpActivity::done;
    EXPECT_EQ(likely_move(now), DebugGo::back_over);
    EXPECT_FALSE(is_possible(now, DebugGo::to_breakpoint));
    now = stopped();
    now.fault = Fault{.kind = FaultKind::out_of_bounds};
    EXPECT_EQ(likely_move(now), DebugGo::back_over);
    for (const DebugMove& move : debug_moves()) EXPECT_EQ(is_possible(now, move.go), move.group == MoveGroup::back) << move.name;
    now = stopped();
    now.position = 0;
    for (const DebugMove& move : debug_moves()) EXPECT_EQ(is_possible(now, move.go), move.group != MoveGroup::back) << move.name;
}

TEST(DebugMoves, TheirKeysAreThoseOfTheCommands) {
    for (const DebugMove& move : debug_moves()) {
        bool found = false;
        for (const Command& command : all_commands())
            found |= std::string(command.group) == "Run" && std::string(command.keys_shown) == move.keys;
        EXPECT_TRUE(found) << move.name << " " << move.keys;
    }
}

}  // namespace
}  // namespace warpwise::ui
