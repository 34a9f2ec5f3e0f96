// Text is readable and colours are told apart in every theme, by measure.
#include "ui/kit/theme.h"

#include <gtest/gtest.h>
#include <imgui.h>

#include <iterator>
#include <string>
#include <utility>

#include "colour_vision.h"
#include "ui/debugger/debug_view.h"
#include "ui/threads/cell_look.h"

namespace warpwise::ui {
namespace {

constexpr double kLeastContrast = 4.5, kLeastDifference = 18;

class ThemeTest : public ::testing::TestWithParam<ThemeName> {};
INSTANTIATE_TEST_SUITE_P(All, ThemeTest, ::testing::Values(ThemeName::dark, ThemeName::light, ThemeName::high_contrast));

TEST_P(ThemeTest, EveryPairOfTextAndGroundReachesFourAndAHalfToOne) {
    const std::vector<TextPair> pairs = text_pairs(theme_of(GetParam()));
    EXPECT_GT(pairs.size(), 35u);
    for (const TextPair& pair : pairs) EXPECT_GE(contrast(pair.ink, pair.ground), kLeastContrast) << pair.name;
}

TEST_P(ThemeTest, NumbersInCellsReachFourAndAHalfToOneInEveryHueAndState) {
    const Theme t = theme_of(GetParam());
    for (std::uint64_t block = 0; block < 4; ++block)
        for (const ThreadState state : {ThreadState::works, ThreadState::idle, ThreadState::overwritten, ThreadState::silent}) {
            const CellLook look = cell_look(t, block, state);
            EXPECT_GE(contrast(look.ink, look.fill), kLeastContrast) << "block " << block << ", state " << static_cast<int>(state);
        }
    for (const LaneStatus status :
         {LaneStatus::active, LaneStatus::waiting, LaneStatus::at_barrier, LaneStatus::exited, LaneStatus::absent}) {
        const LaneLook look = lane_look(t, status);
        EXPECT_GE(contrast(look.ink, look.fill), kLeastContrast) << "lane " << static_cast<int>(status);
    }
}

TEST_P(ThemeTest, SeriesAndBlocksStandOutAndDiffer) {
    const Theme t = theme_of(GetParam());
    for (const ImU32 colour : t.series) EXPECT_GE(contrast(colour, t.panel), 3.0) << std::hex << colour;
    for (const ImU32 colour : t.blocks) EXPECT_GE(contrast(colour, t.panel), 3.0) << std::hex << colour;
    for (std::uint64_t block = 0; block < 8; ++block) EXPECT_NE(block_colour(t, block), block_colour(t, block + 1));
}

TEST_P(ThemeTest, BlocksStatesAndTermsAreToldApartWithAnyColourVision) {
    const Theme t = theme_of(GetParam());
    const auto all_apart = [](const char* what, std::span<const ImU32> colours) {
        for (const Vision vision : {Vision::usual, Vision::deuteranopia, Vision::protanopia})
            for (std::size_t a = 0; a < colours.size(); ++a)
                for (std::size_t b = 0; b < a; ++b)
                    EXPECT_GE(difference(colours[a], colours[b], vision), kLeastDifference)
                        << what << ' ' << b << " and " << a << ", vision " << static_cast<int>(vision);
    };
    const ImU32 states[] = {t.accent, t.good, t.warn, t.bad}, terms[] = {t.block_term, t.dim_term, t.thread_term};
    all_apart("blocks", t.blocks);
    all_apart("states", states);
    all_apart("terms", terms);
}

// Blue is what the learner chose or can press, orange what to look at twice: nothing else looks like either.
TEST_P(ThemeTest, BlueAndOrangeMeanOneThing) {
    const Theme t = theme_of(GetParam());
    const auto unlike = [&](const char* what, std::span<const ImU32> colours) {
        for (std::size_t i = 0; i < colours.size(); ++i)
            for (const auto& [meaning, colour] : {std::pair{"accent", t.accent}, {"warn", t.warn}})
                EXPECT_GE(difference(colours[i], colour, Vision::usual), kLeastDifference)
                    << what << ' ' << i << " and " << meaning;
    };
    const ImU32 terms[] = {t.block_term, t.dim_term, t.thread_term};
    unlike("block", t.blocks);
    unlike("term", terms);
    unlike("series", t.series);
}

// The measure itself: the hues of before, which were said to be alike.
TEST(ColourVision, GreenAndPinkWereAlikeUnderDeuteranopia) {
    const ImU32 green = IM_COL32(0x2f, 0xbf, 0x8f, 255), pink = IM_COL32(0xcc, 0x79, 0xa7, 255);
    EXPECT_GT(difference(green, pink, Vision::usual), 60);
    EXPECT_LT(difference(green, pink, Vision::deuteranopia), kLeastDifference);
    EXPECT_NEAR(difference(IM_COL32_WHITE, IM_COL32_BLACK, Vision::deuteranopia), 100, 0.5);
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
