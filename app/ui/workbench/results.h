// What ran of the open lesson: the records of each device, a sweep, and what runs now.
#pragma once

#include <cstdint>
#include <deque>
#include <map>
#include <optional>
#include <string>
#include <vector>

#include "device/listing.h"
#include "experiment/runner.h"

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
    struct Point {
        double x = 0, kernel_ms = 0, total_ms = 0, mad_ms = 0;
        bool recorded = false;
        std::string device_name, date;
    };
    std::map<DeviceKind, std::vector<Point>> series;
    struct RecordedSeries {
        std::size_t recording = 0;  // its place in KnownRecordings::all
        DeviceKind kind = DeviceKind::cuda;
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

struct Results {
    std::map<DeviceKind, DeviceRuns> runs;  // of the current lesson and kernel
    std::optional<Sweep> sweep;
    Diagnostics diagnostics;  // of the newest compile of the shown source
    std::optional<ListedKernel> listed;
    Worker::Status status;

    const RunRecord* latest(DeviceKind) const;
    const RunRecord* any_latest() const;  // emulated first, then cuda, then CPU
};

}  // namespace warpwise::ui
