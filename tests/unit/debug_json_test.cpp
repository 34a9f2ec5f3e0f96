// What the debugger tells and is asked comes back as it was, in CBOR and in text, and nothing else is taken for it.
#include "debug/debug_json.h"

#include <gtest/gtest.h>

#include <limits>

namespace warpwise {
namespace {

using nlohmann::json;

constexpr std::uint64_t largest = std::numeric_limits<std::uint64_t>::max();
constexpr std::int64_t smallest = std::numeric_limits<std::int64_t>::min();

DebugValue a_value() {
    DebugValue value{.name = "tile", .type = "const double *", .kind = ValueKind::pointer, .bytes = 8, .frame = 2};
    value.is_argument = true;
    value.line = 12;
    value.known = 0x8000'0001;
    value.held = 0xc000'0001;
    value.changed = 0x8000'0000;
    value.bits[0] = 1;
    value.bits[1] = (std::uint64_t{1} << 53) + 1;  // not a double
    value.bits[30] = std::uint64_t{1} << 63;
    value.bits[31] = largest;
    value.targets = {"a[3]", "", "null", "\xc3\xa9"};
    value.count = 1'000'000;
    return value;
}

DebugAccess an_access() {
    DebugAccess access{.position = largest, .line = 7, .column = 9, .space = MemorySpace::constant};
    access.is_store = access.is_atomic = true;
    access.array = "a";
    access.bytes = 16, access.element_bytes = 4, access.mask = 0xffff'ffff;
    access.addresses[31] = largest;
    access.elements[0] = smallest, access.elements[31] = std::numeric_limits<std::int64_t>::max();
    access.sectors = 32, access.useful_bytes = 512, access.wavefronts = 8, access.conflicts = 7;
    access.before = a_value(), access.after = a_value();
    access.places = {"a[3]", "", "tile[0][5]"};
    access.faulting = 0x8000'0000;
    return access;
}

DebugState a_state() {
    DebugState state{.reason = StopReason::cancelled, .position = largest, .line_step = 77, .block = {2147483647, 65535, 65534}};
    state.warp = 31;
    state.frames = {{"helper<float>", 3, 4, true}, {"k", 20, 1, false}};
    state.lanes[0] = LaneStatus::waiting, state.lanes[31] = LaneStatus::absent;
    state.stack = {{0xffff'0000, 13, true}, {0xffff'ffff, 15, false}};
    DebugValue structure{.name = "p", .type = "P", .kind = ValueKind::structure, .bytes = 12};
    structure.children = {a_value(), a_value()};
    structure.children[1].children = {a_value()};
    state.variables = {a_value(), structure};
    state.last = {an_access()};
    state.next = {an_access(), DebugAccess{}};
    state.done = {DebugAccess{}};
    state.not_reached = {an_access()};
    state.data_changed = 3;
    state.written = DebugWrite{.warp = 4, .lane = 7, .access = an_access()};
    state.evaluated = {{"a[i]", {"1", ""}, "", 0x8000'0000}, {"b", {}, "there is no variable 'b' here", 0}};
    state.warps = {{WarpActivity::done, "k", 8, 2, 1, 2, 3, largest}, {}};
    state.fault = Fault{.kind = FaultKind::data_race, .file = "k.cu", .line = 8, .message = "two threads", .hint = "a barrier"};
    state.fault->other = FaultPlace{"k.cu", 9, Dim3{1, 2, 3}, Dim3{4, 5, 6}};
    state.findings = {{.file = "k.cu", .line = 3, .severity = Severity::warning, .message = "undefined"}};
    state.printed = "three\n";
    state.breakpoint = 19;
    state.checkpoints = 3, state.checkpoint_bytes = largest;
    return state;
}

json through_cbor(const json& message) { return json::from_cbor(json::to_cbor(message)); }
json through_text(const json& message) { return json::parse(message.dump()); }

// A second writing shows every member: all of them are written, which debug_json.cpp checks when it is compiled.
TEST(DebugJson, AStateComesBackExactly) {
    const json written = to_json(a_state());
    for (const json& read : {through_cbor(written), through_text(written)}) {
        EXPECT_EQ(read, written);
        const DebugState back = debug_state_from_json(read);
        EXPECT_EQ(to_json(back), written);
        EXPECT_EQ(back.reason, StopReason::cancelled);
        EXPECT_EQ(back.position, largest);
        EXPECT_EQ(back.block, (Dim3{2147483647, 65535, 65534}));
        EXPECT_EQ(back.frames.at(0).function, "helper<float>");
        EXPECT_EQ(back.lanes, a_state().lanes);
        EXPECT_EQ(back.stack.at(0).mask, 0xffff'0000u);
        EXPECT_EQ(back.variables.at(1).children.at(1).children.at(0).bits, a_value().bits);
        EXPECT_EQ(back.variables.at(0).targets, a_value().targets);
        EXPECT_EQ(back.next.at(0).addresses, an_access().addresses);
        EXPECT_EQ(back.next.at(0).elements, an_access().elements);
        EXPECT_EQ(back.warps.at(0).steps, largest);
        EXPECT_EQ(back.fault, a_state().fault);
        EXPECT_EQ(back.findings, a_state().findings);
        EXPECT_EQ(back.checkpoint_bytes, largest);
    }
    const json empty = to_json(DebugState{});
    EXPECT_EQ(to_json(debug_state_from_json(through_cbor(empty))), empty);
    EXPECT_FALSE(debug_state_from_json(empty).fault.has_value());
}

TEST(DebugJson, TextThatIsNotUtf8ComesBackInCbor) {
    DebugState state;
    state.printed = "\xff\xfe";
    EXPECT_EQ(debug_state_from_json(through_cbor(to_json(state))).printed, "\xff\xfe");
}

TEST(DebugJson, ACommandComesBackExactly) {
    DebugCommand command{.go = DebugGo::to_breakpoint, .warp = 5, .line = 14, .address = largest, .position = largest - 1};
    command.breakpoints = {{3, "i == 5 && lane == 3", std::nullopt}, {9, "", 0}};
    command.look_ahead = command.values = false;
    command.watched = {{largest, 4, true}, {}};
    command.expressions = {"a[i]", ""};
    command.last_write = DebugBytes{largest, 8};
    for (const json& read : {through_cbor(to_json(command)), through_text(to_json(command))}) {
        const DebugCommand back = debug_command_from_json(read);
        EXPECT_EQ(to_json(back), to_json(command));
        EXPECT_EQ(back.go, DebugGo::to_breakpoint);
        EXPECT_EQ(back.address, largest);
        EXPECT_EQ(back.breakpoints.at(0).condition, "i == 5 && lane == 3");
        EXPECT_EQ(back.breakpoints.at(0).warp, std::nullopt);
        EXPECT_EQ(back.breakpoints.at(1).warp, 0u);
        EXPECT_FALSE(back.look_ahead);
        EXPECT_EQ(back.watched, command.watched);
        EXPECT_EQ(back.expressions, command.expressions);
        EXPECT_EQ(back.last_write, command.last_write);
    }
    EXPECT_EQ(debug_command_from_json(to_json(DebugCommand{})).go, DebugGo::stay);
}

TEST(DebugJson, AnOverviewComesBackExactly) {
    DebugOverview overview{.length = largest, .complete = true};
    overview.timeline = {{TimelineSpan::Kind::exited, 31, 5, largest}, {TimelineSpan::Kind::running, 0, 0, 5}};
    overview.lines = {{"k<int>", 4, 1, 2, 3, 4, 5, 6, 7, 8, 9, 10, largest}};
    overview.fault = Fault{.kind = FaultKind::deadlock, .message = "one half waits"};
    overview.race = Fault{.kind = FaultKind::data_race, .line = 11, .other = FaultPlace{.line = 7}};
    overview.race_position = largest;
    overview.race_warp = 3;
    for (const json& read : {through_cbor(to_json(overview)), through_text(to_json(overview))}) {
        const DebugOverview back = debug_overview_from_json(read);
        EXPECT_EQ(to_json(back), to_json(overview));
        EXPECT_EQ(back.timeline.at(0).kind, TimelineSpan::Kind::exited);
        EXPECT_EQ(back.timeline.at(0).end, largest);
        EXPECT_EQ(back.lines.at(0).divergent_branches, largest);
        EXPECT_EQ(back.fault, overview.fault);
        EXPECT_EQ(back.race, overview.race);
    }
}

TEST(DebugJson, WhatIsNotAStateIsRefused) {
    const json good = to_json(a_state());
    const std::vector<std::pair<const char*, json>> wrong{
        {"/reason", static_cast<int>(StopReason::cancelled) + 1},
        {"/reason", "step"},
        {"/reason", -1},
        {"/position", -1},
        {"/position", 0.5},
        {"/position", true},
        {"/position", nullptr},
        {"/warp", std::uint64_t{1} << 32},
        {"/breakpoint", std::int64_t{1} << 31},
        {"/printed", 3},
        {"/frames", json::object()},
        {"/frames/0/inlined", 1},
        {"/lanes", json::array({0, 0})},
        {"/lanes/0", 5},
        {"/variables/0/kind", 9},
        {"/variables/0/bits/7", -1},
        {"/variables/0/bits", "many"},
        {"/variables/1/children/0", json::array()},
        {"/next/0/space", 4},
        {"/next/0/elements/1", largest},
        {"/warps/0/activity", 3},
        {"/block", json::array({1, 1, 1})},
        {"/fault", "none"},
        {"/another", 1},
    };
    for (const auto& [place, value] : wrong) {
        json bad = good;
        bad[json::json_pointer(place)] = value;
        EXPECT_THROW(debug_state_from_json(bad), std::exception) << place << " " << value;
    }
    for (const auto& [name, value] : good.items()) {
        json bad = good;
        bad.erase(name);
        EXPECT_THROW(debug_state_from_json(bad), std::exception) << name;
    }
    json command = to_json(DebugCommand{.breakpoints = {{}}});
    command["go"] = 16;
    EXPECT_THROW(debug_command_from_json(command), std::exception);
    EXPECT_THROW(debug_command_from_json(json::array()), std::exception);
    EXPECT_THROW(debug_overview_from_json(json(nullptr)), std::exception);
}

}  // namespace
}  // namespace warpwise
