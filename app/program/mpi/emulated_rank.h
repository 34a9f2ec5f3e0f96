// A rank of MPI in the process of an emulated program: its findings and times are in the program's report, and pointers to the
// memory of an emulated GPU are taken as a library that knows CUDA takes them.
#pragma once

#include "program/compile/jit.h"
#include "program/mpi/mpi_calls.h"

namespace warpwise {

Result<std::vector<HostFunction>> emulated_mpi_functions(const MpiOptions&);

}  // namespace warpwise
