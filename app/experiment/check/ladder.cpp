#include "experiment/check/ladder.h"

#include <fmt/format.h>

#include <algorithm>
#include <cmath>

#include "base/number_text.h"
#include "experiment/check/check_exercise.h"
#include "experiment/run/comparison.h"
#include "experiment/run/emulator_check.h"
#include "experiment/run/record_values.h"
#include "lesson/formula.h"

namespace warpwise {
namespace {

constexpr std::uint64_t kFirstSeed = 7;  // the same data at every try: what is drawn does not change by itself

std::string text_of_values(const ParameterValues& values) {
    std::string text;
    for (const auto& [id, value] : values) text += fmt::format("{}{} = {}", text.empty() ? "" : ", ", id, text_of(value));
    return text;
}

DrawnWrites drawn_of(const RunRecord& record, const std::string& array) {
    DrawnWrites drawn;
    drawn.block_threads = std::max<std::uint32_t>(1, static_cast<std::uint32_t>(record.launch.block.count()));
    const auto name = std::ranges::find(record.argument_names, array);
    const auto argument = static_cast<std::size_t>(name - record.argument_names.begin());
    const auto map = std::ranges::find(record.writes, argument, &WriteMap::argument);
    if (map == record.writes.end()) return drawn;
    const std::size_t count = std::min(map->writer.size(), kMostDrawn);
    for (std::size_t i = 0; i < count; ++i) drawn.writer.push_back(static_cast<std::uint32_t>(map->writer[i]));
    drawn.wrong.assign(count, false);
    if (record.outputs) {
        const auto output = std::ranges::find(*record.outputs, array, &Array::name);
        if (output != record.outputs->end() && output->shape().size() > 1)
            drawn.row = static_cast<std::size_t>(output->shape().back());
    }
    return drawn;
}

// As the comparison of the run: within what the lesson allows.
void mark_wrong(const Lesson& lesson, const RunRecord& record, const std::string& array, DrawnWrites& drawn) {
    const auto name = std::ranges::find(record.arrays, array, &ArrayDigest::name);
    const auto place = static_cast<std::size_t>(name - record.arrays.begin());
    if (!record.outputs || !record.expected || place >= record.outputs->size() || place >= record.expected->size()) return;
    const Array &found = (*record.outputs)[place], &expected = (*record.expected)[place];
    const auto allowed = allowed_error(lesson, record.request.parameters, found.dtype());
    if (!allowed) return;
    for (std::size_t i = 0; i < drawn.wrong.size() && i < found.size() && i < expected.size(); ++i) {
        const double is = found.value(i), should = expected.value(i);
        drawn.wrong[i] = !(std::abs(is - should) <= allowed->absolute + allowed->relative * std::abs(should)) &&
                         !(std::isnan(is) && std::isnan(should));
    }
}

// What is wrong with a run; empty when it is right.
std::string fault_of(const RunRecord& record) {
    if (record.status == RunStatus::ok) return {};
    if (record.fault) return record.fault->message;
    if (!record.check) return "The kernel could not run.";
    const Check& check = *record.check;
    std::string text = fmt::format("{} of {} elements {} wrong", with_separators(check.differing), with_separators(check.compared),
                                   check.differing == 1 ? "is" : "are");
    if (const auto& first = check.first_difference)
        text += fmt::format(": {}[{}] is {} and should be {}", first->array, first->index, first->found, first->expected);
    return text + ".";
}

}  // namespace

Result<RungResult> run_rung(const Lesson& lesson, const Rung& rung, const std::string& line, DeviceSet& devices,
                            const RunHooks& asked) {
    RungResult result;
    result.line = line;
    const Lesson random = with_random_data(lesson);
    KeptPrograms programs;
    RunHooks hooks = asked;
    hooks.kept = &programs;
    hooks.step_budget = kCheckStepBudget;
    std::vector<ParameterValues> all{rung.values};
    all.insert(all.end(), rung.also.begin(), rung.also.end());
    for (std::size_t i = 0; i < all.size(); ++i) {
        ExperimentRequest request;
        request.lesson = lesson.id;
        request.kernel = rung.kernel;
        request.device = kind_that(&DeviceTraits::checks_accesses);
        request.parameters = all[i];
        request.parameters.merge(ParameterValues(rung.values));
        request.parameters.merge(lesson.defaults());
        request.seed = kFirstSeed;
        request.repeats = 1;
        request.trace = Trace::full;
        request.edited_source = text_with(rung, line);
        request.edited_entry = rung.entry;
        const auto record = run_experiment(random, request, devices, hooks);
        if (!record) return std::unexpected(record.error());
        if (has_errors(record->diagnostics)) {
            result.diagnostics = record->diagnostics;
            for (Diagnostic& diagnostic : result.diagnostics) diagnostic.file = rung.file;
            result.told = "It does not compile.";
            return result;
        }
        if (i == 0) {
            result.drawn = drawn_of(*record, rung.array);
            mark_wrong(lesson, *record, rung.array, result.drawn);
        }
        if (std::string wrong = fault_of(*record); !wrong.empty()) {
            result.told = i == 0 ? std::move(wrong) : fmt::format("With {}: {}", text_of_values(all[i]), wrong);
            return result;
        }
        if (i > 0) continue;
        const auto count = evaluate_counters(rung.par.of, values_of(lesson, *record));
        if (!count) return std::unexpected(count.error());
        result.count = *count;
    }
    result.right = true;
    result.medal = medal_of(rung.par, *result.count);
    result.told = all.size() == 1 ? "Right." : fmt::format("Right for all {} sizes.", all.size());
    return result;
}

}  // namespace warpwise
