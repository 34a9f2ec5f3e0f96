#include "experiment/file/program_ranks.h"

#include <fcntl.h>
#include <fmt/format.h>
#include <poll.h>
#include <sys/stat.h>
#include <unistd.h>

#include <algorithm>
#include <array>
#include <cstdio>
#include <cstdlib>
#include <nlohmann/json.hpp>
#include <sstream>
#include <string_view>
#include <thread>

#include "base/files.h"
#include "device/process/file_descriptor.h"
#include "experiment/file/mpi_on_machine.h"
#include "experiment/file/program_lines.h"
#include "experiment/file/temporary_folder.h"

namespace warpwise {
namespace fs = std::filesystem;
namespace {

// As many ranks as asked for, whatever the number of processors, and none bound to one: the emulator has threads of its own. Names
// of Open MPI 4, then of 5.
std::vector<std::string> settings(const fs::path& folder, const RankPlaces& places) {
    std::vector<std::string> out{
        std::string(kRanksFolder) + "=" + folder.string(), "OMPI_MCA_rmaps_base_oversubscribe=1",
        "OMPI_MCA_hwloc_base_binding_policy=none",         "OMPI_MCA_mpi_yield_when_idle=1",
        "OMPI_MCA_btl_vader_single_copy_mechanism=none",   "PRTE_MCA_rmaps_default_mapping_policy=:oversubscribe",
        "PRTE_MCA_hwloc_default_binding_policy=none"};
    if (geteuid() == 0) out.insert(out.end(), {"OMPI_ALLOW_RUN_AS_ROOT=1", "OMPI_ALLOW_RUN_AS_ROOT_CONFIRM=1"});
    if (places.has_other_machines()) {
        out.emplace_back(
            "OMPI_MCA_plm_rsh_args=-o BatchMode=yes -o ConnectTimeout=5");  // seconds; there is no terminal for a password
        out.emplace_back("OMPI_MCA_orte_keep_fqdn_hostnames=1");            // node1.rack2 is not what ssh knows as node1
        return out;
    }
    out.push_back("OMPI_MCA_btl_vader_backing_directory=" + folder.string());   // removed with it
    if (!find_in_path("ssh")) out.emplace_back("OMPI_MCA_plm_rsh_agent=true");  // for other machines, of which there are none
    return out;
}

std::string ranks_text(const std::vector<int>& ranks, std::size_t all) {
    if (ranks.size() == all && all > 1) return fmt::format("All {} ranks", all);
    if (ranks.size() == 1) return fmt::format("Rank {}", ranks.front());
    return fmt::format("Ranks {}", fmt::join(ranks, ", "));
}

// What the ranks print, as it comes: past mpirun, which would cut lines in two.
class OutputOfRanks {
  public:
    OutputOfRanks(const fs::path& pipe, ProgramOutputMode mode, bool is_reached) : mode_(mode) {
        if (!is_reached) return;  // from another machine: those ranks write through mpirun
        // Open for both, so that it does not end with the first rank.
        if (mkfifo(pipe.c_str(), 0600) == 0) pipe_ = FileDescriptor(open(pipe.c_str(), O_RDWR | O_NONBLOCK | O_CLOEXEC));
        reads_ = std::jthread([this](const std::stop_token& stop) {
            while (!stop.stop_requested()) read_some(kLookMs);
            read_some(0);
        });
    }
    // All that was printed, if it was to be kept.
    std::string end() {
        reads_ = {};
        return std::move(kept_);
    }

  private:
    static constexpr int kLookMs = 50;
    static constexpr std::size_t kMostBytes = std::size_t{64} << 20;
    void read_some(int wait_ms) {
        std::array<char, 65536> bytes{};
        pollfd watched{pipe_.get(), POLLIN, 0};
        while (poll(&watched, 1, wait_ms) > 0) {
            const ssize_t got = read(pipe_.get(), bytes.data(), bytes.size());
            if (got <= 0) return;
            const std::string_view text(bytes.data(), static_cast<std::size_t>(got));
            if (mode_ == ProgramOutputMode::passed_on) {
                std::fwrite(text.data(), 1, text.size(), stdout);
                std::fflush(stdout);
            } else if (kept_.size() < kMostBytes) {
                kept_ += text;
            }
        }
    }
    ProgramOutputMode mode_;
    FileDescriptor pipe_;
    std::string kept_;
    std::jthread reads_;
};

// Of what the environment lets this process see.
std::string visible_gpus(const std::vector<int>& gpus) {
    std::vector<std::string> seen, out;
    if (const char* given = std::getenv("CUDA_VISIBLE_DEVICES")) {
        std::istringstream words(given);
        for (std::string word; std::getline(words, word, ',');) seen.push_back(word);
    }
    for (const int gpu : gpus) {
        const auto at = static_cast<std::size_t>(gpu);
        out.push_back(at < seen.size() ? seen[at] : std::to_string(gpu));
    }
    return fmt::format("CUDA_VISIBLE_DEVICES={}", fmt::join(out, ","));
}

// For all ranks, once: nothing where nvcc refuses the program, which is then in the report.
Result<std::optional<RanksReport>> build_for_ranks(ExecOptions& options, int ranks, const fs::path& folder) {
    ExecOptions with_mpi = options;
    if (auto used = use_mpi(with_mpi); !used) return std::unexpected(used.error());
    const auto built = build_for_gpu(with_mpi, folder);
    if (!built) return std::unexpected(built.error());
    options.built = built->file;
    if (built->diagnostics.empty()) return std::nullopt;
    ProgramReport refused{.program = options.text.file.string(), .device = "cuda", .diagnostics = built->diagnostics};
    refused.exit_code = 2;
    refused.has_ended = true;
    RanksReport out{.program = refused.program, .ranks = {}, .output = {}, .exit_code = 2, .mpirun = {}};
    out.ranks.assign(static_cast<std::size_t>(ranks), refused);
    return std::optional(std::move(out));
}

// The program that has `exec`: this process, unless it is a test.
std::string executable_with_exec() {
    std::error_code error;
    const fs::path own = fs::read_symlink("/proc/self/exe", error), beside = own.parent_path() / "warpwise";
    return (fs::exists(beside, error) ? beside : own).string();
}

}  // namespace

fs::path file_of_options(const fs::path& folder) { return folder / "options.json"; }
fs::path file_of_output(const fs::path& folder) { return folder / "output"; }
fs::path file_of_rank(const fs::path& folder, int rank) { return folder / fmt::format("rank-{}.events", rank); }

fs::path RankPlaces::shared_folder() const { return has_other_machines() ? fs::current_path() : fs::temp_directory_path(); }

std::optional<ProgramReport> report_of_rank(const fs::path& folder, int rank, const std::string& program) {
    const auto events = read_file(file_of_rank(folder, rank));
    if (!events) return std::nullopt;
    ProgramReport report;
    report.program = program;
    std::istringstream lines(*events);
    for (std::string line; std::getline(lines, line);) add_event(report, line);
    return report;
}

Result<RanksReport> run_ranks(const ExecOptions& given, int ranks, ProgramOutputMode mode, const std::stop_token& stop,
                              const RankPlaces& places) {
    const auto mpirun = find_mpirun();
    if (!mpirun) return std::unexpected(mpirun.error());
    const bool is_far = places.has_other_machines();
    if (is_far && !find_in_path("ssh"))
        return failure("there is no ssh on this machine, and mpirun needs it to start ranks on other hosts",
                       "On Debian and Ubuntu: sudo apt install openssh-client.");
    const auto folder = TemporaryFolder::make("warpwise-ranks", places.shared_folder());
    if (!folder) return std::unexpected(folder.error());
    ExecOptions options = given;
    std::vector<std::string> environment = settings(folder->path(), places);
    if (!places.gpus.empty()) {
        auto refused = build_for_ranks(options, ranks, folder->path());
        if (!refused) return std::unexpected(refused.error());
        if (*refused) return std::move(**refused);
        environment.push_back(visible_gpus(places.gpus));
    }
    if (const auto told = write_file_atomically(file_of_options(folder->path()), json_of(options)); !told)
        return std::unexpected(told.error());
    const std::string program = options.text.file.string();
    const fs::path own_words = folder->path() / "mpirun.txt";
    // mpirun's advice on what a rank did would stand between the reports.
    std::vector<std::string> command{"/bin/sh",        "-c", "exec \"$@\" 2>\"$0\"", own_words.string(),
                                     mpirun->string(), "-n", std::to_string(ranks)};
    if (places.hosts) command.insert(command.end(), {"--hostfile", places.hosts->path.string()});
    if (places.hosts && places.is_spread) command.insert(command.end(), {"--map-by", "node"});
    if (is_far) command.insert(command.end(), {"-x", kRanksFolder});
    command.insert(command.end(), {executable_with_exec(), "exec", program});
    OutputOfRanks output(file_of_output(folder->path()), mode, !is_far);
    const auto run = gather_report(command, environment, mode, stop);
    if (!run) return std::unexpected(run.error());
    RanksReport out{.program = program, .ranks = {}, .output = {}, .exit_code = run->exit_code, .mpirun = {}};
    out.output = output.end() + run->output;
    if (const auto words = read_file(own_words)) out.mpirun = *words;
    bool has_begun = false;
    for (int rank = 0; rank < ranks; ++rank) {
        auto report = report_of_rank(folder->path(), rank, program);
        has_begun = has_begun || report;
        out.ranks.push_back(report ? *std::move(report) : ProgramReport{.program = program});
        if (!places.gpus.empty()) out.ranks.back().device = "cuda";
    }
    if (!places.gpus.empty()) find_lines(out.ranks, options.built);
    if (has_begun || out.exit_code == 0) return out;
    const std::string host = places.hosts ? unreachable_in(*places.hosts, out.mpirun) : std::string();
    if (!host.empty())
        return failure(host + ":\n" + words_before_advice(out.mpirun),
                       "Check that `ssh HOST true` works there without a password, and that Warpwise and the current folder have "
                       "the same path there.");
    return failure("mpirun did not run the program:\n" + out.mpirun);
}

int RanksReport::exit_status() const {
    if (std::ranges::any_of(ranks, [](const ProgramReport& each) { return has_errors(each.diagnostics); })) return 2;
    if (std::ranges::any_of(ranks, [](const ProgramReport& each) { return each.mistake_count() > 0; })) return 1;
    for (const ProgramReport& each : ranks)
        if (each.has_ended && each.exit_code != 0) return each.exit_code;
    return exit_code;
}

std::string text_of_rank(const ProgramReport& rank) {
    std::string text = text_of(rank);
    if (!rank.has_ended) {  // without a verdict, which is about a program's end
        text.erase(text.rfind('\n', text.size() - 2) + 1);
        text += fmt::format("It was ended together with the other ranks, after {} kernel launch{}.\n", rank.launch_count(),
                            rank.launch_count() == 1 ? "" : "es");
    }
    while (text.starts_with('\n')) text.erase(0, 1);
    return text;
}

std::string text_of(const RanksReport& report) {
    // Ranks that did the same are told once.
    std::vector<std::pair<std::string, std::vector<int>>> texts;
    for (std::size_t i = 0; i < report.ranks.size(); ++i) {
        const std::string text = text_of_rank(report.ranks[i]);
        const auto same = std::ranges::find(texts, text, &std::pair<std::string, std::vector<int>>::first);
        (same == texts.end() ? texts.emplace_back(text, std::vector<int>()) : *same).second.push_back(static_cast<int>(i));
    }
    std::string out;
    for (const auto& [text, ranks] : texts)
        out += fmt::format("{}{}:\n{}", out.empty() ? "" : "\n", ranks_text(ranks, report.ranks.size()), text);
    return out;
}

nlohmann::json to_json(const RanksReport& report) {
    nlohmann::json ranks = nlohmann::json::array();
    for (std::size_t i = 0; i < report.ranks.size(); ++i) {
        ranks.push_back(to_json(report.ranks[i]));
        ranks.back()["rank"] = i;
        ranks.back()["has_ended"] = report.ranks[i].has_ended;
    }
    return {{"schema", "warpwise.ranks/1"},
            {"program", report.program},
            {"exit_code", report.exit_code},
            {"output", report.output},
            {"ranks", ranks}};
}

}  // namespace warpwise
