#include "ui/lesson/prose_parts.h"

#include <gmock/gmock.h>
#include <gtest/gtest.h>

namespace warpwise::ui {
namespace {

using testing::ElementsAre;

std::vector<ProsePartKind> kinds(std::string_view prose) {
    std::vector<ProsePartKind> result;
    for (const ProsePart& part : split_prose(prose)) result.push_back(part.kind);
    return result;
}

TEST(ProseParts, CutsOurFencesOutAndLeavesTheOthers) {
    const auto parts = split_prose("Hello\n\n```predict wrong_index\n```\nthen\n```cpp\nint i;\n```\n```exercise\n```\n");
    ASSERT_EQ(parts.size(), 4u);
    EXPECT_EQ(parts[0].kind, ProsePartKind::markdown);
    EXPECT_EQ(parts[1].kind, ProsePartKind::predict);
    EXPECT_EQ(parts[1].text, "wrong_index");
    EXPECT_EQ(parts[2].text, "then\n```cpp\nint i;\n```\n");
    EXPECT_EQ(parts[3].kind, ProsePartKind::exercise);
}

TEST(ProseParts, TakesTheIdFromTheBodyToo) {
    EXPECT_EQ(split_prose("```predict\n  wrong_index\n```").at(0).text, "wrong_index");
    EXPECT_EQ(split_prose("~~~params\nn, block\n~~~").at(0).text, "n, block");
}

TEST(ProseParts, DoesNotLookInsideOtherFences) {
    EXPECT_THAT(kinds("````md\n```predict x\n```\n````\n"), ElementsAre(ProsePartKind::markdown));
}

TEST(ProseParts, AFenceThatIsNeverClosedRunsToTheEnd) {
    EXPECT_THAT(kinds("a\n```remember\nb"), ElementsAre(ProsePartKind::markdown, ProsePartKind::remember));
}

TEST(ProseParts, ViewsSideBySideShareARow) {
    const auto parts = split_prose("```view\nthread_grid\n```\n\n```view\narray_strip\n```\n");
    ASSERT_EQ(parts.size(), 1u);
    EXPECT_THAT(words_of(parts[0].text), ElementsAre("thread_grid", "array_strip"));
}

TEST(ProseParts, NothingGivesNothing) {
    EXPECT_TRUE(split_prose("").empty());
    EXPECT_TRUE(split_prose(" \n\n").empty());
    EXPECT_TRUE(words_of(" ,\n").empty());
}

TEST(ProseParts, TheNextHeadingIsFoundOutsideCode) {
    const std::string text = "One.\n\n```sh\n# no heading\n```\n\n## Two\nmore\n";
    EXPECT_EQ(next_heading(text), text.find("## Two"));
    EXPECT_EQ(next_heading("# One\n"), 0u);
    for (const std::string none : {"", "One.\n", "#one\n", "####### one\n", "#\n"})
        EXPECT_EQ(next_heading(none), none.size()) << none;
}

TEST(TermLinks, LinksEmphasisedTermsAndPresets) {
    EXPECT_EQ(with_term_links("Memory hands out **sectors**.", nullptr), "Memory hands out [**sectors**](<term:sectors>).");
    EXPECT_EQ(with_term_links("Run *No guard* now", nullptr, {"No guard"}), "Run [*No guard*](<preset:No guard>) now");
    EXPECT_EQ(with_term_links("**bold** and *plain*", nullptr), "**bold** and *plain*");
}

TEST(TermLinks, TakesALabelForNoTerm) {
    EXPECT_EQ(with_term_links("*With copies* against *Kernel*", nullptr), "*With copies* against *Kernel*");
    EXPECT_EQ(with_term_links("a *kernel* runs", nullptr), "a [*kernel*](<term:kernel>) runs");
    EXPECT_EQ(with_term_links("**Kernel** comes first", nullptr), "[**Kernel**](<term:Kernel>) comes first");
    EXPECT_EQ(with_term_links("Run *Kernel*", nullptr, {"Kernel"}), "Run [*Kernel*](<preset:Kernel>)");
}

TEST(TermLinks, ColoursTheIndexTerms) {
    EXPECT_EQ(with_term_links("`threadIdx.x` counts", nullptr),
              "[<thread-term>threadIdx.x</thread-term>](<term:threadIdx>) counts");
    EXPECT_EQ(with_term_links("`threadIdx.x + 1`", nullptr), "`threadIdx.x + 1`");
}

TEST(TermLinks, LeavesCodeFormulasHeadingsAndLinksAlone) {
    for (const char* text : {"```cpp\n**warp**\n```\n", "$$\n*warp*\n$$\n", "# The *warp*\n", "[*warp*](x)", "$a *warp* b$",
                             "`` `threadIdx.x` ``", "\\*warp*", "    *warp*\n", "***warp***", "*warp"})
        EXPECT_EQ(with_term_links(text, nullptr), text);
}

}  // namespace
}  // namespace warpwise::ui
