// Which numbers of a lesson's prose nothing checks.
#include "lesson/prose_numbers.h"

#include <gmock/gmock.h>
#include <gtest/gtest.h>

using namespace warpwise;

namespace {

std::vector<std::string> numbers_of(const std::string& prose, std::vector<std::string> constants = {}) {
    Lesson lesson;
    lesson.prose = prose;
    lesson.presets.push_back({.name = "16 million"});
    lesson.constants.push_back({std::move(constants), "for the test"});
    std::vector<std::string> texts;
    for (const PlainNumber& number : plain_numbers(lesson)) texts.push_back(number.text);
    return texts;
}

}  // namespace

TEST(ProseNumbers, AreFoundAsTheyAreWritten) {
    EXPECT_THAT(numbers_of("It takes 77.6 ms for 65,536 elements, 2^24 in all, and then 17."),
                testing::ElementsAre("77.6", "65,536", "2^24", "17"));
    EXPECT_THAT(numbers_of("| f16 | 256, in pairs |"), testing::ElementsAre("256"));
    EXPECT_THAT(numbers_of("down to -1,024."), testing::ElementsAre("1,024"));
}

TEST(ProseNumbers, WhatIsCheckedOrIsNoFigureIsLeftOut) {
    EXPECT_THAT(numbers_of("An f32 on an H200 of sm_90, {{value \"n / 77\"}}, `a[77]`, $2^{77}$ and [here](view:77)."),
                testing::IsEmpty());
    EXPECT_THAT(numbers_of("$$77 \\cdot 77$$\n```cpp\nint x = 77;\n```\n"), testing::IsEmpty());
    EXPECT_THAT(numbers_of("Run *16 million*, with 1 block, 2 rows, 3 axes and 0 faults in 32 lanes."), testing::IsEmpty());
    EXPECT_THAT(numbers_of("Run 16 million."), testing::ElementsAre("16"));
}

TEST(ProseNumbers, ConstantsAreDeclaredAndUsed) {
    EXPECT_THAT(numbers_of("1,024 threads per block, 1,025 do not fit", {"1,024"}), testing::ElementsAre("1,025"));
    Lesson lesson;
    lesson.prose = "At most 1,024 threads.\n\nOr 99?";
    lesson.constants = {{{"1,024", "64"}, "limits"}};
    EXPECT_THAT(unused_constants(lesson), testing::ElementsAre("64"));
    ASSERT_EQ(plain_numbers(lesson).size(), 1u);
    EXPECT_EQ(plain_numbers(lesson)[0].line, 3);
}
