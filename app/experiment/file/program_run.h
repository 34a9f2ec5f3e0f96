// Runs a whole program in a process of its own, and gathers what it tells.
#pragma once

#include <functional>
#include <stop_token>
#include <string_view>

#include "base/error.h"
#include "device/process/exec_options.h"
#include "experiment/file/program_report.h"

namespace warpwise {

enum class ProgramOutputMode {
    passed_on,        // the program writes where this one does
    kept,             // in the report; standard input is empty
    kept_with_input,  // in the report; standard input is this process's
};

// What takes the program's output and events as they come, beside the report. Standard input is then passed on.
struct ProgramTaps {
    std::function<void(std::string_view)> output;
    std::function<void(const std::string& line)> event;
    bool is_terminal = false;  // the program finds a terminal where it prints: one of its own, as large as that of standard output
};

// In the emulator. An Error when the process cannot be started. A request to stop ends the process; the report is then what was
// told up to there.
Result<ProgramReport> run_whole_program(const ExecOptions&, ProgramOutputMode, const std::stop_token& stop = {},
                                        const ProgramTaps* taps = nullptr);

// Compiled once and run in each of these ways, one after the other; their output is kept, and standard input is empty. A run with
// an idle kernel, which may wait for it for ever, gets ten times the processor time of all runs before it. Fewer reports where the
// process was ended; one where the program does not compile.
Result<std::vector<ProgramReport>> run_whole_program_often(ExecOptions, std::vector<ExecRun> runs,
                                                           const std::stop_token& stop = {});

// On an NVIDIA GPU: built by nvcc, which must be on this machine, and run as it is, with each launch timed by events. An Error when
// there is no nvcc; what nvcc says of a wrong program is in the report's diagnostics.
Result<ProgramReport> run_whole_program_on_gpu(const ExecOptions&, ProgramOutputMode, const std::stop_token& stop = {});
// A program of MPI, built by nvcc into a file of the folder. What nvcc says of a wrong one is in the diagnostics.
struct GpuProgram {
    std::filesystem::path file;
    Diagnostics diagnostics;
};
Result<GpuProgram> build_for_gpu(const ExecOptions&, const std::filesystem::path& folder);
// A rank of it, as ExecOptions::built names it: its calls of MPI and NCCL, copies and launches are timed.
Result<ProgramReport> run_rank_on_gpu(const ExecOptions&, ProgramOutputMode, const std::stop_token& stop, const ProgramTaps&);
// What nvcc is told of CUDA's libraries, by the headers that the program and its own headers include: "-lcublas".
std::vector<std::string> library_flags(const ProgramText&);

// A file of ours beside the program or in lib/warpwise.
Result<std::filesystem::path> installed_beside(const std::string& name);
// Runs a command that writes events to descriptor 3, with "NAME=VALUE" settings before the environment's own.
Result<ProgramReport> gather_report(const std::vector<std::string>& command, const std::vector<std::string>& more_environment,
                                    ProgramOutputMode, const std::stop_token& stop = {}, const ProgramTaps* taps = nullptr);

}  // namespace warpwise
