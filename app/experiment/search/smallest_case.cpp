#include "experiment/search/smallest_case.h"

#include <fmt/format.h>

#include <algorithm>
#include <functional>
#include <set>
#include <vector>

#include "base/clock.h"
#include "base/thread_name.h"
#include "experiment/run/emulator_check.h"
#include "experiment/run/resolve.h"

namespace warpwise {
namespace {

constexpr int kTriedSeeds = 4;  // of random schedules, for a kernel that is right in the usual order

// What is wrong with a run. A smaller run that fails in another way may show another mistake.
struct Failure {
    std::optional<FaultKind> fault;  // none: the result is wrong
    bool operator==(const Failure&) const = default;
};

std::optional<Failure> failure_of(const RunRecord& record) {
    if (record.status == RunStatus::wrong) return Failure{};
    const CheckEnd end = end_of_check(record);
    if (end != CheckEnd::found && end != CheckEnd::out_of_steps) return std::nullopt;
    return Failure{record.fault->kind};
}

// A number of the request that can be made smaller.
struct Knob {
    std::function<std::int64_t(const ExperimentRequest&)> value;
    std::function<void(ExperimentRequest&, std::int64_t)> set;
    std::int64_t least = 1;
    bool powers_of_two = false;
};

std::optional<Knob> knob_of(const Parameter& parameter) {
    switch (parameter.kind) {
        case ParameterKind::size:
        case ParameterKind::integer:
        case ParameterKind::block:
        case ParameterKind::grid: break;
        default: return std::nullopt;
    }
    const std::string id = parameter.id;
    return Knob{[id](const ExperimentRequest& r) {
                    const auto found = r.parameters.find(id);
                    const auto* whole = found == r.parameters.end() ? nullptr : std::get_if<std::int64_t>(&found->second);
                    return whole != nullptr ? *whole : 0;
                },
                [id](ExperimentRequest& r, std::int64_t value) { r.parameters[id] = value; },
                std::max<std::int64_t>(0, static_cast<std::int64_t>(parameter.min)), parameter.powers_of_two};
}

// The edges of a grid or block that the request gives in place of the lesson's formula.
void add_edges(std::vector<Knob>& knobs, std::optional<Dim3> ExperimentRequest::* part) {
    for (std::uint32_t Dim3::* edge : {&Dim3::z, &Dim3::y, &Dim3::x})
        knobs.push_back({[part, edge](const ExperimentRequest& r) { return r.*part ? std::int64_t{(*(r.*part)).*edge} : 0; },
                         [part, edge](ExperimentRequest& r, std::int64_t value) {
                             if (r.*part) (*(r.*part)).*edge = static_cast<std::uint32_t>(value);
                         },
                         1, false});
}

// Sizes first: they shrink the grid with them.
std::vector<Knob> knobs_of(const Lesson& lesson) {
    std::vector<Knob> knobs;
    for (const bool is_shape : {false, true})
        for (const Parameter& parameter : lesson.parameters) {
            const bool shapes = parameter.kind == ParameterKind::block || parameter.kind == ParameterKind::grid;
            if (shapes != is_shape) continue;
            if (auto knob = knob_of(parameter)) knobs.push_back(std::move(*knob));
        }
    add_edges(knobs, &ExperimentRequest::grid);
    add_edges(knobs, &ExperimentRequest::block);
    return knobs;
}

bool is_power_of_two(std::int64_t value) { return value > 0 && (value & (value - 1)) == 0; }

// Sizes at which mistakes show: the smallest, and those around a warp and around a block.
std::vector<std::int64_t> likely_sizes(const Knob& knob, std::int64_t block, std::int64_t below) {
    std::vector<std::int64_t> sizes;
    for (const std::int64_t around : {std::int64_t{0}, std::int64_t{32}, std::int64_t{64}, block, 2 * block})
        for (std::int64_t step = -1; step <= 3; ++step) sizes.push_back(around + step);
    sizes.push_back(knob.least);
    std::erase_if(sizes, [&](std::int64_t size) {
        return size < knob.least || size >= below || (knob.powers_of_two && !is_power_of_two(size));
    });
    std::ranges::sort(sizes);
    const auto twice = std::ranges::unique(sizes);
    sizes.erase(twice.begin(), twice.end());
    return sizes;
}

class CaseSearch {
  public:
    CaseSearch(const Lesson& lesson, DeviceSet& devices, const RunHooks& hooks, const SearchLimits& limits)
        : lesson_(lesson), devices_(devices), hooks_(hooks), limits_(limits) {}

    Result<SmallestCase> run(const ExperimentRequest& asked) {
        if (auto begun = find_first(asked); !begun) return std::unexpected(begun.error());
        if (!failure_) return std::move(best_);
        best_.end = SmallestEnd::found;
        best_.before = best_.record.launch;
        shrink();
        simplify_schedule();
        name_thread();
        return std::move(best_);
    }

  private:
    bool may_go_on() {
        best_.complete = !hooks_.stop.stop_requested() && best_.runs < limits_.most_runs && seconds_since(start_) < limits_.most_s;
        return best_.complete;
    }

    Result<RunRecord> run_one(const ExperimentRequest& request, const ResolvedLaunch& launch) {
        RunHooks hooks;
        hooks.stop = hooks_.stop;
        hooks.step_budget = kCheckStepBudget;
        hooks.kept = &programs_;
        ++best_.runs;
        if (hooks_.progress)
            hooks_.progress(fmt::format("run {} of at most {}: {}", best_.runs, limits_.most_runs, settings_text(lesson_, request)),
                            static_cast<double>(best_.runs) / limits_.most_runs);
        return run_experiment(lesson_, request, launch, devices_, hooks);
    }

    // As it is asked for, then in other orders, then at the sizes that the lesson verifies.
    std::vector<ExperimentRequest> beginnings(const ExperimentRequest& base) const {
        std::vector<ExperimentRequest> requests{base};
        const auto try_order = [&](const ScheduleChoice& order) {
            requests.push_back(base);
            requests.back().schedule = order;
        };
        try_order({Schedule::reversed});
        try_order({Schedule::round_robin});
        for (int seed = 1; seed <= kTriedSeeds; ++seed) try_order({Schedule::random, static_cast<std::uint64_t>(seed)});
        for (const ParameterValues& shape : lesson_.verify_shapes) {
            requests.push_back(base);
            requests.back().grid = requests.back().block = std::nullopt;
            for (const auto& [id, value] : shape)
                if (std::holds_alternative<std::int64_t>(value)) requests.back().parameters[id] = value;
        }
        return requests;
    }

    Result<void> find_first(const ExperimentRequest& asked) {
        auto check = emulator_check_of(lesson_, asked);
        if (!check) return std::unexpected(check.error());
        ExperimentRequest base = std::move(check->request);
        base.compare = true;
        base.watch_thread.reset();
        if (base.block) set_block(lesson_, base, *base.block);
        for (const auto& [id, value] : lesson_.defaults()) base.parameters.try_emplace(id, value);
        for (const ExperimentRequest& request : beginnings(base)) {
            if (!may_go_on()) break;
            const auto launch = resolve_launch(lesson_, request);
            if (!launch) return std::unexpected(launch.error());
            auto record = run_one(request, *launch);
            if (!record) return std::unexpected(record.error());
            failure_ = failure_of(*record);
            const bool is_first = best_.runs == 1;
            if (failure_ || is_first) {
                best_.request = request;
                best_.record = std::move(*record);
                work_ = launch->work;
            }
            if (failure_) return {};
            if (is_first && end_of_check(best_.record) == CheckEnd::not_run && best_.record.status != RunStatus::cancelled) {
                best_.end = SmallestEnd::not_run;
                best_.why_not = has_errors(best_.record.diagnostics) ? "the kernel does not compile"
                                : best_.record.fault                 ? best_.record.fault->message
                                                                     : "the kernel could not run";
                return {};
            }
        }
        if (hooks_.stop.stop_requested()) best_.end = SmallestEnd::cancelled;
        return {};
    }

    // Whether it fails in the same way; then it is the best.
    bool fails(const ExperimentRequest& request) {
        if (!may_go_on() || !tried_.insert(settings_text(lesson_, request)).second) return false;
        const auto launch = resolve_launch(lesson_, request);
        if (!launch) return false;  // a rule of the lesson's
        const std::uint64_t warp = std::min<std::uint64_t>(kWarpSize, best_.before.block.count());
        if (launch->shape.block.count() < warp) return false;  // a smaller block has no fewer lanes to look at
        auto record = run_one(request, *launch);
        if (!record) return false;  // sizes that the arrays or the reference do not take
        if (failure_of(*record) != failure_) return false;
        best_.request = request;
        best_.record = std::move(*record);
        work_ = launch->work;
        return true;
    }

    bool fails_at(const Knob& knob, std::int64_t value) {
        ExperimentRequest request = best_.request;
        knob.set(request, value);
        return fails(request);
    }

    // The smallest of the likely sizes that fails, then halfway from the last that did not: what fails at n need not fail at n - 1.
    bool shrink_one(const Knob& knob) {
        const std::int64_t before = knob.value(best_.request);
        if (before <= knob.least) return false;
        std::int64_t passes = knob.least - 1;
        for (const std::int64_t size : likely_sizes(knob, std::int64_t{best_.record.launch.block.x}, before)) {
            if (fails_at(knob, size)) break;
            passes = size;
        }
        if (knob.powers_of_two) {
            for (std::int64_t size = knob.value(best_.request) / 2; size > passes && is_power_of_two(size); size /= 2)
                if (!fails_at(knob, size)) break;
            return knob.value(best_.request) < before;
        }
        while (knob.value(best_.request) - passes > 1 && may_go_on()) {
            const std::int64_t middle = passes + (knob.value(best_.request) - passes) / 2;
            if (!fails_at(knob, middle)) passes = middle;
        }
        return knob.value(best_.request) < before;
    }

    // Until no number can be made smaller alone.
    void shrink() {
        const std::vector<Knob> knobs = knobs_of(lesson_);
        for (bool any = true; any && may_go_on();) {
            any = false;
            for (const Knob& knob : knobs) any = shrink_one(knob) || any;
        }
    }

    void simplify_schedule() {
        if (!best_.request.schedule) return;
        ExperimentRequest request = best_.request;
        request.schedule.reset();
        if (fails(request)) return;
        request.schedule = ScheduleChoice{Schedule::reversed};
        if (best_.request.schedule != request.schedule) fails(request);
    }

    void name_thread() {
        const RunRecord& record = best_.record;
        if (record.fault) {
            if (record.fault->block && record.fault->thread)
                best_.thread = linear_thread(record.launch, *record.fault->block, *record.fault->thread);
            return;
        }
        if (!record.check || !record.check->first_difference) return;
        const Check::Difference& wrong = *record.check->first_difference;
        const auto index = static_cast<std::size_t>(wrong.index);
        for (const WriteMap& map : record.writes) {
            if (map.argument >= record.argument_names.size() || record.argument_names[map.argument] != wrong.array) continue;
            if (index >= map.writer.size()) return;
            best_.wrote = map.writer[index] != 0;
            if (best_.wrote) best_.thread = map.writer[index] - 1;
            if (best_.wrote || !is_one_each(map.writer.size()) || index >= record.launch.thread_count()) return;
            best_.thread = index;
        }
    }

    // Thread i has element i, by what the lesson says of the launch: one dimension, as many threads with work as elements.
    bool is_one_each(std::size_t elements) const {
        const LaunchShape& shape = best_.record.launch;
        return work_ == elements && shape.grid.y * shape.grid.z * shape.block.y * shape.block.z == 1;
    }

    const Lesson& lesson_;
    DeviceSet& devices_;
    const RunHooks& hooks_;
    const SearchLimits limits_;
    const Clock::time_point start_ = Clock::now();
    KeptPrograms programs_;
    std::optional<Failure> failure_;
    std::set<std::string> tried_;  // settings
    SmallestCase best_;
    std::uint64_t work_ = 0;  // of its launch: threads that have an element
};

}  // namespace

Result<SmallestCase> find_smallest_case(const Lesson& lesson, const ExperimentRequest& request, DeviceSet& devices,
                                        const RunHooks& hooks, const SearchLimits& limits) {
    return CaseSearch(lesson, devices, hooks, limits).run(request);
}

}  // namespace warpwise
