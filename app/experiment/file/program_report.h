// What a whole program did when `warpwise exec` ran it: its launches and copies in their order, what is wrong with it, and how it
// ended. docs/programs.md describes the JSON.
#pragma once

#include <map>
#include <nlohmann/json_fwd.hpp>
#include <optional>
#include <string>
#include <string_view>
#include <vector>

#include "base/diagnostic.h"
#include "base/fault.h"
#include "base/launch_shape.h"
#include "device/process/exec_options.h"
#include "experiment/file/smallest_program.h"

namespace warpwise {

struct ProgramFinding {
    std::string kind, file;
    int line = 0;  // from 1; 0: not known
    std::string message, hint;
    int launch = -1;       // index in launches; -1: none, or one that is not listed
    bool is_note = false;  // worth knowing, and no mistake
};

struct ProgramLaunch {
    std::string kernel, file;
    int line = 0;  // of the call
    int gpu = 0;   // that it ran on
    LaunchShape shape;
    std::uint32_t static_shared_bytes = 0;
    std::string trace;                       // "counters", "sampled" (some blocks under all checks), "full"
    std::map<std::string, double> counters;  // as in a run's record
    std::uint64_t warp_instructions = 0, lane_instructions = 0;
    double wall_s = 0;             // of the emulation
    double begin_s = 0;            // by the clock of this machine
    std::optional<int> repeats;    // index of an earlier launch that found the same memory: its results were used again
    std::optional<double> gpu_ms;  // on a GPU, between two events
    std::optional<Fault> fault;    // the one that ended it, or the first of those that a GPU passes over
    bool is_ended_by_fault = false;
    bool is_mapped = false;  // it was given pinned memory of the host
    std::vector<std::string> warnings;
    // A few elements of an array that it was given, where they were asked for; NaN where there is no number.
    struct Array {
        std::string name;
        std::uint64_t elements = 0;
        bool is_output = false;
        std::optional<std::vector<double>> before;  // nothing: it had not been written
        std::vector<double> after;
    };
    std::vector<Array> arrays;
};

// They stand in one row of a table.
bool are_alike(const ProgramLaunch&, const ProgramLaunch&);

struct ProgramCopy {
    std::string call, kind, file;  // "cudaMemcpy", "host_to_device"
    int line = 0;
    std::uint64_t bytes = 0;
    int from_gpu = 0, to_gpu = 0;    // of memory on a GPU; else the one that the copy is work of
    double begin_s = 0, wall_s = 0;  // by the clock of this machine, of a rank on a GPU; 0: not known
};

// A call that waits for what was launched: cudaDeviceSynchronize() and its like.
struct ProgramWait {
    std::string call, file;
    int line = 0;
};

// The host read a clock while a launch might still be running.
struct ProgramClock {
    std::string call, file;
    int line = 0, launch_line = 0;
};

// Of cuBLAS, cuFFT or cuRAND.
struct ProgramLibraryCall {
    std::string call, size, file;  // "cublasSgemm", "m 64, n 32, k 16"
    int line = 0;
};

// A call of MPI, with its times by the clock that all ranks of a machine share.
struct MpiCall {
    static constexpr int kNobody = -1, kAnyone = -2, kUnknown = -3;  // a rank of another communicator than MPI_COMM_WORLD
    std::string call, file;                                          // "MPI_Send"
    int line = 0;
    int to = kNobody, from = kNobody, tag = -1;
    std::uint64_t bytes = 0;     // that are sent, or that there is room for
    bool is_collective = false;  // all ranks of a communicator take part
    double begin_s = 0;
    std::optional<double> end_s;  // nothing: it was waiting when the rank was ended
    bool sends() const { return to != kNobody; }
    bool receives() const { return from != kNobody; }
};

// What the program drew, written to a file.
struct ProgramPicture {
    std::string file, problem;  // `problem`: why it was not written; empty when it was
    int width = 0, height = 0, frames = 0;
};

struct ProgramError {
    static constexpr std::string_view kLaunch = "<<<...>>>";  // the call
    std::string call, name, file, message;                    // "cudaMalloc", "cudaErrorMemoryAllocation"
    int line = 0;
};

struct ProgramReport {
    std::string program;              // the file
    std::string device = "emulated";  // or "cuda"
    Diagnostics diagnostics;          // it does not compile
    bool is_stopped = false;          // the user has ended it
    int gpus = 1;                     // that the program was given
    int wanted_gpus = 0;              // it asked for the last of so many; 0: only for those that were there
    bool has_counted_gpus = false;    // it asked how many there are
    bool has_ended = false;           // the program itself, or it was not begun; false: the process was ended from outside
    int exit_code = 0;                // the program's own; 128 + the signal that ended it
    std::string output;               // standard output and standard error, where they were kept
    std::vector<ProgramError> errors;
    std::vector<ProgramPicture> pictures;
    std::vector<ProgramFinding> findings;
    std::vector<ProgramLaunch> launches;  // the first ones, in their order
    // Those beyond: launches of one kernel at one place with one shape are one entry.
    struct MoreLaunches {
        ProgramLaunch first;
        std::size_t times = 0, repeats = 0, partly_checked = 0;
    };
    std::vector<MoreLaunches> more_launches;
    std::size_t launch_count() const;
    std::size_t mistake_count() const;  // findings that are no notes
    std::size_t note_count() const { return findings.size() - mistake_count(); }
    // Launches of which not every block was checked for races and reads of unset memory.
    std::size_t partly_checked_count() const;
    std::vector<ProgramCopy> copies;
    std::vector<ProgramLibraryCall> library_calls;
    std::vector<MpiCall> mpi_calls;             // by their begin
    std::uint64_t more_mpi_calls = 0;           // that are not listed
    double clock_offset_s = 0;                  // added to its times, they are by the clock of rank 0's machine
    std::map<std::string, double> rank_values;  // of several ranks that were joined: counts of their messages
    struct Step {
        enum class What { launch, copy, library, wait, refused } what;
        std::size_t index;  // in launches, copies, library_calls, waits or, of a launch that CUDA refused, errors
    };
    std::vector<Step> steps;  // in the order in which they happened
    std::vector<ProgramWait> waits;
    std::vector<ProgramClock> early_clocks;
    // Launches and copies as work of streams, in their order.
    struct Work {
        bool is_launch = false;
        std::uint64_t stream = 0;
        std::vector<std::size_t> beside;  // earlier ones that may run at the same time
    };
    std::vector<Work> works;
    std::optional<ExecOptions> asked;  // what it was run with; nothing: that is not known, or its files are gone
    // Of a run for ExecOptions::keep: why the launch could not be kept, empty when it was. Nothing: it was not reached.
    std::optional<std::string> kept;
    std::optional<SmallestProgram> smallest;  // where it was looked for

    // 1 with a finding, 2 for what does not compile, else the program's own.
    int exit_status() const;
    bool went_well() const { return exit_status() == 0 && !is_stopped; }
};

// Takes one line that the program's process wrote; what cannot be read is passed over.
void add_event(ProgramReport&, const std::string& line);

nlohmann::json to_json(const ProgramReport&);
// What the run says in one sentence: mistakes, and what was not checked.
// `all_checks`: how this reader asks for all checks.
std::string verdict_of(const ProgramReport&, std::string_view all_checks = "--trace full");
std::string repeated_text(const ProgramReport&);  // how many launches' results were those of an earlier one; empty: none
std::string text_of(const ProgramReport&);        // for a terminal: findings, then launches
std::string times_table(const ProgramReport&);    // of launches on a GPU, by kernel and shape; empty: there are none
std::string html_of(const ProgramReport&);        // one page that needs no other file (program_page.cpp)

// The signal that an exit code tells of, as shells number them. exit(-1), which is 255, tells of none.
std::optional<int> signal_of(int exit_code);
// "ended by signal 11 (segmentation fault)"
std::string signal_text(int signal);

}  // namespace warpwise
