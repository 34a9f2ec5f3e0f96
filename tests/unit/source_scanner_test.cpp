// The one place that knows where the words, literals and comments of a C++ text end.
#include "text/source_scanner.h"

#include <gmock/gmock.h>
#include <gtest/gtest.h>

#include <vector>

#include "text/declared_parameters.h"

namespace warpwise {
namespace {

std::vector<std::string> words_of(std::string_view text) {
    std::vector<std::string> words;
    Scanner scanner(text);
    for (Token token = scanner.next(); token.kind != TokenKind::end; token = scanner.next())
        words.emplace_back(scanner.word(token));
    return words;
}

TEST(SourceScanner, CommentsArePassedOverAndLiteralsAreWhole) {
    EXPECT_THAT(words_of("a/* ; */+b // c\n\"// no\" 'x'"), testing::ElementsAre("a", "+", "b", "\"// no\"", "'x'"));
    EXPECT_THAT(words_of(R"x(f(R"(a"b)", u8R"-(})")-"))x"),
                testing::ElementsAre("f", "(", R"x(R"(a"b)")x", ",", R"x(u8R"-(})")-")x", ")"));
    EXPECT_THAT(words_of("\"a\\\"b\" '\\''"), testing::ElementsAre("\"a\\\"b\"", "'\\''"));
}

TEST(SourceScanner, AnApostropheInANumberBeginsNothing) {
    EXPECT_THAT(words_of("0xFF'AB'CD + 1'000"), testing::ElementsAre("0xFF'AB'CD", "+", "1'000"));
    EXPECT_EQ(without_comments("1'000 + 2'000 // x"), "1'000 + 2'000     ");
    EXPECT_THAT(words_of("L'\"' + u8'x'"), testing::ElementsAre("L", "'\"'", "+", "u8", "'x'"));
    EXPECT_EQ(without_comments("L'\"' /* \" */ f"), "L' '         f");
}

TEST(SourceScanner, WhatIsNotClosedEnds) {
    EXPECT_THAT(words_of("#error isn't\nint a"), testing::ElementsAre("#", "error", "isn", "'t", "int", "a"));
    EXPECT_EQ(without_comments("isn't\nint a;"), "isn' \nint a;");
    for (const char* text : {"/*", "\"", "'", "R\"(", "R\"", "//", "#", "#\\", "\\"})
        EXPECT_LE(end_of_other_than_code(text, 0), std::string_view(text).size()) << text;
}

TEST(SourceScanner, ADirectiveGoesOnAfterABackslash) {
    const std::string_view text = "  #define A \\\r\n  1\nint b;  # no";
    EXPECT_EQ(text.substr(end_of_directive(text, 2)), "\nint b;  # no");
    EXPECT_EQ(end_of_directive(text, text.rfind('#')), text.rfind('#'));
    EXPECT_EQ(end_of_other_than_code(text, text.find("int")), text.find("int"));
}

TEST(SourceScanner, QuotesAndCommentsAreBlankedAndLinesStay) {
    EXPECT_EQ(without_comments("a /* x\ny */ b \"{\" c"), "a     \n     b \" \" c");
    EXPECT_EQ(without_comments(R"x(s = R"(a"b)"; // c)x"), "s = R\"     \";     ");
}

TEST(SourceScanner, AWordStandsAlone) {
    EXPECT_EQ(find_word("int internal int_ int", "int", 1), 18u);
    EXPECT_EQ(find_word("a", ""), std::string_view::npos);
    EXPECT_EQ(partner_of_bracket("f(g(x), h())", 1), 11u);
    EXPECT_EQ(partner_of_bracket("f(g(x)", 1), std::string_view::npos);
}

TEST(SourceScanner, CommentsAmongParametersAreNoParameters) {
    const auto parameters =
        parameters_in_text("// __global__ void f(int wrong);\n__global__ void f(float* a /* in, out */, int n // )\n)", "f");
    ASSERT_EQ(parameters.size(), 2u);
    EXPECT_EQ(parameters[0].name, "a");
    EXPECT_EQ(parameters[0].type, "float*");
    EXPECT_EQ(parameters[1].name, "n");
}

}  // namespace
}  // namespace warpwise
