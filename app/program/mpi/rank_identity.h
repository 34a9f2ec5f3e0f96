// What must be the same on all ranks of a job, each of which may run on another machine: compared as soon as MPI has begun.
#pragma once

#include <array>
#include <optional>
#include <string>
#include <vector>

#include "device/process/exec_options.h"

namespace warpwise {

// As the ranks send it to each other.
struct RankIdentity {
    std::array<char, 128> host{}, version{}, lesson{}, work{};
    // By the clock of its machine, at moments that all ranks have in common as nearly as a barrier makes it.
    static constexpr std::size_t kMoments = 11;
    std::array<double, kMoments> clock_s{};
    static RankIdentity of(const MpiOptions&);
};

// What is added to the times of `own` to have them by the clock of `first`: the median of the moments. 0 on the same machine.
double clock_offset_s(const RankIdentity& own, const RankIdentity& first);

// "rank 1 on node7 runs Warpwise 0.2.0, and rank 0 on node6 runs Warpwise 0.1.0": the first rank that differs from rank 0.
std::optional<std::string> difference_of(const std::vector<RankIdentity>&);

}  // namespace warpwise
