// Counts as people type them into a field.
#include <gtest/gtest.h>

#include <limits>

#include "ui/kit/widgets.h"

using namespace warpwise;
using namespace warpwise::ui;

namespace {

std::optional<std::int64_t> parsed(std::string_view text) {
    std::int64_t value = -77;
    if (parse_count(text, value)) return value;
    EXPECT_EQ(value, -77) << "what is not a number must change nothing: '" << text << "'";
    return std::nullopt;
}

}  // namespace

TEST(ParseCount, TakesCountsAsPeopleWriteThem) {
    EXPECT_EQ(parsed("12"), 12);
    EXPECT_EQ(parsed(" 4,096 "), 4096);
    EXPECT_EQ(parsed("1_000_000"), 1'000'000);
    EXPECT_EQ(parsed("2^20"), 1 << 20);
    EXPECT_EQ(parsed("2 ^ 20"), 1 << 20);
    EXPECT_EQ(parsed("2^0"), 1);
    EXPECT_EQ(parsed("10^6"), 1'000'000);
    EXPECT_EQ(parsed("1e6"), 1'000'000);
    EXPECT_EQ(parsed("64k"), 64'000);
    EXPECT_EQ(parsed("1.5M"), 1'500'000);
    EXPECT_EQ(parsed("2G"), 2'000'000'000);
    EXPECT_EQ(parsed("-5"), -5);
    EXPECT_EQ(parsed("2.6"), 3);
    EXPECT_EQ(parsed("2^62"), std::int64_t{1} << 62);
}

TEST(ParseCount, DropsWhatIsNoNumber) {
    for (const char* text : {"", " ", "abc", "12abc", "2^", "^3", "2^x", "1e", "k", "--3", "1e400", "2^63", "9e18k", "inf", "nan",
                             "1kk", "0x10", "3^2^2", "-2^0.5"})
        EXPECT_EQ(parsed(text), std::nullopt) << "'" << text << "'";
}

TEST(WithSeparators, GroupsThousands) {
    EXPECT_EQ(with_separators(0), "0");
    EXPECT_EQ(with_separators(999), "999");
    EXPECT_EQ(with_separators(1000), "1,000");
    EXPECT_EQ(with_separators(1048576), "1,048,576");
    EXPECT_EQ(with_separators(-1234), "-1,234");
    EXPECT_EQ(with_separators(-123), "-123");
    EXPECT_EQ(with_separators(std::numeric_limits<std::int64_t>::min()), "-9,223,372,036,854,775,808");
}

TEST(WithSeparators, ComesBackThroughParseCount) {
    for (const std::int64_t value : {std::int64_t{0}, std::int64_t{7}, std::int64_t{123456}, std::int64_t{1} << 40})
        EXPECT_EQ(parsed(with_separators(value)), value);
}
