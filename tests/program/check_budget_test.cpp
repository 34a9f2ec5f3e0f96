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
    kernel.launches.is_closed = kernel.samples.is_closed = true;
    CheckBudget::note_done(kernel, 1'000'000'000);
    EXPECT_FALSE(budget.allows(kernel));
    EXPECT_FALSE(CheckBudget::allows_sample(kernel));
}

// A long run of short launches, of long ones, and of long ones of which eight blocks in 4,096 are sampled.
TEST(CheckBudget, AProgramThatGoesOnIsCheckedOn) {
    const auto checked_of_late_launches = [](std::uint64_t instructions) {
        CheckBudget budget;
        CheckBudget::Kernel kernel;
        int late = 0;
        Units units = 0;
        for (int i = 0; i < 200'000; ++i) {
            const bool is_late = kernel.launches.first >= CheckBudget::kMostOfKernel;
            if (budget.allows(kernel)) {
                budget.note(kernel, CheckBudget::cost(instructions, 0));
                late += is_late ? 1 : 0;
                units += is_late ? CheckBudget::cost(instructions, 0) : 0;
            }
            CheckBudget::note_done(kernel, instructions);
        }
        EXPECT_LE(units, kernel.done / 4);
        return late;
    };
    EXPECT_GT(checked_of_late_launches(200), 180'000 - static_cast<int>(CheckBudget::kMostOfKernel / CheckBudget::cost(200, 0)));
    EXPECT_GT(checked_of_late_launches(100'000), 10'000 / 8);
    CheckBudget::Kernel kernel;
    int sampled = 0;
    for (int i = 0; i < 10'000; ++i) {
        if (CheckBudget::allows_sample(kernel)) {
            CheckBudget::note_sample(kernel, CheckBudget::cost(1'000'000 * 8 / 4'096, std::uint64_t{1} << 20));
            ++sampled;
        }
        CheckBudget::note_done(kernel, 1'000'000);
    }
    EXPECT_EQ(sampled, 10'000);
}

}  // namespace
}  // namespace warpwise
