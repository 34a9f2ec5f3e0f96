// What a learner answered to a prediction, and the right answer, in words: for the cards, and for the list of what to review.
#pragma once

#include <optional>
#include <string>

#include "lesson/progress.h"

namespace warpwise {

struct GivenAnswer {
    std::string text;
    bool right = false;
};

// Nothing while the learner has not committed to one, or when the lesson's answers have changed since.
std::optional<GivenAnswer> given_answer(const LessonProgress&, const Prediction&);
std::string right_answer(const Prediction&);

// The question as it is asked now: the first one, or one of its `again`.
const Prediction& asked_now(const LessonProgress&, const Prediction&);
// The answer of a learner who missed it is taken back, and the next of its `again` is asked; after the last, the first one.
void ask_with_other_numbers(LessonProgress&, const Prediction&);

// "1,024 threads", "c[66]", "thread 39", "3.4 ms"
std::string number_answer(const Prediction&, double number);

// After a commit: a wrong answer goes on the list of what to review, where it stays until the learner takes it off.
void note_missed(LessonProgress&, const Prediction&);
// Takes the answer back, so that the question is open again.
void take_back(LessonProgress&, const Prediction&);

}  // namespace warpwise
