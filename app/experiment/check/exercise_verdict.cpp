#include "experiment/check/exercise_verdict.h"

#include <fmt/chrono.h>
#include <fmt/format.h>

#include <algorithm>
#include <random>

#include "lesson/formula.h"
#include "lesson/gate_text.h"

namespace warpwise {
namespace {

// The gate's value for one launch.
Result<double> value_of_gate(const Gate& gate, const std::map<std::string, double>& counts, const CountsOfSolution& solution) {
    auto value = evaluate_counters(gate.counter, counts);
    if (!value || !gate.of_solution) return value;
    const auto best = solution();
    if (!best) return failure("the solution could not be counted");
    const auto wanted = evaluate_counters(gate.counter, *best);
    if (!wanted) return wanted;
    if (*wanted == 0) return *value == 0 ? Result<double>(1) : failure("the solution has none of what is counted");
    return *value / *wanted;
}

// "your kernel makes 1.8 load requests per warp; 1 is enough (with n = 1,000, block = 96)"
std::string told_of(const Gate& gate, double value, std::map<std::string, double> counts, const CountsOfSolution& solution,
                    const std::string& shape) {
    counts["value"] = value;
    counts["limit"] = gate.at_most ? *gate.at_most : *gate.at_least;
    if (gate.of_solution)
        if (const auto best = solution()) counts["solution"] = evaluate_counters(gate.counter, *best).value_or(0);
    std::string text = fill_gate_text(gate.tell, counts);
    if (text.empty())
        text = fill_gate_text(gate.at_most ? "what is counted here is {value}, and at most {limit} is allowed"
                                           : "what is counted here is {value}, and at least {limit} is required",
                              counts);
    return shape.empty() ? text : fmt::format("{} (with {})", text, shape);
}

// The kind of what first_failure tells.
std::string failure_kind(const ExerciseResult& result, const ShapeVerdict* wrong) {
    if (wrong == nullptr) return result.passed ? "" : "gate";
    if (!wrong->failure.empty()) return wrong->failure;
    if (has_errors(result.diagnostics)) return "compile";
    if (wrong->fault) return std::string(name_of(wrong->fault->kind));
    return wrong->status == RunStatus::wrong ? "wrong" : "";
}

std::string hint_on(const Exercise& exercise, const std::string& failure) {
    const auto found = failure.empty() ? exercise.hints.end() : std::ranges::find(exercise.hints, failure, &Hint::on);
    return found == exercise.hints.end() ? "" : found->text;
}

}  // namespace

void weigh_gate(GateVerdict& verdict, const std::map<std::string, double>& counts, const CountsOfSolution& solution,
                const std::string& name) {
    const Gate& gate = verdict.gate;
    const auto value = value_of_gate(gate, counts, solution);
    if (!value) {
        verdict.not_computed = value.error().text();
        return;
    }
    const bool worse = !verdict.value || (gate.at_most ? *value > *verdict.value : *value < *verdict.value);
    if (!worse) return;
    verdict.value = *value;
    // What a count makes of a division is exact to the last bits only.
    constexpr double slack = 1e-9;
    if ((gate.at_most && *value > *gate.at_most + slack) || (gate.at_least && *value < *gate.at_least - slack))
        verdict.explained = told_of(gate, *value, counts, solution, name);
}

std::string exercise_title(const Lesson& lesson, const Exercise& exercise) {
    return exercise.title.empty() ? lesson.title : fmt::format("{}: {}", lesson.title, exercise.title);
}

ExerciseResult begin_result(const Lesson& lesson, const Exercise& exercise, const std::string& text,
                            const ExerciseOptions& options) {
    ExerciseResult result;
    result.lesson = lesson.id;
    result.title = exercise_title(lesson, exercise);
    result.exercise = exercise.id;
    result.source = options.source;
    result.text = text;
    result.date = fmt::format("{:%FT%TZ}", fmt::gmtime(std::chrono::system_clock::to_time_t(std::chrono::system_clock::now())));
    result.version = WARPWISE_VERSION;
    for (const Gate& gate : exercise.gates) result.gates.push_back({.gate = gate});
    return result;
}

void decide(ExerciseResult& result, const Exercise& exercise) {
    const bool right = !result.shapes.empty() && std::ranges::all_of(result.shapes, &ShapeVerdict::passed);
    for (GateVerdict& verdict : result.gates) {
        const bool is_counted = verdict.value.has_value() && verdict.not_computed.empty();
        verdict.judged = verdict.gate.counter.empty() || (right && is_counted);
        verdict.passed = verdict.gate.counter.empty() ? right : verdict.judged && verdict.explained.empty();
        if (verdict.passed) continue;
        if (!right)
            verdict.explained = verdict.gate.counter.empty()
                                    ? exercise.program ? "see the first run that failed" : "see the first launch that failed"
                                : exercise.program ? "not judged: every run must be right first"
                                                   : "not judged: the result must be right for every launch first";
        else if (!is_counted)
            verdict.explained = "nothing was counted";
    }
    const auto wrong = std::ranges::find(result.shapes, false, &ShapeVerdict::passed);
    const auto missed = std::ranges::find(result.gates, false, &GateVerdict::passed);
    result.passed = right && missed == result.gates.end();
    result.failure = failure_kind(result, wrong == result.shapes.end() ? nullptr : &*wrong);
    if (wrong != result.shapes.end()) {
        const bool compiled = !has_errors(result.diagnostics);
        result.first_failure = compiled ? fmt::format("with {}: {}", wrong->name, wrong->explained) : wrong->explained;
        // What compiles with a warning, as = for == does, and is then wrong: the warning is often the reason.
        if (compiled && !result.diagnostics.empty()) result.first_failure += "\nWith a warning:\n" + text_of(result.diagnostics);
    } else if (missed != result.gates.end()) {
        result.first_failure = fmt::format("{}: {}", missed->gate.say, missed->explained);
    }
    result.hint = hint_on(exercise, result.failure);
}

std::uint64_t fresh_seed() {
    std::random_device device;
    return (std::uint64_t{device()} << 20) ^ device();
}

}  // namespace warpwise
