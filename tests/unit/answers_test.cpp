// Answers to predictions as files: what is in them, and what is not.
#include "lesson/answers.h"

#include <gmock/gmock.h>
#include <gtest/gtest.h>

#include <nlohmann/json.hpp>

namespace warpwise {
namespace {

using testing::HasSubstr;

Lesson lesson_with_questions() {
    Lesson lesson;
    lesson.id = "tiny";
    lesson.predictions.push_back({.id = "how_many",
                                  .ask = "How many?",
                                  .answers = {{.text = "100", .why = "no"}, {.text = "128", .why = {}, .right = true}}});
    lesson.predictions.push_back({.id = "sectors", .ask = "How many sectors?", .number = 4, .unit = "sectors"});
    return lesson;
}

TEST(Answers, HoldTheLessonItsQuestionsAndTheAnswersAlone) {
    LessonProgress progress;
    progress.opened = progress.ran = progress.exercise_passed = true;
    progress.predictions = {{"how_many", 1}, {"gone", 0}};
    progress.numbers = {{"sectors", 4.5}};
    const Answers answers = answers_of(lesson_with_questions(), progress);
    const auto json = nlohmann::json::parse(to_json_text(answers));
    EXPECT_EQ(json,
              (nlohmann::json{
                  {"schema", "warpwise.answers/1"}, {"lesson", "tiny"}, {"answers", {{"how_many", "128"}, {"sectors", 4.5}}}}));
    const auto back = parse_answers(to_json_text(answers));
    ASSERT_TRUE(back) << back.error().text();
    EXPECT_EQ(*back, answers);
}

TEST(Answers, AnAnswerThatTheLessonDoesNotHaveIsLeftOut) {
    LessonProgress progress;
    progress.predictions = {{"how_many", 2}};
    EXPECT_TRUE(answers_of(lesson_with_questions(), progress).given.empty());
    progress.predictions = {{"how_many", -1}};
    EXPECT_TRUE(answers_of(lesson_with_questions(), progress).given.empty());
}

TEST(Answers, WhatIsNotAFileOfAnswersSaysSo) {
    for (const char* text : {"", "{", "[]", "7", "{}", R"({"schema": "warpwise.record/1"})", R"({"schema": "warpwise.answers/1"})",
                             R"({"schema": "warpwise.answers/1", "lesson": 7, "answers": {}})",
                             R"({"schema": "warpwise.answers/1", "lesson": "tiny", "answers": []})",
                             R"({"schema": "warpwise.answers/1", "lesson": "tiny", "answers": ["a"]})",
                             R"({"schema": "warpwise.answers/1", "lesson": "tiny", "answers": {"a": null}})",
                             R"({"schema": "warpwise.answers/1", "lesson": "tiny", "answers": {"a": 1e999}})"}) {
        const auto parsed = parse_answers(text);
        ASSERT_FALSE(parsed) << text;
        EXPECT_FALSE(parsed.error().message.empty()) << text;
    }
    EXPECT_FALSE(parse_answers(std::string("\xff\xfe")));
}

}  // namespace
}  // namespace warpwise
