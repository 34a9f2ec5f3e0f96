// A rank of MPI whose program nvcc has built: this library is preloaded into it, times its calls of MPI and NCCL, its copies and
// its launches, and finds out when the ranks wait for each other for ever. What it tells is what an emulated rank tells.
#pragma once

#include <cstdint>

#include "program/mpi/mpi_calls.h"

namespace warpwise {

const MpiOptions& options_of_rank();
// A place in the program's code: "@1a2b" in place of a file, the address as addr2line takes it. The reader of the report knows the
// program.
CallPlace place_in_program(void* return_address);
// One of MPI's functions in the machine's library, seen from here.
void* seen_mpi_function(const char* name);

}  // namespace warpwise
