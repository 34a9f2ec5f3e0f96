// A sweep: one request run at each of a parameter's values.
#pragma once

#include <cstdint>
#include <optional>
#include <string>
#include <vector>

#include "experiment/record/record.h"
#include "experiment/run/device_set.h"
#include "experiment/run/run_hooks.h"

namespace warpwise {

struct SweepRange {
    std::string parameter;
    std::vector<std::int64_t> values;
};

// "n=2^10..2^24" (doubling), "n=1024..65536*2" (times 2), "n=100..1000+100" (plus 100), "n=100,200,300". The parameter is one
// of the lesson's whole numbers and every value lies in its range; at most 1,000 values.
Result<SweepRange> parse_sweep_range(const Lesson&, const std::string& text);

// What the lesson's own sweep view says; nothing when it has none.
std::optional<Result<SweepRange>> declared_sweep(const Lesson&);

struct SweepPoint {
    std::int64_t value = 0;
    std::optional<RunRecord> record;
    std::string skipped;  // why there is no record
};

// What the lesson's sweep view shows in place of times: expressions over a run's values, from `show`; empty: it shows times.
std::vector<std::string> swept_counts(const Lesson&);
// How much of a run in the emulator they need: who wrote what is seen by a full trace alone.
Trace trace_for_counts(const std::vector<std::string>& expressions);
// Their values in a run; nothing where the run has no such count, as runs on other devices do.
std::vector<std::optional<double>> counts_of(const Lesson&, const RunRecord&, const std::vector<std::string>& expressions);

// Runs `request` at each value, in order, and hands every point on as it comes. Values that do not fit into memory are
// points that say so; an Error ends the sweep (the device is missing, the request is wrong).
Result<void> run_sweep(const Lesson&, const ExperimentRequest& request, const SweepRange&, DeviceSet&, const RunHooks&,
                       const std::function<void(SweepPoint)>& on_point);

}  // namespace warpwise
