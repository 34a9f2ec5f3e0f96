// Grading beside the window: the same check as `warpwise check`, told for the card.
#include <fmt/format.h>

#include <algorithm>
#include <memory>
#include <utility>

#include "experiment/check/check_exercise.h"
#include "ui/kit/widgets.h"
#include "ui/lesson/exercise_panel.h"

namespace warpwise::ui {

namespace {

std::string shapes_line(const ExerciseResult& result) {
    const auto passed = std::ranges::count_if(result.shapes, &ShapeVerdict::passed);
    if (!result.programs.empty())
        return fmt::format("Right in {} of {} {}", passed, result.shapes.size(), result.shapes.size() == 1 ? "run" : "runs");
    return fmt::format("Right on {} of {} launches with random data", passed, result.shapes.size());
}

}  // namespace

namespace {

// What the solution costs on the very data that the text was counted on, which other data could change.
void add_cost(ExerciseVerdict& verdict, const ExerciseResult& mine, const Lesson& lesson, DeviceSet& devices,
              ExerciseOptions options) {
    options.seed = mine.shapes.front().seed;
    const auto best = check_exercise(lesson, lesson.find_exercise(options.exercise)->solution, devices, options);
    if (best && best->passed && best->counted_shape == mine.counted_shape)
        verdict.cost = {mine.counted_shape, mine.counts, best->counts};
}

}  // namespace

namespace {

// The last run: where one was not right, it was that one.
void add_program(ExerciseVerdict& verdict, const ExerciseResult& result) {
    if (result.programs.empty()) return;
    verdict.is_program = true;
    verdict.run = result.shapes.back().name;
    verdict.output = result.programs.back().output;
    verdict.findings = result.programs.back().findings;
}

// With a tick or a cross. What first_failure tells is not told again, and what was not judged has neither.
void add_requirements(ExerciseVerdict& verdict, const ExerciseResult& result) {
    const auto told = std::ranges::find(result.gates, false, &GateVerdict::passed);
    for (auto gate = result.gates.begin(); gate != result.gates.end(); ++gate) {
        if (gate->gate.say.empty()) continue;
        if (gate->passed)
            verdict.lines.push_back(fmt::format("{}  {}", icon::kCheck, sentence(gate->gate.say)));
        else if (gate->judged && !gate->gate.counter.empty() && (gate != told || result.failure != "gate"))
            verdict.lines.push_back(fmt::format("{}  {}: {}", icon::kCross, sentence(gate->gate.say), gate->explained));
    }
}

}  // namespace

Diagnostics program_marks(const ExerciseVerdict& verdict) {
    Diagnostics marks = verdict.diagnostics;
    for (const ProgramFinding& finding : verdict.findings) {
        if (finding.line == 0) continue;
        // without its hint, which often says what to write: the exercise has hints of its own
        Diagnostic mark{.file = finding.file, .line = finding.line, .message = finding.message};
        mark.severity = finding.is_note ? Severity::warning : Severity::error;
        marks.push_back(std::move(mark));
    }
    return marks;
}

ExerciseVerdict verdict_of(const ExerciseResult& result) {
    ExerciseVerdict verdict{.passed = result.passed, .lines = {}, .failure = result.failure, .diagnostics = result.diagnostics};
    if (!result.first_failure.empty()) verdict.lines.push_back(sentence(result.first_failure));
    add_program(verdict, result);
    if (has_errors(result.diagnostics)) return verdict;
    if (const auto failed = std::ranges::find(result.shapes, false, &ShapeVerdict::passed); failed != result.shapes.end())
        verdict.failed = *failed;
    // A program is not run again after the first run that is not right.
    if (!result.shapes.empty() && (result.programs.empty() || result.passed)) verdict.lines.push_back(shapes_line(result));
    add_requirements(verdict, result);
    if (const std::string doubt = warnings_after_pass(result); !doubt.empty()) verdict.lines.push_back(doubt);
    verdict.scores = result.scores;
    verdict.counted_shape = result.counted_shape;
    return verdict;
}

void start_exercise_check(Workbench& bench, ExerciseState& state) {
    if (state.check.valid() || !may_check(bench, state)) return;
    bench.results.exercise = ExerciseCheck{
        .exercise = state.exercise, .text = state.text, .running = true, .passed = false, .lines = {}, .newest = true};
    std::promise<CheckedExercise> promise;
    state.check = promise.get_future();
    // a copy: the course may be read again while the check runs
    auto lesson = std::make_shared<const Lesson>(*bench.lesson);
    state.worker = std::jthread([lesson, id = state.exercise, text = state.text, &devices = bench.devices.set,
                                 promise = std::move(promise)](std::stop_token stop) mutable {
        ExerciseOptions options;
        options.exercise = id;
        options.hooks.stop = stop;
        const auto result = check_exercise(*lesson, text, devices, options);
        CheckedExercise checked{lesson->id, id, text, {}};
        if (result) {
            checked.verdict = verdict_of(*result);
            if (result->passed && !lesson->find_exercise(id)->program)
                add_cost(checked.verdict, *result, *lesson, devices, options);
        } else {
            checked.verdict.lines.push_back(result.error().text());
        }
        promise.set_value(std::move(checked));
    });
}

}  // namespace warpwise::ui
