// Formulas that are too wide for their card.
#include "ui/threads/formula_lines.h"

#include <gtest/gtest.h>

#include <string>

namespace warpwise::ui {
namespace {

std::vector<FormulaColumn> columns_of(std::string_view text) {
    const auto formula = ThreadFormula::parse(text);
    EXPECT_TRUE(formula.has_value());
    return lay_out_formula("i", "0", formula->terms(), std::vector<std::string>(formula->terms().size(), "1"));
}

std::string text_of(const std::vector<FormulaColumn>& line) {
    std::string text;
    for (const FormulaColumn& column : line) {
        text.resize(static_cast<std::size_t>(column.term_at), ' ');
        text += column.term;
    }
    return text;
}

TEST(FormulaLines, AFormulaThatFitsIsOneLine) {
    const auto lines = formula_lines(columns_of("blockIdx.x * blockDim.x + threadIdx.x"), 60);
    ASSERT_EQ(lines.size(), 1u);
    EXPECT_EQ(text_of(lines[0]), "i = blockIdx.x * blockDim.x + threadIdx.x");
}

TEST(FormulaLines, ABroadOneBreaksBeforeAPlusOutsideBrackets) {
    const auto lines =
        formula_lines(columns_of("(blockIdx.y * blockDim.y + threadIdx.y) * width + blockIdx.x * blockDim.x + threadIdx.x"), 60);
    ASSERT_EQ(lines.size(), 2u);
    EXPECT_EQ(text_of(lines[0]), "i = (blockIdx.y * blockDim.y + threadIdx.y) * width");
    EXPECT_EQ(text_of(lines[1]), "    + blockIdx.x * blockDim.x + threadIdx.x");
}

TEST(FormulaLines, WhatCannotBeBrokenStaysWhole) {
    EXPECT_EQ(formula_lines(columns_of("(blockIdx.x + threadIdx.x) * width"), 10).size(), 1u);
    EXPECT_TRUE(formula_lines({}, 10).empty());
}

}  // namespace
}  // namespace warpwise::ui
