#include "experiment/run/sweep.h"

#include <fmt/format.h>

#include <algorithm>
#include <array>
#include <bit>
#include <charconv>

#include "base/suggest.h"
#include "experiment/run/numbers.h"
#include "experiment/run/record_values.h"
#include "experiment/run/resolve.h"
#include "experiment/run/runner.h"
#include "lesson/formula.h"

namespace warpwise {
namespace {

constexpr std::size_t kMostValues = 1000;
constexpr const char* kHowToWrite = "Write n=2^10..2^24 (doubling), n=1024..65536*2, n=100..1000+100 or n=100,200,300.";

std::unexpected<Error> bad_range(const std::string& text, const std::string& why) {
    return usage_error(fmt::format("the range '{}' cannot be swept: {}", text, why), kHowToWrite);
}

bool is_power_of_two(std::int64_t value) { return value > 0 && std::has_single_bit(static_cast<std::uint64_t>(value)); }

struct Steps {
    std::int64_t factor = 1, summand = 0;
};

Result<std::vector<std::int64_t>> values_between(const std::string& text, std::int64_t first, std::int64_t last,
                                                 const Steps& steps) {
    if (first > last) return bad_range(text, fmt::format("{} is larger than {}", first, last));
    if (first < 1 && steps.factor > 1) return bad_range(text, "a range that multiplies must start at 1 or above");
    std::vector<std::int64_t> values;
    for (std::int64_t value = first; value <= last;) {
        values.push_back(value);
        if (values.size() > kMostValues) return bad_range(text, fmt::format("it has more than {} values", kMostValues));
        if (__builtin_mul_overflow(value, steps.factor, &value) || __builtin_add_overflow(value, steps.summand, &value)) break;
    }
    return values;
}

// The part behind "n=".
Result<std::vector<std::int64_t>> parse_values(const std::string& text, std::string_view list) {
    const std::size_t dots = list.find("..");
    if (dots == std::string_view::npos) {
        std::vector<std::int64_t> values;
        while (true) {
            const std::size_t comma = list.find(',');
            const auto value = parse_integer(list.substr(0, comma));
            if (!value) return bad_range(text, fmt::format("'{}' is not a whole number", list.substr(0, comma)));
            values.push_back(*value);
            if (values.size() > kMostValues) return bad_range(text, fmt::format("it has more than {} values", kMostValues));
            if (comma == std::string_view::npos) return values;
            list.remove_prefix(comma + 1);
        }
    }
    std::string_view end = list.substr(dots + 2);
    const std::size_t sign = end.find_first_of("*+", 1);
    const auto first = parse_integer(list.substr(0, dots)), last = parse_integer(end.substr(0, sign));
    if (!first || !last) return bad_range(text, "its ends are not whole numbers");
    if (sign == std::string_view::npos) {
        if (!is_power_of_two(*first) || !is_power_of_two(*last))
            return bad_range(text, "it gives no step, and its ends are not powers of two");
        return values_between(text, *first, *last, {2, 0});
    }
    const auto step = parse_integer(end.substr(sign + 1));
    const bool multiplies = end[sign] == '*';
    if (!step || *step < (multiplies ? 2 : 1)) return bad_range(text, fmt::format("'{}' is not a step", end.substr(sign)));
    return values_between(text, *first, *last, multiplies ? Steps{*step, 0} : Steps{1, *step});
}

bool is_whole(ParameterKind kind) {
    return kind == ParameterKind::size || kind == ParameterKind::block || kind == ParameterKind::grid ||
           kind == ParameterKind::integer;
}

}  // namespace

Result<SweepRange> parse_sweep_range(const Lesson& lesson, const std::string& text) {
    const std::size_t equals = text.find('=');
    if (equals == std::string::npos) return bad_range(text, "it has no '='");
    SweepRange range;
    range.parameter = text.substr(0, equals);
    std::vector<std::string> known;
    for (const Parameter& p : lesson.parameters)
        if (is_whole(p.kind)) known.push_back(p.id);
    const Parameter* parameter = lesson.find_parameter(range.parameter);
    if (parameter == nullptr || !is_whole(parameter->kind)) {
        const std::string near = did_you_mean(range.parameter, known);
        return usage_error(fmt::format("lesson '{}' has no whole-number parameter '{}' to sweep over", lesson.id, range.parameter),
                           near + (near.empty() ? "" : " ") + fmt::format("It has {}.", listed(known)));
    }
    auto values = parse_values(text, std::string_view(text).substr(equals + 1));
    if (!values) return std::unexpected(values.error());
    ExperimentRequest probe;
    for (std::int64_t value : *values)
        if (auto fits = apply_setting(lesson, probe, range.parameter, fmt::format("{}", value)); !fits)
            return std::unexpected(fits.error());
    range.values = std::move(*values);
    return range;
}

std::optional<Result<SweepRange>> declared_sweep(const Lesson& lesson) {
    for (const ViewSpec& view : lesson.views) {
        if (view.kind != "sweep") continue;
        const auto option = [&](const char* key) {
            const auto found = view.options.find(key);
            return found == view.options.end() ? std::string{} : found->second;
        };
        const std::string over = option("over");
        const Parameter* parameter = lesson.find_parameter(over);
        if (parameter == nullptr) return std::nullopt;
        const std::string from = option("from").empty() ? fmt::format("{}", parameter->min) : option("from");
        const std::string to = option("to").empty() ? fmt::format("{}", parameter->max) : option("to");
        return parse_sweep_range(lesson, fmt::format("{}={}..{}{}", over, from, to, option("step")));
    }
    return std::nullopt;
}

std::vector<std::string> swept_counts(const Lesson& lesson) {
    const auto sweep = std::ranges::find(lesson.views, "sweep", &ViewSpec::kind);
    return sweep == lesson.views.end() ? std::vector<std::string>() : option_texts(*sweep, "show");
}

Trace trace_for_counts(const std::vector<std::string>& expressions) {
    constexpr std::array of_writes{"written", "first_written", "last_written", "writers", "most_by_one_writer"};
    for (const std::string& expression : expressions)
        for (const std::string& name : names_in_formula(expression))
            if (std::ranges::find(of_writes, name) != of_writes.end()) return Trace::full;
    return Trace::counters;
}

std::vector<std::optional<double>> counts_of(const Lesson& lesson, const RunRecord& record,
                                             const std::vector<std::string>& expressions) {
    std::vector<std::optional<double>> counts(expressions.size());
    if (!traits_of(record.device.id()).has_counts) return counts;
    const std::map<std::string, double> values = values_of(lesson, record);
    for (std::size_t i = 0; i < expressions.size(); ++i)
        if (const auto value = evaluate_counters(expressions[i], values)) counts[i] = *value;
    return counts;
}

Result<void> run_sweep(const Lesson& lesson, const ExperimentRequest& request, const SweepRange& range, DeviceSet& devices,
                       const RunHooks& hooks, const std::function<void(SweepPoint)>& on_point) {
    RunHooks quiet = hooks;
    quiet.keep_arrays = false;
    for (std::int64_t value : range.values) {
        if (hooks.stop.stop_requested()) return {};
        ExperimentRequest at = request;
        at.parameters[range.parameter] = value;
        auto record = run_experiment(lesson, at, devices, quiet);
        if (record)
            on_point({value, std::move(*record), {}});
        else if (record.error().kind == ErrorKind::failure || traits_of(request.device).is_recorded)
            // Too little memory, or a size that was not recorded: the other sizes are still of use.
            on_point({value, std::nullopt, record.error().text()});
        else
            return std::unexpected(record.error());
    }
    return {};
}

}  // namespace warpwise
