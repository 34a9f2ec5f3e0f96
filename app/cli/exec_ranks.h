// warpwise exec of an MPI program: as one rank that mpirun has started, and as all of them.
#pragma once

#include <optional>

#include "cli/commands.h"
#include "device/process/exec_options.h"
#include "experiment/file/mpi_on_machine.h"

namespace warpwise {

// --ranks N: starts mpirun, which starts `warpwise exec` once for each rank.
int exec_ranks(const ExecCommand&, const ExecOptions&);
// Of a rank that run_ranks() has started: what it was told, whatever the command line says. An Error where it cannot be read.
Result<std::optional<ExecOptions>> options_of_rank();
// This process is a rank: each line that it writes begins with the rank.
int exec_as_rank(const ExecCommand&, const ExecOptions&, const RankHere&);

}  // namespace warpwise
