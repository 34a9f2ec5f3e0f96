// What conditions and watches come to, in each lane of a warp whose variables are made here.
#include "debug/debug_expression.h"

#include <gmock/gmock.h>
#include <gtest/gtest.h>

#include <bit>
#include <cmath>
#include <limits>

#include "unit/debug_values.h"
#include "unit/mutations.h"

namespace warpwise::test {
namespace {

using ::testing::HasSubstr;

class DebugExpressions : public ::testing::Test {
  protected:
    DebugExpressions() {
        state.block = {2, 1, 0};
        state.warp = 1;
        state.lanes.fill(LaneStatus::active);
        state.variables = {
            lanes_value("i", "int", ValueKind::signed_integer, 4, [](int lane) { return static_cast<std::uint32_t>(lane - 3); }),
            lanes_value("n", "unsigned int", ValueKind::unsigned_integer, 4, [](int) { return 0xffffffffu; }),
            lanes_value("x", "float", ValueKind::floating, 4, [](int lane) { return bits_of(0.1f * static_cast<float>(lane)); }),
            lanes_value("h", "__half", ValueKind::floating, 2, [](int) { return std::uint64_t{0x3e00}; }),  // 1.5
            lanes_value("d", "double", ValueKind::floating, 8, [](int) { return std::bit_cast<std::uint64_t>(-2.5); }),
            lanes_value("big", "unsigned long", ValueKind::unsigned_integer, 8, [](int) { return ~std::uint64_t{0}; }),
            lanes_value("flag", "bool", ValueKind::boolean, 1, [](int lane) { return lane % 2; }),
            lanes_value("c", "char", ValueKind::character, 1, [](int) { return 'q'; }),
            lanes_value("p", "const int *", ValueKind::pointer, 8, [](int) { return 0x1000; }),
            array_value("a", 3, [](int lane, int place) { return static_cast<std::uint32_t>(10 * lane + place); }),
        };
        DebugValue point{.name = "point", .type = "Point", .kind = ValueKind::structure, .count = 2};
        point.children = {lanes_value("x", "int", ValueKind::signed_integer, 4, [](int lane) { return lane; }),
                          lanes_value("y", "int", ValueKind::signed_integer, 4, [](int lane) { return lane * lane; })};
        state.variables.push_back(std::move(point));
        state.variables[0].known &= ~(1u << 9);
        DebugValue callers = lanes_value("i", "int", ValueKind::signed_integer, 4, [](int) { return 77; });
        callers.frame = 1;
        state.variables.push_back(std::move(callers));
    }
    DebugScope scope() const { return {.state = state, .shape = {{4, 4, 1}, {16, 8, 1}}, .frame = frame, .read = reader}; }
    std::string in(const std::string& text, int lane) const {
        const auto expression = DebugExpression::parse(text);
        if (!expression) return "does not parse: " + expression.error();
        const auto number = expression->evaluate(scope(), lane);
        EXPECT_EQ(expression->problem(scope(), lane).empty(), number.has_value()) << text;
        return number ? number->text() : expression->problem(scope(), lane);
    }

    DebugState state;
    std::uint32_t frame = 0;
    DebugReader reader = [](std::uint64_t address, std::uint32_t bytes) -> std::optional<std::uint64_t> {
        if (address < 0x1000 || address + bytes > 0x1000 + 64) return std::nullopt;
        return std::uint32_t{0} - static_cast<std::uint32_t>((address - 0x1000) / 4);  // 0, -1, -2, ...
    };
};

TEST_F(DebugExpressions, VariablesAreThoseOfTheLane) {
    EXPECT_EQ(in("i", 0), "-3");
    EXPECT_EQ(in("i", 31), "28");
    EXPECT_EQ(in("n", 0), "4294967295");
    EXPECT_EQ(in("x", 3), "0.3");
    EXPECT_EQ(in("h", 3), "1.5");
    EXPECT_EQ(in("d", 3), "-2.5");
    EXPECT_EQ(in("big", 3), "18446744073709551615");
    EXPECT_EQ(in("flag", 3), "true");
    EXPECT_EQ(in("c == 'q'", 3), "true");
    EXPECT_EQ(in("point.y", 5), "25");
    EXPECT_EQ(in("a[2]", 5), "52");
    EXPECT_EQ(in("a[lane % 3]", 7), "71");
    EXPECT_EQ(in("i@31 - i", 4), "27");
    EXPECT_EQ(in("a[1]@(lane + 1)", 4), "51");
    frame = 1;
    EXPECT_EQ(in("i", 0), "77");
}

TEST_F(DebugExpressions, OperatorsBindAsInC) {
    EXPECT_EQ(in("1 + 2 * 3 - 4 / 2", 0), "5");
    EXPECT_EQ(in("(1 + 2) * 3 % 5", 0), "4");
    EXPECT_EQ(in("1 << 2 + 1 | 1", 0), "9");
    EXPECT_EQ(in("7 & 3 == 3", 0), "1");
    EXPECT_EQ(in("6 ^ 5 & 4", 0), "2");
    EXPECT_EQ(in("1 < 2 == true", 0), "true");
    EXPECT_EQ(in("0 || 1 && 0", 0), "false");
    EXPECT_EQ(in("lane == 3 ? 10 : lane == 4 ? 20 : 30", 4), "20");
    EXPECT_EQ(in("-lane + ~0 - -1", 4), "-4");
    EXPECT_EQ(in("!flag && !0", 2), "true");
    EXPECT_EQ(in("8-3-2", 0), "3");
    EXPECT_EQ(in("0x1F + 0xfu + 1ull", 0), "47");
    EXPECT_EQ(in("1e3 / 4", 0), "250");
    EXPECT_EQ(in("0.1f == 0.1", 0), "false");
    EXPECT_EQ(in("x == 0.1f", 1), "true");
    EXPECT_EQ(in("'\\n' + '0'", 0), "58");
}

TEST_F(DebugExpressions, IntegersCompareByValue) {
    EXPECT_EQ(in("i < n", 0), "true");  // -3 < 4294967295u is false in C
    EXPECT_EQ(in("i < big", 0), "true");
    EXPECT_EQ(in("big > 0", 0), "true");
    EXPECT_EQ(in("big == 18446744073709551615", 0), "true");
    EXPECT_EQ(in("big - 1", 0), "18446744073709551614");
    EXPECT_EQ(in("big / 2", 0), "9223372036854775807");
    EXPECT_EQ(in("-7 / 2", 0), "-3");
    EXPECT_EQ(in("-7 % 2", 0), "-1");
    EXPECT_EQ(in("-8 >> 1", 0), "-4");
}

TEST_F(DebugExpressions, IndicesAreBuiltIn) {
    // Lane 5 of warp 1 is thread 37 of 16 x 8: (5, 2, 0).
    EXPECT_EQ(in("threadIdx.x", 5), "5");
    EXPECT_EQ(in("threadIdx.y", 5), "2");
    EXPECT_EQ(in("blockIdx.x * blockDim.x + threadIdx.x", 5), "37");
    EXPECT_EQ(in("gridDim.y + blockIdx.y + warp + lane", 5), "11");
    EXPECT_THAT(in("threadIdx", 5), HasSubstr("threadIdx.x"));
    EXPECT_THAT(in("threadIdx.w", 5), HasSubstr("'w'"));
    state.variables.push_back(lanes_value("lane", "int", ValueKind::signed_integer, 4, [](int) { return 99; }));
    EXPECT_EQ(in("lane", 5), "99");  // the kernel's own comes first
}

TEST_F(DebugExpressions, PointersAreFollowed) {
    EXPECT_EQ(in("p[3]", 0), "-3");
    EXPECT_EQ(in("*(p + 2) + *p", 0), "-2");
    EXPECT_THAT(in("p[16]", 0), HasSubstr("no array holds the address"));
    state.variables[8].type = "Particle *";
    EXPECT_THAT(in("p[0]", 0), HasSubstr("'Particle *'"));
    reader = nullptr;
    state.variables[8].type = "int *";
    EXPECT_THAT(in("p[0]", 0), HasSubstr("memory cannot be read"));
}

TEST_F(DebugExpressions, WhatHasNoValueSaysWhy) {
    EXPECT_EQ(in("j + 1", 0), "there is no variable 'j' here");
    EXPECT_EQ(in("i", 9), "'i' has no value in lane 9");
    EXPECT_EQ(in("1 / (lane - 4)", 4), "division by zero");
    EXPECT_EQ(in("1 % 0", 4), "division by zero");
    EXPECT_EQ(in("a[3]", 4), "index 3 is outside 'a', which has 3 elements");
    EXPECT_EQ(in("a[-1]", 4), "index -1 is outside 'a', which has 3 elements");
    EXPECT_EQ(in("a + 1", 4), "'a' is an array, not a number");
    EXPECT_EQ(in("i@32", 4), "there is no lane 32: a warp has the lanes 0 to 31");
    EXPECT_EQ(in("1 << 64", 4), "cannot shift by 64: the distance must be 0 to 63");
    EXPECT_EQ(in("point.z", 4), "'point' has no member 'z'");
    EXPECT_THAT(in("x % 2", 4), HasSubstr("needs whole numbers"));
    state.variables[9].count = 100;
    EXPECT_THAT(in("a[70]", 4), HasSubstr("first 3 of the 100"));
}

TEST_F(DebugExpressions, MistakesAreQuoted) {
    const auto problem = [](const std::string& text) {
        const auto expression = DebugExpression::parse(text);
        return expression ? std::string("none") : expression.error();
    };
    EXPECT_EQ(problem(" "), "the expression is empty");
    EXPECT_EQ(problem("i +"), "the expression is not complete");
    EXPECT_EQ(problem("i = 5"), "unexpected '= 5'");
    EXPECT_EQ(problem("i 5"), "unexpected '5'");
    EXPECT_EQ(problem("(i"), "a ')' is missing");
    EXPECT_EQ(problem("a[1"), "a ']' is missing");
    EXPECT_EQ(problem("p."), "a member's name is missing after the '.'");
    EXPECT_EQ(problem("sqrt(x)"), "'sqrt(...)' is a call, and expressions cannot call functions");
    EXPECT_EQ(problem("1z"), "'1z' is not a number");
    EXPECT_EQ(problem("i ? 1"), "the ':' of '?' is missing");
    EXPECT_EQ(problem(std::string(500, '(')), "the expression has too many levels of brackets");
    EXPECT_EQ(problem(std::string(500, '-')), "the expression has too many levels of brackets");
    EXPECT_EQ(problem(std::string(5000, '1')), "the expression is too long");
    EXPECT_EQ(in(
                  "1" +
                      [] {
                          std::string sum;
                          for (int i = 0; i < 400; ++i) sum += "+1";
                          return sum;
                      }(),
                  0),
              "401");
}

TEST_F(DebugExpressions, AConditionHoldsWhereAnActiveLanesDoes) {
    const auto holds = [&](const std::string& text) { return DebugExpression::parse(text)->holds(scope()); };
    EXPECT_TRUE(holds("i == 5 && lane == 8"));
    EXPECT_FALSE(holds("i == 5 && lane == 9"));
    EXPECT_FALSE(holds("nothing == 5"));
    state.lanes[8] = LaneStatus::waiting;
    EXPECT_FALSE(holds("i == 5 && lane == 8"));
}

TEST_F(DebugExpressions, APathNamesAVariable) {
    const auto name = [&](const std::string& text) {
        const auto expression = DebugExpression::parse(text);
        const DebugValue* found = expression->variable(scope());
        return found == nullptr ? std::string("none") : found->name;
    };
    EXPECT_EQ(name("i"), "i");
    EXPECT_EQ(name("(a)"), "a");
    EXPECT_EQ(name("a[2]"), "[2]");
    EXPECT_EQ(name("point.y"), "y");
    EXPECT_EQ(name("i + 1"), "none");
    EXPECT_EQ(name("a[lane]"), "none");
    EXPECT_EQ(name("i@3"), "none");
    EXPECT_EQ(name("j"), "none");
    EXPECT_EQ(name("p[0]"), "none");
}

TEST(DamagedInput, DebugExpressions) {
    DebugState state;
    state.variables = {lanes_value("i", "int", ValueKind::signed_integer, 4, [](int lane) { return lane; }),
                       array_value("a", 3, [](int lane, int) { return lane; })};
    state.lanes.fill(LaneStatus::active);
    fuzz({"i == 5 && lane == 3", "a[i % 3] * 2 + i@31", "(1.5f + .5e3) / threadIdx.x ? 1 : -~2",
          "blockIdx.y << 63 >> i | 0x1F ^ 'c'"},
         {"(", "[", "]", "@", "9223372036854775807", "-", "/", "%", "a", ".x", "&&", "?", ":"}, [&](const std::string& text) {
             const auto expression = DebugExpression::parse(text);
             if (!expression) {
                 EXPECT_FALSE(expression.error().empty());
                 return;
             }
             const DebugScope scope{.state = state, .shape = {}, .read = {}};
             static_cast<void>(expression->holds(scope));
             static_cast<void>(expression->variable(scope));
         });
}

}  // namespace
}  // namespace warpwise::test
