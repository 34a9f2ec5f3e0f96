#include "lesson/glossary.h"

#include <gtest/gtest.h>

#include <algorithm>

#include "base/files.h"
#include "lesson/lesson.h"

namespace warpwise {
namespace {

Glossary shipped() {
    return read_glossary(read_file(WARPWISE_SOURCE_DIR "/lessons/glossary.toml").value_or(""), "lessons/glossary.toml");
}

TEST(Glossary, FindsAWordInAnyCaseAndInThePlural) {
    const std::vector<Term> terms = shipped().terms;
    ASSERT_NE(find_term(terms, "warp"), nullptr);
    EXPECT_EQ(find_term(terms, "Warps"), find_term(terms, "warp"));
    EXPECT_EQ(find_term(terms, "bank conflicts"), find_term(terms, "bank conflict"));
    EXPECT_EQ(find_term(terms, "threadIdx.x"), find_term(terms, "threadIdx"));
}

TEST(Glossary, DoesNotGuess) {
    const std::vector<Term> terms = shipped().terms;
    EXPECT_EQ(find_term(terms, ""), nullptr);
    EXPECT_EQ(find_term(terms, "s"), nullptr);
    EXPECT_EQ(find_term(terms, "warped"), nullptr);
    EXPECT_EQ(find_term(terms, "threadIdx.x alone"), nullptr);
    EXPECT_EQ(find_term(terms, "threadIdx.w"), nullptr);
}

TEST(Glossary, TheShippedOneIsSortedAndWithoutAProblem) {
    const Glossary glossary = shipped();
    EXPECT_EQ(text_of(glossary.problems), "");
    EXPECT_GT(glossary.terms.size(), 50u);
    for (std::size_t i = 1; i < glossary.terms.size(); ++i)
        EXPECT_LT(lower_case(glossary.terms[i - 1].name), lower_case(glossary.terms[i].name));
    for (const Term& term : glossary.terms) EXPECT_EQ(find_term(glossary.terms, term.name), &term);
}

TEST(Glossary, HasTheWordsThatTheWindowUses) {
    const std::vector<Term> terms = shipped().terms;
    for (const char* word :
         {"lane", "warp", "block", "grid", "sector", "wavefront", "occupancy", "divergence", "atomic", "median", "emulator"})
        EXPECT_NE(find_term(terms, word), nullptr) << word;
}

TEST(Glossary, OtherWordsForATermFindIt) {
    const std::vector<Term> terms = shipped().terms;
    ASSERT_NE(find_term(terms, "race"), nullptr);
    EXPECT_EQ(find_term(terms, "Race conditions"), find_term(terms, "race"));
    const std::string twice = "[[term]]\nname = \"a\"\nalso = [\"b\"]\ntext = \"One.\"\n[[term]]\nname = \"B\"\ntext = \"Two.\"\n";
    EXPECT_NE(text_of(read_glossary(twice, "g").problems).find("g:6:"), std::string::npos)
        << text_of(read_glossary(twice, "g").problems);
}

// An emphasised word that the glossary knows is a link.
TEST(Glossary, EveryShippedLessonLinksToIt) {
    const Course course = load_course(WARPWISE_SOURCE_DIR "/lessons");
    ASSERT_FALSE(course.lessons.empty());
    for (const Lesson& lesson : course.lessons) {
        std::size_t links = 0;
        for (std::size_t at = lesson.prose.find("**"); at != std::string::npos; at = lesson.prose.find("**", at + 2)) {
            const std::size_t end = lesson.prose.find("**", at + 2);
            if (end == std::string::npos) break;
            if (find_term(&lesson, std::string_view(lesson.prose).substr(at + 2, end - at - 2)) != nullptr) ++links;
            at = end;
        }
        EXPECT_GT(links, 0u) << lesson.id;
    }
}

TEST(Glossary, ALessonsOwnTermComesFirst) {
    Lesson lesson;
    lesson.terms = {{"warp", "Its own.", "tiny"}, {"moat", "Another.", "tiny"}};
    ASSERT_NE(find_term(&lesson, "warps"), nullptr);
    EXPECT_EQ(find_term(&lesson, "warps")->text, "Its own.");
    EXPECT_EQ(find_term(&lesson, "moats")->text, "Another.");
    EXPECT_EQ(find_term(static_cast<const Lesson*>(nullptr), "moat"), nullptr);
    EXPECT_NE(find_term(&lesson, "sector"), nullptr) << "and then the course's";
}

TEST(Glossary, MistakesHaveTheirLine) {
    const struct {
        const char* text;
        std::uint32_t line;
        const char* message;
    } cases[] = {
        {"[[term]]\nname = \"a\"\n", 1, "the field \"text\" is missing"},
        {"[[term]]\nname = \"a\"\ntext = \"One.\"\n[[term]]\nname = \"A\"\ntext = \"Two.\"\n", 5, "\"A\" is defined twice"},
        {"[[term]]\nname = \"a\"\ntext = \"no stop\"\n", 3, "not a sentence"},
        {"[[term]]\nname = \"a*b\"\ntext = \"One.\"\n", 2, "cannot be a link"},
        {"[[term]]\nname = \"a\"\ntext = \"One.\"\nleson = \"b\"\n", 4, "the field \"leson\" is unknown"},
        {"[[term]]\nname = \"a\n", 2, "not valid TOML"},
        {"terms = 1\n", 1, "the field \"term\" is missing"},
    };
    for (const auto& [text, line, message] : cases) {
        const Diagnostics problems = read_glossary(text, "glossary.toml").problems;
        ASSERT_FALSE(problems.empty()) << text;
        EXPECT_NE(text_of(problems).find(message), std::string::npos) << text_of(problems);
        EXPECT_TRUE(std::ranges::any_of(problems, [&](const Diagnostic& d) { return d.line == static_cast<int>(line); }))
            << text_of(problems);
    }
    const std::string longest = "[[term]]\nname = \"a\"\ntext = \"" + std::string(kLongestTermText, 'x') + ".\"\n";
    EXPECT_NE(text_of(read_glossary(longest, "g").problems).find("201 characters"), std::string::npos);
}

}  // namespace
}  // namespace warpwise
