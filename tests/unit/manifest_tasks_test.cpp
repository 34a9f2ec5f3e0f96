// What a learner is asked by click and by sketch, and what an exercise scores.
#include <gtest/gtest.h>

#include <string>

#include "base/diagnostic.h"
#include "lesson/manifest.h"
#include "unit/lesson_folder.h"

using namespace warpwise;
using namespace warpwise::test;

namespace {

// The good manifest with another prediction in place of the choice.
std::string with_prediction(const std::string& fields) {
    const std::size_t from = good_manifest.find("answers = ["), to = good_manifest.find("[exercise]");
    return good_manifest.substr(0, from) + fields + "\n" + good_manifest.substr(to);
}

std::string told_of(const std::string& text, const std::string& from, const std::string& to) {
    return text_of(read_manifest(with(text, from, to), "x/lesson.toml").diagnostics);
}

}  // namespace

TEST(ManifestTasks, APredictionByClick) {
    const std::string text = with_prediction(R"toml(click = "a"
element = 99
measured = "last_written"
why = "The guard stops the others."
near_misses = [{ element = 127, why = "the last thread" }]
)toml");
    const std::string clicked = with(text, "kind = \"thread_grid\"", "kind = \"thread_grid\"\n[[view]]\nkind = \"array_strip\"");
    const Manifest manifest = read_manifest(clicked, "x");
    EXPECT_EQ(text_of(manifest.diagnostics), "");
    const Prediction& prediction = manifest.lesson.predictions[0];
    EXPECT_TRUE(prediction.asks_number());
    EXPECT_EQ(prediction.click, "a");
    EXPECT_EQ(prediction.expect, "99");
    EXPECT_TRUE(prediction.is_right(99));
    EXPECT_FALSE(prediction.is_right(98));
    EXPECT_EQ(prediction.near_misses[0].value, 127);
    const std::string thread = with(with(text, "click = \"a\"\nelement", "click = \"thread\"\nthread"), "{ element", "{ thread");
    EXPECT_EQ(text_of(read_manifest(thread, "x").diagnostics), "") << "the lesson has a thread grid";

    EXPECT_NE(text_of(read_manifest(text, "x/lesson.toml").diagnostics).find("x/lesson.toml:42"), std::string::npos);
    EXPECT_NE(text_of(read_manifest(text, "x").diagnostics).find("no array_strip to click in"), std::string::npos);
    EXPECT_NE(told_of(clicked, "click = \"a\"", "click = \"b\"").find("no output array \"b\""), std::string::npos);
    EXPECT_NE(told_of(clicked, "element = 99\n", "").find("\"element\" is missing"), std::string::npos);
    EXPECT_NE(told_of(clicked, "element = 99", "element = 9.5").find("not the number of one element"), std::string::npos);
    EXPECT_NE(told_of(clicked, "element = 127", "element = 99").find("counts as right"), std::string::npos);
    EXPECT_NE(told_of(clicked, "why = \"The", "answers = []\nwhy = \"The").find("not both"), std::string::npos);
}

TEST(ManifestTasks, APredictionBySketch) {
    const std::string sketch = R"toml(sketch = "threads - work"
top = 200
shape = "rises and falls"
why = "{n} elements"
)toml";
    const std::string text = with(with_prediction(sketch), "kind = \"thread_grid\"",
                                  "kind = \"sweep\"\nover = \"n\"\nfrom = 1\nto = 1024\nshow = [\"threads - work\"]");
    const Manifest manifest = read_manifest(text, "x");
    EXPECT_EQ(text_of(manifest.diagnostics), "");
    const Prediction& prediction = manifest.lesson.predictions[0];
    EXPECT_TRUE(prediction.asks_sketch());
    EXPECT_FALSE(prediction.asks_number());
    EXPECT_EQ(prediction.top, 200);
    EXPECT_EQ(prediction.why, "100 elements");
    EXPECT_NE(told_of(text, "\"rises and falls\"", "\"rises and fall\"").find("Did you mean \"rises and falls\"?"),
              std::string::npos);
    EXPECT_NE(told_of(text, "top = 200", "top = 0").find("above 0"), std::string::npos);
    EXPECT_NE(told_of(text, "sketch = \"threads - work\"", "sketch = \"threads\"").find("no swept count \"threads\""),
              std::string::npos);
    EXPECT_NE(text_of(read_manifest(with_prediction(sketch), "x").diagnostics).find("no sweep of counts to draw over"),
              std::string::npos);
}

TEST(ManifestTasks, ScoresOfAnExercise) {
    const Manifest manifest =
        read_manifest(with(good_manifest, "gates = [",
                           "scores = [{ of = \"warps\", say = \"warps\", best = 1, silver = \"2^2\", bronze = 8 }]\ngates = ["),
                      "x");
    EXPECT_EQ(text_of(manifest.diagnostics), "");
    const Score& score = manifest.lesson.exercises[0].scores.at(0);
    EXPECT_EQ(score.of, "warps");
    EXPECT_EQ(score.silver, 4);
    EXPECT_EQ(score.bronze, 8);
}

TEST(ManifestTasks, AGateInWordsAndTextsThatMustPass) {
    const std::string gate =
        "gates = [{ counter = \"writers / n\", at_most = 1, say = \"few\", tell = \"{value|load|loads} of {limit} for {n}\", "
        "of_solution = true }]\nright = [{ file = \"right/a.cu\", style = \"references\" }]\n";
    const auto with_gate = [&](const std::string& text) {
        return with(good_manifest, "gates = [{ shapes = \"verify\", say = \"right everywhere\" }]", text);
    };
    const Manifest manifest = read_manifest(with_gate(gate), "x");
    EXPECT_EQ(text_of(manifest.diagnostics), "");
    const Exercise& exercise = manifest.lesson.exercises.at(0);
    ASSERT_EQ(exercise.gates.size(), 1u);
    EXPECT_TRUE(exercise.gates[0].of_solution);
    EXPECT_EQ(exercise.gates[0].tell, "{value|load|loads} of {limit} for {n}");
    ASSERT_EQ(exercise.right.size(), 1u);
    EXPECT_EQ(exercise.right[0].file, "right/a.cu");
    EXPECT_EQ(exercise.right[0].style, "references");
    const auto told = [&](const std::string& from, const std::string& to) {
        return text_of(read_manifest(with_gate(with(gate, from, to)), "x").diagnostics);
    };
    EXPECT_NE(told("{limit}", "{limits}").find("there is no \"limits\""), std::string::npos);
    EXPECT_NE(told("{n}", "{n").find("has no }"), std::string::npos);
    EXPECT_NE(told("{value|load|loads}", "{value|load}").find("for one and for several"), std::string::npos);
    EXPECT_NE(told("style = \"references\"", "told = \"references\"").find("\"style\" is missing"), std::string::npos);
    EXPECT_NE(told("say = \"few\"", "say = \"few `n`\"").find("backtick"), std::string::npos);
    EXPECT_EQ(text_of(read_manifest(with(with_gate(gate), "Do it.", "Do `it`."), "x").diagnostics), "");  // the card draws Markdown
}

TEST(ManifestTasks, FillsForGradingAndConstants) {
    const std::string text =
        with(good_manifest, "[[kernel]]", "[[constant]]\nnumbers = [\"1,024\"]\nbecause = \"a limit\"\n[[kernel]]");
    const std::string graded = with(text, "name = \"a\"", "name = \"a\"\ngraded = [\"uniform\", \"edges=-8..8\", \"edges=all\"]");
    const Manifest manifest = read_manifest(graded, "x");
    EXPECT_EQ(text_of(manifest.diagnostics), "");
    EXPECT_EQ(manifest.lesson.arrays.at(0).graded.size(), 3u);
    ASSERT_EQ(manifest.lesson.constants.size(), 1u);
    EXPECT_EQ(manifest.lesson.constants[0].numbers, std::vector<std::string>{"1,024"});
    EXPECT_NE(text_of(read_manifest(with(graded, "edges=all", "edge=all"), "x").diagnostics).find("there is no fill"),
              std::string::npos);
}

TEST(ManifestTasks, AnExerciseThatIsAProgram) {
    const std::size_t at = good_manifest.find("[exercise]");
    const std::string text = good_manifest.substr(0, at) + "[[exercise]]\n" + good_manifest.substr(at + 11) + R"toml(
[[exercise]]
id = "whole"
kind = "program"
task = "Copy once."
hints = ["Where?", "What?", { text = "Wait.", on = "read_before_wait" }]
notes = ["leak"]
runs = [{ arguments = ["100", "{seed}"], say = "a hundred" }, { arguments = ["0"], fails = true, prints = "error" }]
gates = [{ counter = "copies_to_device / argument_1", at_most = 1, kernel = "scale", say = "one", tell = "{value|copy|copies}" }]
)toml";
    const Manifest manifest = read_manifest(text, "x/lesson.toml");
    EXPECT_EQ(text_of(manifest.diagnostics), "");
    ASSERT_EQ(manifest.lesson.exercises.size(), 2u);
    EXPECT_EQ(manifest.lesson.exercises[0].stub_file(), "exercise.cu") << "the first may have no id";
    EXPECT_EQ(manifest.lesson.kernel_exercise(), &manifest.lesson.exercises[0]);
    const Exercise& whole = manifest.lesson.exercises[1];
    EXPECT_EQ(whole.stub_file(), "exercise_whole.cu");
    ASSERT_TRUE(whole.program);
    EXPECT_EQ(whole.program->runs[0].name, "a hundred");
    EXPECT_EQ(whole.program->runs[1].name, "0");
    EXPECT_TRUE(whole.program->runs[1].fails);
    EXPECT_EQ(whole.gates[0].kernel, "scale");

    EXPECT_NE(told_of(text, "copies_to_device /", "copies_to_devise /").find("Did you mean \"copies_to_device\"?"),
              std::string::npos);
    EXPECT_EQ(told_of(text, "copies_to_device / argument_1", "right_without"), "") << "of the gate's kernel";
    EXPECT_NE(told_of(text, "copies_to_device / argument_1\", at_most = 1, kernel = \"scale\"", "right_without\", at_most = 0")
                  .find("needs the kernel that does nothing"),
              std::string::npos);
    EXPECT_NE(told_of(text, ", prints = \"error\"", "").find("a run that has to fail needs \"prints\""), std::string::npos);
    EXPECT_NE(told_of(text, "[\"leak\"]", "[\"leaks\"]").find("Did you mean \"leak\"?"), std::string::npos);
    EXPECT_NE(told_of(text, "\"program\"", "\"programs\"").find("Did you mean \"program\"?"), std::string::npos);
    EXPECT_NE(told_of(text, "say = \"a hundred\" }", "ranks = 99 }").find("\"ranks\" is a whole number"), std::string::npos);
}
