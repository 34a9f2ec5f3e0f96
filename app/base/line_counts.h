// What the instructions of a line of a kernel's text did, over a launch or over one block of it.
#pragma once

#include <cstdint>
#include <string>

namespace warpwise {

struct LineCounts {
    std::string function;
    int line = 0;                                               // 0: instructions that the compiler gave no line
    std::uint64_t executions = 0;                               // warp instructions
    std::uint64_t visits = 0;                                   // statements begun by a warp
    std::uint64_t lanes = 0;                                    // active, summed over the instructions
    std::uint64_t requests = 0, sectors = 0, useful_bytes = 0;  // global memory
    std::uint64_t shared_requests = 0, wavefronts = 0, conflicts = 0;
    std::uint64_t branches = 0, divergent_branches = 0;

    // Adds the counts; function and line stay.
    LineCounts& operator+=(const LineCounts& more) {
        executions += more.executions, visits += more.visits, lanes += more.lanes;
        requests += more.requests, sectors += more.sectors, useful_bytes += more.useful_bytes;
        shared_requests += more.shared_requests, wavefronts += more.wavefronts, conflicts += more.conflicts;
        branches += more.branches, divergent_branches += more.divergent_branches;
        return *this;
    }
    bool operator==(const LineCounts&) const = default;
};

}  // namespace warpwise
