#include "base/unwritten.h"

#include <gtest/gtest.h>

#include <vector>

namespace warpwise::test {
namespace {

std::string told(const std::vector<std::uint32_t>& writers) { return unwritten_elements("c", writers); }

TEST(Unwritten, SaysWhichElements) {
    EXPECT_EQ(told({}), "");
    EXPECT_EQ(told({1, 2, 3}), "");
    EXPECT_EQ(told({0, 0, 0}), "'c' was never written");
    EXPECT_EQ(told({1, 0, 3}), "element 1 of 'c' was never written");
    EXPECT_EQ(told({1, 2, 0, 0}), "elements 2 to 3 of 'c' were never written");
    EXPECT_EQ(told({1, 0, 3, 0, 0, 6}), "3 elements of 'c', between 1 and 4, were never written");
}

}  // namespace
}  // namespace warpwise::test
