// What a manifest may say of things to break, warps to be, ladders, recorded bars and questions that are asked again.
#include <gmock/gmock.h>
#include <gtest/gtest.h>

#include "lesson/answers.h"
#include "lesson/given_answer.h"
#include "lesson/manifest.h"
#include "lesson/progress.h"
#include "lesson_folder.h"

using namespace warpwise;
using testing::HasSubstr;

namespace {

const std::string break_it = R"toml(
[[break_it]]
id = "luck"
ask = "Break it."
kernel = "add_one"
set = { n = 64 }
vary = ["n"]
smallest = { n = 33 }
size = "n"
unit = "elements"
why = "Because."
)toml";

const std::string be_the_warp = R"toml(
[[be_the_warp]]
id = "edge"
ask = "Be it."
kernel = "add_one"
block = 3
[[be_the_warp.stop]]
line = "index"
next = "work"
warp = 1
visit = 2
ask = "Which?"
why = "These."
)toml";

const std::string ladder = R"toml(
[[ladder]]
id = "first"
[[ladder.rung]]
id = "index"
title = "Index"
ask = "Write it."
kernel = "add_one"
file = "rung.cu"
start = "int i = 0;"
par = { of = "warps", say = "warps", best = 4, silver = 5, bronze = 6 }
why = "So."
)toml";

const std::string bar = R"toml(
[[prediction]]
id = "time"
ask = "How long for {n}?"
set = { n = 64 }
recorded = "[Small].kernel"
lowest = 0.001
highest = 10
beside = [{ label = "Small", recorded = "[Small].total" }]
why = "So."
near_misses = [{ number = "n / 10", why = "In proportion to {n}." }]
again = [{ set = { n = 32 }, recorded = "[Small].total" }]
)toml";

// With `text` before the exercise.
Manifest read(const std::string& text) {
    return read_manifest(test::with(test::good_manifest, "[exercise]", text + "\n[exercise]"), "lesson.toml");
}
std::string problems(const std::string& text) { return text_of(read(text).diagnostics); }

Prediction number_asked_again() {
    Prediction first{.id = "count"};
    first.number = 4;
    Prediction other = first;
    other.number = 8;
    first.again = {other};
    return first;
}

}  // namespace

TEST(ManifestPuzzles, AreRead) {
    const Manifest manifest = read(break_it + be_the_warp + ladder);
    EXPECT_EQ(text_of(manifest.diagnostics), "");
    ASSERT_EQ(manifest.lesson.breaks.size(), 1u);
    EXPECT_EQ(manifest.lesson.breaks[0].size.best, 33);
    EXPECT_EQ(manifest.lesson.breaks[0].size.silver, 50);
    ASSERT_EQ(manifest.lesson.warp_stops.size(), 1u);
    EXPECT_EQ(manifest.lesson.warp_stops[0].block.x, 3u);
    EXPECT_EQ(manifest.lesson.warp_stops[0].stops.at(0).visit, 2);
    ASSERT_EQ(manifest.lesson.ladders.size(), 1u);
    EXPECT_EQ(manifest.lesson.ladders[0].rungs.at(0).entry, "add_one<{dtype}>");
    EXPECT_EQ(manifest.lesson.ladders[0].rungs.at(0).array, "a");
    EXPECT_TRUE(manifest.lesson.manifest_lines.contains("rung first/index"));
}

TEST(ManifestPuzzles, AStepIsRead) {
    const std::string step = R"toml(
[[step]]
id = "column"
title = "A column"
look = "Count the sectors."
kernel = "add_one"
set = { n = 64 }
block = [1, 2]
line = "load"
warp = 3
visit = 2
view = "memory"
)toml";
    const Manifest manifest = read(step);
    EXPECT_EQ(text_of(manifest.diagnostics), "");
    ASSERT_EQ(manifest.lesson.steps.size(), 1u);
    const ShownStep& read_step = manifest.lesson.steps[0];
    EXPECT_EQ(read_step.block.y, 2u);
    EXPECT_EQ(read_step.warp, 3u);
    EXPECT_EQ(read_step.visit, 2);
    EXPECT_EQ(read_step.view, "memory");
    EXPECT_TRUE(manifest.lesson.manifest_lines.contains("step column"));
    EXPECT_THAT(problems(test::with(step, "\"memory\"", "\"sectors\"")), HasSubstr("\"sectors\""));
    EXPECT_THAT(problems(test::with(step, "look = \"Count the sectors.\"\n", "")), HasSubstr("\"look\" is missing"));
    EXPECT_THAT(problems(test::with(step, "title = \"A column\"\n", "")), HasSubstr("\"title\" is missing"));
    EXPECT_THAT(problems(step + step), HasSubstr("\"column\" is defined twice"));
}

TEST(ManifestPuzzles, MistakesAreToldWithWhatToWrite) {
    EXPECT_THAT(problems(test::with(break_it, "{ n = 33 }", "{ block = 33 }")), HasSubstr("the learner cannot change block"));
    EXPECT_THAT(problems(test::with(break_it, "vary = [\"n\"]", "vary = []")), HasSubstr("nothing can be changed"));
    EXPECT_THAT(problems(test::with(break_it, "size = \"n\"", "size = \"m\"")), HasSubstr("size"));
    EXPECT_THAT(problems(break_it + break_it), HasSubstr("\"luck\" is defined twice"));
    EXPECT_THAT(problems(test::with(be_the_warp, "next = \"work\"\n", "")), HasSubstr("\"next\" is missing"));
    EXPECT_THAT(problems(test::with(be_the_warp, "warp = 1", "warp = 1.5")), HasSubstr("a whole number from 0 to 31"));
    EXPECT_THAT(problems(test::with(ladder, "best = 4", "best = 6")), HasSubstr("a lower medal asks for a lower count"));
    EXPECT_THAT(problems(test::with(ladder, "id = \"index\"\ntitle", "id = \"index\"\narray = \"b\"\ntitle")),
                HasSubstr("there is no output array \"b\""));
}

TEST(ManifestPuzzles, ABarIsReadWithItsNearMissesAndItsOtherNumbers) {
    const Manifest manifest = read(bar);
    EXPECT_EQ(text_of(manifest.diagnostics), "");
    const Prediction& asked = manifest.lesson.predictions.at(1);
    EXPECT_TRUE(asked.asks_bar());
    EXPECT_EQ(asked.number, 0) << "no time stands in a manifest";
    EXPECT_EQ(asked.ask, "How long for 64?");
    EXPECT_EQ(asked.near_misses.at(0).value, 6.4);
    EXPECT_EQ(asked.near_misses.at(0).why, "In proportion to 64.");
    ASSERT_EQ(asked.again.size(), 1u);
    EXPECT_EQ(asked.again[0].ask, "How long for 32?");
    EXPECT_EQ(asked.again[0].near_misses.at(0).value, 3.2);
    EXPECT_EQ(asked.again[0].recorded, "[Small].total");
}

// A number that misses narrowly may be right with the other numbers: these then have near misses of their own.
TEST(ManifestPuzzles, OtherNumbersMayHaveNearMissesOfTheirOwn) {
    const auto with_again = [](const std::string& more) {
        return R"toml(
[[prediction]]
id = "count"
ask = "How many?"
kernel = "add_one"
set = { n = 64 }
number = 64
measured = "written"
why = "So."
near_misses = [{ number = 32, why = "Half of them." }]
again = [{ set = { n = 32 }, number = 32)toml" +
               more + " }]\n";
    };
    const Manifest manifest = read(with_again(", near_misses = [{ number = \"n / 2\", why = \"Half of {n}.\" }]"));
    EXPECT_EQ(text_of(manifest.diagnostics), "");
    const Prediction& asked = manifest.lesson.predictions.back();
    ASSERT_EQ(asked.again.size(), 1u);
    ASSERT_EQ(asked.again[0].near_misses.size(), 1u);
    EXPECT_EQ(asked.again[0].near_misses[0].value, 16);
    EXPECT_EQ(asked.again[0].near_misses[0].why, "Half of 32.");
    EXPECT_THAT(problems(with_again("")), testing::HasSubstr("the near miss 32 is right here"));
}

TEST(ManifestPuzzles, ABarIsRightWithinAFactor) {
    Prediction asked{.id = "time"};
    asked.recorded = "[Small].kernel";
    asked.within = 2;
    EXPECT_FALSE(asked.is_right(1)) << "nothing is right while no recording has it";
    asked.number = 1;
    EXPECT_TRUE(asked.is_right(0.5));
    EXPECT_TRUE(asked.is_right(2));
    EXPECT_FALSE(asked.is_right(2.1));
    EXPECT_EQ(number_answer(asked, 0.5), "500 µs");
}

TEST(ManifestPuzzles, WrongBarsAreToldWithWhatToWrite) {
    EXPECT_THAT(problems(test::with(bar, "[Small].kernel", "[Smal].kernel")), HasSubstr("Smal"));
    EXPECT_THAT(problems(test::with(bar, "[Small].kernel", "[Small].threads")), HasSubstr("is not a recorded time"));
    EXPECT_THAT(problems(test::with(bar, "lowest = 0.001", "lowest = 0")), HasSubstr("from a number above 0"));
    EXPECT_THAT(problems(test::with(bar, "why = \"So.\"", "why = \"So.\"\nwithin = 1")), HasSubstr("must be above 1"));
    EXPECT_THAT(problems(test::with(bar, "{n}?", "{m}?")), HasSubstr("m"));
}

TEST(PredictionsAskedAgain, GoRoundThroughTheirNumbers) {
    const Prediction first = number_asked_again();
    LessonProgress progress;
    EXPECT_EQ(asked_now(progress, first).number, 4);
    progress.numbers["count"] = 5;
    EXPECT_FALSE(given_answer(progress, first)->right);
    ask_with_other_numbers(progress, first);
    EXPECT_FALSE(given_answer(progress, first));
    EXPECT_EQ(asked_now(progress, first).number, 8);
    progress.numbers["count"] = 8;
    EXPECT_TRUE(given_answer(progress, first)->right);
    ask_with_other_numbers(progress, first);
    EXPECT_EQ(asked_now(progress, first).number, 4);
}

TEST(PredictionsAskedAgain, APollGetsTheAnswerToTheFirstQuestion) {
    Lesson lesson;
    lesson.id = "tiny";
    lesson.predictions = {number_asked_again()};
    LessonProgress progress;
    progress.numbers["count"] = 5;
    ask_with_other_numbers(progress, lesson.predictions[0]);
    progress.numbers["count"] = 8;
    EXPECT_EQ(std::get<double>(answers_of(lesson, progress).given.at("count")), 5);
}

TEST(Rungs, HaveOneMarkedLine) {
    Rung rung;
    rung.text = "void f() {\n    int i = 1;  //[line]\n}\n";
    EXPECT_EQ(line_of(rung), "int i = 1;");
    EXPECT_EQ(line_number_of(rung), 2);
    EXPECT_EQ(text_with(rung, "int i = 2;"), "void f() {\n    int i = 2;\n}\n");
    rung.text += "//[line]\n";
    EXPECT_EQ(line_of(rung), "") << "two";
    EXPECT_EQ(line_number_of(rung), 0);
    EXPECT_EQ(marked_line("a\n//[x]\nb\n//[/x]\n", "x"), 3);
}

TEST(PuzzleProgress, KeepsTheBestAndSurvivesTheDisk) {
    test::TemporaryFolder folder;
    LessonProgress progress;
    BreakIt puzzle;
    puzzle.id = "luck";
    EXPECT_TRUE(progress.note_broken(puzzle, {65, "n = 65"}));
    EXPECT_FALSE(progress.note_broken(puzzle, {70, "n = 70"}));
    EXPECT_TRUE(progress.note_broken(puzzle, {33, "n = 33"}));
    progress.stops["edge"] = {{0xffffffff, true}, {3, false}};
    progress.turns["count"] = 1;
    progress.first_numbers["count"] = 5;
    progress.rung_lines["first/index"] = "int i = 2;";
    progress.rung_counts["first/index"] = 4;
    const auto file = folder.path() / "progress.json";
    ASSERT_TRUE(save_progress({{"tiny", progress}}, file));
    EXPECT_EQ(load_progress(file).progress.at("tiny"), progress);
}
