// warpwise run LESSON
#include <fmt/format.h>

#include <algorithm>
#include <cstdio>

#include "base/json.h"
#include "base/standard_streams.h"
#include "cli/commands.h"
#include "cli/lesson_argument.h"
#include "cli/print.h"
#include "cli/run_request.h"
#include "experiment/run/resolve.h"
#include "experiment/run/run_hooks.h"
#include "experiment/run/runner.h"

namespace warpwise {

Result<PreparedRun> prepare_run(const RunOptions& options, DeviceSet& devices) {
    auto found = load_lesson_argument(options.lesson);
    if (!found) return std::unexpected(found.error());
    PreparedRun prepared{.lesson = std::move(*found), .request = {}, .devices = {}};
    const Lesson& lesson = prepared.lesson;
    for (const std::filesystem::path& file : options.recordings)
        if (auto added = devices.add_recording(file); !added) return std::unexpected(added.error());
    ExperimentRequest& request = prepared.request;
    request.lesson = lesson.id;
    request.kernel = options.kernel;
    request.parameters = lesson.defaults();
    request.seed = options.seed;
    request.repeats = options.repeats;
    request.threads = options.threads;
    const auto trace = parse_trace(options.trace);
    if (!trace) return std::unexpected(trace.error());
    request.trace = *trace;
    request.copies = copy_mode_from_name(options.copies);
    if (options.flush_l2) request.flush_l2 = true;
    if (!options.schedule.empty()) {
        const auto schedule = parse_schedule(options.schedule);
        if (!schedule) return std::unexpected(schedule.error());
        request.schedule = *schedule;
    }
    for (const std::string& setting : options.settings) {
        const std::size_t equals = setting.find('=');
        if (equals == std::string::npos || equals == 0)
            return usage_error(fmt::format("--set {} is not NAME=VALUE", setting), "Write it as --set block=64.");
        if (auto applied = apply_setting(lesson, request, setting.substr(0, equals), setting.substr(equals + 1)); !applied)
            return std::unexpected(applied.error());
    }
    // Formulas and the kernel's name are checked before any device starts.
    auto launch = resolve_launch(lesson, request);
    if (!launch) return std::unexpected(launch.error());
    prepared.launch = std::move(*launch);
    auto ids = parse_devices(options.devices, devices);
    if (!ids) return std::unexpected(ids.error());
    prepared.devices = std::move(*ids);
    request.device = prepared.devices.front();
    return prepared;
}

int run_command(const RunOptions& options) {
    if (is_started_as_rank()) return run_as_rank(options);
    if (!options.ranks.empty()) return run_ranks_command(options);
    for (const auto& [name, given] : {std::pair("--job", options.job), {"--weak", options.weak}, {"--hosts", options.hosts}})
        if (!given.empty())
            return report(Error{ErrorKind::usage, fmt::format("{} needs --ranks", name),
                                std::string_view(name) == "--weak" ? "Add --ranks 1,2,4,8." : "Add --ranks 4."});
    DeviceSet devices;
    const auto prepared = prepare_run(options, devices);
    if (!prepared) return report(prepared.error());
    if (options.find_other_outcome || options.smallest_case) return search_command(options, *prepared, devices);

    const bool all = std::ranges::find(options.devices, "all") != options.devices.end();
    nlohmann::json records = nlohmann::json::array();
    int status = 0;
    RunHooks hooks;
    hooks.count_lines = options.json;
    for (const DeviceId& id : prepared->devices) {
        ExperimentRequest request = prepared->request;
        request.device = id;
        const auto record = run_experiment(prepared->lesson, request, prepared->launch, devices, hooks);
        if (!record) {
            // "all" is every device that can: a lesson without a vector form is not a mistake of the caller.
            if (all && record.error().kind == ErrorKind::device_missing) {
                print_to(stderr, "warpwise: {} is skipped: {}\n", name_of(id), record.error().text());
                continue;
            }
            return report(record.error());
        }
        status = std::max(status, exit_status_of(*record));
        if (options.json)
            records.push_back(to_json(*record));
        else
            print_to(stdout, "{}", summary_of(*record));
    }
    // One device asked for: one record; several or all: a list.
    if (options.json) print_to(stdout, "{}\n", json_text(prepared->devices.size() == 1 && !all ? records.front() : records));
    return status;
}

}  // namespace warpwise
