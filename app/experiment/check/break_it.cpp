#include "experiment/check/break_it.h"

#include <fmt/format.h>

#include <algorithm>
#include <cmath>
#include <functional>
#include <set>
#include <vector>

#include "base/number_text.h"
#include "experiment/run/emulator_check.h"
#include "lesson/formula.h"

namespace warpwise {
namespace {

constexpr std::int64_t kTriedOneByOne = 300;  // values of a parameter
constexpr std::size_t kMostTried = 600;       // cases

std::string settings_of(const BreakIt& puzzle, const ParameterValues& values, const std::optional<ScheduleChoice>& schedule) {
    std::string text;
    for (const std::string& id : puzzle.vary)
        if (const auto value = values.find(id); value != values.end())
            text += fmt::format("{}{} = {}", text.empty() ? "" : ", ", id, text_of(value->second));
    if (schedule) text += fmt::format("{}{} order", text.empty() ? "" : ", ", text_of(*schedule));
    return text;
}

std::string wrong_text(const Check& check) {
    std::string text = fmt::format("{} of {} elements {} wrong", with_separators(check.differing), with_separators(check.compared),
                                   check.differing == 1 ? "is" : "are");
    if (const auto& first = check.first_difference)
        text += fmt::format(": {}[{}] is {} and should be {}", first->array, first->index, first->found, first->expected);
    return text + ".";
}

// What a run says about the kernel; nothing of one that never ran.
void judge(BreakAttempt& attempt, const RunRecord& record) {
    if (record.status == RunStatus::wrong) {
        attempt.broken = true;
        attempt.told = record.check ? wrong_text(*record.check) : "The result is wrong.";
        return;
    }
    switch (end_of_check(record)) {
        case CheckEnd::passed:
            attempt.told = record.check ? fmt::format("All {} elements are right.", with_separators(record.check->compared))
                                        : "It ran to its end.";
            return;
        case CheckEnd::found:
        case CheckEnd::out_of_steps:
            attempt.broken = true;
            attempt.told = record.fault->message;
            return;
        case CheckEnd::not_run: break;
    }
    attempt.refused = record.fault ? record.fault->message : "the kernel could not run";
}

// Values of a parameter from its least one up to `most`: all of them where they are few, else those around a warp and a block.
std::vector<ParameterValue> candidates(const Parameter& parameter, std::int64_t most, bool alone, bool& all) {
    const auto least = static_cast<std::int64_t>(std::max(0.0, std::ceil(parameter.min)));
    std::set<std::int64_t> values{least, most};
    if (alone && most - least < kTriedOneByOne) {
        for (std::int64_t value = least; value <= most; ++value) values.insert(value);
    } else {
        all = false;
        for (const std::int64_t around : {2, 32, 64, 96, 128, 256, 512, 1024})
            for (std::int64_t value = around - 1; value <= around + 1; ++value)
                if (value >= least && value <= most) values.insert(value);
    }
    if (parameter.powers_of_two) std::erase_if(values, [](std::int64_t value) { return value <= 0 || (value & (value - 1)) != 0; });
    return {values.begin(), values.end()};
}

}  // namespace

ParameterValues values_of(const Lesson& lesson, const BreakIt& puzzle, const ParameterValues& changed) {
    ParameterValues values = changed;
    values.merge(ParameterValues(puzzle.values));
    values.merge(lesson.defaults());
    return values;
}

std::optional<ScheduleChoice> schedule_of(const std::string& words) {
    const auto parsed = words.empty() ? Result<ScheduleChoice>(ScheduleChoice{}) : parse_schedule(words);
    return words.empty() || !parsed ? std::nullopt : std::optional(*parsed);
}

Result<BreakAttempt> try_to_break(const Lesson& lesson, const BreakIt& puzzle, const ParameterValues& changed,
                                  const std::optional<ScheduleChoice>& schedule, DeviceSet& devices, const RunHooks& asked) {
    BreakAttempt attempt;
    ExperimentRequest& request = attempt.request;
    request.lesson = lesson.id;
    request.kernel = puzzle.kernel;
    request.device = kind_that(&DeviceTraits::checks_accesses);
    request.parameters = values_of(lesson, puzzle, changed);
    request.repeats = 1;
    request.trace = Trace::counters;
    request.schedule = schedule;
    RunHooks hooks = asked;
    hooks.step_budget = kCheckStepBudget;
    const auto record = run_experiment(lesson, request, devices, hooks);
    if (!record) return std::unexpected(record.error());
    const auto size = evaluate(puzzle.size.of, request.parameters);
    if (!size) return std::unexpected(size.error());
    attempt.size = *size;
    attempt.settings = settings_of(puzzle, request.parameters, schedule);
    judge(attempt, *record);
    if (attempt.broken) attempt.medal = medal_of(puzzle.size, attempt.size);
    return attempt;
}

Result<SmallerCases> find_smaller_case(const Lesson& lesson, const BreakIt& puzzle, DeviceSet& devices, const RunHooks& asked) {
    SmallerCases found;
    KeptPrograms programs;
    RunHooks hooks = asked;
    hooks.kept = &programs;
    hooks.keep_arrays = false;
    const ParameterValues claimed = values_of(lesson, puzzle, puzzle.smallest), shown = values_of(lesson, puzzle, {});
    std::vector<ParameterValues> cases{puzzle.smallest};
    for (const std::string& id : puzzle.vary) {
        const Parameter* parameter = lesson.find_parameter(id);
        const auto* now = parameter == nullptr ? nullptr : std::get_if<std::int64_t>(&claimed.at(id));
        const auto* first = now == nullptr ? nullptr : std::get_if<std::int64_t>(&shown.at(id));
        if (first == nullptr) continue;
        std::vector<ParameterValues> more;
        for (const ParameterValues& one : cases)
            for (const ParameterValue& value : candidates(*parameter, std::max(*now, *first), puzzle.vary.size() == 1, found.all)) {
                more.push_back(one);
                more.back()[id] = value;
            }
        cases = std::move(more);
    }
    std::erase_if(cases, [&](const ParameterValues& values) {
        const auto size = evaluate(puzzle.size.of, values_of(lesson, puzzle, values));
        return !size || *size >= puzzle.size.best;
    });
    if (cases.size() > kMostTried) {
        found.all = false;
        std::vector<ParameterValues> some;
        for (std::size_t i = 0; i < kMostTried; ++i) some.push_back(std::move(cases[i * cases.size() / kMostTried]));
        cases = std::move(some);
    }
    std::vector<std::optional<ScheduleChoice>> orders{std::nullopt};
    if (puzzle.schedules) orders.emplace_back(ScheduleChoice{Schedule::reversed});
    for (const ParameterValues& values : cases)
        for (const auto& order : orders) {
            auto attempt = try_to_break(lesson, puzzle, values, order, devices, hooks);
            ++found.tried;
            if (!attempt) continue;  // values that the lesson's arrays or its reference do not take
            if (!attempt->broken) continue;
            found.found = std::move(*attempt);
            return found;
        }
    return found;
}

}  // namespace warpwise
