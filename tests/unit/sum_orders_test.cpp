// The orders of a sum: rounded at every addition as the type does it, against sums that are worked out here.
#include "ui/numbers/sum_orders.h"

#include <gtest/gtest.h>

#include <cmath>
#include <numeric>

#include "experiment/run/inputs.h"

namespace warpwise::ui {
namespace {

template <typename T>
Array array_of(DType dtype, const std::vector<T>& values) {
    Array array = *Array::make(dtype, {static_cast<std::int64_t>(values.size())});
    std::ranges::copy(values, array.as<T>().begin());
    return array;
}

TEST(SumOrders, AHalfStopsAt2048) {
    const std::vector<f16> ones(4096, static_cast<f16>(1));
    const SumRace race = race_of_sums(array_of(DType::f16, ones), DType::f16, 1);
    EXPECT_EQ(race.last(SumOrder::serial).sum, 2048);  // 2048 + 1 is a tie, and goes to the even 2048
    EXPECT_EQ(race.last(SumOrder::serial).exact, 4096);
    EXPECT_EQ(race.last(SumOrder::serial).error, -2048);
    EXPECT_EQ(race.last(SumOrder::tree).sum, 4096);
    EXPECT_EQ(race.last(SumOrder::kahan).sum, 4096);
    EXPECT_EQ(race.at(SumOrder::serial, 2000).error, 0);
}

TEST(SumOrders, EveryAdditionOfAHalfIsRounded) {
    Array numbers = *Array::make(DType::f16, {10000});
    ASSERT_TRUE(fill_array(numbers, "uniform=-0.5..0.5", 1, 0));
    f16 sum = 0;
    for (const f16 x : numbers.as<f16>()) {
        const float wide = static_cast<float>(sum) + static_cast<float>(x);
        sum = static_cast<f16>(wide);
    }
    const SumRace race = race_of_sums(numbers, DType::f16, 1);
    EXPECT_EQ(race.last(SumOrder::serial).sum, static_cast<double>(sum));
    EXPECT_LT(std::fabs(race.last(SumOrder::kahan).error), std::fabs(race.last(SumOrder::serial).error));
    EXPECT_LE(std::fabs(race.last(SumOrder::kahan).error), ulp_at(DType::f16, race.last(SumOrder::kahan).exact));
}

TEST(SumOrders, TheExactSumOfDoublesKeepsWhatTheyLose) {
    std::vector<double> numbers{1};
    numbers.resize(1001, 0x1p-54);
    const SumRace race = race_of_sums(array_of(DType::f64, numbers), DType::f64, 1);
    EXPECT_EQ(race.last(SumOrder::serial).sum, 1);
    EXPECT_EQ(race.last(SumOrder::serial).error, -1000 * 0x1p-54);
}

TEST(SumOrders, NegativesComeFirstInTheirOrder) {
    std::vector<double> numbers{1};
    numbers.resize(1001, -0x1p-54);
    const SumRace race = race_of_sums(array_of(DType::f64, numbers), DType::f64, 1);
    EXPECT_EQ(race.last(SumOrder::serial).sum, 1);  // each is half of the spacing below 1: a tie
    EXPECT_EQ(race.last(SumOrder::negatives_first).error, 0);
    // sorted, -2^53 would come first, and each -1 after it would be lost
    const SumRace kept = race_of_sums(array_of<double>(DType::f64, {4, -1, -1, -0x1p53}), DType::f64, 1);
    EXPECT_EQ(kept.last(SumOrder::negatives_first).sum, -2 - 0x1p53 + 4);
    EXPECT_NE(-0x1p53 - 1 - 1 + 4, -2 - 0x1p53 + 4);
}

TEST(SumOrders, AShuffleIsRepeatedAndAnotherDiffers) {
    Array numbers = *Array::make(DType::f16, {20000});
    ASSERT_TRUE(fill_array(numbers, "uniform=-0.5..0.5", 1, 0));
    const double first = race_of_sums(numbers, DType::f16, 1).last(SumOrder::shuffled).sum;
    EXPECT_EQ(race_of_sums(numbers, DType::f16, 1).last(SumOrder::shuffled).sum, first);
    bool differs = false;
    for (std::uint64_t shuffle = 2; shuffle < 6; ++shuffle)
        differs = differs || race_of_sums(numbers, DType::f16, shuffle).last(SumOrder::shuffled).sum != first;
    EXPECT_TRUE(differs);
}

TEST(SumOrders, ChainsAreCounted) {
    EXPECT_EQ(longest_chain(SumOrder::serial, 100000), 100000u);
    EXPECT_EQ(longest_chain(SumOrder::tree, 100000), 17u);
    EXPECT_EQ(longest_chain(SumOrder::tree, 1024), 10u);
    EXPECT_EQ(longest_chain(SumOrder::tree, 1025), 11u);
    EXPECT_EQ(longest_chain(SumOrder::kahan, 1000), 4000u);
    EXPECT_EQ(longest_chain(SumOrder::tree, 1), 0u);
}

TEST(SumOrders, AnUlpIsTheGapOfTheType) {
    EXPECT_EQ(ulp_at(DType::f16, 2048), 2);
    EXPECT_EQ(ulp_at(DType::f16, -1500), 1);
    EXPECT_EQ(ulp_at(DType::f32, 1), 0x1p-23);
    EXPECT_EQ(ulp_at(DType::f64, 0), 0x1p-1074);
}

TEST(SumOrders, OnlyTheFirstNumbersAreAdded) {
    const Array many = *Array::make(DType::f32, {static_cast<std::int64_t>(kMostSummed) + 5});
    EXPECT_EQ(race_of_sums(many, DType::f32, 1).count, kMostSummed);
    const Array none = *Array::make(DType::f32, {0});
    EXPECT_EQ(race_of_sums(none, DType::f32, 1).count, 0u);
}

}  // namespace
}  // namespace warpwise::ui
