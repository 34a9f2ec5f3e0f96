// What people write on a command line, and what they probably meant.
#include <gtest/gtest.h>

#include "base/suggest.h"
#include "experiment/run/numbers.h"

namespace warpwise {
namespace {

TEST(Numbers, WholeNumbers) {
    EXPECT_EQ(parse_integer("1024"), 1024);
    EXPECT_EQ(parse_integer("-3"), -3);
    EXPECT_EQ(parse_integer("2^20"), 1048576);
    EXPECT_EQ(parse_integer("1e6"), 1000000);
    EXPECT_EQ(parse_integer("9223372036854775807"), 9223372036854775807);
    for (const char* text : {"", "x", "1.5", "2^", "^2", "2^-1", "1 2", "0x10", "2^99", "9223372036854775808", "nan", "inf"})
        EXPECT_FALSE(parse_integer(text)) << text;
}

TEST(Numbers, Reals) {
    EXPECT_EQ(parse_real("0.5"), 0.5);
    EXPECT_EQ(parse_real("2^-3"), 0.125);
    for (const char* text : {"", "1,5", "nan", "inf", "1e999"}) EXPECT_FALSE(parse_real(text)) << text;
}

TEST(Numbers, LaunchEdges) {
    EXPECT_EQ(parse_edges("256"), (Dim3{256, 1, 1}));
    EXPECT_EQ(parse_edges("16,2^4"), (Dim3{16, 16, 1}));
    EXPECT_EQ(parse_edges("8,8,4"), (Dim3{8, 8, 4}));
    for (const char* text : {"", "0", "-1", "1,", ",1", "1,2,3,4", "4294967296", "16x16"}) EXPECT_FALSE(parse_edges(text)) << text;
}

TEST(Suggest, NearWordsOnly) {
    const std::vector<std::string> known{"run", "sweep", "indexing_1d", "cpu-serial"};
    EXPECT_EQ(did_you_mean("rnu", known), "Did you mean 'run'?");
    EXPECT_EQ(did_you_mean("swep", known), "Did you mean 'sweep'?");
    EXPECT_EQ(did_you_mean("indexing", known), "Did you mean 'indexing_1d'?");
    EXPECT_EQ(did_you_mean("matmul", known), "");
    EXPECT_EQ(did_you_mean(std::string(100000, 'x'), known), "");
    EXPECT_EQ(listed(known), "run, sweep, indexing_1d and cpu-serial");
}

}  // namespace
}  // namespace warpwise
