#include "ui/door/lesson_steps.h"

#include <algorithm>

namespace warpwise::ui {
namespace {

bool has_begun_exercise(const Lesson& lesson, const LessonProgress& progress) {
    if (lesson.exercises.empty()) return progress.finished;
    return !progress.attempts.empty() || !progress.hints.empty() ||
           std::ranges::any_of(lesson.exercises, [&](const Exercise& exercise) { return progress.has_passed(exercise); });
}

}  // namespace

std::vector<LessonStep> lesson_steps(const Lesson& lesson, const LessonProgress& progress) {
    const auto answered = [&](const Prediction& prediction) { return progress.has_committed(prediction); };
    std::vector<LessonStep> steps;
    const auto add = [&](const char* name, bool done) {
        steps.push_back({name, done || progress.finished ? StepState::done : StepState::ahead});
    };
    if (!lesson.predictions.empty()) add("Predict", answered(lesson.predictions.front()));
    add("Run", progress.ran);
    add("Experiment", progress.ran && std::ranges::all_of(lesson.predictions, answered) && has_begun_exercise(lesson, progress));
    if (!lesson.exercises.empty())
        add("Exercise", std::ranges::all_of(lesson.exercises, [&](const Exercise& e) { return progress.has_passed(e); }));
    add("Remember", progress.finished);
    const auto current = std::ranges::find_if(steps, [](const LessonStep& step) { return step.state != StepState::done; });
    if (current != steps.end()) current->state = StepState::current;
    return steps;
}

int minutes_left(const Lesson& lesson, const LessonProgress& progress) {
    const auto steps = lesson_steps(lesson, progress);
    const auto all = static_cast<int>(steps.size());
    const auto left =
        static_cast<int>(std::ranges::count_if(steps, [](const LessonStep& step) { return step.state != StepState::done; }));
    return (lesson.minutes * left + all - 1) / all;
}

}  // namespace warpwise::ui
