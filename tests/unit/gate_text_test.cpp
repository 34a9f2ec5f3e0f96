// The sentence of a gate that was missed.
#include "lesson/gate_text.h"

#include <gmock/gmock.h>
#include <gtest/gtest.h>

using namespace warpwise;

TEST(GateText, HasItsNumbersInThreeDigits) {
    const std::string text = "your kernel makes {value} load requests per warp; {n / 4} are enough";
    EXPECT_EQ(fill_gate_text(text, {{"value", 1.8037}, {"n", 4}}), "your kernel makes 1.8 load requests per warp; 1 are enough");
    EXPECT_EQ(fill_gate_text("{value}", {{"value", 65536}}), "65,536");
    EXPECT_EQ(fill_gate_text("{value}", {{"value", 0.123456}}), "0.123");
    EXPECT_EQ(fill_gate_text("without a number", {}), "without a number");
    EXPECT_EQ(fill_gate_text("{value / n} of it", {{"value", 1}, {"n", 0}}), " of it") << "nothing to say, and no formula either";
}

TEST(GateText, CountsOneAndSeveral) {
    const std::string text = "{writers|thread writes|threads write}";
    EXPECT_EQ(fill_gate_text(text, {{"writers", 1}}), "1 thread writes");
    EXPECT_EQ(fill_gate_text(text, {{"writers", 2}}), "2 threads write");
    EXPECT_EQ(fill_gate_text(text, {{"writers", 1.5}}), "1.5 threads write");
    EXPECT_THAT(*expressions_in_gate_text("{a + b|load|loads} of {c}"), testing::ElementsAre("a + b", "c"));
    EXPECT_FALSE(expressions_in_gate_text("{a|load}"));
    EXPECT_FALSE(expressions_in_gate_text("{a"));
}
