// Manifests that are nested too deep for a parser that recurses: judged before they are parsed.
#include "lesson/toml_nesting.h"

#include <gmock/gmock.h>
#include <gtest/gtest.h>

#include "lesson/glossary.h"
#include "lesson/manifest.h"
#include "unit/lesson_folder.h"

namespace warpwise {
namespace {

using testing::HasSubstr;

std::string repeated(std::string_view part, int times) {
    std::string text;
    for (int i = 0; i < times; ++i) text += part;
    return text;
}

TEST(TomlNesting, OrdinaryTextsAreShallow) {
    EXPECT_EQ(line_nested_too_deep(test::good_manifest), 0);
    EXPECT_EQ(line_nested_too_deep("a.b.c = { d = [[1.5, 2.5], [3.5]] } # " + repeated("a.", 100) + "\n"), 0);
    EXPECT_EQ(line_nested_too_deep("a = \"" + repeated("a.[{", 100) + "\"\nb = '''\n" + repeated("a.[{\n", 100) + "'''\n"), 0);
    EXPECT_EQ(line_nested_too_deep("a = [\n" + repeated("  1.5, 2.5,\n", 1000) + "]\n"), 0);
    EXPECT_EQ(line_nested_too_deep(repeated("[table.of.it]\nx = 1.5\n[[list.of]]\ny.z = 2\n", 100)), 0);
}

TEST(TomlNesting, EachKindOfDepthIsFound) {
    for (const std::string& text : {
             "x = 1\n" + repeated("a.", 65) + "b = 1\n",
             "x = 1\n" + repeated("\"a\" . ", 65) + "b = 1\n",
             "x = 1\n[" + repeated("a.", 65) + "b]\n",
             "x = 1\n[[" + repeated("a.", 65) + "b]]\n",
             "x = 1\na = " + repeated("[", 65) + "\n",
             "x = 1\na = " + repeated("{ a = ", 65) + "\n",
             "x = 1\na = " + repeated("{ a.b.c = ", 25) + "\n",
             "x = 1\na = [ \"\"\"text\"\"\"\"\", { " + repeated("a.", 65) + "b = 1 } ]\n",
             "x = 1\n[" + repeated("a.", 40) + "b]  " + repeated("c.", 40) + "d = 1\n",
         })
        EXPECT_EQ(line_nested_too_deep(text), 2) << text;
    EXPECT_EQ(line_nested_too_deep("[" + repeated("a.", 40) + "b]\n" + repeated("c.", 40) + "d = 1\n"), 2);
    EXPECT_EQ(line_nested_too_deep("a = [\n" + repeated("[\n", 70)), 64);
}

// Its table ended the process when it was taken apart.
TEST(TomlNesting, AKeyOfFiftyThousandPartsIsAMessage) {
    for (const std::string& text : {repeated("a.", 50'000) + "b = 1\n", "[" + repeated("a.", 50'000) + "b]\n",
                                    "x = " + repeated("{ a = ", 50'000), "x = " + repeated("[", 50'000)}) {
        const Manifest manifest = read_manifest(text, "lesson.toml");
        ASSERT_TRUE(has_errors(manifest.diagnostics));
        EXPECT_THAT(text_of(manifest.diagnostics), HasSubstr("nested more than 64 levels deep"));
        EXPECT_THAT(text_of(read_glossary(text, "glossary.toml").problems), HasSubstr("nested more than 64 levels deep"));
    }
}

TEST(TomlNesting, ANameOfAHundredThousandLettersIsCutInTheMessage) {
    const std::string name(100'000, 'x');
    const Manifest manifest =
        read_manifest(test::with(test::good_manifest, "kernel = \"add_one\"", "kernel = \"" + name + "\""), "lesson.toml");
    ASSERT_TRUE(has_errors(manifest.diagnostics));
    for (const Diagnostic& diagnostic : manifest.diagnostics) EXPECT_LT(diagnostic.message.size(), 500u);
    EXPECT_THAT(text_of(manifest.diagnostics), HasSubstr("xxx...xxx"));
}

}  // namespace
}  // namespace warpwise
