// What a run was asked for and what came of it. Both round-trip through JSON ("warpwise.run/1", docs/record.md); the schema is
// a contract: later work adds fields and never renames one.
#pragma once

#include <memory>
#include <nlohmann/json_fwd.hpp>
#include <optional>
#include <string>
#include <vector>

#include "device/interface/device.h"
#include "device/interface/schedule.h"
#include "experiment/record/measurement.h"
#include "lesson/lesson.h"

namespace warpwise {

struct ExperimentRequest {
    std::string lesson;  // id
    std::string kernel;  // the kernel spec's id
    DeviceId device{};
    ParameterValues parameters;       // complete: defaults filled in
    std::optional<Dim3> grid, block;  // override the lesson's formulas
    std::uint64_t seed = 1;
    int repeats = 7;
    int threads = 0;
    Trace trace = Trace::counters;
    std::optional<std::string> edited_source;  // the learner's text instead of the kernel's
    std::string edited_entry;                  // its name expression; empty: the kernel's
    std::optional<std::uint64_t> watch_thread;
    std::optional<CopyMode> copies;  // override the lesson's run options
    std::optional<bool> flush_l2;
    // Of the emulator: exactly this order, on one host thread. Nothing: sequential, on all of them.
    std::optional<ScheduleChoice> schedule;
    bool compare = true;  // false: a frame of a moving picture, without reference and digests
};

enum class RunStatus { ok, wrong, fault, error, cancelled };
std::string_view name_of(RunStatus);

struct Check {
    bool passed = false;
    std::string compared_with = "cpu-serial";
    double max_abs_error = 0, max_rel_error = 0, tolerance = 0;
    struct Difference {
        std::string array;
        std::int64_t index = 0;
        std::string expected, found;
    };
    std::optional<Difference> first_difference;
    std::uint64_t differing = 0, compared = 0;  // elements
};

struct RecordedPhase {
    std::string name;
    std::string source = "measured";  // or "recorded"
    std::optional<double> cold_ms;
    Measurement measurement;
    // Samples to look at twice, by their place, and why: "outlier", "throttled: power limit".
    std::map<std::size_t, std::string> marked;
};

struct ArrayDigest {
    std::string name;
    DType dtype = DType::f32;
    std::vector<std::int64_t> shape;
    std::size_t bytes = 0;
    std::string sha256;
};

struct Machine {
    std::string os, cpu, gpu, driver;  // empty where there is none
    int cores = 0;
    double memory_gb = 0;
};
Machine describe_machine();

// Of the first array that any thread wrote: how many elements were written, the lowest and the highest of them, by how many
// threads, and how many the busiest of these wrote. No thread wrote any: all 0.
struct WriteSummary {
    std::uint64_t written = 0, first = 0, last = 0, writers = 0, most_by_one = 0;
};

struct RunRecord {
    ExperimentRequest request;
    std::string lesson;  // empty for `warpwise kernel`
    std::string kernel;  // the entry: "add_one<float>"
    std::string source;  // "kernels/threads/add_one.cu"
    DeviceInfo device;
    Machine machine;
    std::string date;  // ISO 8601, UTC
    std::string version;
    LaunchShape launch;
    std::string dtype;
    RunStatus status = RunStatus::ok;
    Diagnostics diagnostics;
    std::optional<Fault> fault;
    std::vector<RecordedPhase> phases;
    Counters counters;
    std::uint64_t warp_instructions = 0, lane_instructions = 0;
    std::uint64_t most_by_one_warp = 0;    // LaunchOutcome's
    std::optional<CompiledCode> compiled;  // LaunchOutcome's
    double wall_s = 0;
    std::vector<LineCounts> lines;  // LaunchOutcome's
    std::optional<Check> check;
    std::vector<ArrayDigest> arrays;
    std::string printed;
    // Operations on streams; `timeline_source` is "measured" or "recorded", as a phase's.
    std::vector<StreamSpan> timeline;
    std::string timeline_source = "measured";
    std::map<std::string, double> readings;  // LaunchOutcome's
    DeviceId readings_device;                // whose they are
    // What the kernel does at these sizes, by the lesson's formulas; nothing when it says none. With the kernel's time they give
    // GFLOP/s and GB/s.
    std::optional<double> flops, bytes;
    CopyMode copies = CopyMode::pageable;  // as it ran
    bool flushed_l2 = false;
    int chunks = 1, streams = 1;

    // In memory only: what the views draw.
    std::shared_ptr<const std::vector<Array>> inputs, outputs, expected;  // outputs and expected: same arrays, same order
    std::vector<WriteMap> writes;
    std::optional<WriteSummary> write_summary;  // of them, counted once (experiment/run/record_values.h)
    std::vector<WatchedAccess> watched;
    std::vector<std::string> argument_names;

    const RecordedPhase* find_phase(std::string_view name) const;
};

// What a kernel achieved: its stated work by its measured or recorded time (the median of its warm samples, else its first).
// Nothing where one of the two is missing, so nothing from the emulator.
struct AchievedRates {
    std::optional<double> gflop_s, gb_s;
};
AchievedRates achieved_rates(const RunRecord&);

nlohmann::json to_json(const RunRecord&);
Result<RunRecord> record_from_json(const nlohmann::json&);
// Header line and one line a phase:
// lesson,kernel,device,device_name,<parameters...>,phase,source,cold_ms,median_ms,mad_ms,mean_ms,std_ms,min_ms,samples
std::string to_csv(const std::vector<RunRecord>&);

}  // namespace warpwise
