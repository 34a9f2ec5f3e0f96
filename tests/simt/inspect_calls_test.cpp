// What a standing warp shows of its calls: the frames, and the variables that are in scope in each.
#include <gmock/gmock.h>
#include <gtest/gtest.h>

#include "inspected.h"

namespace warpwise::test {
namespace {

using testing::ElementsAre;

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

}  // namespace
}  // namespace warpwise::test
