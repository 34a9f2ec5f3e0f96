// warpwise run LESSON --ranks N: a job of the lesson in ranks of MPI; with several numbers, how its time depends on them.
#include <fmt/format.h>
#include <fmt/ranges.h>
#include <signal.h>
#include <sys/prctl.h>

#include <algorithm>
#include <cstdio>
#include <nlohmann/json.hpp>
#include <sstream>

#include "base/json.h"
#include "base/standard_streams.h"
#include "cli/commands.h"
#include "cli/lesson_argument.h"
#include "cli/run_request.h"
#include "cli/stop_by_signal.h"
#include "device/process/descendants.h"
#include "experiment/file/host_file.h"
#include "experiment/file/mpi_on_machine.h"
#include "experiment/ranks/job_scaling.h"
#include "experiment/ranks/joined_job.h"
#include "experiment/ranks/recorded_jobs.h"
#include "experiment/run/numbers.h"
#include "experiment/run/resolve.h"
#include "lesson/formula.h"

namespace warpwise {
namespace {

Result<std::vector<int>> counts_of_ranks(const std::string& text) {
    std::vector<int> out;
    std::istringstream words(text);
    for (std::string word; std::getline(words, word, ',');) {
        const auto value = parse_real(word);
        if (!value || *value != static_cast<int>(*value) || *value < 1 || *value > kMostJobRanks)
            return usage_error(fmt::format("--ranks {}: \"{}\" is not a number of ranks from 1 to {}", text, word, kMostJobRanks),
                               "Write --ranks 4, or --ranks 1,2,4,8 to see how the time depends on it.");
        out.push_back(static_cast<int>(*value));
    }
    if (out.empty()) return usage_error("--ranks needs a number", "Write --ranks 4.");
    return out;
}

Result<const RankJob*> job_named(const Lesson& lesson, const std::string& id) {
    std::vector<std::string> known;
    for (const RankJob& job : lesson.jobs) {
        if (id.empty() || job.id == id) return &job;
        known.push_back(job.id);
    }
    if (known.empty())
        return usage_error(fmt::format("lesson '{}' has no job for several ranks", lesson.id), "Lesson 39, ranks, has some.");
    const std::string meant = nearest_word(id, known);
    return usage_error(
        fmt::format("lesson '{}' has no job '{}'", lesson.id, id),
        meant.empty() ? fmt::format("Its jobs are {}.", fmt::join(known, ", ")) : fmt::format("Did you mean {}?", meant));
}

Result<ParameterValues> values_given(const Lesson& lesson, const std::vector<std::string>& settings) {
    ExperimentRequest request;
    request.lesson = lesson.id;
    for (const std::string& setting : settings) {
        const std::size_t equals = setting.find('=');
        if (equals == std::string::npos || equals == 0)
            return usage_error(fmt::format("--set {} is not NAME=VALUE", setting), "Write it as --set n=64.");
        if (auto applied = apply_setting(lesson, request, setting.substr(0, equals), setting.substr(equals + 1)); !applied)
            return std::unexpected(applied.error());
    }
    return std::move(request.parameters);
}

// A rank whose words stand between those of others says who it is.
int report_of(const RankHere& here, Error error) {
    error.message = fmt::format("rank {} on {}: {}", here.rank, name_of_this_machine(), error.message);
    return report(error);
}

}  // namespace

bool is_started_as_rank() {
    const auto here = rank_here();
    return here && here->ranks > 1;
}

int run_as_rank(const RunOptions& options) {
    prctl(PR_SET_PDEATHSIG, SIGKILL);  // mpirun is ended, and with it its ranks
    adopt_descendants();
    const RankHere here = *rank_here();
    const auto refuse = [&](const std::string& message, const std::string& hint) {
        return report_of(here, Error{ErrorKind::usage, message, hint});
    };
    if (!options.hosts.empty() || !options.weak.empty())
        return refuse("--hosts and --weak are for a run that starts its ranks itself, but these were started by mpirun or srun",
                      "Leave them out.");
    if (options.devices != RunOptions().devices)
        return refuse("--device is for a run that starts its ranks itself: these were started by mpirun or srun, and are emulated",
                      "Leave it out, or start `warpwise run --ranks` without mpirun.");
    if (!options.ranks.empty() && options.ranks != std::to_string(here.ranks))
        return refuse(fmt::format("--ranks {} is not the number of ranks that mpirun or srun has started, which is {}",
                                  options.ranks, here.ranks),
                      "Leave --ranks out.");
    const auto lesson = load_lesson_argument(options.lesson);
    if (!lesson) return report_of(here, lesson.error());
    const auto job = job_named(*lesson, options.job);
    if (!job) return report_of(here, job.error());
    auto values = values_given(*lesson, options.settings);
    if (!values) return report_of(here, values.error());
    (*values)[kRanksName] = std::int64_t{here.ranks};
    DeviceSet devices;
    const StopBySignal ends({});
    const auto run = join_job(*lesson, **job, *values, devices, here, ends.token());
    if (ends.is_asked()) end_descendants();
    // Rank 0 tells what went wrong with any of them: a rank that ends with another status would end rank 0 before.
    if (!run) return here.rank == 0 ? report(run.error()) : report_of(here, run.error());
    if (!*run) return 0;
    print_to(stdout, "{}", options.json ? json_text(to_json(**run)) + "\n" : text_of(**run));
    return (*run)->is_as_expected ? 0 : 1;
}

int run_ranks_command(const RunOptions& options) {
    const auto lesson = load_lesson_argument(options.lesson);
    if (!lesson) return report(lesson.error());
    const auto counts = counts_of_ranks(options.ranks);
    if (!counts) return report(counts.error());
    const auto job = job_named(*lesson, options.job);
    if (!job) return report(job.error());
    auto values = values_given(*lesson, options.settings);
    if (!values) return report(values.error());
    RankPlaces places;
    if (!options.hosts.empty()) {
        auto hosts = read_host_file(options.hosts);
        if (!hosts) return report(hosts.error());
        places.hosts = std::move(*hosts);
    }
    DeviceSet devices;
    auto gpus = gpus_for_ranks(options.devices, devices);
    if (!gpus) return report(gpus.error());
    places.gpus = std::move(*gpus);
    if (!places.gpus.empty() && places.has_other_machines())
        return report(Error{ErrorKind::usage, "ranks on GPUs run on one machine, and --hosts names others",
                            "Leave out --device or --hosts."});
    if (!options.record.empty() && places.gpus.empty())
        return report(Error{ErrorKind::usage, "--record keeps times of GPUs, and these ranks are emulated", "Add --device cuda."});
    const auto keep = [&](const auto& measured) {
        return options.record.empty() ? Result<void>() : add_to_recorded_jobs(options.record, measured);
    };
    const StopBySignal ends({});
    if (counts->size() > 1) {
        const auto scaling = measure_scaling(*lesson, **job, *values, {.ranks = *counts, .weak = options.weak, .places = places},
                                             devices, ends.token());
        if (!scaling) return report(scaling.error());
        if (auto kept = keep(*scaling); !kept) return report(kept.error());
        print_to(stdout, "{}", options.json ? json_text(to_json(*scaling)) + "\n" : text_of(*scaling));
        return 0;
    }
    if (!options.weak.empty())
        return report(Error{ErrorKind::usage, "--weak needs several numbers of ranks", "Write --ranks 1,2,4,8."});
    (*values)[kRanksName] = std::int64_t{counts->front()};
    const auto run = run_job(*lesson, **job, *values, devices, ends.token(), places);
    if (!run) return report(run.error());
    if (auto kept = keep(*run); !kept) return report(kept.error());
    print_to(stdout, "{}", options.json ? json_text(to_json(*run)) + "\n" : text_of(*run));
    return run->is_as_expected ? 0 : 1;
}

}  // namespace warpwise
