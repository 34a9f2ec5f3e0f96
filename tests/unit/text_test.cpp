#include "base/text.h"

#include <gmock/gmock.h>

namespace warpwise {
namespace {

using testing::ElementsAre;
using testing::IsEmpty;

TEST(Text, LinesComeWithoutTheirEnds) {
    EXPECT_THAT(lines_of(""), IsEmpty());
    EXPECT_THAT(lines_of("one"), ElementsAre("one"));
    EXPECT_THAT(lines_of("one\ntwo\n"), ElementsAre("one", "two"));
    EXPECT_THAT(lines_of("\n\nthree"), ElementsAre("", "", "three"));
}

TEST(Text, TrimmedLosesBlanksAtBothSides) {
    EXPECT_EQ(trimmed("  a b\t\r\n"), "a b");
    EXPECT_EQ(trimmed(" \t\n"), "");
    EXPECT_EQ(trimmed(""), "");
}

}  // namespace
}  // namespace warpwise
