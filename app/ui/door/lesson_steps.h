// Where in a lesson its learner is, from the progress that is kept. No window library in here.
#pragma once

#include <vector>

#include "lesson/lesson.h"
#include "lesson/progress.h"

namespace warpwise::ui {

enum class StepState { done, current, ahead };
struct LessonStep {
    const char* name = "";  // Predict, Run, Experiment, Exercise, Remember
    StepState state = StepState::ahead;
};

// The steps that the lesson has, in their order; the first that is not done is the current one.
//   Predict     the first prediction is answered
//   Run         a kernel was run
//   Experiment  all predictions are answered, and the exercise was begun
//   Exercise    all exercises are passed
//   Remember    the lesson is finished
std::vector<LessonStep> lesson_steps(const Lesson&, const LessonProgress&);

// Of the lesson's minutes, by the share of its steps that are not done; 0 where it says none.
int minutes_left(const Lesson&, const LessonProgress&);

}  // namespace warpwise::ui
