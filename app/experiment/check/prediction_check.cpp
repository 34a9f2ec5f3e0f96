#include "experiment/check/prediction_check.h"

#include <fmt/format.h>

#include <algorithm>
#include <set>

#include "base/fault.h"
#include "base/number_text.h"
#include "experiment/record/claims.h"
#include "experiment/run/record_values.h"
#include "experiment/run/sweep.h"
#include "lesson/curve_shape.h"
#include "lesson/formula.h"

namespace warpwise {
namespace {

std::string why_not_run(const RunRecord& record) {
    if (has_errors(record.diagnostics)) return ":\n" + text_of(record.diagnostics);
    return record.fault ? ":\n" + text_of(*record.fault) : std::string();
}

std::string name_of_number(const Prediction& asked) {
    if (asked.click.empty()) return "the number";
    return asked.click == kThreadClick ? "the thread" : "the element";
}

class PredictionCheck {
  public:
    PredictionCheck(const Lesson& lesson, const Recordings& recordings, const RunKernel& run, const CountJob& count_job)
        : lesson_(lesson), recordings_(recordings), run_(run), count_job_(count_job) {}

    CheckedPart check(const Prediction& asked) const {
        if (asked.asks_sketch()) return sketch(asked);
        return asked.asks_bar() ? bar(asked) : measured(asked);
    }

  private:
    std::string kernel_of(const Prediction& asked) const {
        return asked.kernel.empty() ? lesson_.kernels.front().id : asked.kernel;
    }
    ParameterValues values_of_run(const Prediction& asked) const {
        ParameterValues values = asked.values;
        values.merge(lesson_.defaults());
        return values;
    }

    // Counted by the emulator at every size that the sweep has.
    CheckedPart sketch(const Prediction& asked) const {
        const auto range = declared_sweep(lesson_);
        if (!range) return CheckedPart::bad("the lesson's sweep view has no parameter to sweep over");
        if (!*range) return CheckedPart::bad(range->error().text());
        std::vector<double> counts;
        for (const std::int64_t value : (*range)->values) {
            ParameterValues values = values_of_run(asked);
            values[(*range)->parameter] = value;
            const auto record = run_(kernel_of(asked), values, Trace::full);
            if (!record) return CheckedPart::bad(record.error().text());
            const auto count = counts_of(lesson_, *record, {asked.sketch}).front();
            if (!count)
                return CheckedPart::bad(fmt::format("with {} = {}, \"{}\" has no value", (*range)->parameter, value, asked.sketch));
            if (*count > asked.top)
                return CheckedPart::bad(fmt::format("with {} = {}, \"{}\" is {}, above the axis to draw on (top = {})",
                                                    (*range)->parameter, value, asked.sketch, number_text(*count),
                                                    number_text(asked.top)));
            counts.push_back(*count);
        }
        const std::string_view shape = name_of(shape_of(counts, asked.top));
        if (shape != asked.shape)
            return CheckedPart::bad(
                fmt::format("the manifest says that the curve \"{}\", and counting it shows that it \"{}\". Correct \"shape\".",
                            asked.shape, shape));
        return CheckedPart::good(fmt::format("over {} sizes it {}", counts.size(), shape));
    }

    // The recording has it, it is on the axis, and no near miss counts as right.
    CheckedPart bar(const Prediction& asked) const {
        const auto value = recorded_value(lesson_, asked.recorded, recordings_);
        if (!value) return {true, fmt::format("no recording has {}", asked.recorded), true};
        Prediction known = asked;
        known.number = *value;
        const std::string shown = number_answer(known);
        if (*value < asked.lowest || *value > asked.highest)
            return CheckedPart::bad(
                fmt::format("it was recorded as {}, and the axis goes from {} to {}. Correct \"lowest\" or \"highest\".", shown,
                            number_text(asked.lowest), number_text(asked.highest)));
        for (const NearMiss& miss : asked.near_misses)
            if (known.is_right(miss.value))
                return CheckedPart::bad(
                    fmt::format("the near miss {} counts as right, because it was recorded as {}", number_text(miss.value), shown));
        for (const RecordedBar& bar : asked.beside)
            if (const auto other = recorded_value(lesson_, bar.of, recordings_);
                other && (*other < asked.lowest || *other > asked.highest))
                return CheckedPart::bad(
                    fmt::format("the bar \"{}\" was recorded as {}, which is not on the axis", bar.label, number_text(*other)));
        return CheckedPart::good(fmt::format("it was recorded as {}", shown));
    }
    static std::string number_answer(const Prediction& known) {
        return known.unit.empty() ? short_duration(known.number) : number_text(known.number) + " " + known.unit;
    }

    CheckedPart measured(const Prediction& asked) const {
        for (const Answer& answer : asked.answers)
            if (!answer.right && answer.why.empty())
                return CheckedPart::bad(fmt::format("the answer \"{}\" does not say why it is tempting", answer.text));
        if (!asked.asks_number() && std::ranges::count(asked.answers, true, &Answer::right) != 1)
            return CheckedPart::bad("exactly one answer must be right");
        if (!asked.job.empty()) {
            const auto counts = count_job_(asked.job, asked.values);
            if (!counts && counts.error().kind == ErrorKind::device_missing) return {true, counts.error().message, true};
            return counts ? compared(asked, *counts) : CheckedPart::bad(counts.error().text());
        }
        const auto record = run_(kernel_of(asked), values_of_run(asked), Trace::full);
        if (!record) return CheckedPart::bad(record.error().text());
        if (record->status == RunStatus::error || record->status == RunStatus::cancelled)
            return CheckedPart::bad("it cannot be run" + why_not_run(*record));
        return compared(asked, values_of(lesson_, *record));
    }

    static CheckedPart compared(const Prediction& asked, const std::map<std::string, double>& values) {
        const auto shown = fill_template(asked.measured, values);
        if (!shown) return CheckedPart::bad(shown.error().text());
        if (*shown != asked.expect)
            return CheckedPart::bad(
                fmt::format("{} says \"{}\", and running it shows \"{}\". Correct it, or the kernel and the values that are run.",
                            asked.asks_number() ? name_of_number(asked) : "the answer marked right", asked.expect, *shown));
        return CheckedPart::good(fmt::format("running it shows \"{}\"", *shown));
    }

    const Lesson& lesson_;
    const Recordings& recordings_;
    const RunKernel& run_;
    const CountJob& count_job_;
};

}  // namespace

CheckedPart check_prediction(const Lesson& lesson, const Prediction& asked, const Recordings& recordings, const RunKernel& run,
                             const CountJob& count_job) {
    const PredictionCheck checks(lesson, recordings, run, count_job);
    CheckedPart first = checks.check(asked);
    if (!first.passed) return first;
    for (std::size_t i = 0; i < asked.again.size(); ++i) {
        CheckedPart other = checks.check(asked.again[i]);
        if (!other.passed) return CheckedPart::bad(fmt::format("asked again with other numbers ({}): {}", i + 1, other.detail));
        first.uncertain |= other.uncertain;
    }
    if (!asked.again.empty())
        first.detail += fmt::format(", and so {} more time{}", asked.again.size(), asked.again.size() == 1 ? "" : "s");
    return first;
}

bool asks_about_cost(const Prediction& asked) {
    if (asked.asks_bar()) return true;
    if (!asked.answers.empty()) return false;
    static const std::set<std::string> others{
        "threads", "blocks",        "warps",        "work",    "compared", "differing",         "max_abs_error",
        "written", "first_written", "last_written", "writers", "fault",    "most_by_one_writer"};
    const std::vector<std::string> names = names_in_formula(asked.asks_sketch() ? asked.sketch : asked.measured);
    return std::ranges::any_of(names, [&](const std::string& name) {
        const bool is_counter = name.contains('_') || name == "barriers";
        return is_counter && !others.contains(name) && !name.starts_with("grid_") && !name.starts_with("block_");
    });
}

}  // namespace warpwise
