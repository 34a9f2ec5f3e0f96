// Does a kernel give the same result in every order of its blocks and warps? The launch runs on the emulator under one schedule
// after another until two results differ, bit for bit.
#pragma once

#include <cstdint>
#include <functional>
#include <nlohmann/json_fwd.hpp>
#include <optional>
#include <string>
#include <vector>

#include "experiment/record/record.h"
#include "experiment/run/comparison.h"
#include "experiment/run/device_set.h"
#include "experiment/run/run_hooks.h"

namespace warpwise {

struct SearchLimits {
    int most_runs = 200;
    double most_s = 30;  // no run begins after it
};

// One launch of the same inputs.
struct OrderedLaunch {
    ScheduleChoice schedule;
    Trace trace = Trace::none;
    std::optional<std::uint64_t> watch_thread;
    std::uint64_t step_budget = 0;
    std::stop_token stop;
};
// The record's `outputs` are what is compared; nothing is checked against a CPU routine.
using LaunchInOrder = std::function<Result<RunRecord>(const OrderedLaunch&)>;

// What a thread of the race did at its lines.
struct AccessInOrder {
    std::uint64_t thread = 0;  // of the launch
    WatchedAccess access;
};

// How the launch went under one of the two schedules.
struct OutcomeUnder {
    ScheduleChoice schedule;
    std::optional<Fault> fault;           // that ended it
    std::string value;                    // of the element; empty with a fault
    std::optional<std::uint64_t> writer;  // the thread that wrote it last, where the full trace gave the same value
    std::vector<AccessInOrder> accesses;  // of the threads that race, in the order in which they ran
};

enum class OutcomeFound {
    none,
    one_order,  // one warp: there is no other order
    rounding,   // floats that differ only as much as sums in another order do, and no race
    other,
    not_run,  // the launch needs more steps than the search has, or does not start
};

struct OtherOutcome {
    OutcomeFound found = OutcomeFound::none;
    LaunchShape launch;
    OutcomeUnder first, other;  // of rounding and other
    std::string array;          // of the first element that differs; empty where a fault is the difference
    std::int64_t index = 0;
    std::uint64_t differing = 0, compared = 0;  // elements of the outputs
    std::optional<Fault> finding;               // of the full trace: the race or the hazard behind it
    int runs = 0;                               // schedules that were compared, the first among them
    int unfinished = 0;                         // and those that took much longer than the first
    bool cancelled = false, out_of_time = false;
    Error why_not;  // of not_run
};

// `rounding`: what counts as rounding, beside what the order of a sum of some thousand terms does.
Result<OtherOutcome> find_other_outcome(const LaunchInOrder&, const AllowedError& rounding, const RunHooks&,
                                        const SearchLimits& = {});
// Of a lesson's kernel, or the learner's text in its place.
Result<OtherOutcome> find_other_outcome(const Lesson&, const ExperimentRequest&, DeviceSet&, const RunHooks&,
                                        const SearchLimits& = {});

// Of one of the two: "gives 960", "last written by thread 0 of block 15", "1. line 3: thread 0 of
// block 1 (warp 0) writes 64" in the order in which they ran
std::vector<std::string> lines_of(const OtherOutcome&, const OutcomeUnder&);
// One sentence, which needs no other; and all that is known, for a terminal.
std::string headline_of(const OtherOutcome&);
std::string text_of(const OtherOutcome&);
nlohmann::json to_json(const OtherOutcome&);  // "warpwise.other-outcome/1"

}  // namespace warpwise
