// Launches that cannot start, and the words of faults. What a kernel can do wrong while it runs is in cases/.
#include "simt/emulator.h"

namespace warpwise::test {
namespace {

Fault expect_invalid(const LaunchShape& shape) {
    Array a = zeros(DType::i32, 32);
    const auto outcome = run("__global__ void fill(int* a) { a[0] = 1; }", "fill", shape, {argument(a)});
    EXPECT_TRUE(outcome.fault);
    const Fault fault = outcome.fault.value_or(Fault{});
    EXPECT_EQ(fault.kind, FaultKind::launch_invalid);
    EXPECT_NE(fault.message.find("CUDA_ERROR_INVALID_VALUE"), std::string::npos) << fault.message;
    EXPECT_EQ(a.as<int>()[0], 0);
    return fault;
}

TEST(Faults, LaunchShapesBeyondTheLimits) {
    EXPECT_NE(expect_invalid(shape_of(1, 2048)).message.find("2048 threads per block; the limit is 1024"), std::string::npos);
    expect_invalid(shape_of(0, 32));
    expect_invalid(shape_of(1, 0));
    expect_invalid({{1, 65536, 1}, {32, 1, 1}, 0});
    expect_invalid({{1, 1, 1}, {1, 1, 65}, 0});
    expect_invalid(shape_of(1, 32, 227 * 1024 + 1));
}

TEST(Faults, StaticAndDynamicSharedMemoryCountTogether) {
    Array a = zeros(DType::i32, 32);
    const char* const text =
        "extern __shared__ int d[];"
        "__global__ void tiles(int* a) { __shared__ int s[8192]; s[0] = 1; d[0] = s[0]; a[0] = d[0]; }";
    EXPECT_FALSE(run(text, "tiles", shape_of(1, 32, 199680), {argument(a)}).fault);
    const auto outcome = run(text, "tiles", shape_of(1, 32, 199684), {argument(a)});
    ASSERT_TRUE(outcome.fault);
    EXPECT_EQ(outcome.fault->kind, FaultKind::launch_invalid);
}

TEST(Faults, ArgumentsThatDoNotFit) {
    Array a = zeros(DType::i32, 32);
    const char* const text = "__global__ void fill(int* a, float x) { a[0] = (int)x; }";
    for (const auto& arguments : {std::vector{argument(a)}, std::vector{scalar(1), scalar(DType::f32, 1.0f)},
                                  std::vector{argument(a), scalar(1)}, std::vector{argument(a), argument(a)}}) {
        const auto outcome = run(text, "fill", shape_of(1, 32), arguments);
        ASSERT_TRUE(outcome.fault);
        EXPECT_EQ(outcome.fault->kind, FaultKind::launch_invalid);
    }
    EXPECT_FALSE(run(text, "fill", shape_of(1, 32), {argument(a), scalar(DType::f64, 3.0)}).fault);
    EXPECT_EQ(a.as<int>()[0], 3);
}

TEST(Faults, TheMemoryBudgetIsKept) {
    Array a = zeros(DType::i32, 1000);
    LaunchOptions options;
    options.memory_budget = 3999;
    const auto outcome = run("__global__ void fill(int* a) { a[0] = 1; }", "fill", shape_of(1, 32), {argument(a, "big")}, options);
    ASSERT_TRUE(outcome.fault);
    EXPECT_EQ(outcome.fault->kind, FaultKind::memory_budget);
    EXPECT_NE(outcome.fault->message.find("'big'"), std::string::npos);
    EXPECT_NE(outcome.fault->message.find("3999"), std::string::npos);
}

TEST(Faults, ABlockHasTheSharedMemoryOfAnH200) {
    const char* const text = R"(__global__ void reverse(int* a, int n) {
    extern __shared__ int tile[];
    for (int i = threadIdx.x; i < n; i += blockDim.x) tile[i] = a[i];
    __syncthreads();
    for (int i = threadIdx.x; i < n; i += blockDim.x) a[i] = tile[n - 1 - i];
})";
    constexpr int kMostBytes = 227 * 1024, n = kMostBytes / 4;
    Array a = zeros(DType::i32, n);
    a.as<int>()[0] = 7;
    EXPECT_FALSE(run(text, "reverse", shape_of(1, 256, kMostBytes), {argument(a), scalar(n)}).fault);
    EXPECT_EQ(a.as<int>()[n - 1], 7);
    const auto more = run(text, "reverse", shape_of(1, 256, kMostBytes + 4), {argument(a), scalar(n)});
    ASSERT_TRUE(more.fault);
    EXPECT_EQ(more.fault->kind, FaultKind::launch_invalid);
    EXPECT_NE(more.fault->message.find("232448"), std::string::npos) << more.fault->message;
}

TEST(Faults, StaticSharedMemoryEndsAt48KiB) {
    const auto with = [](const std::string& elements, std::uint32_t dynamic_bytes) {
        Array a = zeros(DType::i32, 32);
        return run("__global__ void k(int* a) { __shared__ int tile[" + elements +
                       "]; tile[threadIdx.x] = 1; a[threadIdx.x] = tile[threadIdx.x]; }",
                   "k", shape_of(1, 32, dynamic_bytes), {argument(a)});
    };
    EXPECT_FALSE(with("12288", 0).fault);
    EXPECT_FALSE(with("12288", 179 * 1024).fault);
    const auto both = with("12288", 180 * 1024), declared = with("12292", 0);
    ASSERT_TRUE(both.fault && declared.fault);
    EXPECT_NE(both.fault->message.find("dynamic and 49152 of static"), std::string::npos) << both.fault->message;
    EXPECT_NE(declared.fault->message.find("at most 49152"), std::string::npos) << declared.fault->message;
    EXPECT_NE(declared.fault->hint.find("extern __shared__"), std::string::npos) << declared.fault->hint;
}

TEST(Faults, TheWordsSayWhoWhatAndWhere) {
    Array a = zeros(DType::f32, 1024);
    const auto outcome = run("__global__ void fill(float* a) {\n    a[blockIdx.x * 256 + threadIdx.x] = 1;\n}", "fill",
                             shape_of(5, 256), {argument(a)});
    ASSERT_TRUE(outcome.fault);
    EXPECT_EQ(outcome.fault->message.substr(0, outcome.fault->message.find(" (address")),
              "thread (0, 0, 0) of block (4, 0, 0) writes element 1024 of 'a', which has 1024 elements, 0 to 1023");
    EXPECT_EQ(outcome.fault->file, "kernel.cu");
    EXPECT_EQ(outcome.fault->line, 2);
    EXPECT_GT(outcome.fault->column, 0);
}

TEST(Faults, ASpinLockInAWarpIsExplained) {
    Array a = zeros(DType::i32, 2);
    const auto outcome = run("__global__ void lock(int* a) { while (atomicCAS(a, 0, 1) != 0); a[1] += 1; atomicExch(a, 0); }",
                             "lock", shape_of(1, 32), {argument(a)});
    ASSERT_TRUE(outcome.fault);
    EXPECT_NE(outcome.fault->hint.find("spin lock"), std::string::npos) << outcome.fault->hint;
}

}  // namespace
}  // namespace warpwise::test
