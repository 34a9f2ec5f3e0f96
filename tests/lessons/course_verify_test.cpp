// The shipped lessons keep their promises, and each kind of broken promise is found.
#include "experiment/check/course_verify.h"

#include <gmock/gmock.h>
#include <gtest/gtest.h>

#include <algorithm>
#include <filesystem>
#include <nlohmann/json.hpp>
#include <string>
#include <vector>

#include "base/files.h"
#include "experiment/check/verify_exercise.h"
#include "shipped_lessons.h"
#include "unit/lesson_folder.h"

using namespace warpwise;
using testing::HasSubstr;

namespace {

class CourseVerify : public testing::Test {
  protected:
    void SetUp() override {
        course_ = load_course(std::filesystem::path(WARPWISE_SOURCE_DIR) / "lessons");
        const Lesson* found = course_.find("indexing_1d");
        ASSERT_NE(found, nullptr) << text_of(course_.problems);
        lesson_ = *found;
        // Enough to find what a test broke, and quick: one of its wrong submissions is wrong for integers alone.
        std::erase_if(lesson_.verify_shapes, [](const ParameterValues& shape) {
            const ParameterValue &dtype = shape.at("dtype"), f32 = std::string("f32"), i32 = std::string("i32");
            return dtype != f32 && dtype != i32;
        });
    }
    // The detail of the one check that fails.
    std::string only_failure(const std::string& what) {
        std::string detail = "no check failed";
        for (const VerifyLine& line : verify_lesson(lesson_, devices_)) {
            if (line.passed) continue;
            EXPECT_EQ(line.what, what) << text_of(line);
            detail = line.detail;
            failed_ = line;
        }
        return detail;
    }
    VerifyLine failed_;  // the last one
    Course course_;
    Lesson lesson_;
    DeviceSet devices_;
    VerifyOptions options_;
};

}  // namespace

// A test for each: some take a minute.
class ShippedLesson : public testing::TestWithParam<std::string> {};

TEST_P(ShippedLesson, Holds) {
    const Course course = load_course(std::filesystem::path(WARPWISE_SOURCE_DIR) / "lessons");
    const Lesson* lesson = course.find(GetParam());
    ASSERT_NE(lesson, nullptr);
    DeviceSet devices;
    VerifyOptions options;
    options.runs_ranks = false;  // a minute and a half: job_test.cpp runs some, and `warpwise course verify ranks` all of them
    for (const VerifyLine& line : verify_lesson(*lesson, devices, options)) EXPECT_TRUE(line.passed) << text_of(line);
}

INSTANTIATE_TEST_SUITE_P(Course, ShippedLesson, testing::ValuesIn(shipped_lesson_ids()),
                         [](const auto& info) { return info.param; });

TEST(ShippedLessons, AreInFoldersOfTheirNames) {
    std::vector<std::string> ids;
    for (const Lesson& lesson : load_course(std::filesystem::path(WARPWISE_SOURCE_DIR) / "lessons").lessons)
        ids.push_back(lesson.id);
    EXPECT_EQ(shipped_lesson_ids(), ids);
    EXPECT_GE(ids.size(), 28u);
}

TEST_F(CourseVerify, AStubThatPasses) {
    lesson_.exercises.front().stub = "// TODO\n" + lesson_.exercises.front().solution;
    EXPECT_THAT(only_failure("exercise stub"), HasSubstr("the stub passes"));
    EXPECT_THAT(failed_.file, testing::EndsWith("02_indexing_1d/exercise.cu"));
    EXPECT_THAT(text_of(failed_), HasSubstr("exercise.cu: the stub passes"));
    EXPECT_THAT(failed_.detail, HasSubstr("Leave out a step and mark it TODO"));
}

TEST_F(CourseVerify, AStubThatDoesNotCompile) {
    lesson_.exercises.front().stub += "\nTODO";
    lesson_.exercises.front().stub.replace(lesson_.exercises.front().stub.find("TODO"), 4, "todo");
    EXPECT_THAT(only_failure("exercise stub"), HasSubstr("does not compile"));
}

TEST_F(CourseVerify, ASolutionThatFails) {
    lesson_.exercises.front().solution = lesson_.exercises.front().stub;
    lesson_.exercises.front().solution.replace(lesson_.exercises.front().solution.find("TODO"), 4, "todo");
    EXPECT_THAT(only_failure("exercise solution"), HasSubstr("the solution fails"));
}

TEST_F(CourseVerify, AnUnfinishedExercise) {
    lesson_.exercises.front().hints.resize(1);
    EXPECT_THAT(only_failure("exercise"), HasSubstr("fewer than two hints"));
    lesson_.exercises.front().hints = {{"one", {}}, {"two", {}}};
    lesson_.exercises.front().stub += "// TODO\n";
    EXPECT_THAT(only_failure("exercise"), HasSubstr("2 places marked TODO"));
}

TEST_F(CourseVerify, AHintThatNoSubmissionTriggers) {
    Exercise& exercise = lesson_.exercises.front();
    exercise.hints.push_back({"the order", "data_race"});
    for (const VerifyLine& line : verify_lesson(lesson_, devices_)) EXPECT_TRUE(line.passed) << text_of(line);
    exercise.hints.back().on = "barrier_divergence";
    EXPECT_THAT(only_failure("exercise hints"), HasSubstr("barrier_divergence"));
}

TEST_F(CourseVerify, EveryExerciseOfSeveralIsProved) {
    Exercise second = lesson_.exercises.front();
    lesson_.exercises.front().id = "first";
    second.id = "second";
    second.solution = second.stub;
    second.solution.replace(second.solution.find("TODO"), 4, "todo");
    lesson_.exercises.push_back(second);
    bool found = false;
    for (const VerifyLine& line : verify_lesson(lesson_, devices_)) {
        const bool expected = line.what == "exercise second solution" || line.what == "files";  // the files keep their names
        EXPECT_EQ(line.passed, !expected) << text_of(line);
        found = found || line.what == "exercise first solution";
    }
    EXPECT_TRUE(found);
}

TEST_F(CourseVerify, ANumberThatRunningContradicts) {
    Prediction& asked = lesson_.predictions.front();
    asked.answers.clear();
    asked.measured = "written";
    asked.number = 32;
    asked.expect = "32";
    for (const VerifyLine& line : verify_lesson(lesson_, devices_)) EXPECT_TRUE(line.passed) << text_of(line);
    asked.expect = "33";
    EXPECT_THAT(only_failure("prediction " + asked.id), HasSubstr("the number says \"33\", and running it shows \"32\""));
}

TEST_F(CourseVerify, AScoreWhoseBestIsStale) {
    Exercise& exercise = lesson_.exercises.front();
    exercise.scores = {{"threads / warps", "threads per warp", 32, 40, 48}};
    for (const VerifyLine& line : verify_lesson(lesson_, devices_)) EXPECT_TRUE(line.passed) << text_of(line);
    exercise.scores.front().best = 31;
    EXPECT_THAT(only_failure("exercise solution"), HasSubstr("\"threads per warp\" says best = 31, and the solution has 32"));
    exercise.scores.front().of = "sectors_that_are_not_counted";
    EXPECT_THAT(only_failure("exercise solution"), HasSubstr("cannot be counted"));
}

TEST_F(CourseVerify, ASketchWhoseShapeCountingContradicts) {
    lesson_.views.push_back({"sweep", {{"over", "n"}, {"from", "32"}, {"to", "256"}, {"show", "threads"}}});
    Prediction& asked = lesson_.predictions.front();
    asked.answers.clear();
    asked.measured.clear();
    asked.sketch = "threads";
    asked.top = 256;
    asked.shape = "rises";
    for (const VerifyLine& line : verify_lesson(lesson_, devices_)) EXPECT_TRUE(line.passed) << text_of(line);
    asked.shape = "stays";
    EXPECT_THAT(only_failure("prediction thread_only"), HasSubstr("counting it shows that it \"rises\""));
    asked.top = 200;
    EXPECT_THAT(only_failure("prediction thread_only"), HasSubstr("above the axis"));
}

TEST_F(CourseVerify, APredictionThatRunningContradicts) {
    lesson_.predictions[0].expect = "33";
    EXPECT_THAT(only_failure("prediction thread_only"), HasSubstr("\"33\", and running it shows \"32\""));
    // where it stands in the file as it is shipped
    const auto manifest = read_file(lesson_.folder / "lesson.toml");
    ASSERT_TRUE(manifest);
    const std::size_t at = manifest->find("\"thread_only\"", manifest->find("[[prediction]]"));
    ASSERT_NE(at, std::string::npos);
    EXPECT_EQ(failed_.line, 1 + std::count(manifest->begin(), manifest->begin() + static_cast<std::ptrdiff_t>(at), '\n'));
    EXPECT_THAT(failed_.file, testing::EndsWith("02_indexing_1d/lesson.toml"));
}

TEST_F(CourseVerify, APredictionWithTwoRightAnswers) {
    lesson_.predictions[0].answers[0].right = true;
    EXPECT_THAT(only_failure("prediction thread_only"), HasSubstr("exactly one"));
}

TEST_F(CourseVerify, AnAnswerWithoutWhy) {
    lesson_.predictions[0].answers[0].why.clear();
    EXPECT_THAT(only_failure("prediction thread_only"), HasSubstr("does not say why"));
}

TEST_F(CourseVerify, AKernelThatDiffersFromItsRoutine) {
    const auto wrong = std::ranges::find(lesson_.kernels, "sum_of_three", &KernelSpec::id);
    wrong->expect_wrong = false;
    EXPECT_THAT(only_failure("kernel sum_of_three"), HasSubstr("the outcome is wrong"));
}

TEST_F(CourseVerify, AKernelThatShouldBeWrongAndIsRight) {
    lesson_.scenes.clear();  // they run it too
    lesson_.kernels[0].expect_wrong = true;
    EXPECT_THAT(only_failure("kernel right"), HasSubstr("should be wrong"));
    lesson_.kernels[0].expect_wrong = false;
    lesson_.kernels[0].expect_fault = "out_of_bounds";
    EXPECT_THAT(only_failure("kernel right"), HasSubstr("should be out_of_bounds"));
}

TEST_F(CourseVerify, ARoutineThatIsNotThere) {
    lesson_.scenes.clear();  // they run it too
    lesson_.kernels[0].reference = "add_two";
    for (Preset& preset : lesson_.presets) preset.holds.clear();  // what a note counts cannot be counted then, either
    EXPECT_THAT(only_failure("kernel right"), HasSubstr("add_two"));
}

TEST_F(CourseVerify, ASceneThatDoesNotShowWhatItSays) {
    ASSERT_FALSE(lesson_.scenes.empty());
    lesson_.scenes = {{.say = "It is right.", .preset = "threadIdx.x alone", .run = true, .expect = "right"}};
    EXPECT_THAT(only_failure("scene 1"), HasSubstr("should be right, and it is wrong"));
    lesson_.scenes = {{.say = "It is stopped.", .preset = "No guard", .run = true}, {.say = "Look.", .focus = 128}};
    EXPECT_THAT(only_failure("scene 2"), HasSubstr("no thread 128"));
}

TEST_F(CourseVerify, AStrayFile) {
    test::TemporaryFolder folder;
    std::filesystem::copy(lesson_.folder, folder.path() / "lesson", std::filesystem::copy_options::recursive);
    folder.write("lesson/notes.txt", "forgotten");
    lesson_.folder = folder.path() / "lesson";
    folder.write("lesson/lesson.md~", "a backup");
    folder.write("lesson/.lesson.toml.swp", "an editor's");
    folder.write("lesson/wrong/.DS_Store", "a file manager's");
    const std::string said = only_failure("files");
    EXPECT_THAT(said, HasSubstr("notes.txt"));
    for (const char* ignored : {"~", ".swp", ".DS_Store"}) EXPECT_THAT(said, testing::Not(HasSubstr(ignored)));
}

TEST_F(CourseVerify, APythonTextThatNoKernelHas) {
    test::TemporaryFolder folder;
    std::filesystem::copy(lesson_.folder, folder.path() / "lesson", std::filesystem::copy_options::recursive);
    folder.write("lesson/python/with_numpi.py", "print(1)\n");
    lesson_.folder = folder.path() / "lesson";
    EXPECT_THAT(only_failure("files"), HasSubstr("nothing refers to python/with_numpi.py;"));
}

TEST_F(CourseVerify, AValueThatNoRunAnswers) {
    lesson_.prose += "{{value \"no_such_counter\"}}\n";
    EXPECT_THAT(only_failure("prose"), HasSubstr("no_such_counter"));
    EXPECT_THAT(failed_.file, testing::EndsWith("lesson.md"));
    EXPECT_EQ(failed_.line, std::count(lesson_.prose.begin(), lesson_.prose.end(), '\n'));
}

TEST_F(CourseVerify, AWrongSubmissionThatPasses) {
    lesson_.exercises.front().wrong.push_back({"wrong/solution.cu", "anything", lesson_.exercises.front().solution});
    EXPECT_THAT(only_failure("wrong/solution.cu"), HasSubstr("it passes, and it should not"));
    EXPECT_THAT(failed_.file, testing::EndsWith("02_indexing_1d/wrong/solution.cu"));
    for (const Gate& gate : lesson_.exercises.front().gates)
        if (!gate.counter.empty()) EXPECT_THAT(failed_.detail, HasSubstr(gate.counter + " is "));
}

TEST_F(CourseVerify, AGateThatCannotBeComputedIsTheGatesFaultAndFailsNobody) {
    Exercise& exercise = lesson_.exercises.front();
    exercise.gates = {
        {.counter = "writers / (threads - threads)", .at_most = {}, .at_least = 1, .say = "shared by all", .tell = "{value}"}};
    exercise.right.clear();
    exercise.wrong = {{"wrong/solution.cu", "shared by all", exercise.solution}};
    std::vector<std::string> failed;
    for (const VerifyLine& line : verify_lesson(lesson_, devices_)) {
        if (line.passed || !line.detail.contains("the gate \"shared by all\" cannot be computed")) continue;
        failed.push_back(line.what);
        EXPECT_THAT(line.file, testing::EndsWith("02_indexing_1d/lesson.toml"));
        EXPECT_GT(line.line, 0);
    }
    EXPECT_THAT(failed, testing::ElementsAre("exercise solution", "wrong/solution.cu"));
}

TEST_F(CourseVerify, AWrongSubmissionThatIsToldSomethingElse) {
    lesson_.exercises.front().wrong.push_back({"wrong/stub.cu", "out_of_bounds", lesson_.exercises.front().stub});
    EXPECT_THAT(only_failure("wrong/stub.cu"), HasSubstr("does not contain \"out_of_bounds\""));
    lesson_.exercises.front().wrong.back() = {"wrong/nothing.cu", "wrong", "int nonsense"};
    EXPECT_THAT(only_failure("wrong/nothing.cu"), HasSubstr("does not compile"));
}

TEST_F(CourseVerify, OneWrongElementIsToldAsSeveralAre) {
    Exercise& exercise = lesson_.exercises.front();
    std::string text = exercise.solution;
    text.insert(text.rfind('}'), "    if (i == 0) c[0] = c[0] + T(1);\n");
    exercise.wrong = {{"wrong/first.cu", "elements are wrong", text}};
    std::vector<std::string> told;
    for (const VerifyLine& line : verify_lesson(lesson_, devices_))
        if (line.what == "wrong/first.cu") told.push_back(text_of(line));
    ASSERT_EQ(told.size(), 1u);
    EXPECT_THAT(told[0], testing::AllOf(testing::StartsWith("ok"), HasSubstr("1 of "), HasSubstr("elements is wrong")));
}

TEST_F(CourseVerify, AClaimThatDoesNotHold) {
    lesson_.claims = {{"the wrong index writes everything", "[Right].written == [threadIdx.x alone].written"}};
    EXPECT_THAT(only_failure("claim"), HasSubstr("[threadIdx.x alone].written is 32"));
    lesson_.claims.clear();
    lesson_.presets[0].holds = "[Right].written < 100";
    EXPECT_THAT(only_failure("note of Right"), HasSubstr("does not hold"));
}

TEST_F(CourseVerify, WhatNoRecordingHasIsUncertainAndSaysSo) {
    const Recordings none;
    VerifyOptions options;
    options.recordings = &none;
    lesson_.claims = {{"faster", "[Right].kernel < 1"}};
    lesson_.prose += "{{recorded \"[Right].kernel\"}}\n";
    std::vector<std::string> uncertain;
    for (const VerifyLine& line : verify_lesson(lesson_, devices_, options)) {
        EXPECT_TRUE(line.passed) << text_of(line);
        if (line.uncertain) uncertain.push_back(text_of(line));
    }
    EXPECT_THAT(uncertain,
                testing::ElementsAre(testing::AllOf(testing::StartsWith("warn"), HasSubstr("prose"), HasSubstr("[Right].kernel")),
                                     testing::AllOf(testing::StartsWith("warn"), HasSubstr("claim"), HasSubstr("[Right].kernel"))));
}

TEST_F(CourseVerify, EveryShippedExerciseListsWrongSubmissions) {
    for (const Lesson& lesson : course_.lessons) {
        std::vector<std::string> files;
        for (const WrongSubmission& wrong : lesson.exercises.front().wrong) files.push_back(wrong.file);
        EXPECT_THAT(files, testing::Contains(testing::EndsWith("serial.cu"))) << lesson.id;
        EXPECT_GE(files.size(), 3u) << lesson.id;
        EXPECT_TRUE(std::ranges::any_of(lesson.exercises.front().wrong,
                                        [](const WrongSubmission& wrong) { return wrong.told == "data_race"; }))
            << lesson.id << ": one with a race";
    }
}

// The solution and two more: three styles at least.
TEST_F(CourseVerify, EveryShippedExerciseListsRightSubmissionsInOtherStyles) {
    for (const Lesson& lesson : course_.lessons)
        for (const Exercise& exercise : lesson.exercises)
            EXPECT_GE(exercise.right.size(), kRightSubmissions) << lesson.id << " " << exercise.id;
    lesson_.exercises.front().right.resize(1);
    std::vector<std::string> uncertain;
    for (const VerifyLine& line : verify_lesson(lesson_, devices_)) {
        if (line.what == "files") continue;  // those that are no longer named
        EXPECT_TRUE(line.passed) << text_of(line);
        if (line.uncertain) uncertain.push_back(line.what);
    }
    EXPECT_THAT(uncertain, testing::ElementsAre("exercise right"));
}

// Parts IV and V: each breach of their standard is an error.
TEST_F(CourseVerify, TheStandardOfTheLaterParts) {
    Exercise& exercise = lesson_.exercises.front();
    const Exercise whole = exercise;
    const auto standard = [&] {
        ExerciseVerifier verifier(lesson_, exercise, devices_, options_);
        Seen told = bad("no check of the standard");
        verifier.verify([&](const std::string& what, const Place&, const std::function<Seen()>& run) {
            if (what == "exercise standard") told = run();
        });
        return told;
    };
    EXPECT_THAT(standard().detail, HasSubstr("no check of the standard")) << "part I";
    lesson_.part = 4;
    const Gate ratio{
        .counter = "global_load_sectors / global_load_requests", .at_most = 4, .at_least = {}, .say = "s", .tell = "t"},
        cap{.counter = "global_load_requests / warps", .at_most = 2, .at_least = {}, .say = "s", .tell = "t"};
    exercise.gates = {ratio, cap};
    exercise.wrong.resize(4);
    exercise.right.resize(3);
    lesson_.ladders.resize(1);
    lesson_.steps.resize(1);
    EXPECT_TRUE(standard().passed) << standard().detail;
    lesson_.steps.clear();
    EXPECT_THAT(standard().detail, HasSubstr("[[step]]"));
    lesson_.steps.resize(1);
    exercise.gates = {ratio};
    EXPECT_THAT(standard().detail, HasSubstr("a ratio of two counts"));
    exercise.gates = {ratio, cap};
    exercise.wrong.resize(3);
    EXPECT_THAT(standard().detail, HasSubstr("3 [[exercise.wrong]]"));
    exercise.wrong.resize(4);
    exercise.right.resize(2);
    EXPECT_THAT(standard().detail, HasSubstr("2 [[exercise.right]]"));
    exercise.right.resize(3);
    lesson_.ladders.clear();
    EXPECT_FALSE(standard().passed);
    EXPECT_THAT(standard().detail, HasSubstr("[[ladder]]"));
}

TEST_F(CourseVerify, AGateThatCapsACountIsToldFromARatio) {
    const auto caps = [&](const char* counter) {
        return caps_a_count(lesson_, {.counter = counter, .at_most = 1, .at_least = {}, .say = "s", .tell = "t"});
    };
    EXPECT_TRUE(caps("global_load_requests / warps"));
    EXPECT_TRUE(caps("(global_load_requests - global_load_repeats) / n")) << "n is a parameter";
    EXPECT_TRUE(caps("barriers"));
    EXPECT_FALSE(caps("global_load_sectors / global_load_requests"));
    EXPECT_FALSE(caps("lane_instructions / (32 * warp_instructions)"));
    EXPECT_FALSE(caps("writers / written"));
    EXPECT_FALSE(caps_a_count(lesson_, {.counter = "writers / n", .at_most = {}, .at_least = 1, .say = "s", .tell = "t"}));
}

TEST_F(CourseVerify, ARightSubmissionThatDoesNotPass) {
    lesson_.exercises.front().right.push_back({"right/stub.cu", "lazily", lesson_.exercises.front().stub});
    EXPECT_THAT(only_failure("right/stub.cu"), HasSubstr("it is right and does not pass"));
    EXPECT_THAT(failed_.file, testing::EndsWith("02_indexing_1d/right/stub.cu"));
    EXPECT_THAT(failed_.detail, HasSubstr("Correct the gate, or the tolerance"));
}

TEST_F(CourseVerify, AGateWithoutASentence) {
    lesson_.exercises.front().gates.back().tell.clear();
    EXPECT_THAT(only_failure("exercise"), HasSubstr("has no \"tell\""));
}

TEST_F(CourseVerify, ANumberInTheProseThatNothingChecks) {
    lesson_.prose += "It takes 77 ms.\n";
    EXPECT_THAT(only_failure("numbers"), HasSubstr("77 (line "));
    EXPECT_EQ(failed_.line, std::count(lesson_.prose.begin(), lesson_.prose.end(), '\n'));
    lesson_.constants = {{{"77"}, "for the test"}};
    for (const VerifyLine& line : verify_lesson(lesson_, devices_)) EXPECT_TRUE(line.passed) << text_of(line);
    lesson_.constants.front().numbers.push_back("78");
    EXPECT_THAT(only_failure("numbers"), HasSubstr("declares 78, which the prose does not state"));
}

TEST_F(CourseVerify, AWarningOfTheReader) {
    lesson_.warnings.push_back({"lesson.toml", 1, 1, 1, Severity::warning, "the field \"titel\" is unknown", ""});
    EXPECT_THAT(only_failure("manifest"), HasSubstr("titel"));
}

TEST_F(CourseVerify, AsJson) {
    const auto json = to_json(std::vector<VerifyLine>{
        {"a", "kernel b", true, "fine", 0.5}, {"a", "files", false, "stray", 0}, {"a", "claim", true, "?", 0, true}});
    EXPECT_EQ(json.at("schema"), "warpwise.course/1");
    EXPECT_EQ(json.at("passed"), false);
    EXPECT_EQ(json.at("checks")[1].at("detail"), "stray");
    EXPECT_EQ(json.at("checks")[1].at("uncertain"), false);
    EXPECT_EQ(json.at("checks")[2].at("uncertain"), true);
    EXPECT_EQ(json.at("checks")[2].at("file"), "");
    VerifyLine placed{"a", "kernel b", false, "wrong", 0};
    placed.file = "a/lesson.toml";
    placed.line = 7;
    EXPECT_EQ(to_json({placed}).at("checks")[0].at("line"), 7);
    EXPECT_THAT(text_of(placed), testing::EndsWith("  a/lesson.toml:7: wrong"));
}
