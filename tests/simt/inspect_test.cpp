// What a standing warp shows: its calls, the variables in scope and their lanes' values, its lanes, its stack.
#include <gmock/gmock.h>
#include <gtest/gtest.h>

#include <algorithm>
#include <cstring>
#include <filesystem>
#include <memory>
#include <tuple>

#include "emulator.h"
#include "sessions.h"
#include "simt/inspect.h"

namespace warpwise::test {
namespace {

using testing::ElementsAre;
using testing::IsEmpty;

DebugState at_line(OpenSession& open, int line, std::uint32_t warp = 0) {
    DebugState state = open.run(DebugGo::to_line, warp, line);
    EXPECT_FALSE(state.frames.empty()) << "line " << line << " is never reached";
    if (!state.frames.empty()) EXPECT_EQ(state.frames.front().line, line);
    return state;
}

// The variable of a frame; an empty one fails the test.
DebugValue value_of(const DebugState& state, std::string_view name, std::uint32_t frame = 0) {
    for (const DebugValue& value : state.variables)
        if (value.name == name && value.frame == frame) return value;
    ADD_FAILURE() << "no variable '" << name << "' in frame " << frame;
    return {};
}
std::vector<std::string> names_of(const DebugState& state, std::uint32_t frame = 0) {
    std::vector<std::string> names;
    for (const DebugValue& value : state.variables)
        if (value.frame == frame) names.push_back(value.name);
    return names;
}
std::vector<std::string> names_of_children(const DebugValue& value) {
    std::vector<std::string> names;
    for (const DebugValue& child : value.children) names.push_back(child.name);
    return names;
}
std::string text(const DebugState& state, std::string_view name, int lane = 0, std::uint32_t frame = 0) {
    return text_of(value_of(state, name, frame), lane);
}
// "function:line" of each frame, an inlined one with a '~'.
std::vector<std::string> frames(const DebugState& state) {
    std::vector<std::string> out;
    for (const DebugFrame& frame : state.frames)
        out.push_back(frame.function + (frame.inlined ? "~" : ":") + std::to_string(frame.line));
    return out;
}
std::vector<std::uint32_t> zeros_of(std::size_t count) { return std::vector<std::uint32_t>(count); }

// ---- scopes ----

TEST(Inspect, AVariableIsThereFromItsDeclarationToTheEndOfItsScope) {
    OpenSession open = open_session(R"(__global__ void k(int* out, int n) {
    int a = 1;
    if (n > 0) {
        int b = a + 1;
        out[0] = b;
    }
    int c = a + 2;
    out[1] = c;
}
)",
                                    grid_of(1, 32), {words(zeros_of(4)), number(3)});
    const DebugState first = at_line(open, 2);
    EXPECT_THAT(names_of(first), ElementsAre("out", "n", "a"));
    EXPECT_TRUE(value_of(first, "n").is_argument);
    EXPECT_FALSE(value_of(first, "a").is_argument);
    EXPECT_EQ(text(first, "n", 31), "3");
    EXPECT_EQ(text(first, "a"), "") << "declared on this line, and not set yet";
    EXPECT_EQ(value_of(first, "a").known, 0u);
    const DebugState inner = at_line(open, 5);
    EXPECT_THAT(names_of(inner), ElementsAre("out", "n", "a", "b"));
    EXPECT_EQ(text(inner, "b"), "2");
    const DebugState after = at_line(open, 8);
    EXPECT_THAT(names_of(after), ElementsAre("out", "n", "a", "c"));
    EXPECT_EQ(text(after, "c", 7), "3");
}

TEST(Inspect, AnInnerVariableHidesTheOuterOne) {
    OpenSession open = open_session(R"(__global__ void k(int* out) {
    int i = 7;
    for (int i = 0; i < 2; ++i) {
        out[i] = i;
        {
            float i = 0.5f;
            out[3] = (int)i;
        }
    }
    out[2] = i;
}
)",
                                    grid_of(1, 32), {words(zeros_of(4))});
    const DebugState loop = at_line(open, 4);
    EXPECT_THAT(names_of(loop), ElementsAre("out", "i"));
    EXPECT_EQ(text(loop, "i"), "0");
    const DebugState inner = at_line(open, 7);
    EXPECT_THAT(names_of(inner), ElementsAre("out", "i"));
    EXPECT_EQ(text(inner, "i"), "0.5");
    const DebugState second = at_line(open, 4);
    EXPECT_EQ(text(second, "i"), "1");
    const DebugState after = at_line(open, 10);
    EXPECT_EQ(text(after, "i"), "7");
}

TEST(Inspect, AVariableOfALoopHasNoValueInTheNextIterationUntilItIsSet) {
    OpenSession open = open_session(R"(__global__ void k(int* out) {
    for (int i = 0; i < 2; ++i) {
        int square =
            i * i;
        out[i] = square;
    }
}
)",
                                    grid_of(1, 32), {words(zeros_of(4))});
    at_line(open, 5);
    const DebugState second = at_line(open, 4);
    EXPECT_EQ(text(second, "i"), "1");
    EXPECT_EQ(text(second, "square"), "");
    EXPECT_EQ(text(at_line(open, 5), "square"), "1");
}

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

// ---- calls ----

TEST(Inspect, ARecursionHasAFrameForEachCall) {
    OpenSession open = open_session(R"(__device__ __noinline__ int depth(int n) {
    if (n == 0)
        return 0;
    int below = depth(n - 1);
    return below + 1;
}
__global__ void k(int* out) {
    int t = threadIdx.x % 3;
    out[threadIdx.x] = depth(t);
}
)",
                                    grid_of(1, 6), {words(zeros_of(8))});
    for (int i = 0; i < 3; ++i) at_line(open, 2);
    DebugState state = at_line(open, 3);  // two calls down
    EXPECT_THAT(frames(state), ElementsAre("depth:3", "depth:4", "depth:4", "k:9"));
    EXPECT_EQ(value_of(state, "n", 0).known, 0b100100u);
    EXPECT_EQ(text(state, "n", 2, 0), "0");
    EXPECT_EQ(text(state, "n", 2, 1), "1");
    EXPECT_EQ(text(state, "n", 2, 2), "2");
    EXPECT_EQ(value_of(state, "n", 2).known, 0b110110u) << "lanes that called";
    EXPECT_EQ(value_of(state, "t", 3).known, 0b111111u);
    EXPECT_EQ(text(state, "below", 2, 1), "");
    state = at_line(open, 5);
    EXPECT_EQ(text(state, "below", 2, 0), "0");
}

TEST(Inspect, OfADeepRecursionTheInnermostCallsAndTheKernelAreTold) {
    OpenSession open = open_session(R"(__device__ __noinline__ int depth(int n) {
    if (n == 0)
        return 0;
    return depth(n - 1) + 1;
}
__global__ void k(int* out) {
    out[0] = depth(1000);
}
)",
                                    grid_of(1, 1), {words(zeros_of(4))});
    const DebugState state = at_line(open, 3);
    ASSERT_EQ(state.frames.size(), kMostDebugFrames);
    EXPECT_EQ(state.frames.back().function, "k");
    EXPECT_EQ(state.frames[62].function, "depth");
    EXPECT_EQ(state.frames[62].left_out, 1001 - 63);
    EXPECT_EQ(text(state, "n", 0, 62), "62");
    EXPECT_THAT(names_of(state, 63), ElementsAre("out"));
}

TEST(Inspect, InlinedCallsAreFramesWithVariablesOfTheirOwn) {
    OpenSession open = open_session(R"(__device__ __forceinline__ int twice(int v) {
    int doubled = v * 2;
    return doubled - 1;
}
__device__ __forceinline__ int more(int v) {
    return twice(v + 1) + twice(v + 10);
}
__global__ void k(int* out) {
    int v = 100;
    out[0] = more(v);
}
)",
                                    grid_of(1, 1), {words(zeros_of(4))});
    DebugState state = at_line(open, 3);
    EXPECT_THAT(frames(state), ElementsAre("twice~3", "more~6", "k:10"));
    EXPECT_THAT(names_of(state, 0), ElementsAre("v", "doubled"));
    EXPECT_THAT(names_of(state, 1), ElementsAre("v"));
    EXPECT_EQ(text(state, "v", 0, 0), "101");
    EXPECT_EQ(text(state, "doubled", 0, 0), "202");
    EXPECT_EQ(text(state, "v", 0, 1), "100");
    EXPECT_EQ(text(state, "v", 0, 2), "100");
    state = at_line(open, 3);  // the second call, on the same line
    EXPECT_THAT(frames(state), ElementsAre("twice~3", "more~6", "k:10"));
    EXPECT_EQ(text(state, "v", 0, 0), "110");
    EXPECT_EQ(text(state, "doubled", 0, 0), "220");
}

TEST(Inspect, TemplatesAndLambdasAreNamed) {
    OpenSession open = open_session(R"(template <typename T, int N>
__device__ __noinline__ T times(T x) {
    return x * N;
}
template <typename F>
__device__ __noinline__ int apply(F f, int x) {
    return f(x);
}
__global__ void k(int* out) {
    int base = 5, step = 2;
    auto add = [&, step](int q) {
        return base + q * step;
    };
    out[0] = times<float, 3>(1.5f);
    out[1] = apply(add, 4);
}
)",
                                    grid_of(1, 1), {words(zeros_of(4))});
    DebugState state = at_line(open, 3);
    EXPECT_THAT(frames(state), ElementsAre("times<float, 3>:3", "k:14"));
    EXPECT_EQ(text(state, "x"), "1.5");
    state = at_line(open, 12);
    EXPECT_THAT(frames(state), ElementsAre("operator():12", "apply<lambda>:7", "k:15"));
    EXPECT_THAT(names_of(state), testing::UnorderedElementsAre("q", "base", "step")) << "what it captures";
    EXPECT_EQ(text(state, "q"), "4");
    EXPECT_EQ(text(state, "base"), "5") << "by reference";
    EXPECT_EQ(text(state, "step"), "2") << "by value";
    EXPECT_EQ(value_of(state, "add", 2).type, "lambda");
}

TEST(Inspect, AMethodShowsItsObject) {
    OpenSession open = open_session(R"(struct Counter {
    int count, step;
    __device__ __noinline__ void advance(int by) {
        count += by * step;
    }
};
__global__ void k(int* out) {
    Counter c{1, 3};
    c.advance(threadIdx.x);
    out[threadIdx.x] = c.count;
}
)",
                                    grid_of(1, 4), {words(zeros_of(4))});
    const DebugState state = at_line(open, 4);
    EXPECT_THAT(names_of(state), testing::UnorderedElementsAre("*this", "by"));
    EXPECT_EQ(value_of(state, "*this").kind, ValueKind::structure);
    EXPECT_EQ(text(state, "*this", 2), "{1, 3}");
    EXPECT_EQ(text(at_line(open, 10), "c", 2), "{7, 3}");
}

// ---- kinds of values ----

TEST(Inspect, NumbersAreShownByTheirTypes) {
    OpenSession open = open_session(R"(#include <cuda_fp16.h>
#include <cuda_bf16.h>
__global__ void k(int* out) {
    int t = threadIdx.x;
    signed char tiny = -3;
    unsigned char byte = 200;
    short small = -300;
    unsigned long long large = 18446744073709551615ull;
    long long negative = -5000000000ll;
    bool flag = t > 0;
    char letter = 'a' + t, newline = '\n';
    float f = 0.1f * (t + 1);
    double d = 0.1;
    half h = __float2half(0.1f);
    __nv_bfloat16 b = __float2bfloat16(1.5f);
    out[t] = tiny + byte + small + (int)large + (int)negative + flag + letter + newline + (int)f + (int)d + (int)__half2float(h) + (int)__bfloat162float(b);
}
)",
                                    grid_of(1, 2), {words(zeros_of(4))});
    const DebugState state = at_line(open, 16);
    EXPECT_EQ(text(state, "tiny"), "-3");
    EXPECT_EQ(text(state, "byte"), "200");
    EXPECT_EQ(text(state, "small"), "-300");
    EXPECT_EQ(text(state, "large"), "18446744073709551615");
    EXPECT_EQ(text(state, "negative"), "-5000000000");
    EXPECT_EQ(text(state, "flag", 0), "false");
    EXPECT_EQ(text(state, "flag", 1), "true");
    EXPECT_EQ(text(state, "letter", 1), "'b'");
    EXPECT_EQ(text(state, "newline"), "'\\n'");
    EXPECT_EQ(text(state, "f"), "0.1");
    EXPECT_EQ(text(state, "f", 1), "0.2");
    EXPECT_EQ(text(state, "d"), "0.1");
    const DebugValue h = value_of(state, "h");
    EXPECT_EQ(h.kind, ValueKind::floating);
    EXPECT_EQ(h.bytes, 2u);
    EXPECT_EQ(text_of(h, 0), "0.1");
    const DebugValue b = value_of(state, "b");
    EXPECT_EQ(b.kind, ValueKind::floating);
    EXPECT_EQ(text_of(b, 0), "1.5");
}

TEST(Inspect, AStructurePassedByValueIsATargetToo) {
    OpenSession open = open_session(R"(struct Row { int v[8]; };
__device__ __noinline__ int at(Row r, int i) {
    int* p = &r.v[i];
    Row* whole = &r;
    return *p + whole->v[0];
}
__global__ void k(int* out, int n) {
    Row row{};
    row.v[n] = 5;
    out[0] = at(row, n);
}
)",
                                    grid_of(1, 1), {words(zeros_of(4)), number(3)});
    const DebugState state = at_line(open, 5);
    EXPECT_EQ(text(state, "p"), "r.v[3]");
    EXPECT_EQ(text(state, "whole"), "r");
    EXPECT_EQ(text(state, "r"), "{{0, 0, 0, 5, 0, 0, 0, 0}}");
}

TEST(Inspect, EnumeratorsAreNamed) {
    OpenSession open = open_session(R"(enum Colour { red, green = 5, blue };
enum class Mode : unsigned char { off, on };
__global__ void k(int* out) {
    Colour c = threadIdx.x == 0 ? green : blue;
    Mode m = Mode::on;
    Colour odd = (Colour)77;
    out[threadIdx.x] = (int)c + (int)m + (int)odd;
}
)",
                                    grid_of(1, 2), {words(zeros_of(4))});
    const DebugState state = at_line(open, 7);
    EXPECT_EQ(text(state, "c", 0), "green");
    EXPECT_EQ(text(state, "c", 1), "blue");
    EXPECT_EQ(value_of(state, "c").bits[1], 6u);
    EXPECT_EQ(text(state, "m"), "on");
    EXPECT_EQ(text(state, "odd"), "77");
}

TEST(Inspect, ArraysHaveElementsAndStructuresMembers) {
    OpenSession open = open_session(R"(struct Base { int id; };
struct Particle : Base {
    float4 at;
    unsigned kind : 3, rest : 29;
    int sign : 4;
    union { int whole; float real; };
    double weights[2];
};
__global__ void k(float* out) {
    int t = threadIdx.x;
    int grid[3][2] = {{1, 2}, {3, 4}, {5, t}};
    Particle p{};
    p.id = t;
    p.at = make_float4(1, 2, 3, t);
    p.kind = 5;
    p.rest = 1000 + t;
    p.sign = -3;
    p.real = 0.5f;
    p.weights[0] = 0.25;
    double partly[2];
    partly[0] = 0.25;
    float big[200];
    big[t] = 1;
    float4 v = make_float4(0.5f, 1, t, 2);
    out[t] = grid[t][0] + p.at.x + p.kind + p.rest + p.sign + p.weights[t] + partly[t / 2] + big[t] + v.x + p.id;
}
)",
                                    grid_of(1, 2), {floats(std::vector<float>(4))});
    const DebugState state = at_line(open, 25);
    const DebugValue grid = value_of(state, "grid");
    EXPECT_EQ(grid.type, "int[3][2]");
    ASSERT_EQ(grid.children.size(), 3u);
    EXPECT_EQ(grid.children[1].type, "int[2]");
    EXPECT_EQ(text_of(grid.children[1].children[0], 0), "3");
    EXPECT_EQ(text_of(grid, 1), "{{1, 2}, {3, 4}, {5, 1}}");
    const DebugValue p = value_of(state, "p");
    EXPECT_EQ(p.kind, ValueKind::structure);
    EXPECT_THAT(names_of_children(p), ElementsAre("id", "at", "kind", "rest", "sign", "whole", "real", "weights"));
    EXPECT_EQ(text_of(p.children[0], 1), "1");
    EXPECT_EQ(text_of(p.children[1], 1), "{1, 2, 3, 1}");
    EXPECT_EQ(text_of(p.children[2], 0), "5");
    EXPECT_EQ(text_of(p.children[3], 1), "1001");
    EXPECT_EQ(text_of(p.children[4], 0), "-3");
    EXPECT_EQ(text_of(p.children[6], 0), "0.5");
    EXPECT_EQ(text_of(p.children[7], 0), "{0.25, 0}");
    EXPECT_EQ(text(state, "partly"), "{0.25, ?}") << "one of the two is not set";
    const DebugValue big = value_of(state, "big");
    EXPECT_EQ(big.count, 200u);
    EXPECT_EQ(big.children.size(), kMostDebugChildren);
    EXPECT_EQ(big.children[1].known, 0b10u) << "each lane has set its own element";
    const DebugValue v = value_of(state, "v");
    EXPECT_EQ(v.type, "float4");
    EXPECT_THAT(names_of_children(v), ElementsAre("x", "y", "z", "w"));
    EXPECT_EQ(text_of(v, 1), "{0.5, 1, 1, 2}");
}

TEST(Inspect, StructuresByValueAndResultsAreShown) {
    OpenSession open = open_session(R"(struct Pair { int a; float b; };
struct Large {
    int v[40];
    Large() = default;
    __device__ Large(const Large& o) {
        for (int k = 0; k < 40; ++k) v[k] = o.v[k];
    }
};
__device__ __noinline__ Pair swap(Pair p) {
    Pair out{(int)p.b, (float)p.a};
    return out;
}
__device__ __noinline__ Large fill(int with) {
    Large made;
    for (int i = 0; i < 40; ++i)
        made.v[i] = with + i;
    return made;
}
__global__ void k(int* out) {
    Pair p{3, 4.5f};
    Pair q = swap(p);
    Large large = fill(10);
    auto [first, second] = q;
    out[0] = q.a + large.v[1] + first + (int)second;
}
)",
                                    grid_of(1, 1), {words(zeros_of(4))});
    DebugState state = at_line(open, 11);
    EXPECT_EQ(text(state, "p"), "{3, 4.5}");
    EXPECT_TRUE(value_of(state, "p").is_argument);
    EXPECT_EQ(text(state, "out"), "{4, 3}");
    state = at_line(open, 17);  // it lies where the caller wants it
    EXPECT_EQ(text_of(value_of(state, "made").children[0].children[39], 0), "49");
    state = at_line(open, 24);
    EXPECT_EQ(text(state, "q"), "{4, 3}");
    EXPECT_EQ(text_of(value_of(state, "large").children[0].children[1], 0), "11");
    EXPECT_EQ(text(state, "first"), "4");
    EXPECT_EQ(text(state, "second"), "3");
}

TEST(Inspect, PointersTellWhatTheyPointTo) {
    OpenSession open = open_session(R"(struct Node { float value; int key; };
__constant__ Node table[4] = {{1, 2}, {3, 4}}; __device__ int total, sums[4];
__device__ __noinline__ int one(int x) {
    return x + 1;
}
__global__ void k(float* a, int n) {
    __shared__ float tile[4][8];
    __shared__ int single;
    int local[6] = {0, 1, 2, 3, 4, 5};
    int t = threadIdx.x;
    float* p = a + t;
    float* end = a + n;
    float* beyond = a + n + 3;
    float* before = a - 1;
    float* none = nullptr;
    const float* s = &tile[2][t];
    float (*row)[8] = &tile[1];
    int* q = &single;
    int* l = &local[t + 1];
    const int* member = &table[1].key; int* global = &total; int* sum = &sums[2];
    const char* word = "hello";
    int (*f)(int) = one;
    char* inside = (char*)a + 6;
    int& ref = local[2];
    float& far = a[1];
    single = f(ref) + *word + *member + *global + *sum;
    tile[t][t] = *p;
    a[t] = *s + *q + *l + (end - beyond) + (none == before) + *inside + far + (*row)[0];
}
)",
                                    grid_of(1, 2), {floats({1.5f, 2.5f, 3.5f, 4.5f}), number(4)});
    const DebugState state = at_line(open, 26);
    EXPECT_EQ(value_of(state, "p").kind, ValueKind::pointer);
    EXPECT_EQ(value_of(state, "p").type, "float *");
    EXPECT_EQ(text(state, "p", 0), "a[0]");
    EXPECT_EQ(text(state, "p", 1), "a[1]");
    EXPECT_EQ(text(state, "end"), "a + 4, past its end");
    EXPECT_EQ(text(state, "beyond"), "a + 7, past its end");
    EXPECT_EQ(text(state, "before"), "a - 1, before its start");
    EXPECT_EQ(text(state, "none"), "null");
    EXPECT_EQ(text(state, "s", 1), "tile[2][1]");
    EXPECT_EQ(text(state, "row"), "tile[1]");
    EXPECT_EQ(text(state, "q"), "single");
    EXPECT_EQ(text(state, "l", 1), "local[2]");
    EXPECT_EQ(text(state, "member"), "table[1].key");
    EXPECT_EQ(text(state, "global"), "total");
    EXPECT_EQ(text(state, "sum"), "sums[2]");
    EXPECT_EQ(text(state, "word"), "\"hello\"");
    EXPECT_EQ(text(state, "f"), "one");
    EXPECT_EQ(value_of(state, "f").type, "int (*)(int)");
    EXPECT_EQ(text(state, "inside"), "a[1] + 2 bytes");
    EXPECT_EQ(text(state, "ref"), "2") << "a reference is what it refers to";
    EXPECT_EQ(value_of(state, "ref").type, "int &");
    EXPECT_EQ(text(state, "far"), "2.5");
}

// ---- variables of the block and the program ----

TEST(Inspect, SharedAndDeviceVariablesBelongToTheKernelsFrame) {
    OpenSession open = open_session(R"(__constant__ float weights[3] = {0.5f, 1.5f, 2.5f};
__device__ int counter;
__device__ int untouched;
__device__ __noinline__ float read(int i) {
    return weights[i];
}
__global__ void k(float* out) {
    __shared__ float tile[2][40];
    extern __shared__ unsigned bins[];
    int t = threadIdx.x;
    tile[1][t] = read(t % 3);
    bins[t] = t * 1000000000u;
    counter = 7;
    out[t] = tile[1][t] + bins[t] + counter;
}
)",
                                    {{1, 1, 1}, {4, 1, 1}, 32}, {floats(std::vector<float>(4))});
    DebugState state = at_line(open, 5);
    ASSERT_EQ(state.frames.size(), 2u);
    EXPECT_THAT(names_of(state, 0), ElementsAre("i"));
    EXPECT_THAT(names_of(state, 1), testing::IsSupersetOf({"tile", "bins", "weights", "counter"}));
    EXPECT_THAT(names_of(state, 1), testing::Not(testing::Contains("untouched")));
    EXPECT_EQ(value_of(state, "tile", 1).known, 0u) << "no thread has written it";
    EXPECT_EQ(text(state, "weights", 0, 1), "{0.5, 1.5, 2.5}");
    EXPECT_EQ(value_of(state, "weights", 1).type, "__constant__ float[3]");
    EXPECT_EQ(text(state, "counter", 3, 1), "0");
    state = at_line(open, 14);
    const DebugValue tile = value_of(state, "tile");
    EXPECT_EQ(tile.type, "__shared__ float[2][40]");
    EXPECT_EQ(tile.count, 2u);
    EXPECT_EQ(tile.children[0].held, 0u);
    EXPECT_EQ(tile.children[1].count, 40u);
    EXPECT_EQ(text_of(tile.children[1].children[2], 0), "2.5") << "the same in each lane";
    EXPECT_EQ(text_of(tile.children[1].children[2], 3), "2.5");
    EXPECT_EQ(tile.children[1].children[4].held, 0u);
    const DebugValue bins = value_of(state, "bins");
    EXPECT_EQ(bins.type, "__shared__ unsigned int[]");
    EXPECT_EQ(bins.count, 8u) << "as the launch says";
    EXPECT_EQ(text_of(bins.children[3], 0), "3000000000");
    EXPECT_EQ(text(state, "counter"), "7");
}

TEST(Inspect, ElementsOfDynamicSharedMemoryAreKnown) {
    OpenSession open = open_session(R"(struct Cell { float v; int n; };
extern __shared__ float rows[][4];
extern __shared__ Cell cells[];
__global__ void k(float* out) {
    rows[1][2] = 0.5f;
    Cell c = cells[1];
    out[0] = rows[1][2] + c.v;
}
)",
                                    {{1, 1, 1}, {1, 1, 1}, 64}, {floats(std::vector<float>(4))});
    const DebugState state = at_line(open, 6);
    const DebugValue rows = value_of(state, "rows");
    EXPECT_EQ(rows.type, "__shared__ float[][4]");
    EXPECT_EQ(rows.count, 4u);
    EXPECT_EQ(text_of(rows.children[1].children[2], 0), "0.5");
    const DebugValue cells = value_of(state, "cells");
    EXPECT_EQ(cells.type, "__shared__ Cell[]");
    EXPECT_EQ(cells.count, 8u);
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
