// A class poll: files of answers become counts, and what cannot be counted is named.
#include <gmock/gmock.h>
#include <gtest/gtest.h>
#include <stdlib.h>

#include <cstdlib>
#include <functional>
#include <nlohmann/json.hpp>
#include <optional>

#include "base/files.h"
#include "cli/commands.h"
#include "experiment/check/class_poll.h"
#include "lesson/progress.h"
#include "unit/lesson_folder.h"

using namespace warpwise;
using testing::HasSubstr;
using testing::Not;

namespace {

class PollTest : public testing::Test {
  protected:
    void SetUp() override {
        ::setenv("XDG_DATA_HOME", (home_.path() / "data").c_str(), 1);
        if (const char* before = std::getenv("WARPWISE_DATA"); before != nullptr) data_before_ = before;
        ::setenv("WARPWISE_DATA", WARPWISE_SOURCE_DIR, 1);
    }
    void TearDown() override {
        if (data_before_)
            ::setenv("WARPWISE_DATA", data_before_->c_str(), 1);
        else
            ::unsetenv("WARPWISE_DATA");
    }

    // What a learner who chose this answer hands in.
    void hand_in(const std::string& name, const std::string& answer) const {
        folder_.write(name, to_json_text({.lesson = "indexing_1d", .given = {{"thread_only", answer}}}));
    }
    int poll(PollOptions options) {
        options.folder = folder_.path();
        return captured([&] { return course_poll_command(options); });
    }
    int captured(const std::function<int()>& command) {
        testing::internal::CaptureStdout();
        testing::internal::CaptureStderr();
        const int status = command();
        out_ = testing::internal::GetCapturedStdout();
        err_ = testing::internal::GetCapturedStderr();
        return status;
    }
    test::TemporaryFolder folder_, home_;
    std::optional<std::string> data_before_;
    std::string out_, err_;
};

}  // namespace

TEST_F(PollTest, ALearnersAnswersBecomeAFileWithoutAName) {
    const std::filesystem::path file = home_.path() / "answers.json";
    EXPECT_EQ(captured([&] { return course_answers_command({"indexing_1d", file}); }), 2);
    EXPECT_THAT(err_, HasSubstr("no answer to a prediction"));
    Progress progress;
    progress["indexing_1d"].predictions["thread_only"] = 0;
    ASSERT_TRUE(save_progress(progress));
    EXPECT_EQ(captured([&] { return course_answers_command({"indexing_1d", file}); }), 0) << err_;
    const auto json = nlohmann::json::parse(read_file(file).value());
    EXPECT_EQ(json.size(), 3u);
    EXPECT_EQ(json.at("answers"), (nlohmann::json{{"thread_only", "All 100"}}));
}

TEST_F(PollTest, AnswersAreCounted) {
    for (int i = 0; i < 3; ++i) hand_in("a" + std::to_string(i) + ".json", "All 100");
    hand_in("b.json", "32 of them");
    EXPECT_EQ(poll({}), 0) << err_;
    EXPECT_THAT(out_,
                testing::AllOf(HasSubstr("4 files"), HasSubstr("   3   75 %"), HasSubstr("   1   25 %"), HasSubstr("   0    0 %")));
    EXPECT_THAT(out_, Not(HasSubstr("* 32 of them")));
    EXPECT_THAT(out_, Not(HasSubstr("a0.json")));
    PollOptions options;
    options.reveal = true;
    options.csv = home_.path() / "poll.csv";
    options.html = home_.path() / "poll.html";
    EXPECT_EQ(poll(options), 0) << err_;
    EXPECT_THAT(out_, HasSubstr("* 32 of them"));
    EXPECT_THAT(read_file(*options.csv).value(), testing::AllOf(HasSubstr("indexing_1d,thread_only,All 100,3,no\n"),
                                                                HasSubstr("indexing_1d,thread_only,32 of them,1,yes\n")));
    EXPECT_THAT(read_file(*options.html).value(), HasSubstr("&#10003; 32 of them"));
}

TEST_F(PollTest, NothingTellsTheRightAnswerUnlessItIsRevealed) {
    hand_in("a.json", "All 100");
    hand_in("b.json", "32 of them");
    PollOptions options;
    options.csv = home_.path() / "poll.csv";
    options.html = home_.path() / "poll.html";
    options.json = true;
    EXPECT_EQ(poll(options), 0) << err_;
    EXPECT_THAT(out_, Not(HasSubstr("\"right\"")));
    EXPECT_THAT(read_file(*options.csv).value(), Not(HasSubstr("yes")));
    EXPECT_THAT(read_file(*options.html).value(), Not(HasSubstr("&#10003;")));
}

TEST_F(PollTest, DamagedFilesAreNamedAndSkipped) {
    hand_in("good.json", "All 100");
    hand_in("unknown.json", "A hundred and one");
    folder_.write("broken.json", "{ \"schema\"");
    folder_.write("binary.json", "\xff\xfe");
    folder_.write("large.json", std::string(100'000, ' '));
    folder_.write("other.json", to_json_text({.lesson = "no_such_lesson", .given = {}}));
    folder_.write("notes.txt", "not a file of answers");
    EXPECT_EQ(poll({}), 0);
    EXPECT_THAT(out_, HasSubstr("1 file\n"));
    for (const char* name : {"unknown", "broken", "binary", "large", "other"})
        EXPECT_THAT(err_, HasSubstr(std::string(name) + ".json is not counted"));
    EXPECT_THAT(err_, Not(HasSubstr("notes.txt")));
    PollOptions options;
    options.lesson = "first_kernel";
    EXPECT_EQ(poll(options), 0);
    EXPECT_THAT(err_, HasSubstr("good.json is not counted: it belongs to another lesson"));
}

TEST_F(PollTest, NumbersAreCountedByTheirValue) {
    Lesson lesson;
    lesson.id = "tiny";
    lesson.predictions.push_back({.id = "sectors", .ask = "How many sectors?", .number = 4, .within = 0.5, .unit = "sectors"});
    std::vector<AnswerFile> files;
    for (const double number : {32.0, 4.0, 4.25, 4.0}) files.push_back({"a.json", {"tiny", {{"sectors", number}}}});
    files.push_back({"b.json", {"tiny", {{"sectors", std::string("four")}}}});
    std::vector<SkippedFile> skipped;
    const Poll counted = poll_of(lesson, files, skipped);
    ASSERT_EQ(counted.questions.size(), 1u);
    const auto& answers = counted.questions.front().answers;
    ASSERT_EQ(answers.size(), 3u);
    EXPECT_EQ(answers[0].text, "4 sectors");
    EXPECT_EQ(answers[0].count, 2u);
    EXPECT_TRUE(answers[0].right && answers[1].right);
    EXPECT_FALSE(answers[2].right);
    ASSERT_EQ(skipped.size(), 1u);
    EXPECT_THAT(skipped[0].why, HasSubstr("of another kind"));
}

TEST_F(PollTest, ClicksAreNamedAndCurvesAreNotAsked) {
    Lesson lesson;
    lesson.id = "tiny";
    lesson.predictions.push_back({.id = "last", .ask = "Which is the last element?", .number = 66, .click = "c"});
    lesson.predictions.push_back({.id = "curve", .ask = "Draw the curve.", .sketch = "work", .top = 10, .shape = "rises"});
    std::vector<SkippedFile> skipped;
    const Poll counted = poll_of(lesson, {{"a.json", {"tiny", {{"last", 66.0}}}}}, skipped);
    ASSERT_EQ(counted.questions.size(), 1u);
    ASSERT_EQ(counted.questions.front().answers.size(), 1u);
    EXPECT_EQ(counted.questions.front().answers.front().text, "c[66]");
    EXPECT_TRUE(counted.questions.front().answers.front().right);
}

TEST_F(PollTest, AFolderWithoutAnswersIsWrongUsage) {
    EXPECT_EQ(poll({}), 2);
    EXPECT_THAT(err_, HasSubstr("there are no answers"));
}
