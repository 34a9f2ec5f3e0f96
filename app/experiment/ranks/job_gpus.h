// The GPUs on which the ranks of a job run, and how data gets from one to another.
#pragma once

#include <nlohmann/json_fwd.hpp>
#include <string>
#include <vector>

#include "experiment/ranks/job_program.h"
#include "experiment/run/device_set.h"
#include "lesson/lesson.h"

namespace warpwise {

struct JobGpus {
    struct Gpu {
        int ordinal = 0;
        std::string name;
    };
    std::vector<Gpu> gpus;  // rank r has the one at r modulo their number; empty: each rank has an emulated one
    JobTarget::Path path = JobTarget::Path::mpi;  // of messages from GPU to GPU; mpi: the job has none, or is emulated
    std::string why;                              // "NCCL 2.28.3", or the reason why it is not NCCL
    const Gpu& of_rank(int rank) const { return gpus[static_cast<std::size_t>(rank) % gpus.size()]; }
    bool are_shared(int ranks) const { return !gpus.empty() && static_cast<std::size_t>(ranks) > gpus.size(); }
};

// Names of devices as the command line has them: "cuda" is every GPU that is here, "cuda:1" one of them. Empty for the emulator. An
// Error where a GPU is not there, and for devices that run no ranks.
Result<std::vector<int>> gpus_for_ranks(const std::vector<std::string>& names, DeviceSet&);
// Of these GPUs, for so many ranks of the job.
Result<JobGpus> gpus_of_job(const RankJob&, const std::vector<int>& ordinals, int ranks, DeviceSet&);

// "2 ranks on cuda:0 (NVIDIA H100 80GB HBM3) and cuda:1 (...). Messages go from GPU to GPU by NCCL 2.28.3."; for emulated ranks
// what they are. `recorded_on`: where and when, if it was not here.
std::string text_of(const JobGpus&, int ranks, const std::string& recorded_on = {});
nlohmann::json to_json(const JobGpus&);

}  // namespace warpwise
