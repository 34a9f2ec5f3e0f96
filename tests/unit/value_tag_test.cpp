// Where the values of the current line stand in the text: nothing of them is cut without a sign.
#include "ui/source/value_tag.h"

#include <gtest/gtest.h>

namespace warpwise::ui {
namespace {

constexpr std::string_view kText = "lane 0:  34 = 33 + 1";  // 20 characters

ValueTag placed(float line_end, float next_end, float right) {
    return place_value_tag(kText, {.line_end = line_end, .next_end = next_end, .right = right, .pad = 5, .character = 10});
}

TEST(ValueTag, StandsBehindItsLine) {
    const ValueTag tag = placed(100, 0, 310);
    EXPECT_EQ(tag.text, kText);
    EXPECT_FALSE(tag.below);
    EXPECT_EQ(tag.begin, 100);
    EXPECT_EQ(tag.width, 210);
}

TEST(ValueTag, StandsBelowWhereOnlyThereAllOfItHasRoom) {
    const ValueTag tag = placed(100, 30, 309);
    EXPECT_EQ(tag.text, kText);
    EXPECT_TRUE(tag.below);
    EXPECT_EQ(tag.begin, 99);  // to the right edge
}

TEST(ValueTag, IsCutAfterAWholeWord) {
    EXPECT_EQ(placed(100, 150, 309).text, "lane 0:  34 = ...");
    EXPECT_EQ(placed(150, 120, 309).text, "lane 0:  34 = ...");
    EXPECT_TRUE(placed(150, 120, 309).below);
    for (float right = 0; right < 400; right += 1) {
        const ValueTag tag = placed(100, 100, right);
        EXPECT_TRUE(tag.text.empty() || tag.text == kText || tag.text.ends_with(" ...")) << tag.text;
        EXPECT_TRUE(tag.text.empty() || tag.begin + tag.width <= right) << right;
    }
}

TEST(ValueTag, ANumberAloneIsNotShown) {
    EXPECT_EQ(placed(150, 150, 309).text, "");
    EXPECT_EQ(placed(400, 400, 309).text, "");
}

}  // namespace
}  // namespace warpwise::ui
