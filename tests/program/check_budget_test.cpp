// Which launches are checked follows from counted work alone.
#include "program/runtime/check_budget.h"

#include <gtest/gtest.h>

namespace warpwise {
namespace {

using Units = CheckBudget::Units;

TEST(CheckBudget, AKernelIsCheckedUntilItsLaunchesHaveDoneSoMuch) {
    CheckBudget budget;
    CheckBudget::Kernel kernel;
    int checked = 0;
    for (; checked < 1'000'000 && budget.allows(kernel); ++checked) budget.note(kernel, CheckBudget::cost(100'000, 0));
    EXPECT_EQ(checked, static_cast<int>(CheckBudget::kMostOfKernel / CheckBudget::cost(100'000, 0)) + 1);
    EXPECT_FALSE(budget.allows(kernel));
    EXPECT_TRUE(budget.allows(CheckBudget::Kernel{})) << "another kernel";
}

TEST(CheckBudget, OnceAllKernelsHaveDoneSoMuchOnlyFirstLaunchesAreChecked) {
    CheckBudget budget;
    for (int i = 0; i < 3; ++i) {
        CheckBudget::Kernel kernel;
        budget.note(kernel, CheckBudget::kMostOfKernel);
    }
    CheckBudget::Kernel once, never;
    EXPECT_TRUE(budget.allows(once));
    budget.note(once, CheckBudget::cost(10, 0));
    EXPECT_FALSE(budget.allows(once));
    EXPECT_TRUE(budget.allows(never));
}

TEST(CheckBudget, MemoryCountsAsWellAsInstructions) {
    EXPECT_GT(CheckBudget::cost(0, std::uint64_t{256} << 20), CheckBudget::cost(1'000'000, 0));
    EXPECT_GT(CheckBudget::cost(0, 0), Units{0}) << "a program that launches an empty kernel for ever";
}

TEST(CheckBudget, AClosedKernelIsNotCheckedAgain) {
    CheckBudget budget;
    CheckBudget::Kernel kernel;
    CheckBudget::close(kernel);
    EXPECT_FALSE(budget.allows(kernel));
}

}  // namespace
}  // namespace warpwise
