// What each line of a kernel did, over a whole launch.
#include <map>

#include "simt/emulator.h"
#include "simt/sessions.h"

namespace warpwise::test {
namespace {

constexpr const char* text = R"(__global__ void k(const float* in, float* out, int n) {
    int i = blockIdx.x * blockDim.x + threadIdx.x;
    float sum = 0;
    if (i >= n) return;
    for (int k = 0; k < i % 3; ++k)
        sum += in[32 * (i % 32) + k];
    out[i] = sum;
}
)";

LaunchOutcome count(int n, const LaunchShape& shape, int threads, Trace trace = Trace::full, bool line_counts = true) {
    Array in = zeros(DType::f32, 1024), out = zeros(DType::f32, n);
    LaunchOptions options;
    options.threads = threads;
    options.trace = trace;
    options.line_counts = line_counts;
    return run(text, "k", shape, {argument(in, "in"), argument(out, "out"), scalar(n)}, options);
}

std::map<int, LineCounts> by_line(const std::vector<LineCounts>& lines) {
    std::map<int, LineCounts> sums;
    for (const LineCounts& line : lines) sums[line.line] += line;
    return sums;
}

TEST(LineCounts, OfAKernelCountedByHand) {
    const LaunchOutcome outcome = count(96, shape_of(2, 64), 1);  // 4 warps: the last one leaves at the guard
    ASSERT_FALSE(outcome.fault) << fault_text(outcome);
    const auto lines = by_line(outcome.lines);
    EXPECT_EQ(lines.at(4).visits, 4u);
    EXPECT_EQ(lines.at(4).divergent_branches, 0u);
    EXPECT_EQ(lines.at(6).requests, 2u * 3) << "at most two iterations in each of three warps";
    EXPECT_GT(lines.at(5).divergent_branches, 0u);
    // k = 0: the lanes whose i % 3 is 1 or 2, 64 of 96; k = 1: those where it is 2, 32. Each in a sector of its own.
    EXPECT_EQ(lines.at(6).sectors, 96u);
    EXPECT_EQ(lines.at(6).useful_bytes, 4u * 96);
    EXPECT_EQ(lines.at(7).requests, 3u);
    EXPECT_EQ(lines.at(7).sectors, 12u);
    EXPECT_EQ(lines.at(7).useful_bytes, 4u * 96);
}

TEST(LineCounts, AreTheSameForAnyNumberOfHostThreads) {
    const LaunchOutcome one = count(100'000, shape_of(400, 256), 1), several = count(100'000, shape_of(400, 256), 3);
    ASSERT_FALSE(one.lines.empty());
    EXPECT_EQ(one.lines, several.lines);
    EXPECT_EQ(one.counters, several.counters);
}

TEST(LineCounts, OnlyWhereTheyAreAskedFor) {
    EXPECT_TRUE(count(96, shape_of(2, 64), 1, Trace::full, false).lines.empty());
    EXPECT_TRUE(count(96, shape_of(2, 64), 1, Trace::counters).lines.empty());
    EXPECT_TRUE(count(96, shape_of(2, 64), 1, Trace::none).lines.empty());
}

TEST(LineCounts, OfABlockAreTheDebuggersOfThatBlock) {
    const LaunchOutcome outcome = count(60, shape_of(1, 64), 1);
    OpenSession open =
        open_session(text, grid_of(1, 64), {floats(std::vector<float>(1024)), floats(std::vector<float>(60)), number(60)});
    EXPECT_EQ(open.session->overview(1'000'000, {}).lines, outcome.lines);
}

TEST(LineCounts, CopiesOfStructuresVectorsAndAtomicsCountEachByteOnce) {
    const char* const mixed = R"(struct Pair { int a, b, c; };
__global__ void k(const Pair* in, Pair* out, float4* wide, int* sum) {
    out[threadIdx.x] = in[threadIdx.x];
    wide[threadIdx.x] = wide[threadIdx.x + 32];
    atomicAdd(sum, 1);
}
)";
    Array in = zeros(DType::i32, 96), out = zeros(DType::i32, 96), wide = zeros(DType::f32, 256), sum = zeros(DType::i32, 1);
    LaunchOptions options;
    options.trace = Trace::full;
    options.line_counts = true;
    const LaunchOutcome outcome =
        run(mixed, "k", shape_of(1, 32), {argument(in), argument(out), argument(wide), argument(sum)}, options);
    ASSERT_FALSE(outcome.fault) << fault_text(outcome);
    const auto lines = by_line(outcome.lines);
    EXPECT_EQ(lines.at(3).useful_bytes, 2u * 32 * 12);
    EXPECT_EQ(lines.at(4).useful_bytes, 2u * 32 * 16);
    EXPECT_EQ(lines.at(4).sectors, 2u * 16);
    EXPECT_EQ(lines.at(5).useful_bytes, 4u);
    EXPECT_EQ(lines.at(5).requests, 1u);
}

}  // namespace
}  // namespace warpwise::test
