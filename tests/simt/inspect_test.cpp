// What a standing warp shows: its lanes and its stack, and what changed since the stop before; every construct can be shown.
#include <gmock/gmock.h>
#include <gtest/gtest.h>

#include <algorithm>
#include <cstring>
#include <filesystem>
#include <memory>
#include <tuple>

#include "emulator.h"
#include "inspected.h"
#include "simt/debug/inspect.h"
#include "simt/execute/execute.h"

namespace warpwise::test {
namespace {

using testing::ElementsAre;
using testing::IsEmpty;

// ---- lanes ----

TEST(Inspect, LanesOnTheOtherSideWait) {
    OpenSession open = open_session(R"(__global__ void k(int* out, int n) {
    int t = threadIdx.x;
    if (t >= n) return;
    int x = 0;
    if (t % 2 == 0)
        x = 10 + t;
    else
        x = 20 + t;
    out[t] = x;
}
)",
                                    grid_of(1, 40), {words(zeros_of(40)), number(30)});
    const DebugState state = at_line(open, 8);
    const std::uint32_t even = 0x15555555, odd = 0x2aaaaaaa;
    EXPECT_EQ(state.lanes[1], LaneStatus::active);
    EXPECT_EQ(state.lanes[0], LaneStatus::waiting);
    EXPECT_EQ(state.lanes[31], LaneStatus::exited);
    const DebugValue x = value_of(state, "x");
    EXPECT_EQ(x.known, odd);
    EXPECT_EQ(x.held, odd | even) << "lanes that wait have a value, too";
    EXPECT_EQ(value_of(state, "t").known, odd);
    // both sides meet at line 9; those that returned meet the others at the end
    ASSERT_GE(state.stack.size(), 2u);
    EXPECT_EQ(state.stack.back().line, 10);
    EXPECT_FALSE(state.stack.back().is_other_side);
    const auto meet = std::ranges::find(state.stack, 9, &ReconvergenceLevel::line);
    ASSERT_NE(meet, state.stack.end());
    EXPECT_EQ(meet->mask, odd | even);
    EXPECT_FALSE(meet->is_other_side);
    const DebugWarp& warp = state.warps[0];
    EXPECT_EQ(warp.active, odd);
    EXPECT_EQ(warp.exited, 0xc0000000u);
    EXPECT_EQ(warp.line, 8);
    EXPECT_EQ(warp.function, "k");
    EXPECT_EQ(warp.absent, 0u);
    EXPECT_EQ(state.warps[1].absent, 0xffffff00u);

    const DebugState other = open.run(DebugGo::line);
    const DebugState both = other.frames[0].line == 9 ? other : at_line(open, 9);
    EXPECT_EQ(value_of(both, "x").known, odd | even);
    EXPECT_EQ(text(both, "x", 4), "14");
    EXPECT_EQ(text(both, "x", 5), "25");
}

TEST(Inspect, TheOtherSideIsToldWhileItHasNotRun) {
    OpenSession open = open_session(R"(__global__ void k(int* out) {
    int t = threadIdx.x;
    if (t < 8)
        out[t] = 1;
    else
        out[t] = 2;
}
)",
                                    grid_of(1, 32), {words(zeros_of(32))});
    open.run(DebugGo::stay);
    DebugState state = open.run(DebugGo::line);
    ASSERT_EQ(state.frames[0].line, 3);
    EXPECT_THAT(state.stack, IsEmpty());
    state = open.run(DebugGo::line);
    ASSERT_EQ(state.stack.size(), 2u);
    EXPECT_TRUE(state.stack[0].is_other_side);
    EXPECT_EQ(state.stack[0].line, state.frames[0].line == 4 ? 6 : 4);
    EXPECT_EQ(state.stack[0].mask | state.warps[0].active, ~0u);
    EXPECT_FALSE(state.stack[1].is_other_side);
    EXPECT_EQ(state.stack[1].mask, ~0u);
}

TEST(Inspect, LanesOfABlockThatHasFewerThreadsAreAbsent) {
    OpenSession open =
        open_session("__global__ void k(int* out) {\n    out[threadIdx.x] = 1;\n}\n", grid_of(1, 5), {words(zeros_of(8))});
    const DebugState state = open.run(DebugGo::stay);
    EXPECT_EQ(state.lanes[4], LaneStatus::active);
    EXPECT_EQ(state.lanes[5], LaneStatus::absent);
    EXPECT_EQ(value_of(state, "out").known, 0x1fu);
    const DebugState end = open.run(DebugGo::to_end);
    EXPECT_THAT(end.frames, IsEmpty());
    EXPECT_THAT(end.variables, IsEmpty());
    EXPECT_EQ(end.lanes[0], LaneStatus::exited);
    EXPECT_EQ(end.warps[0].activity, WarpActivity::done);
    EXPECT_EQ(end.warps[0].exited, 0x1fu);
}

TEST(Inspect, AWarpAtABarrierStandsInFrontOfIt) {
    OpenSession open = open_session(R"(__global__ void k(int* out) {
    __shared__ int tile[64];
    tile[threadIdx.x] = threadIdx.x;
    __syncthreads();
    out[threadIdx.x] = tile[63 - threadIdx.x];
}
)",
                                    grid_of(1, 64), {words(zeros_of(64))});
    DebugState state = open.run(DebugGo::to_line, 1, 4);  // warp 0 waits by then
    ASSERT_EQ(state.warps[0].activity, WarpActivity::at_barrier);
    EXPECT_EQ(state.warps[0].line, 4);
    EXPECT_EQ(state.warps[0].active, ~0u);
    state = open.run(DebugGo::stay, 0);
    EXPECT_EQ(state.lanes[3], LaneStatus::at_barrier);
    EXPECT_EQ(state.frames[0].line, 4);
    EXPECT_GT(state.warps[0].steps, 0u);
}

// ---- everything else ----

// Any kernel, on arrays of zeros and small numbers.
std::unique_ptr<simt::Session> open_any(const std::shared_ptr<simt::CompiledKernel>& kernel) {
    auto memory = std::make_unique<simt::Memory>();
    EXPECT_TRUE(simt::prepare_memory(kernel->program, *memory));
    std::vector<simt::ArgumentBytes> values;
    for (const simt::KernelParameter& parameter : kernel->parameters) {
        simt::ArgumentBytes bytes(parameter.bytes);
        std::uint64_t value = 3;
        if (parameter.is_pointer) value = *memory->allocate(parameter.name, 1 << 16, 4);
        std::memcpy(bytes.data(), &value, std::min<std::size_t>(bytes.size(), 8));
        values.push_back(std::move(bytes));
    }
    const std::shared_ptr<const simt::Bytecode> program(kernel, &kernel->program);
    auto session = simt::Session::open(program, program->functions[kernel->entry], {{2, 1, 1}, {48, 1, 1}, 1024}, std::move(values),
                                       std::move(memory), {}, {});
    return session ? std::move(*session) : nullptr;
}

void expect_sound(const DebugValue& value, const DebugState& state) {
    EXPECT_FALSE(value.type.empty()) << value.name;
    EXPECT_LT(value.frame, state.frames.size());
    EXPECT_EQ(value.known & ~value.held, 0u) << value.name;
    if (value.frame == 0) EXPECT_EQ(value.known & ~state.warps[state.warp].active, 0u) << value.name;
    EXPECT_LE(value.children.size(), kMostDebugChildren);
    EXPECT_LE(value.children.size(), value.count);
    for (int lane = 0; lane < kDebugLanes; ++lane)
        EXPECT_EQ(text_of(value, lane).empty(), !(value.held >> lane & 1) || value.kind == ValueKind::other) << value.name;
    for (const DebugValue& child : value.children) {
        EXPECT_EQ(child.held & ~value.held, 0u) << value.name << child.name;
        expect_sound(child, state);
    }
}

TEST(Inspect, EveryConstructCanBeShown) {
    std::size_t stops = 0, values = 0;
    for (const auto& file : std::filesystem::directory_iterator(std::string(WARPWISE_TEST_DATA) + "/kernels/constructs")) {
        SCOPED_TRACE(file.path().filename().string());
        const std::string source = read_text(file.path());
        auto compiled = simt::compile(source, "k", "kernel.cu");
        ASSERT_TRUE(compiled) << text_of(compiled.error());
        const auto session = open_any(std::make_shared<simt::CompiledKernel>(std::move(*compiled)));
        ASSERT_TRUE(session);
        const auto lines = std::ranges::count(source, '\n') + 1;
        DebugState state = session->run({.look_ahead = false}, {});
        for (int i = 0; i < 60 && !state.frames.empty() && !state.fault; ++i) {
            for (const DebugFrame& frame : state.frames) {
                EXPECT_FALSE(frame.function.empty());
                EXPECT_THAT(frame.line, testing::AllOf(testing::Ge(1), testing::Le(lines)));
            }
            for (const DebugValue& value : state.variables) expect_sound(value, state);
            ++stops;
            values += state.variables.size();
            if (testing::Test::HasFailure()) return;
            state = session->run({.go = DebugGo::line, .warp = 1, .look_ahead = false}, {});
        }
    }
    EXPECT_GT(stops, 400u);
    EXPECT_GT(values, 2000u);
}

// ---- what changed ----

TEST(Inspect, ChangedLanesAreThoseWhoseValueIsAnotherOne) {
    OpenSession open = open_session(R"(__global__ void k(int* out) {
    int t = threadIdx.x;
    int a[2] = {0, 0};
    int x = 5;
    if (t < 2)
        x = t + 4;
    a[1] = t;
    out[t] = x + a[0] + a[1];
}
)",
                                    grid_of(1, 4), {words(zeros_of(4))});
    open.run(DebugGo::stay);
    std::vector<std::tuple<int, std::uint32_t>> x;
    DebugState state;
    for (int i = 0; i < 10; ++i) {
        state = open.run(DebugGo::line);
        if (state.frames.empty() || state.frames[0].line == 8) break;
        if (state.frames[0].line >= 4) x.emplace_back(state.frames[0].line, value_of(state, "x").changed);
    }
    // set in all at line 4, and changed to another value in lane 0 alone at line 6 (lane 1 writes what was there)
    EXPECT_THAT(x, ElementsAre(std::tuple(4, 0u), std::tuple(5, 0b1111u), std::tuple(6, 0u), std::tuple(7, 0b0001u)));
    const DebugValue a = value_of(state, "a");
    EXPECT_EQ(a.children[0].changed, 0u);
    EXPECT_EQ(a.children[1].changed, 0b1110u);
    EXPECT_EQ(a.changed, 0b1110u);
}

TEST(Inspect, ACallMarksOnlyWhatItChanged) {
    DebugValue outer{.name = "n", .type = "int", .kind = ValueKind::signed_integer, .bytes = 4, .frame = 0, .line = 1};
    outer.known = outer.held = 1;
    outer.bits[0] = 2;
    DebugValue inner = outer;
    inner.bits[0] = 1;
    std::vector<DebugValue> now{inner, outer};  // a recursion has gone one deeper
    now[1].frame = 1;
    simt::mark_changes(now, {outer});
    EXPECT_EQ(now[0].changed, 0u) << "it was not there before";
    EXPECT_EQ(now[1].changed, 0u);
    now[1].bits[0] = 3;
    simt::mark_changes(now, {outer});
    EXPECT_EQ(now[1].changed, 1u);
}

}  // namespace
}  // namespace warpwise::test
