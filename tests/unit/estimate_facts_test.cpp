// An estimate from samples: its error after each of them, and the standard error that the view's band is made of.
#include "ui/numbers/estimate_facts.h"

#include <gtest/gtest.h>

#include <cmath>
#include <numbers>
#include <random>
#include <vector>

#include "base/array.h"

namespace warpwise::ui {
namespace {

const EstimateView kPi{.hits = "hits", .points = "points", .scale = 4, .exact = std::numbers::pi};

Samples random_samples(std::size_t count, unsigned seed) {
    Array hits = *Array::make(DType::u8, {static_cast<std::int64_t>(count)});
    std::mt19937 bits(seed);
    std::uniform_real_distribution<double> uniform;
    for (std::uint8_t& hit : hits.as<std::uint8_t>()) {
        const double x = uniform(bits), y = uniform(bits);
        hit = x * x + y * y < 1 ? 1 : 0;
    }
    return samples_of(hits, nullptr);
}

TEST(EstimateTest, HitsAreCountedAndAnyValueButZeroIsOne) {
    Array hits = *Array::make(DType::i32, {4});
    hits.as<std::int32_t>()[0] = 1, hits.as<std::int32_t>()[2] = -7, hits.as<std::int32_t>()[3] = 300;
    const Samples samples = samples_of(hits, nullptr);
    EXPECT_EQ(samples.before, (std::vector<std::uint32_t>{0, 1, 1, 2, 3}));
    EXPECT_EQ(estimate_after(kPi, samples, 4), 3);
    EXPECT_DOUBLE_EQ(error_after(kPi, samples, 4), std::numbers::pi - 3);
    EXPECT_EQ(estimate_sentence(kPi, samples, 4),
              "3 of 4 samples are hits: 4 × 3 / 4 = 3.00000. The error is 0.14; 2 standard errors are 1.6.");
    EXPECT_EQ(estimate_sentence(kPi, samples, 0), "No samples yet.");
}

TEST(EstimateTest, PointsAreTakenInOrderUpToAMostAndOnlyIfThereIsOnePerSample) {
    constexpr auto most = static_cast<std::int64_t>(kMostSamplePoints);
    Array hits = *Array::make(DType::u8, {most + 5}), points = *Array::make(DType::f32, {most + 5, 2});
    for (std::int64_t i = 0; i < most + 5; ++i) points.as<float>()[static_cast<std::size_t>(2 * i)] = static_cast<float>(i);
    const Samples samples = samples_of(hits, &points);
    EXPECT_EQ(samples.points.size(), kMostSamplePoints);
    EXPECT_EQ(samples.points[7].x, 7);
    EXPECT_EQ(samples.count(), kMostSamplePoints + 5);
    const Array too_few = *Array::make(DType::f32, {3, 2}), wrong_type = *Array::make(DType::f64, {most + 5, 2});
    EXPECT_TRUE(samples_of(hits, &too_few).points.empty());
    EXPECT_TRUE(samples_of(hits, &wrong_type).points.empty());
}

// The band is a claim about many runs, so it is held against many runs.
TEST(EstimateTest, AboutNineteenOfTwentyEstimatesAreWithinTheBandAtAnyNumberOfSamples) {
    constexpr int runs = 400;
    for (const std::uint64_t count : {100u, 1000u, 4000u}) {
        int within = 0;
        double squares = 0;
        for (int run = 0; run < runs; ++run) {
            const double error = error_after(kPi, random_samples(count, static_cast<unsigned>(run + 1)), count);
            within += error <= kErrorsOfBand * standard_error(kPi, static_cast<double>(count)) ? 1 : 0;
            squares += error * error;
        }
        EXPECT_GT(within, runs * 92 / 100) << count;
        EXPECT_LT(within, runs * 99 / 100) << count;
        EXPECT_NEAR(std::sqrt(squares / runs), standard_error(kPi, static_cast<double>(count)),
                    0.1 * standard_error(kPi, static_cast<double>(count)));
    }
    EXPECT_NEAR(standard_error(kPi, 1), 1.642, 0.001);
    EXPECT_DOUBLE_EQ(standard_error(kPi, 400), standard_error(kPi, 4) / 10);
    EXPECT_EQ(standard_error({.hits = {}, .points = {}}, 1), 0.5) << "a fair coin";
}

TEST(EstimateTest, TheCurveKeepsItsPeaksAndItsEndAndDrawsNoErrorOfZero) {
    const Samples samples = random_samples(20'000, 3);
    const ErrorRange range = error_range(kPi, samples);
    const auto curve = error_curve(kPi, samples, 20'000, 20'000, range.low, 200);
    ASSERT_FALSE(curve.empty());
    EXPECT_LE(curve.size(), 4u * 201);
    EXPECT_EQ(curve.back(), (CurvePoint{20'000, std::max(range.low, error_after(kPi, samples, 20'000))}));
    double most = 0;
    for (std::uint64_t i = 1; i <= 20'000; ++i) most = std::max(most, error_after(kPi, samples, i));
    EXPECT_EQ(std::ranges::max(curve, {}, &CurvePoint::y).y, most);
    for (const CurvePoint& p : curve) EXPECT_GE(p.y, range.low);
    EXPECT_GE(range.high, most);
    EXPECT_LT(range.low, standard_error(kPi, 20'000));
    EXPECT_EQ(error_curve(kPi, samples, 50, 20'000, range.low, 200).back().x, 50);
    Array all = *Array::make(DType::u8, {1});
    const EstimateView coin{.hits = {}, .points = {}, .scale = 2, .exact = 1};
    EXPECT_GT(error_range(coin, samples_of(all, nullptr)).high, 0);
}

TEST(EstimateTest, ARunIsTheBeginningOfALongerOneWithTheSameSeed) {
    const Samples longer = random_samples(1000, 1), shorter = random_samples(300, 1), other = random_samples(1000, 2);
    EXPECT_TRUE(same_samples(longer, shorter));
    EXPECT_TRUE(same_samples(shorter, longer));
    EXPECT_FALSE(same_samples(longer, other));
}

}  // namespace
}  // namespace warpwise::ui
