#include "ui/kit/glossary.h"

#include <gtest/gtest.h>

#include <algorithm>
#include <string>

namespace warpwise::ui {
namespace {

std::string lower(std::string_view text) {
    std::string result(text);
    std::ranges::transform(result, result.begin(), [](unsigned char c) { return static_cast<char>(std::tolower(c)); });
    return result;
}

TEST(Glossary, FindsAWordInAnyCaseAndInThePlural) {
    ASSERT_NE(find_term("warp"), nullptr);
    EXPECT_EQ(find_term("Warps"), find_term("warp"));
    EXPECT_EQ(find_term("bank conflicts"), find_term("bank conflict"));
    EXPECT_EQ(find_term("threadIdx.x"), find_term("threadIdx"));
}

TEST(Glossary, DoesNotGuess) {
    EXPECT_EQ(find_term(""), nullptr);
    EXPECT_EQ(find_term("s"), nullptr);
    EXPECT_EQ(find_term("warped"), nullptr);
    EXPECT_EQ(find_term("threadIdx.x alone"), nullptr);
    EXPECT_EQ(find_term("threadIdx.w"), nullptr);
}

TEST(Glossary, IsSortedWithoutDoublesAndEveryTextIsASentence) {
    const auto terms = glossary_terms();
    for (std::size_t i = 1; i < terms.size(); ++i) EXPECT_LT(lower(terms[i - 1].name), lower(terms[i].name));
    for (const GlossaryTerm& term : terms) {
        EXPECT_TRUE(term.text.ends_with('.')) << term.name;
        EXPECT_LE(term.text.size(), 200u) << term.name << ": a hover text must be short";
        EXPECT_EQ(find_term(term.name), &term);
    }
}

TEST(Glossary, HasTheWordsThatTheWindowUses) {
    for (const char* word :
         {"lane", "warp", "block", "grid", "sector", "wavefront", "occupancy", "divergence", "atomic", "median", "emulator"})
        EXPECT_NE(find_term(word), nullptr) << word;
}

}  // namespace
}  // namespace warpwise::ui
