// Looks for the smallest case of a whole program: its numbers are made smaller, and it is run again.
#pragma once

#include <stop_token>

#include "base/error.h"
#include "device/process/exec_options.h"
#include "experiment/file/program_report.h"
#include "experiment/file/smallest_program.h"

namespace warpwise {

struct SmallestProgramLimits {
    int most_runs = 100;
    double most_s = 60, most_s_of_a_run = 10;
};

// Of the first finding of the report that is not a note; each run is looked at for a finding of the same kind in the same line.
// The program runs with the user's rights, as it did before, and may change files again. An Error when there is no such finding, or
// a changed source cannot be written.
Result<SmallestProgram> find_smallest_program(const ExecOptions&, const ProgramReport&, const std::stop_token& = {},
                                              const SmallestProgramLimits& = {});

}  // namespace warpwise
