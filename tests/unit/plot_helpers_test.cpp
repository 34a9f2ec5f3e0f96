// Ticks, thinned curves and crossovers.
#include "ui/kit/plot_helpers.h"

#include <gmock/gmock.h>
#include <gtest/gtest.h>

#include <algorithm>
#include <cmath>

namespace warpwise::ui {
namespace {

using testing::ElementsAre;

TEST(PlotHelpers, SizesArePowersOfTwoWhereTheyAre) {
    EXPECT_EQ(size_text(1024), "2^10");
    EXPECT_EQ(size_text(512), "512");
    EXPECT_EQ(size_text(1000000), "1,000,000");
}

TEST(PlotHelpers, ElementTicksAreRoundAndEndAtTheEnd) {
    EXPECT_THAT(element_ticks(100, 10), ElementsAre(0, 10, 20, 30, 40, 50, 60, 70, 80, 90, 99));
    EXPECT_THAT(element_ticks(1 << 20, 4), ElementsAre(0, 1 << 18, 2 << 18, 3 << 18, (1 << 20) - 1));
    EXPECT_THAT(element_ticks(3, 10), ElementsAre(0, 1, 2));
    EXPECT_TRUE(element_ticks(0, 10).empty());
    EXPECT_LE(element_ticks(12345678901, 5).size(), 7u);
}

TEST(PlotHelpers, AxesOfTimes) {
    EXPECT_THAT(decade_ticks(0.02, 3, 10), testing::Pointwise(testing::DoubleEq(), {0.01, 0.1, 1.0, 10.0}));
    EXPECT_LE(decade_ticks(1e-6, 1e6, 5).size(), 5u);
    EXPECT_TRUE(decade_ticks(0, 1, 5).empty());
    EXPECT_THAT(linear_ticks(0.9, 5), testing::Pointwise(testing::DoubleNear(1e-12), {0.0, 0.2, 0.4, 0.6, 0.8, 1.0}));
    EXPECT_GE(linear_ticks(7.3, 4).back(), 7.3);
    EXPECT_THAT(linear_ticks(0, 4), ElementsAre(0));
}

std::vector<CurvePoint> line(double fixed, double per_element) {
    std::vector<CurvePoint> points;
    for (int e = 4; e <= 24; ++e) points.push_back({std::exp2(e), fixed + per_element * std::exp2(e)});
    return points;
}

TEST(Crossover, LiesBetweenTheMeasuredSizes) {
    const auto serial = line(2e-5, 5.5e-7), gpu = line(0.012, 3.5e-9);
    const Comparison c = compare_curves(gpu, serial);
    ASSERT_EQ(c.winner, Winner::crosses);
    EXPECT_EQ(c.crossover->below, 16384);
    EXPECT_EQ(c.crossover->above, 32768);
    EXPECT_NEAR(c.crossover->x, 21920, 200);  // where the two lines meet: 0.01198 / 5.465e-7
    EXPECT_EQ(crossover_text(c, "The GPU", "CPU serial", "n"),
              "The GPU beats CPU serial from about n = 21,900 on (between the measured sizes 16,384 and 32,768)");
}

TEST(Crossover, SaysWhenOneWinsEverywhere) {
    EXPECT_EQ(compare_curves(line(1, 1), line(2, 2)).winner, Winner::ours_everywhere);
    EXPECT_EQ(compare_curves(line(2, 2), line(1, 1)).winner, Winner::theirs_everywhere);
}

TEST(Crossover, NeedsTwoCommonSizes) {
    EXPECT_EQ(compare_curves({}, {}).winner, Winner::neither);
    const std::vector<CurvePoint> a{{16, 1}, {32, 2}}, b{{17, 1}, {33, 2}};
    EXPECT_EQ(compare_curves(a, b).winner, Winner::neither);
    EXPECT_TRUE(crossover_text(compare_curves(a, b), "a", "b", "n").empty());
}

TEST(Crossover, CountsTheLastChangeWhenNoiseCrossesBefore) {
    const std::vector<CurvePoint> ours{{1, 1}, {2, 3}, {4, 3}, {8, 3}}, theirs{{1, 2}, {2, 2}, {4, 2}, {8, 6}};
    const auto c = compare_curves(ours, theirs).crossover;
    ASSERT_TRUE(c);
    EXPECT_EQ(c->below, 4);
    EXPECT_EQ(c->above, 8);
}

TEST(ReduceToColumns, KeepsTheExtremesOfEveryColumn) {
    std::vector<CurvePoint> points;
    for (int i = 0; i < 100000; ++i) points.push_back({static_cast<double>(i), std::sin(i * 0.01)});
    points[54321].y = 9;
    points[12345].y = -9;
    const auto kept = reduce_to_columns(points, 0, 99999, 400, false);
    EXPECT_LE(kept.size(), 4u * 402);
    EXPECT_THAT(kept, testing::Contains(points[54321]));
    EXPECT_THAT(kept, testing::Contains(points[12345]));
    EXPECT_EQ(kept.front(), points.front());
    EXPECT_EQ(kept.back(), points.back());
    EXPECT_TRUE(std::ranges::is_sorted(kept, {}, &CurvePoint::x));
}

TEST(ReduceToColumns, LeavesFewPointsAlone) {
    const auto points = line(1, 1);
    EXPECT_EQ(reduce_to_columns(points, 16, 1 << 24, 400, true), points);
}

TEST(PlotHelpers, ThreeDigits) {
    EXPECT_EQ(round_to_three_digits(21834), 21800);
    EXPECT_EQ(round_to_three_digits(7), 7);
    EXPECT_EQ(round_to_three_digits(-1), 0);
}

}  // namespace
}  // namespace warpwise::ui
