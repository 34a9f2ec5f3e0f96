// The functions of MPI that a program here calls: those of the machine's own library, with what a rank waits for written on the
// board that all ranks share, and with the time of each call in a log.
#pragma once

#include <string_view>
#include <vector>

#include "base/error.h"
#include "device/process/exec_options.h"
#include "program/mpi/call_log.h"
#include "program/mpi/rank_host.h"

namespace warpwise {

struct MpiFunction {
    std::string_view name;  // the linker's
    void* address;
};

// Opens the library. Its other functions are found in it by their names. `host` outlives them.
Result<std::vector<MpiFunction>> mpi_functions(const MpiOptions&, RankHost& host);

// For waits that are not calls of MPI, such as those for NCCL: what the rank waits for from here on, or that it no longer does.
void enter_wait(const RankWait&);
void leave_wait();
CallLog& log_of_calls();

}  // namespace warpwise
