// The operands of a line by the names that the source gives them.
#include "ui/debugger/operands.h"

#include <gtest/gtest.h>

#include "ui/debug_states.h"

namespace warpwise::ui {
namespace {

// `^` stands before the place.
std::string at_mark(std::string line) {
    const std::size_t mark = line.find('^');
    line.erase(mark, 1);
    return operand_text("first\n" + line + "\nlast", 2, static_cast<int>(mark) + 1);
}

TEST(OperandsTest, AnExpressionIsFoundAtItsPlace) {
    EXPECT_EQ(at_mark("    c[i] = ^a[i] + b[i];"), "a[i]");
    EXPECT_EQ(at_mark("    c[i] = a[i] + ^b[i];"), "b[i]");
    EXPECT_EQ(at_mark("    c[i] ^= a[i] + b[i];"), "c[i]");
    EXPECT_EQ(at_mark("    if (x) out[y * n + f(x, 2)] ^+= 1;"), "out[y * n + f(x, 2)]");
    EXPECT_EQ(at_mark("    tile[threadIdx.y][x + 1] ^= in[i];"), "tile[threadIdx.y][x + 1]");
    EXPECT_EQ(at_mark("    s += ^tile[y] [x];"), "tile[y] [x]");
    EXPECT_EQ(at_mark("    s += bodies[i].position.^x;"), "bodies[i].position.x");
    EXPECT_EQ(at_mark("    s += p->^next;"), "p->next");
    EXPECT_EQ(at_mark("    p->mass ^= 3;"), "p->mass");
    EXPECT_EQ(at_mark("    float4 v = ^in[i];"), "in[i]");
    EXPECT_EQ(at_mark("    *out ^= 3;"), "*out");
    EXPECT_EQ(at_mark("    s = ^*p;"), "*p");
    EXPECT_EQ(at_mark("    s = k * a[i] ^= 3;"), "a[i]");
    EXPECT_EQ(at_mark("    count[b]^++;"), "count[b]");
    EXPECT_EQ(at_mark("    ^++count[b];"), "count[b]");
    EXPECT_EQ(at_mark("    ^atomicAdd(&bins[data[i]], 1);"), "bins[data[i]]");
    EXPECT_EQ(at_mark("    x = ^__ldg(&a[i]);"), "a[i]");
    EXPECT_EQ(at_mark("    total ^= 3;"), "total");
}

TEST(OperandsTest, WhereNoneStandsNothingIsFound) {
    EXPECT_EQ(at_mark("    ^helper(a, i);"), "");
    EXPECT_EQ(at_mark("    a[i ^== 3;"), "");
    EXPECT_EQ(at_mark("    x = ^a[i"), "a");
    EXPECT_EQ(at_mark("^"), "");
    EXPECT_EQ(operand_text("a[i] = 3;", 7, 2), "");
    EXPECT_EQ(operand_text("a[i] = 3;", 1, 0), "");
    EXPECT_EQ(operand_text("a[i] = 3;", 1, 99), "");
    EXPECT_EQ(operand_text("", 1, 1), "");
    // anything is read without harm
    const std::string signs = "a[(*&=.->]) 1";
    for (std::size_t length = 1; length <= signs.size(); ++length)
        for (std::size_t from = 0; from + length <= signs.size(); ++from)
            for (int column = 1; column <= static_cast<int>(length); ++column)
                static_cast<void>(operand_text(signs.substr(from, length), 1, column));
}

TEST(OperandsTest, ALineIsToldInTheOrderInWhichItHappens) {
    DebugState state = test::stop_at("vector_add", 2);
    const std::string text = "// add\nc[i] = a[i] + b[i];\n";
    const auto access = [&](const char* array, int column, bool is_store) {
        DebugAccess one = test::access_to({.array = array, .line = 2, .is_store = is_store}, [](int lane) { return lane; });
        one.column = column;
        one.before = test::whole_number("", [&](int lane) { return is_store ? 0 : lane; });
        if (is_store) one.after = test::whole_number("", [](int lane) { return 2 * lane; });
        return one;
    };
    state.done = {access("a", 8, false)};
    state.next = {access("b", 15, false), access("c", 6, true)};
    const std::vector<Operand> operands = operands_of(state, text);
    ASSERT_EQ(operands.size(), 3u);
    EXPECT_EQ(operands[0].name, "a[i]");
    EXPECT_EQ(operands[0].when, Operand::When::done);
    EXPECT_EQ(operands[1].name, "b[i]");
    EXPECT_EQ(operands[2].name, "c[i]");
    EXPECT_EQ(operands[2].when, Operand::When::ahead);
    EXPECT_EQ(value_text(operands[1], 7), "7");
    EXPECT_EQ(value_text(operands[2], 7), "14");
    EXPECT_EQ(operands_of(state, "")[0].name, "a") << "without the text, the array's name";
}

}  // namespace
}  // namespace warpwise::ui
