#include "lesson/given_answer.h"

#include <gtest/gtest.h>

namespace warpwise {
namespace {

Prediction choice() {
    Prediction prediction;
    prediction.id = "choice";
    prediction.answers = {{"All 100", "why", false}, {"32 of them", "", true}};
    return prediction;
}

Prediction sketch() {
    Prediction prediction;
    prediction.id = "sketch";
    prediction.sketch = "warps";
    prediction.top = 10;
    prediction.shape = "falls";
    return prediction;
}

TEST(GivenAnswer, OfEachKind) {
    LessonProgress progress;
    EXPECT_FALSE(given_answer(progress, choice()));
    progress.predictions["choice"] = 0;
    EXPECT_EQ(given_answer(progress, choice())->text, "All 100");
    EXPECT_FALSE(given_answer(progress, choice())->right);
    EXPECT_EQ(right_answer(choice()), "32 of them");
    progress.predictions["choice"] = 7;
    EXPECT_FALSE(given_answer(progress, choice())) << "the lesson has fewer answers now";

    Prediction click;
    click.id = "click";
    click.click = "c";
    click.number = 1066;
    progress.numbers["click"] = 31;
    EXPECT_EQ(given_answer(progress, click)->text, "c[31]");
    EXPECT_EQ(right_answer(click), "c[1066]");
    click.click = kThreadClick;
    EXPECT_EQ(right_answer(click), "thread 1,066");
    click.click.clear();
    click.unit = "sectors";
    EXPECT_EQ(right_answer(click), "1,066 sectors");

    progress.sketches["sketch"] = {9, 5, 1};
    EXPECT_EQ(given_answer(progress, sketch())->text, "a curve that falls");
    EXPECT_TRUE(given_answer(progress, sketch())->right);
}

TEST(GivenAnswer, AWrongOneStaysOnTheListUntilItIsTakenOff) {
    LessonProgress progress;
    progress.sketches["sketch"] = {1, 5, 9};
    note_missed(progress, sketch());
    EXPECT_EQ(progress.missed.at("sketch"), "a curve that rises");
    take_back(progress, sketch());
    EXPECT_FALSE(progress.has_committed(sketch()));
    progress.sketches["sketch"] = {9, 5, 1};
    note_missed(progress, sketch());
    EXPECT_EQ(progress.missed.size(), 1u) << "a right answer later leaves it there, to be read";
}

}  // namespace
}  // namespace warpwise
