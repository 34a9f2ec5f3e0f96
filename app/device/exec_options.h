// What `warpwise exec` tells the process that runs the program.
#pragma once

#include <cstdint>
#include <string>
#include <vector>

#include "base/error.h"
#include "device/program_text.h"

namespace warpwise {

enum class ExecTrace { automatic, counters, full };

struct ExecOptions {
    ProgramText text;
    ExecTrace trace = ExecTrace::automatic;
    int threads = 0;                                      // host threads of the emulator; 0: all
    std::uint64_t step_budget = std::uint64_t{16} << 30;  // warp instructions of one launch
    std::vector<std::string> arguments;                   // of the program
};

std::string json_of(const ExecOptions&);
Result<ExecOptions> exec_options_from_json(const std::string&);

}  // namespace warpwise
