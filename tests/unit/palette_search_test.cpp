// What the palette finds, in which order.
#include "ui/shell/palette_search.h"

#include <gmock/gmock.h>
#include <gtest/gtest.h>

namespace warpwise::ui {
namespace {

using testing::ElementsAre;
using testing::IsEmpty;

const std::vector<PaletteEntry> entries{{"command:Run", "Run: Run", "F5"},
                                        {"command:Sweep", "Run: Sweep", "F6"},
                                        {"command:Light", "View: Light theme", ""},
                                        {"command:Dark", "View: Dark theme", ""},
                                        {"view:sweep", "Show Sweep", ""}};

std::vector<std::string> found(std::string_view query, const PaletteUses& uses = {}) {
    std::vector<std::string> ids;
    for (const PaletteMatch& match : search_palette(entries, query, uses)) ids.push_back(entries[match.entry].id);
    return ids;
}

TEST(PaletteSearch, WithoutAQueryTheMostUsedComeFirstAndTheRestKeepsItsOrder) {
    EXPECT_THAT(found(""), ElementsAre("command:Run", "command:Sweep", "command:Light", "command:Dark", "view:sweep"));
    EXPECT_THAT(found("", {{"command:Dark", 3}, {"view:sweep", 1}}),
                ElementsAre("command:Dark", "view:sweep", "command:Run", "command:Sweep", "command:Light"));
}

TEST(PaletteSearch, LettersInTheirOrderAreEnough) {
    EXPECT_THAT(found("dkthm"), ElementsAre("command:Dark"));
    EXPECT_THAT(found("zzz"), IsEmpty());
}

TEST(PaletteSearch, UseDecidesBetweenSimilarMatches) {
    EXPECT_EQ(found("theme").size(), 2u);
    EXPECT_EQ(found("theme", {{"command:Light", 5}}).front(), "command:Light");
    EXPECT_EQ(found("theme", {{"command:Dark", 5}}).front(), "command:Dark");
}

TEST(PaletteSearch, ABetterMatchGoesBeforeUse) {
    // "Dark theme" has the letters in a row, "Run: Sweep" nowhere near
    EXPECT_EQ(found("dark", {{"command:Light", 1000}}).front(), "command:Dark");
}

TEST(PaletteSearch, TheMatchedLettersAreNamed) {
    const auto matches = search_palette(entries, "dark", {});
    ASSERT_FALSE(matches.empty());
    std::string marked;
    for (const std::uint8_t at : matches[0].letters) marked += entries[matches[0].entry].text[at];
    EXPECT_EQ(marked, "Dark");
}

TEST(PaletteSearch, UsesComeBackFromTheirFileAndABrokenOneCountsAsNone) {
    const PaletteUses uses{{"command:Run", 7}, {"lesson:streams", 1}};
    EXPECT_EQ(uses_from_json(to_json_text(uses)), uses);
    for (const char* broken : {"", "{", "[]", "7", "{\"command:Run\": \"often\"}", "{\"command:Run\": -3}"})
        EXPECT_THAT(uses_from_json(broken), IsEmpty()) << broken;
}

}  // namespace
}  // namespace warpwise::ui
