// Runs a whole program in a process of its own, and gathers what it tells.
#pragma once

#include "base/error.h"
#include "device/exec_options.h"
#include "experiment/program_report.h"

namespace warpwise {

enum class ProgramOutputMode {
    passed_on,  // the program writes where this one does
    kept,       // in the report; standard input is empty
};

// An Error when the process cannot be started.
Result<ProgramReport> run_whole_program(const ExecOptions&, ProgramOutputMode);

}  // namespace warpwise
