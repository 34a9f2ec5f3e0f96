// The libraries of the system that a program is linked with: -l names, and OpenMP's runtime.
#pragma once

#include "base/diagnostic.h"
#include "device/process/program_text.h"
#include "program/runtime/api_table.h"

namespace warpwise {

// Opens what -l names, as far as it is not CUDA's or part of every program.
Diagnostics load_libraries(const ProgramText&);

// OpenMP's runtime, which code for -fopenmp calls; false where this machine has none.
bool load_openmp();
// <omp.h> for a program that runs its parallel regions on one thread.
std::vector<HostFunction> serial_openmp_functions();
// What the compiler calls of OpenMP's runtime at the end of a loop, and runtimes before version 19 do not have.
std::vector<HostFunction> newer_openmp_functions();

}  // namespace warpwise
