// Text is readable in every theme, by measure.
#include <gtest/gtest.h>
#include <imgui.h>

#include "ui/kit/theme.h"

namespace warpwise::ui {
namespace {

class ThemeTest : public ::testing::TestWithParam<ThemeName> {};
INSTANTIATE_TEST_SUITE_P(All, ThemeTest, ::testing::Values(ThemeName::dark, ThemeName::light, ThemeName::high_contrast));

TEST_P(ThemeTest, TextAndMeaningReachFourAndAHalfToOne) {
    const Theme t = theme_of(GetParam());
    for (const ImU32 surface : {t.ground, t.panel, t.raised})
        for (const ImU32 ink : {t.text, t.muted, t.accent, t.good, t.warn, t.bad, t.block_term, t.dim_term, t.thread_term})
            EXPECT_GE(contrast(ink, surface), 4.5) << std::hex << ink << " on " << surface;
    EXPECT_GE(contrast(t.accent_ink, t.accent), 4.5);
}

TEST_P(ThemeTest, SeriesAndBlocksStandOutAndDiffer) {
    const Theme t = theme_of(GetParam());
    for (const ImU32 colour : t.series) EXPECT_GE(contrast(colour, t.panel), 3.0) << std::hex << colour;
    for (std::uint64_t block = 0; block < 8; ++block) EXPECT_NE(block_colour(t, block), block_colour(t, block + 1));
}

TEST_P(ThemeTest, CellsAndTheirNumbersAreSeen) {
    const Theme t = theme_of(GetParam());
    for (std::uint64_t block = 0; block < 4; ++block) {
        EXPECT_GE(contrast(block_fill(t, block), t.panel), 3.0) << block;
        EXPECT_GE(contrast(block_ink(t), block_fill(t, block)), 4.5) << block;
    }
}

TEST(BlockHue, NeighboursInCountingOrderAndInRowsDiffer) {
    for (std::uint64_t block = 0; block < 63; ++block) EXPECT_NE(block_hue(block), block_hue(block + 1)) << block;
    for (const std::uint64_t per_row : {4, 8, 16})
        for (std::uint64_t block = 0; block < 8 * per_row - per_row; ++block)
            EXPECT_NE(block_hue(block), block_hue(block + per_row)) << block << " in rows of " << per_row;
}

TEST(Contrast, BlackOnWhiteIsTwentyOne) { EXPECT_NEAR(contrast(IM_COL32_BLACK, IM_COL32_WHITE), 21, 0.01); }

}  // namespace
}  // namespace warpwise::ui
