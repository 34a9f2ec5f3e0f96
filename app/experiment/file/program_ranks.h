// An MPI program as several ranks, each a `warpwise exec` of its own that mpirun starts.
#pragma once

#include <filesystem>
#include <nlohmann/json_fwd.hpp>
#include <optional>
#include <string>
#include <vector>

#include "base/error.h"
#include "experiment/file/host_file.h"
#include "experiment/file/program_report.h"
#include "experiment/file/program_run.h"

namespace warpwise {

// A setting of a rank's process: the folder to which it writes what its program tells.
inline constexpr const char* kRanksFolder = "WARPWISE_RANKS_FOLDER";
std::filesystem::path file_of_options(const std::filesystem::path& folder);
std::filesystem::path file_of_output(const std::filesystem::path& folder);  // a pipe, for whole lines
std::filesystem::path file_of_rank(const std::filesystem::path& folder, int rank);

struct RanksReport {
    std::string program;
    std::vector<ProgramReport> ranks;
    std::string output;  // where it was kept, each line with its rank
    int exit_code = 0;   // of mpirun
    std::string mpirun;  // its own words
    int exit_status() const;
};

// Where the ranks run: without hosts, on this machine.
struct RankPlaces {
    std::optional<HostFile> hosts;
    bool is_spread = false;  // one rank after the other on the next host, whatever the slots
    std::vector<int> gpus;   // which the program is built for and sees, by CUDA's numbers; empty: each rank is emulated
    bool has_other_machines() const { return hosts && hosts->has_other_machines(); }
    // Where files for all ranks can be: the current folder, which other machines must share, or that of temporary files.
    std::filesystem::path shared_folder() const;
};
// This program runs itself again for each rank, which finds the options in the folder.
Result<RanksReport> run_ranks(const ExecOptions&, int ranks, ProgramOutputMode, const std::stop_token& stop = {},
                              const RankPlaces& = {});
// The report of a rank that has written its events to the folder; nothing when it has not begun.
std::optional<ProgramReport> report_of_rank(const std::filesystem::path& folder, int rank, const std::string& program);

std::string text_of_rank(const ProgramReport&);  // it may have been ended by mpirun
nlohmann::json to_json(const RanksReport&);
std::string text_of(const RanksReport&);

}  // namespace warpwise
