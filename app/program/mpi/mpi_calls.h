// The functions of MPI that a program here calls: those of the machine's own library, with what a rank waits for written on the
// board that all ranks share, and pointers to the memory of an emulated GPU as a library that knows CUDA takes them.
#pragma once

#include <filesystem>
#include <vector>

#include "base/error.h"
#include "device/process/exec_options.h"
#include "program/compile/jit.h"

namespace warpwise {

// Opens the library. Its other functions are found in it by their names.
Result<std::vector<HostFunction>> mpi_functions(const MpiOptions&);

}  // namespace warpwise
