// warpwise bench --workloads: the table of workloads, measured here
#include <fmt/format.h>

#include <cstdio>

#include "base/json.h"
#include "base/standard_streams.h"
#include "cli/commands.h"
#include "experiment/record/record_json.h"
#include "experiment/run/execution.h"
#include "experiment/workload/workload_run.h"

namespace warpwise {
namespace {

using nlohmann::json;

json json_of(const std::optional<Measurement>& m) {
    if (!m) return nullptr;
    return {{"median_ms", m->median_ms}, {"min_ms", m->min_ms}, {"mad_ms", m->mad_ms}, {"samples_ms", m->samples_ms}};
}

json json_of(const WorkloadRow& row) {
    json sizes = json::object(), check = nullptr;
    for (const auto& [id, value] : row.sizes) sizes[id] = std::get<std::int64_t>(value);
    if (row.check)
        check = {{"passed", row.check->passed},
                 {"compared_with", row.check->compared_with},
                 {"compared", row.check->compared},
                 {"differing", row.check->differing},
                 {"max_abs_error", row.check->max_abs_error}};
    return {{"workload", row.workload},
            {"title", row.title},
            {"sizes", sizes},
            {"device", name_of(row.device)},
            {"device_name", row.device_name},
            {"kernel", row.kernel},
            {"source", row.source},
            {"note", row.note},
            {"kernel_time", json_of(row.kernel_ms)},
            {"total_time", json_of(row.total_ms)},
            {"pinned_total_time", json_of(row.pinned_total_ms)},
            {"cold_ms", optional_value(row.cold_ms)},
            {"check", check},
            {"gflops", optional_value(row.gflops)},
            {"gb_per_s", optional_value(row.gb_per_s)}};
}

std::string time_text(const std::optional<Measurement>& m) { return m ? duration_text(m->median_ms) : "-"; }

std::string rate_text(const WorkloadRow& row) {
    // What limits it: the larger of the two.
    if (row.gflops && row.gb_per_s && *row.gflops > *row.gb_per_s)
        return *row.gflops < 1000 ? fmt::format("{:.3g} GFLOP/s", *row.gflops) : fmt::format("{:.3g} TFLOP/s", *row.gflops / 1000);
    return row.gb_per_s ? fmt::format("{:.1f} GB/s", *row.gb_per_s) : "";
}

// "sum, 1e8 f32", or "sum: n 20003" at other sizes than the table's
std::string title_text(const WorkloadRow& row, bool small) {
    if (!small) return row.title;
    std::string sizes;
    for (const auto& [id, value] : row.sizes) sizes += fmt::format("{} {} {}", sizes.empty() ? "" : ",", id, text_of(value));
    return row.workload + ":" + sizes;
}

void print_row(const WorkloadRow& row, bool small) {
    const char* verdict = !row.check ? "" : row.check->passed ? "correct" : "WRONG";
    print_to(stdout, "{:<39}{:<13}{:>10}{:>12}{:>14}  {:<8}{}\n", title_text(row, small), name_of(row.device),
             time_text(row.kernel_ms), time_text(row.total_ms), rate_text(row), verdict, row.note);
    std::fflush(stdout);
}

}  // namespace

int bench_workloads_command(const BenchWorkloadsOptions& options) {
    DeviceSet devices;
    WorkloadOptions asked;
    asked.small = options.small;
    asked.repeats = options.repeats;
    asked.limit_s = options.limit_s;
    asked.threads = options.threads;
    asked.only = options.only;
    const auto ids = parse_devices(options.devices, devices);
    if (!ids) return report(ids.error());
    for (const DeviceId& id : *ids)
        if (const DeviceTraits& traits = traits_of(id); !traits.has_times || traits.is_recorded)
            return report({ErrorKind::usage, fmt::format("the workloads are not measured on {}", name_of(id)),
                           "They run on cpu-serial, cpu-vector, cpu-threads, cpu-library and cuda."});
    asked.devices = *ids;

    const auto here = devices.describe(DeviceKind::cpu_serial);
    const RunRecord now = new_record(*here);
    const auto gpu = devices.first_gpu();
    json rows = json::array();
    bool wrong = false;
    if (!options.json)
        print_to(stdout, "{}, {} cores{}\n\n{:<39}{:<13}{:>10}{:>12}{:>14}\n", now.machine.cpu, now.machine.cores,
                 gpu ? ", " + gpu->name : "", "workload", "device", "kernel", "end to end", "rate");
    const auto done = run_workloads(asked, devices, [&](const WorkloadRow& row) {
        wrong = wrong || (row.check && !row.check->passed);
        if (options.json)
            rows.push_back(json_of(row));
        else
            print_row(row, options.small);
    });
    if (!done) return report(done.error());
    if (options.json)
        print_to(stdout, "{}\n",
                 json_text({{"schema", "warpwise.workloads/1"},
                            {"version", WARPWISE_VERSION},
                            {"date", now.date},
                            {"machine", to_json(now.machine)},
                            {"small", options.small},
                            {"repeats", options.repeats},
                            {"limit_s", options.limit_s},
                            {"gpu_missing", gpu ? json(nullptr) : json(gpu.error().text())},
                            {"rows", rows}}));
    else if (!gpu)
        print_to(stdout, "\nno GPU: {}\n", gpu.error().text());
    return wrong ? 1 : 0;
}

}  // namespace warpwise
