#include "cli/exec_ranks.h"

#include <fcntl.h>
#include <fmt/format.h>
#include <signal.h>
#include <sys/prctl.h>
#include <unistd.h>

#include <algorithm>
#include <chrono>
#include <cstdlib>
#include <fstream>
#include <nlohmann/json.hpp>
#include <thread>

#include "base/files.h"
#include "base/json.h"
#include "base/standard_streams.h"
#include "cli/rank_lines.h"
#include "cli/stop_by_signal.h"
#include "device/process/descendants.h"
#include "device/process/file_descriptor.h"
#include "experiment/file/host_file.h"
#include "experiment/file/program_ranks.h"
#include "experiment/file/program_run.h"
#include "experiment/ranks/job_gpus.h"
#include "experiment/ranks/rank_timeline.h"

namespace warpwise {

int exec_ranks(const ExecCommand& command, const ExecOptions& options) {
    const auto refused = [](const std::string& what) {
        return report(Error{ErrorKind::usage, what + " is not possible with --ranks", "Leave out one of the two."});
    };
    if (command.html) return refused("--html");
    if (command.progress) return refused("--progress");
    if (command.device.contains(',')) return refused("--device " + command.device);
    RankPlaces places;
    if (!command.hosts.empty()) {
        auto hosts = read_host_file(command.hosts);
        if (!hosts) return report(hosts.error());
        places.hosts = std::move(*hosts);
    }
    DeviceSet devices;
    auto gpus = gpus_for_ranks({command.device}, devices);
    if (!gpus) return report(gpus.error());
    places.gpus = std::move(*gpus);
    if (!places.gpus.empty() && places.has_other_machines()) return refused("--device cuda with hosts of other machines");
    const auto mode = command.json ? ProgramOutputMode::kept_with_input : ProgramOutputMode::passed_on;
    ExecOptions with_own_threads = options;
    const int processors = static_cast<int>(std::max(1U, std::thread::hardware_concurrency()));
    if (command.threads == 0) with_own_threads.threads = std::max(1, processors / command.ranks);
    // mpirun ends all ranks when one has died, or at Ctrl-C. This one first tells what it has seen.
    const StopBySignal ends({});
    const auto run = run_ranks(with_own_threads, command.ranks, mode, ends.token(), places);
    if (ends.is_asked()) end_descendants();
    if (!run) return report(run.error());
    if (command.json) {
        auto json = to_json(*run);
        json["counts"] = values_of(timeline_of(run->ranks));
        print_to(stdout, "{}\n", json_text(json));
    } else {
        print_to(stderr, "\n{}", text_of(*run));
        if (run->exit_status() == 0) print_to(stderr, "\n{}\n", summary_of(timeline_of(run->ranks)));
    }
    return run->exit_status();
}

Result<std::optional<ExecOptions>> options_of_rank() {
    const char* folder = std::getenv(kRanksFolder);
    if (folder == nullptr) return std::nullopt;
    const auto text = read_file(file_of_options(folder));
    if (!text)
        return failure(fmt::format("the host {} does not see {}, where the ranks have their files", name_of_this_machine(), folder),
                       "Start Warpwise in a folder that all hosts share.");
    auto options = exec_options_from_json(*text);
    if (!options) return std::unexpected(options.error());
    return std::optional(*std::move(options));
}

int exec_as_rank(const ExecCommand& command, const ExecOptions& options, const RankHere& here) {
    prctl(PR_SET_PDEATHSIG, SIGKILL);  // mpirun is ended, and with it its ranks
    const char* folder = std::getenv(kRanksFolder);
    std::ofstream events;
    if (folder != nullptr) events.open(file_of_rank(folder, here.rank), std::ios::binary);
    std::optional<StopBySignal> ends;
    if (folder == nullptr) ends.emplace(std::chrono::milliseconds{});
    const FileDescriptor shared(folder == nullptr ? -1 : open(file_of_output(folder).c_str(), O_WRONLY | O_CLOEXEC));
    RankLines output(here.rank, shared.get() < 0 ? STDOUT_FILENO : shared.get()), words(here.rank, STDERR_FILENO);
    const ProgramTaps taps{.output = [&](std::string_view text) { output.write(text); },
                           .event = [&](const std::string& line) { events << line << std::endl; }};
    const std::stop_token stop = ends ? ends->token() : std::stop_token();
    const auto run = options.built.empty() ? run_whole_program(options, ProgramOutputMode::passed_on, stop, &taps)
                                           : run_rank_on_gpu(options, ProgramOutputMode::passed_on, stop, taps);
    if (!run) {
        words.write(run.error().text() + "\n");
        return 1;
    }
    if (folder != nullptr) return has_errors(run->diagnostics) ? 0 : run->exit_code;
    if (command.json) {
        auto json = to_json(*run);
        json["rank"] = here.rank;
        output.write(json_text(json, -1) + "\n");
    } else {
        words.write(text_of_rank(*run));
    }
    // What the program's own would be: mpirun ends the other ranks when it is not 0.
    return has_errors(run->diagnostics) ? run->exit_status() : run->exit_code;
}

}  // namespace warpwise
