// `warpwise check` and `warpwise course verify`: exit statuses, reports, and what goes to which stream.
#include <gmock/gmock.h>
#include <gtest/gtest.h>
#include <stdlib.h>

#include <nlohmann/json.hpp>

#include "base/files.h"
#include "cli/commands.h"
#include "lesson/progress.h"
#include "unit/lesson_folder.h"

using namespace warpwise;
using testing::HasSubstr;
using testing::IsEmpty;

namespace {

class CheckCommand : public testing::Test {
  protected:
    void SetUp() override { ::setenv("XDG_DATA_HOME", folder_.path().c_str(), 1); }

    int check(CheckOptions options) {
        testing::internal::CaptureStdout();
        testing::internal::CaptureStderr();
        const int status = check_command(options);
        out_ = testing::internal::GetCapturedStdout();
        err_ = testing::internal::GetCapturedStderr();
        return status;
    }
    test::TemporaryFolder folder_;
    const std::string lesson_ = std::string(WARPWISE_SOURCE_DIR) + "/lessons/01_first_kernel";
    std::string out_, err_;
};

}  // namespace

TEST_F(CheckCommand, TheSolutionPassesWithReports) {
    CheckOptions options{.lesson = lesson_, .file = lesson_ + "/solution.cu"};
    options.json = true;
    options.junit = folder_.path() / "report.xml";
    options.html = folder_.path() / "report.html";
    EXPECT_EQ(check(options), 0) << err_;
    EXPECT_EQ(nlohmann::json::parse(out_).at("passed"), true);
    EXPECT_THAT(read_file(*options.junit).value_or(""), HasSubstr("failures=\"0\""));
    EXPECT_THAT(read_file(*options.html).value_or(""), HasSubstr("Passed"));
}

TEST_F(CheckCommand, TheStubFails) {
    EXPECT_EQ(check({.lesson = lesson_, .file = lesson_ + "/exercise.cu"}), 1);
    EXPECT_THAT(out_, HasSubstr("not passed yet"));
}

TEST_F(CheckCommand, TheSavedTextIsTakenWhenNoFileIsNamed) {
    EXPECT_EQ(check({.lesson = lesson_}), 2);
    EXPECT_THAT(err_, HasSubstr("no saved solution"));
    EXPECT_THAT(out_, IsEmpty());
    ASSERT_TRUE(write_file_atomically(exercise_file("first_kernel"), read_file(lesson_ + "/solution.cu").value()));
    EXPECT_EQ(check({.lesson = lesson_}), 0) << err_;
}

TEST_F(CheckCommand, OneOfSeveralExercisesIsNamed) {
    const auto from = std::filesystem::path(lesson_), mine = folder_.path() / "mine";
    std::filesystem::copy(from, mine, std::filesystem::copy_options::recursive);
    std::string manifest = read_file(mine / "lesson.toml").value();
    const std::size_t at = manifest.find("[exercise]");
    const std::string first = "[[exercise]]\nid = \"store\"" + manifest.substr(at + 10);
    const std::string second = "[[exercise]]\nid = \"again\"" + manifest.substr(at + 10);
    manifest = manifest.substr(0, at) + first + second;
    manifest.replace(manifest.rfind("hints  = ["), 10, "hints  = [\n  { text = \"Nothing is stored yet.\", on = \"wrong\" },");
    ASSERT_TRUE(write_file_atomically(mine / "lesson.toml", manifest));
    for (const char* id : {"store", "again"})
        for (const char* kind : {"exercise", "solution"})
            std::filesystem::copy_file(from / (std::string(kind) + ".cu"), mine / (std::string(kind) + "_" + id + ".cu"));
    std::string prose = read_file(mine / "lesson.md").value();
    prose.replace(prose.find("```exercise"), 11, "```exercise again\n```\n```exercise store");
    ASSERT_TRUE(write_file_atomically(mine / "lesson.md", prose));

    EXPECT_EQ(check({.lesson = mine, .file = mine / "solution_store.cu"}), 2);
    EXPECT_THAT(err_, testing::AllOf(HasSubstr("has 2 exercises"), HasSubstr("store, again"), HasSubstr("--exercise")));
    EXPECT_EQ(check({.lesson = mine, .exercise = "third", .file = mine / "solution_store.cu"}), 2);
    EXPECT_THAT(err_, HasSubstr("no exercise 'third'"));
    EXPECT_EQ(check({.lesson = mine, .exercise = "again", .file = mine / "solution_again.cu"}), 0) << err_;
    EXPECT_EQ(check({.lesson = mine, .exercise = "again", .file = mine / "exercise_again.cu"}), 1);
    EXPECT_THAT(out_, HasSubstr("hint: Nothing is stored yet."));
    EXPECT_EQ(check({.lesson = mine, .exercise = "store", .file = mine / "exercise_store.cu"}), 1);
    EXPECT_THAT(out_, testing::Not(HasSubstr("hint:"))) << "the other exercise's";
}

TEST_F(CheckCommand, WrongUsage) {
    EXPECT_EQ(check({.lesson = "no_such_lesson"}), 2);
    EXPECT_EQ(check({.lesson = lesson_, .file = "/no/such/file.cu"}), 2);
    folder_.write("binary.cu", "\xff\xfe");
    EXPECT_EQ(check({.lesson = lesson_, .file = folder_.path() / "binary.cu"}), 2);
    EXPECT_THAT(err_, HasSubstr("UTF-8"));
}

TEST_F(CheckCommand, ABrokenLessonTellsWhatIsWrong) {
    test::write_lesson(folder_, "09_broken", test::with(test::good_manifest, "title = \"A tiny lesson\"", "title = 7"));
    EXPECT_EQ(check({.lesson = folder_.path() / "09_broken", .file = lesson_ + "/solution.cu"}), 1);
    EXPECT_THAT(err_, HasSubstr("lesson.toml:2:"));
    testing::internal::CaptureStderr();
    EXPECT_EQ(course_verify_command({.lessons = {folder_.path() / "09_broken"}}), 1);
    EXPECT_THAT(testing::internal::GetCapturedStderr(), HasSubstr("\"title\""));
}

TEST_F(CheckCommand, VerifyOfOneLessonAsJson) {
    testing::internal::CaptureStdout();
    EXPECT_EQ(course_verify_command({.lessons = {lesson_}, .json = true}), 0);
    const auto json = nlohmann::json::parse(testing::internal::GetCapturedStdout());
    EXPECT_EQ(json.at("schema"), "warpwise.course/1");
    EXPECT_GT(json.at("checks").size(), 8u);
}
