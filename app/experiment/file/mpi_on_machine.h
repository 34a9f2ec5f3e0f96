// MPI as this machine has it: asked for when a program includes <mpi.h>, so that Warpwise itself needs none.
#pragma once

#include <filesystem>
#include <optional>
#include <string>

#include "base/error.h"
#include "device/process/exec_options.h"

namespace warpwise {

// A program of the folders in PATH.
std::optional<std::filesystem::path> find_in_path(const std::string& name);
Result<std::filesystem::path> find_mpirun();

bool includes_mpi(const ProgramText&);

// How mpirun or srun has started this process. `start` is the same for all ranks of one start, and for no other.
struct RankHere {
    int rank = 0, ranks = 1;
    std::string start;
    bool are_all_here = true;  // the ranks run on this machine
};
std::optional<RankHere> rank_here();

// For a program that includes <mpi.h>: the include folders and macros of the machine's `mpicxx`, and its library. Others stay as
// they are.
Result<void> use_mpi(ExecOptions&);

}  // namespace warpwise
