#include "experiment/search/other_outcome.h"

#include <fmt/format.h>

#include <algorithm>
#include <cmath>
#include <cstring>
#include <utility>

#include "base/clock.h"
#include "base/thread_name.h"
#include "experiment/record/record_text.h"
#include "experiment/run/emulator_check.h"
#include "experiment/run/resolve.h"
#include "experiment/run/runner.h"

namespace warpwise {
namespace {

constexpr std::size_t kMostAccessesOfThread = 6;

// Two results, element by element.
struct Comparison {
    std::uint64_t differing = 0, compared = 0;
    std::size_t array = 0, index = 0;  // of the first that differs
    bool is_rounding = true;           // all that differ are floats within what is allowed
};

// In f16 a thousand terms leave few digits.
double order_of_sum(DType dtype) { return std::min(1e-2, 1024 * epsilon_of(dtype)); }

bool is_rounding(DType dtype, double a, double b, const AllowedError& allowed) {
    if (!is_float(dtype)) return false;
    if (std::isnan(a) && std::isnan(b)) return true;
    const double relative = std::max(allowed.relative, order_of_sum(dtype));
    return std::abs(a - b) <= allowed.absolute + relative * std::max(std::abs(a), std::abs(b));
}

Comparison compare(const std::vector<Array>& a, const std::vector<Array>& b, const AllowedError& allowed) {
    Comparison result;
    for (std::size_t k = 0; k < a.size() && k < b.size(); ++k) {
        result.compared += a[k].size();
        if (a[k].size_bytes() == 0 || std::memcmp(a[k].data(), b[k].data(), a[k].size_bytes()) == 0) continue;
        const std::size_t bytes = size_of(a[k].dtype());
        for (std::size_t i = 0; i < a[k].size(); ++i) {
            if (std::memcmp(a[k].data() + i * bytes, b[k].data() + i * bytes, bytes) == 0) continue;
            if (result.differing++ == 0) result.array = k, result.index = i;
            if (!result.is_rounding || is_rounding(a[k].dtype(), a[k].value(i), b[k].value(i), allowed)) continue;
            result.is_rounding = false;
            result.array = k, result.index = i;  // an element that rounding explains is not the one to look at
        }
    }
    return result;
}

// A fault that ended the launch. A race does not, and is found in a full trace alone.
const Fault* end_of(const RunRecord& record) { return came_to_its_end(record) || !record.fault ? nullptr : &*record.fault; }

bool same_end(const Fault* a, const Fault* b) {
    if (a == nullptr || b == nullptr) return a == b;
    return a->kind == b->kind && a->line == b->line && a->file == b->file;
}

const std::vector<Array>& outputs_of(const RunRecord& record) {
    static const std::vector<Array> none;
    return record.outputs != nullptr ? *record.outputs : none;
}

class Search {
  public:
    Search(const LaunchInOrder& launch, const AllowedError& rounding, const RunHooks& hooks, const SearchLimits& limits)
        : launch_(launch), rounding_(rounding), hooks_(hooks), limits_(limits) {}

    Result<OtherOutcome> run() {
        auto first = launch({}, Trace::none, {});
        if (!first) return std::unexpected(first.error());
        first_ = std::move(*first);
        found_.launch = first_.launch;
        found_.runs = 1;
        if (!can_be_compared()) return std::move(found_);
        if (auto traced = trace_first(); !traced) return std::unexpected(traced.error());
        if (first_.launch.grid.count() == 1 && first_.launch.block.count() <= kWarpSize) {
            found_.found = OutcomeFound::one_order;
            return std::move(found_);
        }
        if (auto searched = search(); !searched) return std::unexpected(searched.error());
        if (found_.found == OutcomeFound::other || found_.found == OutcomeFound::rounding)
            if (auto told = tell_both(); !told) return std::unexpected(told.error());
        return std::move(found_);
    }

  private:
    Result<RunRecord> launch(const ScheduleChoice& schedule, Trace trace, std::optional<std::uint64_t> watch) {
        return launch_({schedule, trace, watch, step_budget_, hooks_.stop});
    }

    bool can_be_compared() {
        if (first_.status == RunStatus::cancelled) {
            found_.cancelled = true;
            return false;
        }
        const CheckEnd end = end_of_check(first_);
        if (end != CheckEnd::not_run && end != CheckEnd::out_of_steps) return true;
        found_.found = OutcomeFound::not_run;
        found_.why_not.message = first_.fault ? first_.fault->message : "the kernel could not run";
        if (has_errors(first_.diagnostics)) found_.why_not.message = "the kernel does not compile";
        if (end == CheckEnd::out_of_steps) found_.why_not.hint = "Choose smaller sizes.";
        return false;
    }

    Result<void> trace_first() {
        auto traced = launch({}, Trace::full, {});
        if (!traced) return std::unexpected(traced.error());
        const bool races = traced->fault && traced->fault->kind == FaultKind::data_race;
        if (races || (traced->fault && end_of_check(*traced) == CheckEnd::found && !same_end(end_of(*traced), end_of(first_))))
            found_.finding = traced->fault;
        // A schedule in which threads wait for each other may take longer, and one that waits for ever is not waited for.
        step_budget_ = std::min(step_budget_, std::max(std::uint64_t{1} << 20, 64 * first_.warp_instructions));
        return {};
    }

    ScheduleChoice schedule_at(int place) const {
        if (place == 1) return {Schedule::reversed};
        if (place == 2) return {Schedule::round_robin};
        return {Schedule::random, static_cast<std::uint64_t>(place - 2)};
    }

    Result<void> search() {
        const auto start = Clock::now();
        for (int place = 1; place < limits_.most_runs; ++place) {
            if (hooks_.stop.stop_requested()) found_.cancelled = true;
            if (seconds_since(start) > limits_.most_s) found_.out_of_time = true;
            if (found_.cancelled || found_.out_of_time) return {};
            const ScheduleChoice schedule = schedule_at(place);
            if (hooks_.progress)
                hooks_.progress(fmt::format("schedule {} of {}: {}", place + 1, limits_.most_runs, text_of(schedule)),
                                static_cast<double>(place) / limits_.most_runs);
            const auto record = launch(schedule, Trace::none, {});
            if (!record) return std::unexpected(record.error());
            if (take(schedule, *record)) return {};
        }
        return {};
    }

    // Whether this is what was looked for.
    bool take(const ScheduleChoice& schedule, const RunRecord& record) {
        if (record.status == RunStatus::cancelled) {
            found_.cancelled = true;
            return true;
        }
        const Fault *before = end_of(first_), *now = end_of(record);
        if (now != nullptr && now->kind == FaultKind::step_budget) {
            ++found_.unfinished;
            return false;
        }
        ++found_.runs;
        if (!same_end(before, now)) {
            keep(OutcomeFound::other, schedule, record);
            return true;
        }
        if (now != nullptr) return false;  // what a launch that was stopped left in memory is not a result
        const Comparison difference = compare(outputs_of(first_), outputs_of(record), rounding_);
        if (difference.differing == 0) return false;
        const bool is_other = !difference.is_rounding || found_.finding;
        if (!is_other && found_.found == OutcomeFound::rounding) return false;
        keep(is_other ? OutcomeFound::other : OutcomeFound::rounding, schedule, record);
        found_.differing = difference.differing;
        found_.compared = difference.compared;
        found_.array = outputs_of(first_)[difference.array].name;
        found_.index = static_cast<std::int64_t>(difference.index);
        found_.first.value = outputs_of(first_)[difference.array].text(difference.index);
        found_.other.value = outputs_of(record)[difference.array].text(difference.index);
        return is_other;
    }

    void keep(OutcomeFound found, const ScheduleChoice& schedule, const RunRecord& record) {
        const auto end = [](const RunRecord& r) {
            const Fault* fault = end_of(r);
            return fault != nullptr ? std::optional<Fault>(*fault) : std::nullopt;
        };
        found_.found = found;
        found_.first = {.schedule = {}, .fault = end(first_), .value = {}, .writer = {}, .accesses = {}};
        found_.other = {.schedule = schedule, .fault = end(record), .value = {}, .writer = {}, .accesses = {}};
    }

    // The launch again under both, traced: who wrote the element, and what the two threads of the race did at its lines.
    Result<void> tell_both() {
        if (found_.found == OutcomeFound::rounding) return {};
        for (OutcomeUnder* side : {&found_.first, &found_.other}) {
            auto traced = launch(side->schedule, Trace::full, {});
            if (!traced) return std::unexpected(traced.error());
            if (!found_.finding && traced->fault && traced->fault->kind == FaultKind::data_race) found_.finding = traced->fault;
            side->writer = writer_in(*traced, side->value);
        }
        if (!found_.finding || !found_.finding->other) return {};
        for (OutcomeUnder* side : {&found_.first, &found_.other})
            if (auto told = tell_accesses(*side); !told) return told;
        return {};
    }

    std::optional<std::uint64_t> writer_in(const RunRecord& traced, const std::string& value) const {
        const auto& outputs = outputs_of(traced);
        const auto index = static_cast<std::size_t>(found_.index);
        const auto output = std::ranges::find(outputs, found_.array, &Array::name);
        if (output == outputs.end() || index >= output->size() || output->text(index) != value) return std::nullopt;
        for (const WriteMap& map : traced.writes) {
            if (map.argument >= traced.argument_names.size() || traced.argument_names[map.argument] != found_.array) continue;
            if (index < map.writer.size() && map.writer[index] != 0) return map.writer[index] - 1;
        }
        return std::nullopt;
    }

    // The two threads of the race; and where it is over the array that differs, those that wrote the element last.
    std::vector<std::uint64_t> racing_threads() const {
        const Fault& finding = *found_.finding;
        std::vector<std::uint64_t> threads;
        const auto add = [&](std::optional<std::uint64_t> thread) {
            if (thread && std::ranges::find(threads, *thread) == threads.end()) threads.push_back(*thread);
        };
        if (races_over_what_differs())
            for (const OutcomeUnder* side : {&found_.first, &found_.other}) add(side->writer);
        if (finding.block && finding.thread) add(linear_thread(found_.launch, *finding.block, *finding.thread));
        if (finding.other->block && finding.other->thread)
            add(linear_thread(found_.launch, *finding.other->block, *finding.other->thread));
        return threads;
    }

    bool races_over_what_differs() const {
        return found_.finding->array == found_.array && (found_.first.writer || found_.other.writer);
    }

    Result<void> tell_accesses(OutcomeUnder& side) {
        const Fault& finding = *found_.finding;
        for (const std::uint64_t thread : racing_threads()) {
            const auto record = launch(side.schedule, Trace::counters, thread);
            if (!record) return std::unexpected(record.error());
            std::size_t kept = 0;
            for (const WatchedAccess& access : record->watched) {
                if (access.line != finding.line && access.line != finding.other->line) continue;
                if (!is_racing_element(*record, access)) continue;
                if (kept++ == kMostAccessesOfThread) break;
                side.accesses.push_back({thread, access});
            }
        }
        std::ranges::sort(side.accesses, {}, [](const AccessInOrder& done) { return std::pair(done.access.step, done.thread); });
        return {};
    }

    bool is_racing_element(const RunRecord& record, const WatchedAccess& access) const {
        const Fault& finding = *found_.finding;
        if (access.argument >= record.argument_names.size()) return true;  // shared memory: which word is not told
        if (!finding.array.empty() && record.argument_names[access.argument] != finding.array) return false;
        if (races_over_what_differs()) return access.index == found_.index;
        return !finding.index || access.index == *finding.index;
    }

    const LaunchInOrder& launch_;
    const AllowedError& rounding_;
    const RunHooks& hooks_;
    const SearchLimits limits_;
    std::uint64_t step_budget_ = kCheckStepBudget;
    RunRecord first_;
    OtherOutcome found_;
};

}  // namespace

Result<OtherOutcome> find_other_outcome(const LaunchInOrder& launch, const AllowedError& rounding, const RunHooks& hooks,
                                        const SearchLimits& limits) {
    return Search(launch, rounding, hooks, limits).run();
}

Result<OtherOutcome> find_other_outcome(const Lesson& lesson, const ExperimentRequest& asked, DeviceSet& devices,
                                        const RunHooks& hooks, const SearchLimits& limits) {
    auto base = emulator_check_of(lesson, asked);
    if (!base) return std::unexpected(base.error());
    const auto rounding = allowed_error(lesson, base->request.parameters, base->launch.dtype);
    if (!rounding) return std::unexpected(rounding.error());
    KeptPrograms programs;
    const auto launch = [&](const OrderedLaunch& order) {
        ExperimentRequest request = base->request;
        request.schedule = order.schedule;
        request.trace = order.trace;
        request.watch_thread = order.watch_thread;
        RunHooks of_run;
        of_run.stop = order.stop;
        of_run.step_budget = order.step_budget;
        of_run.kept = &programs;
        return run_experiment(lesson, request, base->launch, devices, of_run);
    };
    return find_other_outcome(launch, *rounding, hooks, limits);
}

}  // namespace warpwise
