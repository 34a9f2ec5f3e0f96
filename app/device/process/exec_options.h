// What `warpwise exec` tells the process that runs the program.
#pragma once

#include <cstdint>
#include <filesystem>
#include <optional>
#include <string>
#include <vector>

#include "base/error.h"
#include "device/process/program_text.h"

namespace warpwise {

// Several GPUs are emulated beside each other: each has its own memory, variables and streams.
constexpr int kMostEmulatedGpus = 8;

enum class ExecTrace { automatic, counters, full };

// What one launch begins with is written to a folder, and the program ends there (experiment/file/kept_launch.h reads it).
struct KeepLaunch {
    int launch = 0;  // index, as the report counts them
    std::filesystem::path folder;
};

// Of a program that includes <mpi.h>.
struct MpiOptions {
    std::filesystem::path library;  // libmpi.so
    int rank = 0, ranks = 1;        // as mpirun has started this process
    // A file for what the ranks wait for, the same for all of them; empty: there is one rank, or they are on several machines.
    std::string board;
    // What must be the same on all ranks, and this rank's machine. Empty where it does not matter.
    std::string host, version, lesson, work;
    bool has_empty_messages = false;  // as Pretence has it
};

// What a run only pretends, so that what the program prints tells whether it looks at it. Nothing of it: an ordinary run.
struct Pretence {
    std::string idle_kernel;          // its launches do nothing
    std::string launch_error;         // CUDA's name of the error with which each launch is refused
    double launch_s = 0;              // each launch takes as many seconds longer by every clock that the program can read
    bool has_empty_messages = false;  // messages between ranks arrive with zeros
    bool operator==(const Pretence&) const = default;
};

// One of several runs of a program.
struct ExecRun {
    std::vector<std::string> arguments;
    Pretence pretence = {};
};

struct ExecOptions {
    ProgramText text;
    ExecTrace trace = ExecTrace::automatic;
    int gpus = 1;                                         // up to kMostEmulatedGpus
    int threads = 0;                                      // host threads of the emulator; 0: all
    std::uint64_t step_budget = std::uint64_t{16} << 30;  // warp instructions of one launch
    std::vector<std::string> arguments;                   // of the program
    std::vector<ExecRun> runs;                            // run it so often, with these in place of `arguments`, `pretence`
    std::string separator;                                // written to standard output after each of `runs`
    bool is_strict = false;                               // a note counts as a mistake
    bool changes_no_files = false;                        // nor starts programs: where the system can prevent it (walls.h)
    Pretence pretence;
    bool has_thumbnails = false;          // launches are told with a few elements of their arrays
    std::filesystem::path progress_file;  // of ProgramProgress; empty: nothing is told while it runs
    std::optional<KeepLaunch> keep;
    std::optional<MpiOptions> mpi;
    std::filesystem::path built;  // the program as nvcc has built it, for a rank on a GPU; empty: it is emulated
};

// A setting of a rank's process on a GPU: json_of() its options, for what is preloaded into it.
inline constexpr const char* kRankOptions = "WARPWISE_RANK_OPTIONS";

std::string json_of(const ExecOptions&);
Result<ExecOptions> exec_options_from_json(const std::string&);
// The exit status of warpwise-program when it does not understand its options: it belongs to another build than its caller.
inline constexpr int kExitOptionsRefused = 119;

}  // namespace warpwise
