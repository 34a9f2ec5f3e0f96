// A launch's budget of steps ends a block that does not end, and no grid of many blocks that do.
#include <gtest/gtest.h>

#include <algorithm>
#include <cstring>
#include <span>
#include <string>
#include <vector>

#include "simt/compile/compile.h"
#include "simt/execute/execute.h"

namespace warpwise::simt {
namespace {

constexpr std::uint64_t kBudgetOfLaunch = 100'000, kBudgetOfBlock = 50'000;

ExecuteOutcome outcome_within_budgets(const std::string& body, std::uint32_t blocks, std::uint64_t block_budget, Tier tier,
                                      std::vector<int>& values) {
    auto kernel = compile("__global__ void k(int* a) { " + body + " }", "k", "kernel.cu");
    EXPECT_TRUE(kernel.has_value());
    Memory memory;
    EXPECT_TRUE(prepare_memory(kernel->program, memory));
    values.assign(blocks, 0);
    const auto address = memory.attach("a", std::as_writable_bytes(std::span(values)), sizeof(int), 0);
    ArgumentBytes bytes(sizeof *address);
    std::memcpy(bytes.data(), &*address, sizeof *address);
    const std::vector<ArgumentBytes> arguments{bytes};
    ExecuteOptions options;
    options.threads = 1;
    options.tier = tier;
    options.step_budget = kBudgetOfLaunch;
    options.block_step_budget = block_budget;
    return execute(kernel->program, kernel->program.functions[kernel->entry], {{blocks, 1, 1}, {32, 1, 1}, 0}, arguments, memory,
                   options);
}

const std::string long_block = "int x = 0; for (int i = 0; i < 1000; ++i) x += i & 1; if (threadIdx.x == 0) a[blockIdx.x] = x;";

TEST(BlockBudget, ALongGridRunsToItsEnd) {
    for (const Tier tier : {Tier::interpreted, Tier::native}) {
        std::vector<int> values;
        const auto outcome = outcome_within_budgets(long_block, 200, kBudgetOfBlock, tier, values);
        EXPECT_FALSE(outcome.fault) << text_of(*outcome.fault);
        EXPECT_GT(outcome.warp_instructions, 4 * kBudgetOfLaunch);
        EXPECT_EQ(std::ranges::count(values, 500), 200);
    }
}

TEST(BlockBudget, WithoutOneTheLaunchsBudgetIsTheLimit) {
    std::vector<int> values;
    const auto outcome = outcome_within_budgets(long_block, 200, 0, Tier::automatic, values);
    ASSERT_TRUE(outcome.fault);
    EXPECT_EQ(outcome.fault->kind, FaultKind::step_budget);
    EXPECT_TRUE(outcome.fault->message.starts_with("the launch is too long for the emulator: ")) << outcome.fault->message;
}

TEST(BlockBudget, ABlockThatDoesNotEndIsTold) {
    for (const Tier tier : {Tier::interpreted, Tier::native}) {
        std::vector<int> values;
        const auto outcome = outcome_within_budgets("for (unsigned i = 0; i < 4000000000u; ++i) a[blockIdx.x] = i;", 200,
                                                    kBudgetOfBlock, tier, values);
        ASSERT_TRUE(outcome.fault);
        EXPECT_EQ(outcome.fault->kind, FaultKind::step_budget);
        EXPECT_LT(outcome.warp_instructions, 3 * kBudgetOfLaunch);
    }
}

}  // namespace
}  // namespace warpwise::simt
