// What a standing warp shows of its variables: the values of each type, and those of the block and the program.
#include <gmock/gmock.h>
#include <gtest/gtest.h>

#include "inspected.h"

namespace warpwise::test {
namespace {

using testing::ElementsAre;

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
    EXPECT_EQ(text(state, "p"), "&r.v[3]");
    EXPECT_EQ(text(state, "whole"), "&r");
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
    EXPECT_EQ(text(state, "p", 0), "&a[0]");
    EXPECT_EQ(text(state, "p", 1), "&a[1]");
    EXPECT_EQ(text(state, "end"), "a + 4, past its end");
    EXPECT_EQ(text(state, "beyond"), "a + 7, past its end");
    EXPECT_EQ(text(state, "before"), "a - 1, before its start");
    EXPECT_EQ(text(state, "none"), "null");
    EXPECT_EQ(text(state, "s", 1), "&tile[2][1]");
    EXPECT_EQ(text(state, "row"), "&tile[1]");
    EXPECT_EQ(text(state, "q"), "&single");
    EXPECT_EQ(text(state, "l", 1), "&local[2]");
    EXPECT_EQ(text(state, "member"), "&table[1].key");
    EXPECT_EQ(text(state, "global"), "&total");
    EXPECT_EQ(text(state, "sum"), "&sums[2]");
    EXPECT_EQ(text(state, "word"), "\"hello\"");
    EXPECT_EQ(text(state, "f"), "one");
    EXPECT_EQ(value_of(state, "f").type, "int (*)(int)");
    EXPECT_EQ(text(state, "inside"), "&a[1] + 2 bytes");
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

}  // namespace
}  // namespace warpwise::test
