// What a trace tells of a debugger's session, and how its values and accesses are written.
#include "cli/trace_steps.h"

#include <gmock/gmock.h>
#include <gtest/gtest.h>

#include <limits>

#include "cli/debug_values.h"
#include "lessons/fake_debug_session.h"

namespace warpwise::test {
namespace {

using nlohmann::json;
using ::testing::ElementsAre;
using ::testing::HasSubstr;
using ::testing::IsEmpty;

struct Traced {
    std::vector<TraceStep> steps;
    Result<TraceEnd> end = TraceEnd{};
    std::vector<int> lines() const {
        std::vector<int> lines;
        for (const TraceStep& step : steps) lines.push_back(step.line);
        return lines;
    }
};

Traced trace(FakeDebugSession& session, const TraceWish& wish = {}) {
    Traced traced;
    traced.end = trace_warp(session, wish, [&](const TraceStep& step) { traced.steps.push_back(step); });
    return traced;
}

TEST(TraceSteps, EachStatementHasTheAccessesThatItMakes) {
    FakeDebugSession session(saxpy_states());
    const Traced traced = trace(session);
    ASSERT_TRUE(traced.end);
    EXPECT_EQ(traced.end->why, TraceEnd::Why::end);
    EXPECT_EQ(traced.end->printed, "the tail\n");
    EXPECT_THAT(traced.lines(), ElementsAre(2, 4, 5, 6));
    EXPECT_EQ(traced.steps[2].accesses.size(), 3u);
    EXPECT_EQ(traced.steps[2].active, 0xfu);
    EXPECT_EQ(traced.steps[2].step, 2u);
    EXPECT_THAT(traced.steps[1].accesses, IsEmpty());
    EXPECT_THAT(traced.steps[3].accesses, IsEmpty());
    for (const DebugCommand& command : session.commands) EXPECT_FALSE(command.look_ahead);
}

TEST(TraceSteps, LinesBetweenArePassedOverByBreakpoints) {
    FakeDebugSession session(saxpy_states());
    const Traced traced = trace(session, {.first_line = 5, .last_line = 5, .names = {}});
    EXPECT_THAT(traced.lines(), ElementsAre(5));
    EXPECT_EQ(traced.steps[0].step, 2u);
    EXPECT_EQ(traced.steps[0].accesses.size(), 3u);
    EXPECT_EQ(session.commands[1].go, DebugGo::to_breakpoint);
    // Of very many lines none has a breakpoint; the trace is the same.
    FakeDebugSession another(saxpy_states());
    EXPECT_THAT(trace(another, {.first_line = 5, .names = {}}).lines(), ElementsAre(5, 6));
    EXPECT_TRUE(std::ranges::all_of(another.commands, [](const DebugCommand& one) { return one.breakpoints.empty(); }));
}

TEST(TraceSteps, MostStepsAreAnEnd) {
    FakeDebugSession session(saxpy_states());
    const Traced traced = trace(session, {.most_steps = 2, .names = {}});
    EXPECT_THAT(traced.lines(), ElementsAre(2, 4));
    EXPECT_EQ(traced.end->why, TraceEnd::Why::most_steps);
    FakeDebugSession enough(saxpy_states());
    EXPECT_EQ(trace(enough, {.most_steps = 4, .names = {}}).end->why, TraceEnd::Why::end);
}

TEST(TraceSteps, OnlyTheVariablesThatAreAskedFor) {
    FakeDebugSession session(saxpy_states());
    const Traced traced = trace(session, {.names = {"i"}});
    EXPECT_THAT(traced.lines(), ElementsAre(2, 4, 5, 6));
    ASSERT_EQ(traced.steps[1].variables.size(), 1u);
    EXPECT_EQ(traced.steps[1].variables[0].name, "i");
}

TEST(TraceSteps, AVariableThatIsNotThereIsAUsageErrorBeforeTheFirstStep) {
    FakeDebugSession session(saxpy_states());
    const Traced traced = trace(session, {.names = {"i", "idx"}});
    ASSERT_FALSE(traced.end);
    EXPECT_EQ(traced.end.error().kind, ErrorKind::usage);
    EXPECT_EQ(traced.end.error().message, "there is no variable 'idx' in this trace");
    EXPECT_EQ(traced.end.error().hint, "The variables are a, i, n and x.");
    EXPECT_THAT(traced.steps, IsEmpty());
}

TEST(TraceSteps, ALateVariableIsFoundAndTheTraceBeginsAtTheStart) {
    auto states = saxpy_states();
    for (std::size_t i = 0; i < 2; ++i) states[i].variables.pop_back();
    FakeDebugSession session(std::move(states));
    const Traced traced = trace(session, {.names = {"i"}});
    EXPECT_THAT(traced.lines(), ElementsAre(2, 4, 5, 6));
    EXPECT_THAT(traced.steps[0].variables, IsEmpty());
    EXPECT_EQ(traced.steps[2].variables.size(), 1u);
}

TEST(TraceSteps, AFaultEndsTheTrace) {
    auto states = saxpy_states();
    states[3].fault = Fault{.kind = FaultKind::out_of_bounds, .line = 5, .message = "past the end"};
    FakeDebugSession session(std::move(states));
    const Traced traced = trace(session);
    EXPECT_THAT(traced.lines(), ElementsAre(2, 4, 5));
    EXPECT_EQ(traced.steps[2].accesses.size(), 3u);
    ASSERT_TRUE(traced.end && traced.end->fault);
    EXPECT_EQ(traced.end->fault->message, "past the end");
}

TEST(TraceSteps, ALostSessionIsAnError) {
    FakeDebugSession session(saxpy_states());
    session.is_lost = true;
    EXPECT_EQ(trace(session).end.error().message, "the emulator's process has ended");
}

TEST(DebugValuesAsJson, NumbersAreNumbers) {
    const auto one = [](ValueKind kind, std::uint32_t bytes, std::uint64_t bits) {
        return json_of(lanes_value("v", "", kind, bytes, [&](int) { return bits; }), 0).dump();
    };
    EXPECT_EQ(one(ValueKind::signed_integer, 4, 0xfffffffdu), "-3");
    EXPECT_EQ(one(ValueKind::unsigned_integer, 8, ~std::uint64_t{0}), "18446744073709551615");
    EXPECT_EQ(one(ValueKind::character, 1, 'a'), "97");
    EXPECT_EQ(one(ValueKind::boolean, 1, 1), "true");
    EXPECT_EQ(one(ValueKind::floating, 4, bits_of(0.1f)), "0.1");
    EXPECT_EQ(one(ValueKind::floating, 4, bits_of(std::numeric_limits<float>::quiet_NaN())), "\"nan\"");
    EXPECT_EQ(one(ValueKind::floating, 4, bits_of(-std::numeric_limits<float>::infinity())), "\"-inf\"");
    EXPECT_EQ(one(ValueKind::floating, 8, std::bit_cast<std::uint64_t>(0.1)), "0.1");
    EXPECT_EQ(one(ValueKind::floating, 2, 0x3e00), "1.5");
    EXPECT_EQ(one(ValueKind::pointer, 8, 0x1234), "\"0x1234\"");
    DebugValue pointer = lanes_value("p", "", ValueKind::pointer, 8, [](int) { return 1; });
    pointer.targets.assign(kDebugLanes, "a[3]");
    EXPECT_EQ(json_of(pointer, 5).dump(), "\"a[3]\"");
}

TEST(DebugValuesAsJson, PartsNestAndWhatIsNotSetIsNull) {
    DebugValue array = array_value("a", 2, [](int lane, int place) { return 10 * lane + place; });
    EXPECT_EQ(json_of(array, 3).dump(), "[30,31]");
    array.children[1].known = 1;
    EXPECT_EQ(json_of(array, 3).dump(), "[30,null]");
    DebugValue point{.name = "p", .type = "P", .kind = ValueKind::structure, .known = ~0u, .children = {array}, .count = 1};
    EXPECT_EQ(json_of(point, 0).dump(), R"({"a":[0,1]})");
    const json lanes = json_of_lanes(lanes_value("i", "int", ValueKind::signed_integer, 4, [](int lane) { return lane; }), 0b101);
    EXPECT_EQ(lanes.size(), 32u);
    EXPECT_EQ(lanes[0], 0);
    EXPECT_TRUE(lanes[1].is_null());
    EXPECT_EQ(lanes[2], 2);
}

TEST(DebugSummaries, SayWhatAllLanesHold) {
    const auto integers = [](auto of) { return lanes_value("i", "int", ValueKind::signed_integer, 4, of); };
    EXPECT_EQ(summary_of(integers([](int lane) { return lane; }), ~0u), "0..31");
    EXPECT_EQ(summary_of(integers([](int lane) { return lane; }), 0xf), "0..3");
    EXPECT_EQ(summary_of(integers([](int lane) { return 31 - lane; }), ~0u), "31..0");
    EXPECT_EQ(summary_of(integers([](int lane) { return 2 * lane; }), ~0u), "0..62 in steps of 2");
    EXPECT_EQ(summary_of(integers([](int) { return 5; }), ~0u), "5 (all lanes)");
    EXPECT_EQ(summary_of(integers([](int lane) { return lane / 16; }), ~0u), "0, 1");
    EXPECT_EQ(summary_of(integers([](int lane) { return lane * lane; }), ~0u), "0 to 961, 32 different values");
    DebugValue some = integers([](int) { return 5; });
    some.known = 0xf;
    EXPECT_EQ(summary_of(some, ~0u), "5 (4 lanes)");
    some.known = 0;
    EXPECT_EQ(summary_of(some, ~0u), "not set");
    EXPECT_EQ(summary_of(lanes_value("f", "bool", ValueKind::boolean, 1, [](int lane) { return lane % 2; }), ~0u), "false, true");
    EXPECT_EQ(summary_of(lanes_value("x", "float", ValueKind::floating, 4,
                                     [](int lane) {
                                         return bits_of(lane == 7 ? std::numeric_limits<float>::quiet_NaN()
                                                                  : 0.5f * static_cast<float>(lane));
                                     }),
                         ~0u),
              "0 to 15.5, 32 different values");
    DebugValue pointer = lanes_value("p", "", ValueKind::pointer, 8, [](int lane) { return lane; });
    for (int lane = 0; lane < kDebugLanes; ++lane) pointer.targets.push_back("a[" + std::to_string(lane) + "]");
    EXPECT_EQ(summary_of(pointer, ~0u), "a[0]..a[31]");
}

TEST(DebugAccessWords, SayWhereAndAtWhatCost) {
    DebugAccess access = saxpy_states()[3].last[2];
    EXPECT_EQ(text_of(access), "store y[96]..y[99], 1 sector");
    access.mask = ~0u;
    for (std::size_t lane = 0; lane < kDebugLanes; ++lane) access.elements[lane] = 5;
    access.is_store = false;
    access.space = MemorySpace::shared;
    access.wavefronts = 3;
    EXPECT_EQ(text_of(access), "load y[5] by 32 lanes, 3 wavefronts");
    for (std::size_t lane = 0; lane < kDebugLanes; ++lane) access.elements[lane] = static_cast<std::int64_t>((lane * 7) % 40);
    EXPECT_EQ(places_of(access), "32 locations from y[0] to y[39]");
    EXPECT_EQ(json_of(access)["elements"][1], 7);
    access.array.clear();
    EXPECT_TRUE(json_of(access)["array"].is_null());
    EXPECT_TRUE(json_of(access)["elements"][1].is_null());
}

}  // namespace
}  // namespace warpwise::test
