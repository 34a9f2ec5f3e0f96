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

TEST(Contrast, BlackOnWhiteIsTwentyOne) { EXPECT_NEAR(contrast(IM_COL32_BLACK, IM_COL32_WHITE), 21, 0.01); }

}  // namespace
}  // namespace warpwise::ui
