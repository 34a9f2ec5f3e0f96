// What ranks tell each other as soon as MPI has begun, so that a rank with another Warpwise, lesson or job is found at once.
#pragma once

#include <cstdint>
#include <optional>
#include <string>

#include "device/process/exec_options.h"

namespace warpwise {

struct RankAgreement {
    std::optional<std::string> problem;  // the same on all ranks, and what to do
    std::string hint;
    // What to add to this rank's times to have them by the clock of rank 0; 0 on the same machine.
    double clock_offset_s = 0;
};

// All ranks call it. `library` is a handle of dlopen, `world` is MPI_COMM_WORLD.
RankAgreement agree_with_ranks(void* library, std::uint64_t world, bool is_open_mpi, const MpiOptions&);

}  // namespace warpwise
