// A loop without end is told long before the step budget is used up, and a loop that ends is never taken for one.
#include "emulator.h"

namespace warpwise::test {
namespace {

constexpr std::uint64_t kMostSteps = std::uint64_t{1} << 29;  // warp instructions; the budget is eight times as many

// What becomes of a kernel `k(int* a, int n)` on 64 elements, most of them 0.
LaunchOutcome outcome_of(const std::string& body, int n, std::uint32_t block = 32, LaunchOptions options = {}) {
    Array a = zeros(DType::i32, 64);
    options.threads = options.threads ? options.threads : 1;
    return run("__global__ void k(int* a, int n) {\n" + body + "\n}", "k", shape_of(1, block), {argument(a), scalar(n)}, options);
}
std::optional<Fault> fault_of(const std::string& body, int n, std::uint32_t block = 32, LaunchOptions options = {}) {
    return outcome_of(body, n, block, std::move(options)).fault;
}

void expect_endless(const std::string& body, int n = 5, std::uint32_t block = 32) {
    for (const Trace trace : {Trace::none, Trace::full}) {
        const LaunchOutcome outcome = outcome_of(body, n, block, {.trace = trace});
        ASSERT_TRUE(outcome.fault) << body;
        EXPECT_EQ(outcome.fault->kind, FaultKind::step_budget) << body << outcome.fault->message;
        EXPECT_NE(outcome.fault->message.find("exactly where it was before"), std::string::npos) << body << outcome.fault->message;
        EXPECT_LT(outcome.warp_instructions, kMostSteps) << body;
    }
}

TEST(Endless, NothingHappens) { expect_endless("while (true) {}"); }
TEST(Endless, ACounterThatNothingLooksAt) { expect_endless("int i = 0; while (true) ++i;"); }
TEST(Endless, TheStepIsForgotten) { expect_endless("for (int i = 0; i < n;) a[threadIdx.x] += 1;"); }
TEST(Endless, AnOuterLoopAroundASmallOne) {
    expect_endless("for (int i = 0; i < n; i += n - 5) for (int j = 0; j < 8; ++j) a[j] += 1;");
}
TEST(Endless, AnOuterLoopAroundALongOne) {
    expect_endless("for (int i = 0; i < n; i += n - 5) for (int j = 0; j < 10000; ++j) a[j % 64] += 1;");
}
TEST(Endless, AFlagThatNobodySets) { expect_endless("while (atomicAdd(a, 0) == 0) {}", 5, 256); }
TEST(Endless, MemoryThatGoesToAndFro) { expect_endless("while (a[0] < 2) a[0] = 1 - a[0];", 5, 1); }
TEST(Endless, BarriersForEver) { expect_endless("while (true) __syncthreads();", 5, 128); }
TEST(Endless, ALockThatALaneOfTheWarpHolds) {
    expect_endless("while (atomicCAS(a, 0, 1) != 0) {} a[1] += 1; atomicExch(a, 0);", 5, 32);
}
TEST(Endless, AHelperThatIsCalledForEver) {
    Array a = zeros(DType::i32, 64);
    const auto fault = run("__device__ __noinline__ int next(int i) { return i ^ 1; }\n"
                           "__global__ void k(int* a) { for (int i = 0; i < 2; i = next(i)) a[i] = i; }",
                           "k", shape_of(1, 32), {argument(a)})
                           .fault;
    ASSERT_TRUE(fault);
    EXPECT_EQ(fault->kind, FaultKind::step_budget);
}
TEST(Endless, OnSeveralHostThreads) {
    Array a = zeros(DType::i32, 64);
    const auto fault =
        run("__global__ void k(volatile int* a) { while (a[0] == 0) {} }", "k", shape_of(64, 64), {argument(a)}, {.threads = 2})
            .fault;
    ASSERT_TRUE(fault);
    EXPECT_EQ(fault->kind, FaultKind::step_budget);
}

TEST(Ends, ALongLoopAroundAHelper) {
    Array a = zeros(DType::f32, 1 << 21);
    const auto outcome =
        run("__device__ float2 less(float2 a, float2 b) { return make_float2(a.x - b.x, a.y - b.y); }\n"
            "__global__ void k(float2* a, long long n) {\n"
            "    for (long long i = threadIdx.x; i < n; i += blockDim.x) a[i] = less(a[i], a[i / 2]);\n}",
            "k", shape_of(1, 1), {argument(a), scalar<std::int64_t>(DType::i64, 1 << 20)}, {.threads = 1});
    EXPECT_FALSE(outcome.fault) << fault_text(outcome);
}
TEST(Ends, ASearchThroughEqualValues) {
    std::vector<std::int32_t> values(1 << 22);
    values.back() = 1;
    Array a = array_of(DType::i32, values), out = zeros(DType::i32, 1);
    const auto outcome = run("__global__ void k(const int* a, int* out) { int i = 0; while (a[i] == 0) ++i; *out = i; }", "k",
                             shape_of(1, 1), {argument(a), argument(out)}, {.threads = 1});
    EXPECT_FALSE(outcome.fault) << fault_text(outcome);
    EXPECT_EQ(out.value(0), (1 << 22) - 1);
}
TEST(Ends, WarpsThatWaitForTheLast) {
    const char* const body = R"(
    __shared__ volatile int flag;
    if (threadIdx.x == 0) flag = 0;
    __syncthreads();
    if (threadIdx.x / 32 == 31) {
        for (int i = 0; i < n; ++i) a[i % 64] += i;
        __threadfence_block();
        flag = 1;
    }
    while (flag == 0) {}
    a[threadIdx.x % 64] = flag;)";
    const auto fault = fault_of(body, 300'000, 1024, {.trace = Trace::counters});
    EXPECT_FALSE(fault) << text_of(*fault);
}
TEST(Ends, ABlockThatWaitsForAnEarlierOne) {
    Array a = zeros(DType::i32, 64);
    const auto outcome =
        run("__global__ void k(volatile int* a, int n) {\n"
            "    if (blockIdx.x == 0) { for (int i = 0; i < n; ++i) a[1] = i; a[0] = 1; }\n"
            "    while (a[0] == 0) {}\n    a[2 + blockIdx.x] = 1;\n}",
            "k", shape_of(2, 32), {argument(a), scalar(3'000'000)}, {.threads = 2, .trace = Trace::none});
    EXPECT_FALSE(outcome.fault) << fault_text(outcome);
    EXPECT_EQ(a.value(3), 1);
}
TEST(Ends, AWaitOfSomeClockCycles) {
    EXPECT_FALSE(fault_of("long long start = clock64(); while (clock64() - start < 3000000) {} a[0] = n;", 5));
}

}  // namespace
}  // namespace warpwise::test
