#include "lesson/prose.h"

#include <gtest/gtest.h>

#include <algorithm>

#include "lesson/source_markers.h"
#include "unit/lesson_folder.h"

using namespace warpwise;
using namespace warpwise::test;

namespace {

class Prose : public testing::Test {
  protected:
    void SetUp() override {
        write_lesson(folder_, "01_tiny");
        auto loaded = load_lesson(folder_.path() / "01_tiny");
        ASSERT_TRUE(loaded) << text_of(loaded.error());
        lesson_ = *loaded;
    }
    std::string expand(const std::string& prose) {
        lesson_.prose = prose;
        return expand_prose(lesson_, {});
    }
    Diagnostics check(const std::string& prose) {
        lesson_.prose = prose + "\n```predict how_many\n```\n```exercise\n```\n";
        return check_prose(lesson_, "01_tiny/lesson.md");
    }
    TemporaryFolder folder_;
    Lesson lesson_;
};

}  // namespace

TEST_F(Prose, CodeAloneIsABlockAndWithinALineIsInline) {
    EXPECT_EQ(expand("{{code add_one#work}}"), "```cpp\nif (i >= n) return;\na[i] = a[i] + T(1);\n```\n");
    EXPECT_EQ(expand("Look: {{code add_one#index}}."), "Look: `int i = blockIdx.x * blockDim.x + threadIdx.x;`.\n");
    EXPECT_EQ(expand("{{code add_one}}").find("//["), std::string::npos);
}

TEST_F(Prose, ValuesComeFromParametersThenFromRuns) {
    EXPECT_EQ(expand("{{param n}} and {{value \"ceil(n / block)\"}}"), "100 and 4\n");
    EXPECT_EQ(expand("{{counter add_one \"global_load_sectors\"}}"), "(run to see)\n");
    const auto run = [](const std::string& kernel) {
        return kernel == "add_one" ? std::map<std::string, double>{{"global_load_sectors", 2048}} : std::map<std::string, double>{};
    };
    EXPECT_EQ(answer_directive("counter add_one \"global_load_sectors / 2\"", lesson_.defaults(), run), "1,024");
    EXPECT_EQ(answer_directive("counter other \"global_load_sectors / 2\"", lesson_.defaults(), run), std::nullopt);
    EXPECT_EQ(answer_directive("param dtype", lesson_.defaults(), run), "f32");
    EXPECT_EQ(answer_directive("param nothing", lesson_.defaults(), run), std::nullopt);
}

TEST_F(Prose, ACountMayBeThatOfAPreset) {
    EXPECT_EQ(expand("{{counter [Small] \"threads\"}}"), "(run to see)\n");
    const auto run = [](const std::string& of) {
        return of == "[Two words, small]" ? std::map<std::string, double>{{"threads", 32}} : std::map<std::string, double>{};
    };
    EXPECT_EQ(answer_directive("counter [Two words, small] \"2 * threads\"", lesson_.defaults(), run), "64");
    EXPECT_EQ(answer_directive("counter add_one \"threads\"", lesson_.defaults(), run), std::nullopt);
    EXPECT_EQ(preset_in_brackets("[Two words, small]"), "Two words, small");
    EXPECT_EQ(preset_in_brackets("add_one"), "");
    EXPECT_EQ(text_of(check("{{counter [Small] \"threads\"}}")), "");
    EXPECT_EQ(check("{{counter [Smal] \"threads\"}}").front().hint, "Did you mean \"Small\"?");
}

TEST_F(Prose, PicturesAreFilesOfTheLesson) {
    folder_.write("01_tiny/picture.png", "a picture");
    folder_.write("secret.png", "another's");
    std::filesystem::create_symlink(folder_.path() / "secret.png", folder_.path() / "01_tiny/link.png");
    std::filesystem::create_symlink("/dev/zero", folder_.path() / "01_tiny/zero.png");
    const auto said = [&](const std::string& prose) { return text_of(check(prose)); };
    EXPECT_EQ(said("![a diagram](picture.png) and ![titled](picture.png \"its title\"); `![code](missing.png)`"), "");
    EXPECT_NE(said("![a](missing.png)").find("there is no file missing.png"), std::string::npos);
    EXPECT_NE(said("![a](../secret.png)").find("leads out of the folder"), std::string::npos);
    EXPECT_NE(said("![a](link.png)").find("a link that leads out of the folder"), std::string::npos);
    EXPECT_NE(said("![a](zero.png)").find("leads out of the folder"), std::string::npos);
    EXPECT_NE(said("![a](/etc/passwd)").find("leads out of the folder"), std::string::npos);
}

TEST_F(Prose, LinksToWhatIsThereAreFine) {
    lesson_.terms = {{"moat", "The rows that a block reads beyond its own.", "tiny"}};
    EXPECT_EQ(text_of(check(
                  "[Moats](term:moat), [sectors](term:sector), [small](preset:Small), [grid](view:thread_grid), [a page](x.html)")),
              "");
    EXPECT_EQ(text_of(check("`[code](term:nothing)` in a block:\n```text\n[code](term:nothing)\n```\n*moat*")).find("line"),
              std::string::npos);
}

TEST_F(Prose, ATermThatTheLessonAddsIsLinked) {
    lesson_.terms = {{"moat", "The rows that a block reads beyond its own.", "tiny"}};
    EXPECT_NE(text_of(check("no such word")).find("links to the term \"moat\""), std::string::npos);
    EXPECT_EQ(text_of(check("the **Moat** of a block")), "");
    lesson_.terms = {{"sector", "Something else.", "tiny"}};
    EXPECT_NE(text_of(check("a **sector**")).find("in the glossary already"), std::string::npos);
}

TEST_F(Prose, NumbersInFormulasKeepTheirComma) {
    lesson_.parameters[0].default_value = std::int64_t{65536};
    EXPECT_EQ(expand("$$n = {{param n}}$$"), "$$n = 65{,}536$$\n");
}

TEST_F(Prose, BlocksStayAsTheyAre) {
    const std::string block = "```text\n{{param n}} stays\n```\n";
    EXPECT_EQ(expand(block), block);
    EXPECT_EQ(expand("```predict how_many\n```\n"), "```predict how_many\n```\n");
}

TEST_F(Prose, ProblemsHaveTheirPlace) {
    EXPECT_EQ(text_of(check("fine {{param n}}")), "");
    EXPECT_EQ(text_of(check("{{value \"n * dtype_bytes\"}} {{value \"blocks * block\"}} {{counter add_one \"writers / n\"}}")), "");
    EXPECT_EQ(check("{{value \"blocks * blokc\"}}").front().hint, "Did you mean \"block\"?");
    const struct {
        const char* prose;
        int column;
        const char* message;
    } cases[] = {
        {"{{parm n}}", 1, "no directive \"parm\""},
        {"a {{param m}}", 3, "no parameter \"m\""},
        {"{{code add_on}}", 1, "no kernel \"add_on\""},
        {"{{code add_one#nowhere}}", 1, "no place marked \"nowhere\""},
        {"{{value \"1 +\"}}", 1, "the formula \"1 +\""},
        {"{{counter add_one}}", 1, "wrong number of words"},
        {"is {{counter add_one \"writerz\"}}", 4, "there is no \"writerz\""},
        {"{{value \"blocks * blokc\"}}", 1, "there is no \"blokc\""},
        {"{{param n", 1, "has no }}"},
        {"```view sweep\n```", 1, "no [[view]] \"sweep\""},
        {"```predict who\n```", 1, "no prediction \"who\""},
        {"a [sectr](term:sectr)", 11, "no term \"sectr\""},
        {"a [word](<term:two words>)", 11, "no term \"two words\""},
        {"[Large](preset:Large)", 9, "no preset \"Large\""},
        {"[the grid](view:grid)", 12, "no view \"grid\""},
        {"```params n m\n```", 1, "no parameter \"m\""},
        {"```predcit how_many\n```", 1, "```predcit is unknown"},
    };
    for (const auto& each : cases) {
        const Diagnostics diagnostics = check(each.prose);
        ASSERT_EQ(diagnostics.size(), 1u) << each.prose << "\n" << text_of(diagnostics);
        EXPECT_EQ(diagnostics[0].line, 1) << each.prose;
        EXPECT_EQ(diagnostics[0].column, each.column) << each.prose;
        EXPECT_NE(diagnostics[0].message.find(each.message), std::string::npos) << diagnostics[0].message;
    }
}

TEST_F(Prose, WhatIsShownNowhereIsToldAndSoIsAnOpenBlock) {
    lesson_.prose = "nothing";
    EXPECT_EQ(check_prose(lesson_, "x").size(), 2u);
    EXPECT_NE(text_of(check("```text\nopen\n")).find("never ends"), std::string::npos);
}

// A formula that defines a command by itself would be followed for ever; the same limits hold where a text is drawn.
TEST_F(Prose, FormulasThatWouldHoldTheWindowAreRefusedWithTheirLine) {
    const auto refused = [&](const std::string& prose) {
        const Diagnostics found = check(prose);
        const auto error = std::ranges::find(found, Severity::error, &Diagnostic::severity);
        return error == found.end() ? std::string() : std::to_string(error->line) + ": " + error->message;
    };
    EXPECT_EQ(refused("one\n\n$$\\newcommand{\\a}{\\a\\a}\\a$$"), "3: a formula cannot define or read anything: \\newcommand");
    EXPECT_EQ(refused("$\\input{/etc/passwd}$"), "1: a formula cannot define or read anything: \\input");
    std::string deep, many = "$";
    for (int i = 0; i < 50; ++i) deep += "\\sqrt{ ";
    for (int i = 0; i < 400; ++i) many += "\\sqrt ";
    EXPECT_EQ(refused("$$" + deep + "x$$"), "1: a formula nests more than 40 levels deep");
    EXPECT_EQ(refused(many + "x$"), "1: a formula has more than 300 commands");
    EXPECT_EQ(refused("$$\\frac{\\sqrt{x}}{2}$$ and \\def without a formula\n\n$y$"),
              "1: a formula cannot define or read anything: \\def");
    EXPECT_EQ(refused("$$\\frac{\\sqrt{x}}{2}$$\n\nno formula: \\def " + deep), "");
}

TEST(Markers, StripBlankAndFind) {
    const std::string source = "a\n  //[x]\n    b\n      c\n  //[/x]\nd  //[y]\ne // [no]\n";
    EXPECT_EQ(strip_markers(source), "a\n    b\n      c\nd\ne // [no]\n");
    EXPECT_EQ(blank_markers(source), "a\n\n    b\n      c\n\nd\ne // [no]\n");
    EXPECT_EQ(marked_code(source, "x"), "b\n  c\n");
    EXPECT_EQ(marked_code(source, "y"), "d\n");
    EXPECT_EQ(marked_code(source, "z"), std::nullopt);
    EXPECT_EQ(strip_markers(strip_markers(source)), strip_markers(source));
}
