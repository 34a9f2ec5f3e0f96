#include "ui/lesson/line_diff.h"

#include <gtest/gtest.h>

namespace warpwise::ui {
namespace {

using Kind = DiffLine::Kind;

TEST(LineDiff, TheSameTextHasOnlySameLines) {
    const auto lines = diff_lines("a\nb\n", "a  \nb\n\n");  // blanks at ends of lines and of the text do not count
    EXPECT_EQ(lines, (std::vector<DiffLine>{{Kind::same, "a"}, {Kind::same, "b"}}));
}

TEST(LineDiff, AChangedLineIsRemovedAndAdded) {
    const auto lines = diff_lines("int i;\na[i] + 1;\n}\n", "int i;\na[i] = a[i] + 1;\n}\n");
    EXPECT_EQ(lines,
              (std::vector<DiffLine>{
                  {Kind::same, "int i;"}, {Kind::removed, "a[i] + 1;"}, {Kind::added, "a[i] = a[i] + 1;"}, {Kind::same, "}"}}));
}

TEST(LineDiff, OneTextMayBeEmpty) {
    EXPECT_EQ(diff_lines("", "a\n"), (std::vector<DiffLine>{{Kind::added, "a"}}));
    EXPECT_EQ(diff_lines("a\n", ""), (std::vector<DiffLine>{{Kind::removed, "a"}}));
    EXPECT_TRUE(diff_lines("", "").empty());
}

TEST(LineDiff, VeryLongTextsAreNotCompared) {
    std::string text;
    for (int i = 0; i < 3000; ++i) text += "x\n";
    EXPECT_EQ(diff_lines(text, text).size(), 6000u);
}

}  // namespace
}  // namespace warpwise::ui
