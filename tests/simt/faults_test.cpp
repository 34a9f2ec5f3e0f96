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
    expect_invalid(shape_of(1, 32, 49153));
}

TEST(Faults, StaticAndDynamicSharedMemoryCountTogether) {
    Array a = zeros(DType::i32, 32);
    const char* const text =
        "extern __shared__ int d[];"
        "__global__ void tiles(int* a) { __shared__ int s[8192]; s[0] = 1; d[0] = s[0]; a[0] = d[0]; }";
    EXPECT_FALSE(run(text, "tiles", shape_of(1, 32, 16384), {argument(a)}).fault);
    const auto outcome = run(text, "tiles", shape_of(1, 32, 16388), {argument(a)});
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
