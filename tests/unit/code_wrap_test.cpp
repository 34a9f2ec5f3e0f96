// Where long lines of code are broken.
#include "ui/kit/code_wrap.h"

#include <gmock/gmock.h>
#include <gtest/gtest.h>

#include <string>

namespace warpwise::ui {
namespace {

using testing::ElementsAre;

// The rows as they are read, with their indent as dots.
std::vector<std::string> rows_of(std::string_view line, std::size_t columns) {
    std::vector<std::string> rows;
    for (const CodeRow& row : wrap_code(line, columns))
        rows.push_back(std::string(row.indent, '.') + std::string(line.substr(row.begin, row.length)));
    return rows;
}

TEST(CodeWrap, AShortLineStaysWhole) {
    EXPECT_THAT(rows_of("    int i = 0;", 40), ElementsAre("    int i = 0;"));
    EXPECT_THAT(rows_of("", 40), ElementsAre(""));
}

TEST(CodeWrap, ALongLineBreaksBeforeAnOperator) {
    EXPECT_THAT(rows_of("    int i = blockIdx.x * blockDim.x + threadIdx.x;", 40),
                ElementsAre("    int i = blockIdx.x * blockDim.x", "........+ threadIdx.x;"));
}

TEST(CodeWrap, OuterBracketsBreakFirst) {
    EXPECT_THAT(rows_of("sum = first_value + mean(left * right - 1)", 36),
                ElementsAre("sum = first_value", "....+ mean(left * right - 1)"));
}

TEST(CodeWrap, ArgumentsBreakAfterACommaAndWordsWhereTheRowEnds) {
    EXPECT_THAT(rows_of("void f(const float* a, const float* b)", 24),
                ElementsAre("void f(const float* a,", "....const float* b)"));
    EXPECT_THAT(rows_of("aaaaaaaaaaaaaaaaaaaaaaaaaaaaaa", 20), ElementsAre("aaaaaaaaaaaaaaaaaaaa", "....aaaaaaaaaa"));
}

TEST(CodeWrap, NoNameIsBrokenThatFitsOnARow) {
    EXPECT_THAT(rows_of("        total = total + parts[threadIdx.x];", 26),
                ElementsAre("        total = total", "............+ parts[", "............threadIdx.x];"));
    EXPECT_THAT(rows_of("out[i] = tile[threadIdx.x][threadIdx.y];", 26),
                ElementsAre("out[i] = tile[threadIdx.x]", "....[threadIdx.y];"));
    EXPECT_THAT(rows_of("__syncthreads_count(hits);", 24), ElementsAre("__syncthreads_count(", "....hits);"));
    EXPECT_THAT(rows_of("~0xffffffffffffffffu", 19), ElementsAre("~0xffffffffffffffff", "....u")) << "longer than a row";
    EXPECT_THAT(rows_of("synchronize_all();   // at once", 19), ElementsAre("synchronize_all();", "....// at once"));
    EXPECT_THAT(rows_of("!!!!!!!!0xffffu", 12), ElementsAre("!!!!!!!!", "....0xffffu"));
}

TEST(CodeWrap, ACommentBreaksBetweenWords) {
    EXPECT_THAT(rows_of("// Add one, one thread per element (and no more of them)", 30),
                ElementsAre("// Add one, one thread per", "....element (and no more of", "....them)"));
    EXPECT_THAT(rows_of("    x += 1;  // the next element, in order", 34),
                ElementsAre("    x += 1;  // the next element,", "........in order"));
}

// Nothing is lost or doubled but blanks at the breaks, and every row fits.
TEST(CodeWrap, EveryWidthKeepsEveryCharacter) {
    const std::string line =
        "        out[y * width + x] = (in[(y - 1) * width + x] + in[(y + 1) * width + x]) / 4.0f;  // mean ≈ µ";
    for (std::size_t columns = 12; columns < 120; ++columns) {
        std::string kept, wanted;
        for (const CodeRow& row : wrap_code(line, columns)) {
            const std::string text = line.substr(row.begin, row.length);
            std::size_t characters = row.indent;
            for (const char c : text) characters += (static_cast<unsigned char>(c) & 0xC0) != 0x80;
            EXPECT_LE(characters, columns);
            kept += text;
        }
        std::erase(kept, ' ');
        wanted = line;
        std::erase(wanted, ' ');
        EXPECT_EQ(kept, wanted) << columns;
    }
}

}  // namespace
}  // namespace warpwise::ui
