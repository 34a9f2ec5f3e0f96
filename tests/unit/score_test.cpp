#include "lesson/score.h"

#include <gtest/gtest.h>

namespace warpwise {
namespace {

TEST(Score, AMedalForEachLimit) {
    const Score score{"sectors / requests", "sectors per request", 4, 8, 16};
    EXPECT_EQ(medal_of(score, 3), Medal::gold) << "lower than the best known";
    EXPECT_EQ(medal_of(score, 4), Medal::gold);
    EXPECT_EQ(medal_of(score, 4.5), Medal::silver);
    EXPECT_EQ(medal_of(score, 8), Medal::silver);
    EXPECT_EQ(medal_of(score, 16), Medal::bronze);
    EXPECT_EQ(medal_of(score, 17), Medal::none);
    EXPECT_EQ(name_of(Medal::gold), "gold");
    EXPECT_EQ(name_of(Medal::none), "");
}

TEST(Score, ALimitIsStatedAsItIsShown) {
    const Score score{"warp_instructions / n", "instructions per element", 10.88, 12, 14};
    EXPECT_EQ(medal_of(score, 10.8799), Medal::gold);
    EXPECT_EQ(medal_of(score, 10.8801), Medal::gold) << "10.88 as it is shown";
    EXPECT_EQ(medal_of(score, 10.9), Medal::silver);
    EXPECT_TRUE(shows_same(1.0 / 3, 0.3333));
    EXPECT_FALSE(shows_same(1.0 / 3, 0.334));
}

}  // namespace
}  // namespace warpwise
