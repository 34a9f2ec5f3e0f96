#include "experiment/run/recording_plan.h"

#include <fmt/format.h>

#include <algorithm>
#include <map>
#include <set>
#include <utility>

#include "base/clock.h"
#include "experiment/run/runner.h"

namespace warpwise {
namespace {

// Operations on streams: those of 32 chunks. More would be most of the file, and too thin to see.
constexpr std::size_t kMostSpans = 96;

bool is_right(const KernelSpec& kernel) { return !kernel.expect_wrong && !kernel.expect_fault; }

// A change of one parameter; none: the defaults.
struct Variant {
    std::string parameter;
    ParameterValue value;
};

// The sweep's own values, then each other dtype and way to copy, one at a time: all of them together would be too many.
std::vector<Variant> variants_of(const Lesson& lesson) {
    std::vector<Variant> variants{{}};
    for (const Parameter& parameter : lesson.parameters) {
        if (parameter.kind != ParameterKind::dtype && parameter.id != lesson.run.copies) continue;
        for (const std::string& choice : parameter.choices)
            if (ParameterValue(choice) != parameter.default_value) variants.push_back({parameter.id, choice});
    }
    return variants;
}

class Plan {
  public:
    void add(PlannedRun run) {
        if (known_.insert({run.kernel, run.parameters}).second) runs_.push_back(std::move(run));
    }
    std::vector<PlannedRun> take() { return std::move(runs_); }

  private:
    std::vector<PlannedRun> runs_;
    std::set<std::pair<std::string, ParameterValues>> known_;
};

void add_presets(const Lesson& lesson, const KernelSpec& kernel, Plan& plan) {
    for (const Preset& preset : lesson.presets) {
        if (!preset.kernel.empty() && preset.kernel != kernel.id) continue;
        PlannedRun run{kernel.id, lesson.defaults(), fmt::format("preset '{}'", preset.name), {}};
        for (const auto& [name, value] : preset.values) run.parameters[name] = value;
        plan.add(std::move(run));
    }
}

void add_sweep(const Lesson& lesson, const KernelSpec& kernel, const SweepRange& range, const Variant& variant, Plan& plan) {
    const std::string with = variant.parameter.empty() ? "" : fmt::format(", {} = {}", variant.parameter, text_of(variant.value));
    for (const std::int64_t value : range.values) {
        PlannedRun run{kernel.id, lesson.defaults(), fmt::format("{} = {}{}", range.parameter, value, with), kernel.id + with};
        if (!variant.parameter.empty()) run.parameters[variant.parameter] = variant.value;
        run.parameters[range.parameter] = value;
        run.gpu_alone = !variant.parameter.empty();
        plan.add(std::move(run));
    }
}

// Runs of one lesson in the making: what the limits ask of the runs before.
struct Spent {
    Clock::time_point start = Clock::now();
    std::set<std::pair<std::string, DeviceId>> too_long;              // series that came to their limit
    std::map<std::pair<std::string, DeviceId>, std::string> missing;  // kernels that a device cannot run, and why
};

std::string reason_to_leave_out(const PlannedRun& plan, const DeviceId& device, const RecordingLimits& limits, const Spent& spent) {
    if (const auto why = spent.missing.find({plan.kernel, device}); why != spent.missing.end()) return why->second;
    if (plan.series.empty()) return {};
    if (spent.too_long.contains({plan.series, device}))
        return fmt::format("the previous size took longer than {:.0f} s", limits.longest_run_s);
    if (seconds_since(spent.start) > limits.lesson_s) return fmt::format("the lesson used up its {:.0f} s", limits.lesson_s);
    return {};
}

TriedRun try_run(const Lesson& lesson, const PlannedRun& plan, const DeviceId& device, const RecordingLimits& limits,
                 DeviceSet& devices, const RunHooks& hooks, Spent& spent) {
    TriedRun tried{plan, device, {}, reason_to_leave_out(plan, device, limits, spent)};
    if (!tried.left_out.empty()) return tried;
    ExperimentRequest request;
    request.lesson = lesson.id;
    request.kernel = plan.kernel;
    request.parameters = plan.parameters;
    request.device = device;
    request.repeats = limits.repeats;
    request.trace = Trace::none;
    const Clock::time_point start = Clock::now();
    auto record = run_experiment(lesson, request, devices, hooks);
    if (seconds_since(start) > limits.longest_run_s) spent.too_long.insert({plan.series, device});
    if (!record) {
        tried.left_out = record.error().text();
        if (record.error().kind == ErrorKind::device_missing) spent.missing[{plan.kernel, device}] = record.error().message;
    } else if (record->status != RunStatus::ok) {
        tried.left_out = record->fault ? record->fault->message : fmt::format("it ended as {}", name_of(record->status));
    } else {
        if (record->timeline.size() > kMostSpans) record->timeline.clear();
        tried.record = std::move(*record);
    }
    return tried;
}

}  // namespace

Result<std::vector<PlannedRun>> recording_plan(const Lesson& lesson) {
    const auto range = declared_sweep(lesson);
    if (range && !*range) return std::unexpected(range->error());
    Plan plan;
    for (const KernelSpec& kernel : lesson.kernels) {
        if (!is_right(kernel)) continue;
        plan.add({kernel.id, lesson.defaults(), "default", {}});
        add_presets(lesson, kernel, plan);
    }
    if (range && swept_counts(lesson).empty())  // counts are the same on every machine
        for (const Variant& variant : variants_of(lesson))
            for (const KernelSpec& kernel : lesson.kernels)
                if (is_right(kernel)) add_sweep(lesson, kernel, **range, variant, plan);
    return plan.take();
}

void record_lesson(const Lesson& lesson, const std::vector<PlannedRun>& plan, const std::vector<DeviceId>& ids,
                   const RecordingLimits& limits, DeviceSet& devices, const RunHooks& hooks,
                   const std::function<void(TriedRun)>& on_run) {
    RunHooks quiet = hooks;
    quiet.keep_arrays = false;
    Spent spent;
    const bool has_gpu = std::ranges::any_of(ids, [](const DeviceId& id) { return traits_of(id).is_gpu; });
    for (const PlannedRun& planned : plan)
        for (const DeviceId& id : ids) {
            if (hooks.stop.stop_requested()) return;
            if (planned.gpu_alone && has_gpu && !traits_of(id).is_gpu) continue;
            TriedRun tried = try_run(lesson, planned, id, limits, devices, quiet, spent);
            if (!hooks.stop.stop_requested()) on_run(std::move(tried));
        }
}

}  // namespace warpwise
