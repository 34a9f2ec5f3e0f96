// What a recording holds of a lesson: which runs, in which order.
#pragma once

#include <functional>
#include <optional>
#include <string>
#include <vector>

#include "experiment/run/sweep.h"

namespace warpwise {

struct PlannedRun {
    std::string kernel;
    ParameterValues parameters;  // complete
    std::string name;            // "default", "preset 'A million'", "n = 1024", "n = 1024, dtype = f64"
    // Runs of one sweep, smallest first: where one takes too long, those after it are left out. Empty: of no sweep.
    std::string series;
    bool gpu_alone = false;  // where there is a GPU: of another dtype or way to copy
};

// Of every kernel that is right (those that are wrong on purpose have no time worth showing): its defaults, the presets that
// choose it or choose none, and, where the lesson has a sweep view, the sweep: with the default values, then once for each
// other dtype and each other way to copy. Nothing twice; the runs that every learner sees come first. An Error when the sweep
// view is wrong.
Result<std::vector<PlannedRun>> recording_plan(const Lesson&);

struct RecordingLimits {
    int repeats = 7;
    double longest_run_s = 10;  // of a sweep: larger sizes are then left out on that device
    double lesson_s = 120;      // sweeps stop then; defaults and presets do not
};

// One run that was tried: a record whose status is ok, or why there is none.
struct TriedRun {
    const PlannedRun& plan;
    DeviceId device{};
    std::optional<RunRecord> record;
    std::string left_out;
};

// Runs the plan on each device (what is `gpu_alone` on GPUs, when one is among them) and hands every run on. Ends early, without an
// Error, when `hooks.stop` asks.
void record_lesson(const Lesson&, const std::vector<PlannedRun>&, const std::vector<DeviceId>&, const RecordingLimits&, DeviceSet&,
                   const RunHooks&, const std::function<void(TriedRun)>& on_run);

}  // namespace warpwise
