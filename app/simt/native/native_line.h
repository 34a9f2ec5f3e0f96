// What compiled code counts of an instruction, as plain data.
#pragma once

#include <cstdint>

namespace warpwise::simt {

struct NativeLine {
    // How much more often than the one before: a stretch of instructions is added where it begins and taken off behind its end.
    std::uint64_t executions = 0, lanes = 0;
    std::uint64_t visits = 0;  // statements begun here

    NativeLine& operator+=(const NativeLine& more) {
        executions += more.executions, lanes += more.lanes, visits += more.visits;
        return *this;
    }
};

}  // namespace warpwise::simt
