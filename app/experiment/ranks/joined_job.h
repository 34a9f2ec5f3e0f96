// A lesson's job in ranks that others have started, by mpirun or srun: this process is one of them. Each has its own Warpwise and
// its own lesson, which are compared as soon as MPI has begun.
#pragma once

#include <optional>
#include <stop_token>

#include "experiment/file/mpi_on_machine.h"
#include "experiment/ranks/job_run.h"

namespace warpwise {

// All ranks call it. Rank 0 has the outcome; nothing on the other ranks. An Error where this rank cannot begin, and on rank 0 where
// the ranks differ in what must be the same. The files of ranks on several machines are in the current folder, which they share.
Result<std::optional<JobRun>> join_job(const Lesson&, const RankJob&, const ParameterValues&, DeviceSet&, const RankHere&,
                                       const std::stop_token& = {});

}  // namespace warpwise
