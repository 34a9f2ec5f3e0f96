// What ran of the open lesson: the records of each device, a sweep, and what runs now.
#pragma once

#include <cstdint>
#include <deque>
#include <map>
#include <optional>
#include <string>
#include <vector>

#include "base/diagnostic.h"
#include "device/gpu/listing.h"
#include "experiment/run/worker.h"
#include "experiment/search/other_outcome.h"
#include "experiment/search/smallest_case.h"

namespace warpwise::ui {

// One device's newest record of the current kernel and the ones before it.
struct DeviceRuns {
    std::optional<RunRecord> latest;
    std::deque<RunRecord> history;  // newest last, at most 64: the rolling bars
};

// A sweep in progress or done: series by device, x = parameter value.
struct Sweep {
    std::string over;           // parameter id
    ExperimentRequest request;  // the draft it is of
    std::vector<std::int64_t> values;
    std::optional<std::string> edited_source;  // what ran in place of the lesson's kernel
    std::size_t asked = 0;                     // runs: each value on each device
    std::size_t done = 0, wrong = 0;           // of them; wrong: a wrong result, a fault, or no run at all
    std::string first_wrong;                   // "n = 4,096 on the GPU: wrong result"
    struct Point {
        double x = 0, kernel_ms = 0, total_ms = 0, mad_ms = 0;
        bool recorded = false;
        std::string device_name, date;
        double copy_in_ms = 0, copy_out_ms = 0;  // 0 where there was no copy; the phase of the kernel is kernel_ms
    };
    std::map<DeviceId, std::vector<Point>> series;
    struct RecordedSeries {
        std::size_t recording = 0;  // its place in KnownRecordings::all
        DeviceId device{};
        std::string label;  // "NVIDIA H200, recorded 2026-11-21"
        std::vector<Point> points;
    };
    std::vector<RecordedSeries> recorded;  // dashed
    bool running = false;
};

// What ptxas said of the kernel whose PTX or SASS was shown last.
struct ListedKernel {
    std::string entry, architecture;  // "add_one<float>", "sm_90"
    ListingResources resources;
};

// A request that never became a run: a device that is not there, memory that does not suffice.
struct RefusedRun {
    ExperimentRequest request;
    Error error;
};

// A run of an edited kernel on a GPU, which says nothing of most mistakes, and what the emulator says of the same run.
struct EmulatorCheck {
    ExperimentRequest request;  // as it ran on the GPU
    LaunchShape launch;
    bool running = false;
    std::optional<RunRecord> record;  // of the emulator, without arrays; nothing while it runs and where it does not
    std::string why_not;              // why it does not: a sentence
};

// A search over schedules or over sizes on the emulator.
struct KernelSearch {
    ExperimentRequest request;  // the draft that it began with
    std::optional<LaunchShape> launch;
    bool running = false;
    std::optional<OtherOutcome> other;
    std::optional<SmallestCase> smallest;  // its record without arrays
    std::string why_not;                   // why neither is there: a sentence
};

// The learner's text and the lesson's, run on the same data by the emulator, which counts.
struct ComparedRuns {
    RunRecord yours;
    RunRecord lessons;         // the text of a solution is not in it
    bool is_solution = false;  // of the exercise; else the lesson's kernel as it is
    std::string difference;    // "8 of 256 elements of out differ", beyond the lesson's tolerance
};

// Both texts over several sizes, on the emulator.
struct ComparedSweep {
    std::string over;           // parameter id
    ExperimentRequest request;  // the draft it is of
    std::string text;           // the learner's, as it ran
    std::vector<std::int64_t> values;
    struct Point {
        std::optional<RunRecord> yours, lessons;  // without arrays; nothing: not yet, or it did not run to its end
    };
    std::map<std::int64_t, Point> points;
    std::size_t asked = 0, done = 0, failed = 0;  // runs: two for each value
    std::string first_failed;                     // "n = 4,096: out of bounds"
    bool running = false;
};

// What the compiler said of a kernel's text as it was last typed or shown.
struct CheckedText {
    std::string kernel;                        // id
    std::optional<std::string> edited_source;  // nothing: the lesson's own
    Diagnostics diagnostics;
};

// What the check of the learner's version of an exercise said: of several launches with random data, where a run is one.
struct ExerciseCheck {
    std::string exercise, text;  // the id, and the text that was checked
    bool running = false;
    bool passed = false;
    std::vector<std::string> lines;
    int error_line = 0;   // of a text that does not compile; 0: none
    bool newest = false;  // nothing has run since
};

// main() of the open file, as it ran last.
struct RanProgram {
    bool went_well = false;
    std::string title;  // "exit code 0, 3 launches"
    std::vector<std::string> lines;
};

// How far a picture that moves has come.
struct MovingPicture {
    DeviceId device;
    std::uint64_t steps = 0;
    std::string error;  // what ended it; may be empty
};

struct Results {
    std::map<DeviceId, DeviceRuns> runs;     // of the current lesson and kernel
    std::vector<DeviceId> under_way;         // devices whose run has not come back; set anew in each frame
    bool has_run = false;                    // since the lesson was opened, of whichever kernel
    std::vector<RefusedRun> refused;         // of the last Run
    std::optional<ExperimentRequest> begun;  // what the last Run asked for
    bool is_cancelled = false;               // the learner ended it
    bool is_told_running = false;            // something is under way for long enough to be said (run_progress)
    std::optional<EmulatorCheck> check;
    std::optional<KernelSearch> search;
    std::optional<ComparedRuns> compared;
    std::optional<ComparedSweep> compared_sweep;
    std::optional<CheckedText> text;
    std::optional<ExerciseCheck> exercise;
    std::optional<RanProgram> program;
    std::optional<RanProgram> ranks;  // of the lesson's [[job]] that ran last
    std::optional<MovingPicture> moving;
    std::uint64_t live_rounds = 0;  // of the live loop with this kernel
    std::optional<Sweep> sweep;
    std::optional<ListedKernel> listed;
    Worker::Status status;

    const RunRecord* latest(const DeviceId&) const;
    const RunRecord* any_latest() const;  // in the order of kinds: emulated first, then GPUs, then CPU
    // Of the first device with this capability; null where none has run.
    const RunRecord* latest_that(bool DeviceTraits::* can) const;
};

}  // namespace warpwise::ui
