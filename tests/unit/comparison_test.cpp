#include "experiment/run/comparison.h"

#include <gtest/gtest.h>

#include <cmath>

namespace warpwise {
namespace {

template <typename T>
Array array_of(DType dtype, std::vector<T> values) {
    Array array = Array::make(dtype, {std::ssize(values)}).value();
    std::ranges::copy(values, array.as<T>().begin());
    array.name = "c";
    return array;
}

Check compare(const Array& found, const Array& expected, const AllowedError& allowed = {}) {
    return compare_arrays({&found}, {&expected}, allowed);
}

TEST(Comparison, NamesTheFirstDifference) {
    const Check check = compare(array_of<float>(DType::f32, {1, 2, 7, 8}), array_of<float>(DType::f32, {1, 2, 3, 4}));
    EXPECT_FALSE(check.passed);
    EXPECT_EQ(check.differing, 2u);
    EXPECT_EQ(check.compared, 4u);
    EXPECT_EQ(check.max_abs_error, 4);
    ASSERT_TRUE(check.first_difference);
    EXPECT_EQ(check.first_difference->index, 2);
    EXPECT_EQ(check.first_difference->array, "c");
    EXPECT_EQ(check.first_difference->expected, "3");
    EXPECT_EQ(check.first_difference->found, "7");
}

TEST(Comparison, AShareOfTheElementsMayDiffer) {
    const Array found = array_of<int>(DType::i32, {1, 2, 3, 9}), expected = array_of<int>(DType::i32, {1, 2, 3, 4});
    EXPECT_FALSE(compare(found, expected, {0, 0, 0.24}).passed);
    const Check check = compare(found, expected, {0, 0, 0.25});
    EXPECT_TRUE(check.passed);
    EXPECT_EQ(check.differing, 1u) << "it is still told";
}

TEST(Comparison, ToleranceIsAbsolutePlusRelative) {
    const Array found = array_of<float>(DType::f32, {100.5f}), expected = array_of<float>(DType::f32, {100.0f});
    EXPECT_FALSE(compare(found, expected, {0.1, 0.001}).passed);
    EXPECT_TRUE(compare(found, expected, {0.1, 0.005}).passed);
    EXPECT_EQ(compare(found, expected, {0.1, 0.005}).max_abs_error, 0.5);
}

TEST(Comparison, NanEqualsNanAndNothingElse) {
    const Array nan = array_of<double>(DType::f64, {NAN}), one = array_of<double>(DType::f64, {1});
    EXPECT_TRUE(compare(nan, nan).passed);
    EXPECT_FALSE(compare(nan, one, {1e9, 1e9}).passed);
    EXPECT_FALSE(compare(one, nan, {1e9, 1e9}).passed);
}

TEST(Comparison, IntegersAreExactWhateverTheTolerance) {
    // Neighbours above 2^53 are one double.
    const std::int64_t big = (std::int64_t{1} << 60) + 1;
    EXPECT_FALSE(
        compare(array_of<std::int64_t>(DType::i64, {big}), array_of<std::int64_t>(DType::i64, {big + 1}), {10, 10}).passed);
    EXPECT_TRUE(compare(array_of<std::int64_t>(DType::i64, {big}), array_of<std::int64_t>(DType::i64, {big})).passed);
}

TEST(Comparison, NegativeZeroIsZero) {
    EXPECT_TRUE(compare(array_of<float>(DType::f32, {-0.0f}), array_of<float>(DType::f32, {0.0f})).passed);
}

}  // namespace
}  // namespace warpwise
