// Numbers without rounding: what is typed, its digits, and its order.
#include "base/exact_number.h"

#include <gtest/gtest.h>

#include <cmath>

namespace warpwise {
namespace {

std::string shown(const std::string& typed, std::size_t digits = 60) {
    const auto value = parse_exact(typed);
    return value ? value->decimal(digits) : "error: " + value.error().message;
}

TEST(ExactNumber, ReadsWhatPeopleType) {
    EXPECT_EQ(shown("0.1"), "0.1");
    EXPECT_EQ(shown("-1"), "-1");
    EXPECT_EQ(shown("16,777,217"), "16777217");
    EXPECT_EQ(shown("2^24 + 1"), "16777217");
    EXPECT_EQ(shown("2^-3"), "0.125");
    EXPECT_EQ(shown("-2^2"), "-4");
    EXPECT_EQ(shown("0xff"), "255");
    EXPECT_EQ(shown("0b1011"), "11");
    EXPECT_EQ(shown("1e3"), "1000");
    EXPECT_EQ(shown("2.50"), "2.5");
    EXPECT_EQ(shown(".5"), "0.5");
    EXPECT_EQ(shown("(1 - 2/3) * 3"), "1");
    EXPECT_EQ(shown("-0"), "-0");
    EXPECT_EQ(shown("1 - 1"), "0");
}

TEST(ExactNumber, WritesEveryDigitOrSaysThatThereAreMore) {
    EXPECT_EQ(shown("1/3", 5), "0.33333…");
    EXPECT_EQ(shown("2/3", 3), "0.666…");
    EXPECT_EQ(shown("1/1024"), "0.0009765625");
    EXPECT_EQ(shown("1e-45"), "1e-45");
    EXPECT_EQ(shown("123456.789", 4), "1.234…e5");
    EXPECT_EQ(shown("2^64"), "18446744073709551616");
    EXPECT_EQ(shown("10/3", 1), "3.…");
    EXPECT_EQ(shown("2^200", 70), "1.606938044258990275541962092341162602522202993782792835301376e60");
    EXPECT_EQ(shown("1e20"), "100000000000000000000");
}

TEST(ExactNumber, SaysWhatIsNotANumber) {
    for (const char* text : {"", "abc", "1 +", "1 2x", "1/0", "(1", "2^", "2^99999", "1e99999", "--", "0x", "1.2.3", "0^-1"})
        EXPECT_FALSE(parse_exact(text)) << text;
    EXPECT_FALSE(parse_exact(std::string(5000, '(')));
    EXPECT_FALSE(parse_exact(std::string(300, '-') + "1"));
    EXPECT_FALSE(parse_exact("10^1200 * 10^1200 * 10^1200"));
}

TEST(ExactNumber, ComparesFractionsThatAreNotReduced) {
    EXPECT_EQ(*parse_exact("2/6"), *parse_exact("1/3"));
    EXPECT_EQ(*parse_exact("-0"), *parse_exact("0"));
    EXPECT_LT(*parse_exact("-1/3"), *parse_exact("-1/4"));
    EXPECT_LT(*parse_exact("-1"), *parse_exact("0"));
    EXPECT_GT(*parse_exact("1/3"), *parse_exact("0.333333333333333333333"));
}

TEST(ExactNumber, ApproximatesToTheLastDigits) {
    EXPECT_DOUBLE_EQ(static_cast<double>(parse_exact("1/3")->approximate()), 1.0 / 3.0);
    EXPECT_DOUBLE_EQ(static_cast<double>(parse_exact("-1e300")->approximate()), -1e300);
    EXPECT_EQ(parse_exact("2^80")->approximate(), std::ldexp(1.0L, 80));
    EXPECT_EQ(parse_exact("2^-1074")->approximate(), std::ldexp(1.0L, -1074));
    EXPECT_EQ(ExactNumber::of(INT64_MIN).approximate(), -0x1p63L);
}

}  // namespace
}  // namespace warpwise
