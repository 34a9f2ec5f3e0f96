// What conditions and watches come to, in each lane of a warp whose variables are made here.
#include "debug/debug_expression.h"

#include <gmock/gmock.h>
#include <gtest/gtest.h>

#include <bit>
#include <cmath>
#include <limits>
#include <map>

#include "debug/debug_parts.h"
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

TEST_F(DebugExpressions, CastsAndFunctionsAreThoseOfC) {
    EXPECT_EQ(in("(float)i / 2", 0), "-1.5");
    EXPECT_EQ(in("(int)x", 11), "1");
    EXPECT_EQ(in("(int)-1.9", 0), "-1");
    EXPECT_EQ(in("(unsigned char)i", 0), "253");
    EXPECT_EQ(in("(unsigned)i", 0), "4294967293");
    EXPECT_EQ(in("(unsigned int) i", 0), "4294967293");
    EXPECT_EQ(in("(short unsigned)70000", 0), "4464");
    EXPECT_EQ(in("(int)1e20", 0), "2147483647");
    EXPECT_EQ(in("(uint32_t)-5.0", 0), "0");
    EXPECT_EQ(in("(long long)d", 0), "-2");
    EXPECT_EQ(in("static_cast<int>(x) + 1", 11), "2");
    EXPECT_EQ(in("static_cast<unsigned long>(i)", 0), "18446744073709551613");
    EXPECT_EQ(in("int(2.7) + float(1)", 0), "3");
    EXPECT_EQ(in("(bool)4", 0), "true");
    EXPECT_EQ(in("(i) + 1", 3), "1");
    EXPECT_EQ(in("(i) - 1", 3), "-1");
    EXPECT_EQ(in("(double)(float)0.1", 0), "0.10000000149011612");
    EXPECT_EQ(in("(__half)0.1f == 0.1f", 0), "false");
    EXPECT_EQ(in("min(i, 2) + max(lane, 30)", 31), "33");
    EXPECT_EQ(in("abs(i) + fabsf(-0.5f)", 0), "3.5");
    EXPECT_EQ(in("sqrtf(16.0f)", 0), "4");
    EXPECT_EQ(in("min(-1, big)", 0), "-1");
    EXPECT_EQ(in("isnan(d / 0 * 0)", 0), "true");
    EXPECT_EQ(in("__popc(255)", 0), "8");
    state.variables.push_back(lanes_value("half", "int", ValueKind::signed_integer, 4, [](int) { return 16; }));
    EXPECT_EQ(in("(half) - 1", 0), "15");
    EXPECT_EQ(in("p == nullptr || *p == 0", 0), "true");
}

// A program with: struct Node { int value; Node* next; unsigned low : 3, high : 5; short at[2]; };
// __shared__ int s[256]; __shared__ float tile[4][3]; Node nodes[3]; Node* head
class DebugExpressionsInMemory : public DebugExpressions {
  protected:
    enum : std::uint32_t { t_int, t_ints, t_float, t_row, t_tile, t_node, t_node_pointer, t_unsigned, t_short, t_shorts, t_nodes };
    DebugExpressionsInMemory() {
        state.types.resize(t_nodes + 1);
        state.types[t_int] = {.name = "int", .kind = ValueKind::signed_integer, .bytes = 4};
        state.types[t_ints] = {.name = "int[256]", .kind = ValueKind::array, .bytes = 1024, .element = t_int, .count = 256};
        state.types[t_float] = {.name = "float", .kind = ValueKind::floating, .bytes = 4};
        state.types[t_row] = {.name = "float[3]", .kind = ValueKind::array, .bytes = 12, .element = t_float, .count = 3};
        state.types[t_tile] = {.name = "float[4][3]", .kind = ValueKind::array, .bytes = 48, .element = t_row, .count = 4};
        state.types[t_node] = {.name = "Node", .kind = ValueKind::structure, .bytes = 24};
        state.types[t_node].members = {{.name = "value", .offset = 0, .type = t_int},
                                       {.name = "next", .offset = 8, .type = t_node_pointer},
                                       {.name = "low", .offset = 16, .type = t_unsigned, .first_bit = 0, .bits = 3},
                                       {.name = "high", .offset = 16, .type = t_unsigned, .first_bit = 3, .bits = 5},
                                       {.name = "at", .offset = 20, .type = t_shorts}};
        state.types[t_node_pointer] = {.name = "Node *", .kind = ValueKind::pointer, .bytes = 8, .element = t_node};
        state.types[t_unsigned] = {.name = "unsigned int", .kind = ValueKind::unsigned_integer, .bytes = 4};
        state.types[t_short] = {.name = "short", .kind = ValueKind::signed_integer, .bytes = 2};
        state.types[t_shorts] = {.name = "short[2]", .kind = ValueKind::array, .bytes = 4, .element = t_short, .count = 2};
        state.types[t_nodes] = {.name = "Node[3]", .kind = ValueKind::array, .bytes = 72, .element = t_node, .count = 3};
        add("s", t_ints, 0x10000, 256);
        add("tile", t_tile, 0x20000, 4);
        add("nodes", t_nodes, 0x30000, 3);
        DebugValue head = lanes_value("head", "Node *", ValueKind::pointer, 8, [](int) { return 0x30000; });
        head.type_index = t_node_pointer;
        state.variables.push_back(std::move(head));
        DebugValue local{.name = "mine", .type = "int[256]", .kind = ValueKind::array, .bytes = 1024};
        local.known = 0xffffffffu, local.count = 256, local.type_index = t_ints;
        local.addresses.assign(kDebugLanes, 0x90000);
        state.variables.push_back(std::move(local));
        for (std::uint32_t i = 0; i < 256; ++i) put(0x10000 + 4 * i, i * 3);
        for (std::uint32_t i = 0; i < 12; ++i) put(0x20000 + 4 * i, std::bit_cast<std::uint32_t>(0.5f * static_cast<float>(i)));
        for (std::uint32_t i = 0; i < 3; ++i) {
            put(0x30000 + 24 * i, 100 + i);
            put(0x30000 + 24 * i + 8, i < 2 ? 0x30000 + 24 * (i + 1) : 0), put(0x30000 + 24 * i + 12, 0);
            put(0x30000 + 24 * i + 16, 5 | i << 3), put(0x30000 + 24 * i + 20, 0x0007fffe);
        }
        reader = [this](std::uint64_t address, std::uint32_t bytes) { return get(address, bytes); };
    }
    void add(const char* name, std::uint32_t type, std::uint64_t address, std::uint32_t count) {
        DebugValue value{.name = name, .type = state.types[type].name, .kind = ValueKind::array, .bytes = state.types[type].bytes};
        value.known = 0xffffffffu, value.count = count, value.type_index = type;
        value.addresses.assign(kDebugLanes, address);
        state.variables.push_back(std::move(value));
    }
    void put(std::uint64_t address, std::uint32_t word) {
        for (int i = 0; i < 4; ++i) memory[address + static_cast<std::uint64_t>(i)] = static_cast<std::uint8_t>(word >> (8 * i));
    }
    std::optional<std::uint64_t> get(std::uint64_t address, std::uint32_t bytes) const {
        std::uint64_t bits = 0;
        for (std::uint32_t i = 0; i < bytes; ++i) {
            const auto found = memory.find(address + i);
            if (found == memory.end()) return std::nullopt;
            bits |= std::uint64_t{found->second} << (8 * i);
        }
        return bits;
    }
    std::map<std::uint64_t, std::uint8_t> memory;
};

TEST_F(DebugExpressionsInMemory, ArraysAreIndexedHoweverLarge) {
    EXPECT_EQ(in("s[threadIdx.x + 200]", 5), "615");
    EXPECT_EQ(in("s[255] == 765", 0), "true");
    EXPECT_EQ(in("s[256]", 0), "index 256 is outside 's', which has 256 elements");
    EXPECT_EQ(in("tile[3][2]", 0), "5.5");
    EXPECT_EQ(in("tile[1][3]", 0), "index 3 is outside 'float[3]', which has 3 elements");
    EXPECT_EQ(in("*tile[2] + **tile", 0), "3");
    EXPECT_EQ(in("s[0] + *(s + 7) + (&s[9] - s)", 0), "30");
    EXPECT_TRUE(DebugExpression::parse("s[threadIdx.x + 240] == 765")->holds(scope()));
}

TEST_F(DebugExpressionsInMemory, StructuresAreFollowed) {
    EXPECT_EQ(in("head->next->value", 0), "101");
    EXPECT_EQ(in("(*head).next->next->next == nullptr", 0), "true");
    EXPECT_EQ(in("head->next->next->next->value", 0), "the pointer is null");
    EXPECT_EQ(in("nodes[1].value + nodes[lane].at[0]", 2), "99");
    EXPECT_EQ(in("head[2].low * 100 + head[2].high", 0), "502");
    EXPECT_EQ(in("head->at[1]", 0), "7");
    EXPECT_EQ(in("head + 1 == &nodes[1] && &head->at[1] == (short*)head + 11", 0), "true");
    EXPECT_EQ(in("((Node*)0x30018)->value", 0), "101");
    EXPECT_EQ(in("*(int*)&nodes[2]", 0), "102");
    EXPECT_EQ(in("(float*)tile == &tile[0][0]", 0), "true");
    EXPECT_EQ(in("head.value", 0), "a pointer is on the left of '.value': write '->value'");
    EXPECT_EQ(in("nodes[0]->value", 0), "'->value' must follow a pointer");
    EXPECT_EQ(in("head->missing", 0), "'Node' has no member 'missing'");
    EXPECT_THAT(in("&lane", 0), HasSubstr("lies in memory"));
    EXPECT_EQ(in("*head", 0), "'Node' is a structure, not a number");
    EXPECT_EQ(in("((Thing*)head)->x", 0), "there is no type 'Thing' here");
}

TEST_F(DebugExpressionsInMemory, EachLaneHasItsLocalMemory) {
    DebugScope here = scope();
    here.read_in_lane = [](std::uint64_t address, std::uint32_t, int lane) -> std::optional<std::uint64_t> {
        if (address < 0x90000 || lane == 4) return std::nullopt;
        return (address - 0x90000) / 4 + static_cast<std::uint64_t>(lane) * 1000;
    };
    const auto expression = DebugExpression::parse("mine[200]");
    EXPECT_EQ(expression->evaluate(here, 3)->text(), "3200");
    EXPECT_EQ(expression->evaluate(here, 4), std::nullopt);
    EXPECT_THAT(expression->problem(here, 4), HasSubstr("no array holds"));
    here.read = [](std::uint64_t, std::uint32_t) { return std::optional<std::uint64_t>(0); };
    EXPECT_THAT(expression->problem(here, 4), HasSubstr("no thread has written"));
}

TEST_F(DebugExpressionsInMemory, AValueInAllLanesHasItsType) {
    const auto value = [&](const std::string& text) { return DebugExpression::parse(text)->value(scope()); };
    const auto element = value("s[lane]");
    ASSERT_TRUE(element);
    EXPECT_EQ(element->type, "int");
    EXPECT_EQ(element->name, "s[lane]");
    EXPECT_EQ(text_of(*element, 31), "93");
    EXPECT_EQ(value("tile[lane % 4][1]")->type, "float");
    EXPECT_EQ(value("&s[3]")->type, "int *");
    EXPECT_EQ(text_of(*value("&s[3]"), 0), "0x1000c");
    EXPECT_EQ(value("head->next")->type, "Node *");
    EXPECT_EQ(value("i * 2")->type, "long");
    EXPECT_EQ(value("nothing").error(), "there is no variable 'nothing' here");
    auto node = value("*head->next");
    ASSERT_TRUE(node);
    EXPECT_EQ(node->kind, ValueKind::structure);
    read_children(scope(), *node);
    EXPECT_EQ(text_of(*node, 7), "{101, 0x30030, 5, 1, {-2, 7}}");
    EXPECT_EQ(DebugExpression::parse("head->value + s[i] + lane")->names(), (std::vector<std::string>{"head", "s", "i", "lane"}));
}

TEST_F(DebugExpressionsInMemory, PartsComeAPageAtATime) {
    const DebugValue& s = state.variables[state.variables.size() - 5];
    ASSERT_EQ(s.name, "s");
    const auto page = debug_parts(scope(), s, 200, 3);
    ASSERT_EQ(page.size(), 3u);
    EXPECT_EQ(page[1].name, "[201]");
    EXPECT_EQ(text_of(page[1], 9), "603");
    EXPECT_EQ(debug_parts(scope(), s, 254, 100).size(), 2u);
    const DebugValue& nodes = state.variables[state.variables.size() - 3];
    const auto all = debug_parts(scope(), nodes, 0, 100);
    ASSERT_EQ(all.size(), 3u);
    const auto members = debug_parts(scope(), all[2], 0, 100);
    ASSERT_EQ(members.size(), 5u);
    EXPECT_EQ(members[4].name, "at");
    EXPECT_EQ(text_of(debug_parts(scope(), members[4], 1, 1)[0], 0), "7");
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
    for (const char* text : {"i = 5", "i += 5", "i <<= 1", "a[1] = 2", "(i = 5)", "++i", "i--", "a[i = 1]", "min(i = 1, 2)"})
        EXPECT_THAT(problem(text), HasSubstr("cannot assign")) << text;
    EXPECT_EQ(problem("i 5"), "unexpected '5'");
    EXPECT_EQ(problem("(i"), "a ')' is missing");
    EXPECT_EQ(problem("a[1"), "a ']' is missing");
    EXPECT_EQ(problem("p."), "a member's name is missing after the '.'");
    EXPECT_EQ(problem("saxpy(x)"), "'saxpy(...)' is a call of a function that expressions do not know");
    EXPECT_EQ(problem("min(1)"), "'min' takes two values");
    EXPECT_EQ(problem("abs(1, 2)"), "'abs' takes 1 value");
    EXPECT_EQ(problem("static_cast<Nothing>(i)"), "'Nothing>(i)' is not a type that is known here");
    EXPECT_EQ(problem("1z"), "'1z' is not a number");
    EXPECT_EQ(problem("i ? 1"), "the ':' of '?' is missing");
    EXPECT_EQ(problem(std::string(500, '(')), "the expression has too many levels of brackets");
    EXPECT_EQ(problem(std::string(500, '~')), "the expression has too many levels of brackets");
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

TEST_F(DebugExpressions, AConditionWithoutAValueSaysWhy) {
    const auto check = [&](const std::string& text) { return DebugExpression::parse(text)->check(scope()); };
    EXPECT_EQ(check("nothing == 5").problem, "there is no variable 'nothing' here");
    EXPECT_EQ(check("i == 5").problem, "");
    EXPECT_EQ(check("1 / (lane - 4) == 7").problem, "") << "some lanes have a value";
    state.lanes.fill(LaneStatus::exited);
    EXPECT_EQ(check("nothing == 5").problem, "") << "no lane is asked";
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
    fuzz({"(float)a[1] / static_cast<int>(2.5f)", "min(i, 3) + p->x->y", "&a[1] == (int*)*b", "i == 5 && lane == 3",
          "a[i % 3] * 2 + i@31", "(1.5f + .5e3) / threadIdx.x ? 1 : -~2", "blockIdx.y << 63 >> i | 0x1F ^ 'c'"},
         {"(", "[", "]", "@", "9223372036854775807", "-", "/", "%", "a", ".x", "&&", "?", ":"}, [&](const std::string& text) {
             const auto expression = DebugExpression::parse(text);
             if (!expression) {
                 EXPECT_FALSE(expression.error().empty());
                 return;
             }
             const DebugScope scope{.state = state, .shape = {}, .read = {}};
             static_cast<void>(expression->holds(scope));
             static_cast<void>(expression->variable(scope));
             static_cast<void>(expression->value(scope));
         });
}

}  // namespace
}  // namespace warpwise::test
