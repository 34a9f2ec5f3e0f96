// Display formulas in a narrow column.
#include "ui/kit/formula_reflow.h"

#include <gtest/gtest.h>

namespace warpwise::ui {
namespace {

// A pixel a byte is measure enough.
std::string reflowed(std::string_view text, float width) {
    return reflow_formulas(text, width, [](const std::string& latex) { return static_cast<float>(latex.size()); });
}

TEST(FormulaReflow, WhatFitsIsLeftAlone) {
    const std::string text = "Before\n\n$$a = b + c$$\n\nafter with $x$ in it\n";
    EXPECT_EQ(reflowed(text, 40), text);
}

TEST(FormulaReflow, AWideFormulaBreaksBeforeOperatorsOutsideBraces) {
    EXPECT_EQ(reflowed("$$i = \\underbrace{a + b}_{c + d} + \\text{e}$$\n", 34),
              "$$i = \\underbrace{a + b}_{c + d} $$\n\n$$+ \\text{e}$$\n");
}

TEST(FormulaReflow, BracesThatGrowAreNotTornApart) {
    const std::string text = "$$\\left\\lceil n + m \\right\\rceil$$";
    EXPECT_EQ(reflowed(text, 5), text);
}

TEST(FormulaReflow, FormulasOfOneLineAreParted) {
    EXPECT_EQ(reflowed("$$a = f(x, y), \\quad b = g(a), \\quad c = b$$", 34),
              "$$a = f(x, y), \\quad b = g(a),$$\n\n$$ \\quad c = b$$");
}

TEST(FormulaReflow, ParenthesesAreBrokenWhereNothingElseHelps) {
    EXPECT_EQ(reflowed("$$rate \\le \\min(peak, intensity \\times bandwidth)$$", 30),
              "$$rate $$\n\n$$\\le \\min(peak, intensity $$\n\n$$\\times bandwidth)$$");
    EXPECT_EQ(reflowed("$$rate \\le \\min(peak, other)$$", 24), "$$rate $$\n\n$$\\le \\min(peak, other)$$");
}

TEST(FormulaReflow, NoLengthLosesACharacter) {
    const std::string latex = "t_\\mathrm{in} + t_\\mathrm{kernel} + (k - 1) \\cdot \\max(a,\\, b) = \\frac{n}{r} \\times 2";
    for (int width = 1; width < 90; ++width) {
        std::string joined = reflowed("$$" + latex + "$$", static_cast<float>(width));
        for (std::size_t at = 0; (at = joined.find("$$\n\n$$")) != std::string::npos;) joined.erase(at, 6);
        EXPECT_EQ(joined, "$$" + latex + "$$") << width;
    }
}

}  // namespace
}  // namespace warpwise::ui
