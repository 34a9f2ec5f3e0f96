// warpwise sweep LESSON [--over n=2^10..2^24]
#include "experiment/run/sweep.h"
#include "base/number_text.h"
#include "base/standard_streams.h"

#include <fmt/format.h>
#include <fmt/ranges.h>

#include <algorithm>
#include <cstdio>
#include <utility>

#include "base/files.h"
#include "base/json.h"
#include "cli/commands.h"
#include "cli/print.h"
#include "cli/run_request.h"
#include "lesson/formula.h"

namespace warpwise {
namespace {

std::string point_line(const RunRecord& record, std::int64_t value) {
    const RecordedPhase* kernel = record.find_phase("kernel");
    const RecordedPhase* total = record.find_phase("total");
    const auto time = [](const RecordedPhase* phase) {
        return phase == nullptr || phase->measurement.samples_ms.empty() ? std::string("-")
                                                                         : duration_text(phase->measurement.median_ms);
    };
    return fmt::format("{:<12} {:>14} {:>10} {:>10}  {:<5}", name_of(record.device.id()), with_separators(value), time(kernel),
                       time(total), name_of(record.status));
}

// One column per count that the lesson's sweep shows, as wide as its title.
std::string count_columns(const Lesson& lesson, const RunRecord& record, const std::vector<std::string>& shown) {
    std::string line;
    const auto counts = counts_of(lesson, record, shown);
    for (std::size_t i = 0; i < shown.size(); ++i)
        line += fmt::format("  {:>{}}", counts[i] ? number_text(*counts[i]) : "-", shown[i].size());
    return line;
}

Result<SweepRange> range_of(const Lesson& lesson, const std::string& over) {
    if (!over.empty()) return parse_sweep_range(lesson, over);
    if (auto declared = declared_sweep(lesson)) return std::move(*declared);
    return usage_error(fmt::format("the lesson '{}' does not declare a sweep", lesson.id),
                       "Name a range, for example --over n=2^10..2^20.");
}

}  // namespace

int sweep_command(const SweepOptions& options) {
    if (options.csv && *options.csv != "-")
        if (const auto possible = check_output_file(*options.csv); !possible) return report(possible.error());
    DeviceSet devices;
    const auto prepared = prepare_run(options.run, devices);
    if (!prepared) return report(prepared.error());
    const auto range = range_of(prepared->lesson, options.over);
    if (!range) return report(range.error());

    const std::vector<std::string> shown = swept_counts(prepared->lesson);
    const bool table = !options.run.json && !(options.csv && *options.csv == "-");
    bool is_headed = !table;
    const auto head_the_table = [&] {  // before the first line: an error has no table above it
        if (std::exchange(is_headed, true)) return;
        print_to(stdout, "{:<12} {:>14} {:>10} {:>10}{}\n", "device", range->parameter, "kernel", "total",
                 shown.empty() ? "" : fmt::format("  {:<5}  {}", "", fmt::join(shown, "  ")));
    };
    std::vector<RunRecord> records;
    int status = 0;
    for (const DeviceId& id : prepared->devices) {
        ExperimentRequest request = prepared->request;
        request.device = id;
        if (!shown.empty() && traits_of(id).has_counts) request.trace = std::max(request.trace, trace_for_counts(shown));
        const auto done = run_sweep(prepared->lesson, request, *range, devices, {}, [&](SweepPoint point) {
            if (!point.record) {
                print_to(stderr, "warpwise: {} = {} on {} is skipped: {}\n", range->parameter, point.value, name_of(id),
                         point.skipped);
                return;
            }
            status = std::max(status, exit_status_of(*point.record));
            head_the_table();
            if (table)
                print_to(stdout, "{}{}\n", point_line(*point.record, point.value),
                         count_columns(prepared->lesson, *point.record, shown));
            std::fflush(stdout);
            records.push_back(std::move(*point.record));
        });
        if (!done) return report(done.error());
    }
    head_the_table();  // every size may have been skipped
    if (options.run.json) {
        nlohmann::json list = nlohmann::json::array();
        for (const RunRecord& record : records) list.push_back(to_json(record));
        print_to(stdout, "{}\n", json_text(list));
    }
    if (options.csv && *options.csv == "-") print_to(stdout, "{}", to_csv(records));
    if (options.csv && *options.csv != "-")
        if (auto written = write_file_atomically(*options.csv, to_csv(records)); !written) return report(written.error());
    return status;
}

}  // namespace warpwise
