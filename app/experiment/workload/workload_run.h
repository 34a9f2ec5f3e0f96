// Measures the table of workloads: every CPU form and the GPU, at the table's sizes or small ones, each result checked.
#pragma once

#include <functional>
#include <optional>
#include <string>
#include <vector>

#include "experiment/run/device_set.h"
#include "experiment/workload/workloads.h"

namespace warpwise {

struct WorkloadOptions {
    bool small = false;             // Workload::small instead of the table's sizes
    int repeats = 7;                // timed samples, fewer where they would take longer than the limit
    double limit_s = 60;            // of one CPU form of one workload; a form that would take longer is skipped
    std::vector<std::string> only;  // workloads by id; empty: all
    std::vector<DeviceId> devices;  // empty: all CPU forms, and the first GPU where there is one
    int threads = 0;                // 0: all
};

// One line of the table.
struct WorkloadRow {
    std::string workload, title;
    ParameterValues sizes;
    DeviceId device = DeviceKind::cpu_serial;
    std::string device_name;
    std::string kernel, source;  // "vector_add_four_at_once" and its file, "cuBLAS", "OpenBLAS"; the routine's name
    // Why there is no time, or what is missing beside it; empty when nothing is to be said.
    std::string note;
    std::optional<Measurement> kernel_ms, total_ms;
    std::optional<Measurement> pinned_total_ms;  // end to end from and to page-locked memory, on a GPU
    std::optional<double> cold_ms;               // the first run, end to end
    std::optional<Check> check;
    std::optional<double> gflops, gb_per_s;  // of the kernel's median
};

using OnRow = std::function<void(const WorkloadRow&)>;
// Errors are for what stops the whole table: an unknown workload. A device that is not there is a row that says so.
Result<void> run_workloads(const WorkloadOptions& options, DeviceSet& devices, const OnRow& on_row);

}  // namespace warpwise
