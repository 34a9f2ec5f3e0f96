// The order of a prediction's answers: another one per learner, the same at every start.
#include "lesson/answer_order.h"

#include <gmock/gmock.h>
#include <gtest/gtest.h>

#include <array>
#include <set>

#include "base/files.h"
#include "lesson_folder.h"

namespace warpwise {
namespace {

Prediction with_answers(std::size_t count) {
    Prediction prediction;
    prediction.id = "how_often";
    for (std::size_t i = 0; i < count; ++i) prediction.answers.push_back({.text = std::to_string(i)});
    return prediction;
}

TEST(AnswerOrder, HasEveryAnswerOnce) {
    for (std::uint64_t learner = 0; learner < 50; ++learner)
        EXPECT_THAT(answer_order(with_answers(4), "first_kernel", learner), ::testing::UnorderedElementsAre(0u, 1u, 2u, 3u));
}

TEST(AnswerOrder, IsTheSameForTheSameLearnerAndQuestion) {
    EXPECT_EQ(answer_order(with_answers(4), "first_kernel", 7), answer_order(with_answers(4), "first_kernel", 7));
    std::set<std::vector<std::size_t>> of_lessons;
    for (const char* lesson : {"a", "b", "c", "d", "e", "f"}) of_lessons.insert(answer_order(with_answers(4), lesson, 7));
    EXPECT_GT(of_lessons.size(), 1u);
}

TEST(AnswerOrder, PutsEveryAnswerAtEveryPlaceEquallyOften) {
    constexpr std::size_t answers = 3, learners = 3000;
    std::array<std::array<int, answers>, answers> seen{};
    for (std::uint64_t learner = 0; learner < learners; ++learner) {
        const auto order = answer_order(with_answers(answers), "first_kernel", learner);
        for (std::size_t place = 0; place < answers; ++place) ++seen[order[place]][place];
    }
    for (const auto& answer : seen)
        for (const int times : answer) EXPECT_NEAR(times, 1000, 120);  // more than four standard deviations
}

TEST(AnswerOrder, AnOrderedPredictionKeepsItsOrder) {
    Prediction prediction = with_answers(4);
    prediction.ordered = true;
    for (std::uint64_t learner = 0; learner < 50; ++learner)
        EXPECT_THAT(answer_order(prediction, "first_kernel", learner), ::testing::ElementsAre(0u, 1u, 2u, 3u));
}

TEST(LearnerNumber, IsDrawnOnceAndKept) {
    const test::TemporaryFolder folder;
    const auto file = folder.path() / "data/learner";
    const std::uint64_t number = learner_number(file);
    EXPECT_EQ(learner_number(file), number);
    EXPECT_NE(learner_number(folder.path() / "another"), number);
}

TEST(LearnerNumber, ADamagedFileIsWrittenAnew) {
    const test::TemporaryFolder folder;
    for (const char* text : {"", "not a number\n", "12345678901234567890123456789\n"}) {
        folder.write("learner", text);
        const std::uint64_t number = learner_number(folder.path() / "learner");
        EXPECT_EQ(learner_number(folder.path() / "learner"), number) << text;
    }
}

}  // namespace
}  // namespace warpwise
