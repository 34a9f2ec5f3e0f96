// Launches that take less time than what is around them: what one leaves is there for the next.
#include <gtest/gtest.h>

#include <algorithm>
#include <chrono>
#include <cstdio>
#include <cstring>
#include <span>
#include <stdexcept>
#include <string>
#include <utility>
#include <vector>

#include "simt/compile/compile.h"
#include "simt/execute/block_memory.h"
#include "simt/execute/execute.h"

namespace warpwise::simt {
namespace {

class TinyKernel {
  public:
    explicit TinyKernel(const std::string& text) {
        auto kernel = compile(text, "k", "kernel.cu");
        if (!kernel) throw std::runtime_error(text_of(kernel.error()));
        kernel_ = std::move(*kernel);
    }
    // On an array of ints, which it gives back.
    std::vector<int> run(std::uint32_t blocks, std::uint32_t threads, const ExecuteOptions& options, std::size_t elements) {
        Memory memory;
        EXPECT_TRUE(prepare_memory(kernel_.program, memory));
        std::vector<int> values(elements);
        const auto address = memory.attach("a", std::as_writable_bytes(std::span(values)), sizeof(int), 0);
        ArgumentBytes bytes(sizeof *address);
        std::memcpy(bytes.data(), &*address, sizeof *address);
        const std::vector<ArgumentBytes> arguments{bytes};
        const auto begin = std::chrono::steady_clock::now();
        outcome = execute(kernel_.program, kernel_.program.functions[kernel_.entry], {{blocks, 1, 1}, {threads, 1, 1}, 0},
                          arguments, memory, options);
        last_us = std::chrono::duration<double, std::micro>(std::chrono::steady_clock::now() - begin).count();
        EXPECT_FALSE(outcome.fault) << text_of(*outcome.fault);
        return values;
    }
    ExecuteOutcome outcome;
    double last_us = 0;

  private:
    CompiledKernel kernel_;
};

const std::string add_one = "__global__ void k(int* a) { a[blockIdx.x * blockDim.x + threadIdx.x] += 1; }";

TEST(TinyLaunch, RegistersAreMappedOnce) {
    TinyKernel kernel(add_one);
    for (const TraceLevel trace : {TraceLevel::none, TraceLevel::counters, TraceLevel::full}) {
        BlockPool pool;
        for (int i = 0; i < 50; ++i) {
            const std::vector<int> values = kernel.run(8, 128, {.threads = 4, .trace = trace, .pool = &pool}, 1024);
            EXPECT_EQ(std::ranges::count(values, 1), 1024);
        }
        EXPECT_EQ(pool.warps_made(), 4u) << "8 blocks of 4 warps run one after the other, 50 times";
    }
}

TEST(TinyLaunch, BlocksOfAnotherSizeUseTheSameWarps) {
    TinyKernel kernel(add_one);
    BlockPool pool;
    for (const std::uint32_t threads : {256u, 32u, 96u, 256u, 1u}) {
        const std::vector<int> values =
            kernel.run(2, threads, {.threads = 1, .trace = TraceLevel::full, .pool = &pool}, 2 * threads);
        EXPECT_EQ(std::ranges::count(values, 1), 2 * threads);
    }
    EXPECT_EQ(pool.warps_made(), 8u);
}

TEST(TinyLaunch, GridsThatAKernelLaunchesShareWarps) {
    TinyKernel kernel(
        "__global__ void one(int* a) { atomicAdd(a, 1); }\n"
        "__global__ void k(int* a) { for (int i = 0; i < 20; ++i) one<<<1, 64>>>(a); }");
    BlockPool pool;
    EXPECT_EQ(kernel.run(1, 1, {.threads = 1, .pool = &pool}, 1)[0], 20 * 64);
    EXPECT_EQ(pool.warps_made(), 2u);
}

// Work is measured by the warp instructions that a launch needs, not by its size or by the clock. Each host thread has warps of its
// own: more than the 4 of one block show that another thread was started.
TEST(TinyLaunch, StartsThreadsOnlyForWorkThatIsWorthIt) {
    // all blocks are short; all are long; only the last ten are long
    for (const auto& [repeats, is_long] : {std::pair{"1", false}, {"500", true}, {"(blockIdx.x < 246 ? 1 : 2000)", true}}) {
        TinyKernel kernel(std::string("__global__ void k(int* a) { for (int i = 0; i < ") + repeats +
                          "; ++i) a[blockIdx.x * blockDim.x + threadIdx.x] += 1; }");
        BlockPool pool;
        for (int i = 0; i < 20; ++i) kernel.run(256, 128, {.threads = 16, .trace = TraceLevel::counters, .pool = &pool}, 256 * 128);
        if (is_long)
            EXPECT_GT(pool.warps_made(), 4u) << repeats << ": " << kernel.outcome.warp_instructions;
        else
            EXPECT_EQ(pool.warps_made(), 4u) << repeats << ": " << kernel.outcome.warp_instructions;
    }
}

// The first block never ends without the second one: its instructions alone show that it takes long.
TEST(TinyLaunch, ABlockThatWaitsForALaterOneGetsHelp) {
    TinyKernel kernel(
        "__global__ void k(volatile int* a) {\n"
        "  if (blockIdx.x == 0) { while (a[0] == 0) {} a[1] = 1; } else { a[0] = 1; }\n"
        "}");
    BlockPool pool;
    EXPECT_EQ(kernel.run(2, 1, {.threads = 2, .pool = &pool}, 2)[1], 1);
    EXPECT_EQ(pool.warps_made(), 2u) << "one for each thread";
}

// Of a wrong kernel: what it reads is the same whatever ran before.
TEST(TinyLaunch, WhatAnotherKernelLeftIsNotRead) {
    const std::string text =
        "__device__ __noinline__ int deep(int* a, int n) {\n"
        "  int local[16];\n"
        "  for (int i = 0; i < 16; ++i) local[i] = a[0] + i * n;\n"
        "  return n == 0 ? local[3] : deep(a, n - 1) + local[n % 16];\n"
        "}\n";
    TinyKernel first(text + "__global__ void k(int* a) { a[threadIdx.x] = deep(a, 20) | 1; }");
    TinyKernel second(
        "__device__ __noinline__ int garbage(int i) { int x; int y[8]; if (i > 100) x = i, y[i % 8] = i; return x + y[i % 8]; }\n"
        "__global__ void k(int* a) { int z; if (threadIdx.x > 100) z = 1; a[threadIdx.x] = z + garbage(threadIdx.x); }");
    BlockPool pool;
    const std::vector<int> alone = second.run(1, 32, {.threads = 1}, 32);
    first.run(1, 64, {.threads = 1, .pool = &pool}, 64);
    EXPECT_EQ(second.run(1, 32, {.threads = 1, .pool = &pool}, 32), alone);
    EXPECT_EQ(pool.warps_made(), 2u);
}

TEST(TinyLaunch, LargeMemoryIsNotKept) {
    TinyKernel kernel(
        "__global__ void k(int* a) {\n"
        "  int local[4000];\n"
        "  for (int i = 0; i < 4000; ++i) local[i] = i;\n"
        "  a[threadIdx.x] = local[threadIdx.x];\n"
        "}");
    BlockPool pool;
    for (int i = 0; i < 3; ++i) kernel.run(1, 32, {.threads = 1, .pool = &pool}, 32);
    EXPECT_EQ(pool.warps_made(), 3u);
}

TEST(TinyLaunch, WhatADeepRecursionTouchedIsNotKept) {
    TinyKernel kernel(
        "__device__ __noinline__ int deep(int* a, int n) { return n == 0 ? a[0] : deep(a, n - 1) + 1; }\n"
        "__global__ void k(int* a) { a[blockIdx.x] = deep(a, blockIdx.x == 0 ? 2000 : 0); }");
    BlockPool pool;
    for (int i = 0; i < 3; ++i) kernel.run(2, 1, {.threads = 1, .pool = &pool}, 2);
    EXPECT_EQ(pool.warps_made(), 3u);
}

// A benchmark, for docs/measurements.md.
TEST(TinyLaunch, DISABLED_Microseconds) {
    TinyKernel kernel(add_one);
    for (const auto& [trace, threads] :
         {std::pair(TraceLevel::counters, 0), std::pair(TraceLevel::counters, 8), std::pair(TraceLevel::full, 0)}) {
        BlockPool pool;
        std::vector<double> us;
        for (int i = 0; i < 1000; ++i) {
            kernel.run(8, 128, {.threads = threads, .trace = trace, .pool = &pool}, 1024);
            us.push_back(kernel.last_us);
        }
        std::ranges::sort(us);
        std::printf("8 blocks of 128, %s, %s host threads: median %.1f us, 10 %% below %.1f us, 90 %% below %.1f us\n",
                    trace == TraceLevel::full ? "full" : "counters", threads == 0 ? "all" : "8", us[500], us[100], us[900]);
    }
}

}  // namespace
}  // namespace warpwise::simt
