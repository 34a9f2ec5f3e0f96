// An MPI program as several ranks, each a `warpwise exec` of its own that mpirun starts.
#pragma once

#include <filesystem>
#include <nlohmann/json_fwd.hpp>
#include <string>
#include <vector>

#include "base/error.h"
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

// This program runs itself again for each rank, which finds the options in the folder.
Result<RanksReport> run_ranks(const ExecOptions&, int ranks, ProgramOutputMode, const std::stop_token& stop = {});

std::string text_of_rank(const ProgramReport&);  // it may have been ended by mpirun
nlohmann::json to_json(const RanksReport&);
std::string text_of(const RanksReport&);

}  // namespace warpwise
