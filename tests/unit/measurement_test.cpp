#include "experiment/record/measurement.h"

#include <gtest/gtest.h>

namespace warpwise {
namespace {

TEST(Measurement, SummarisesSamples) {
    const Measurement m = measure({4, 1, 3, 2, 10});
    EXPECT_EQ(m.median_ms, 3);
    EXPECT_EQ(m.mad_ms, 1);  // deviations 1 2 0 1 7
    EXPECT_EQ(m.mean_ms, 4);
    EXPECT_NEAR(m.std_ms, 3.1622776601683795, 1e-12);  // numpy.std([4, 1, 3, 2, 10])
    EXPECT_EQ(m.min_ms, 1);
    EXPECT_FALSE(m.too_few());
    EXPECT_EQ(m.samples_ms.size(), 5u);
}

TEST(Measurement, EvenCountTakesTheMiddleOfTwo) { EXPECT_EQ(measure({1, 2, 4, 9}).median_ms, 3); }

TEST(Measurement, FewOrNoSamplesAreSaid) {
    EXPECT_TRUE(measure({1, 2, 3, 4}).too_few());
    EXPECT_EQ(timeit_text(measure({})), "not measured");
}

TEST(Measurement, ReadsLikeTimeit) {
    EXPECT_EQ(timeit_text(measure({5, 5, 5, 5, 5, 5, 5})), "5.00 ms ± 0 ns per loop (mean ± std. dev. of 7 runs)");
}

}  // namespace
}  // namespace warpwise
