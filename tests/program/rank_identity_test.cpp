// What must be the same on all ranks, and what is said where it is not.
#include <gmock/gmock.h>
#include <gtest/gtest.h>

#include "program/mpi/rank_identity.h"

namespace warpwise {
namespace {

RankIdentity rank_on(const char* host, const char* version, const char* lesson, const char* work = "chain n=4") {
    return RankIdentity::of({.host = host, .version = version, .lesson = lesson, .work = work});
}

TEST(RankIdentity, NamesTheRankThatDiffersItsHostAndBothValues) {
    EXPECT_EQ(difference_of({rank_on("a", "0.1.0", "12ab"), rank_on("b", "0.1.0", "12ab")}), std::nullopt);
    EXPECT_EQ(difference_of({rank_on("a", "0.1.0", "12ab"), rank_on("a", "0.1.0", "12ab"), rank_on("b", "0.2.0", "12ab")}),
              "rank 2 on b runs Warpwise 0.2.0, and rank 0 on a runs Warpwise 0.1.0");
    EXPECT_EQ(difference_of({rank_on("a", "0.1.0", "12ab"), rank_on("b", "0.1.0", "34cd")}),
              "rank 1 on b has the lesson with the hash 34cd, and rank 0 on a has the lesson with the hash 12ab");
    EXPECT_EQ(difference_of({rank_on("a", "0.1.0", "12ab"), rank_on("b", "0.1.0", "12ab", "chain n=8")}),
              "rank 1 on b is to run chain n=8, and rank 0 on a is to run chain n=4");
}

TEST(RankIdentity, HasTheClockOfRank0ByTheMedianOfMoments) {
    RankIdentity first = rank_on("a", "1", "l"), own = rank_on("b", "1", "l");
    for (std::size_t i = 0; i < RankIdentity::kMoments; ++i) first.clock_s[i] = 10.0 + i, own.clock_s[i] = 1010.0 + i;
    own.clock_s[3] += 5;  // it was not given a processor there
    EXPECT_DOUBLE_EQ(clock_offset_s(own, first), -1000);
    EXPECT_EQ(clock_offset_s(first, first), 0);
}

TEST(RankIdentity, OfLongTextsIsCutAndStillCompared) {
    const std::string text(500, 'x');
    EXPECT_EQ(difference_of({rank_on("a", "1", "l", text.c_str()), rank_on("b", "1", "l", text.c_str())}), std::nullopt);
}

}  // namespace
}  // namespace warpwise
