// The commands: one struct of options and one function each, one file per command. A function returns the exit status (0 good,
// 1 a kernel or check failed, 2 wrong usage, 3 a device that is not there), writes results to standard output and errors to
// standard error. With `json` standard output holds one JSON value and nothing else.
#pragma once

#include <cstdint>
#include <filesystem>
#include <optional>
#include <span>
#include <string>
#include <string_view>
#include <vector>

#include "base/emulated_gpu.h"
#include "base/error.h"
#include "base/suggest.h"
#include "cli/window_options.h"
#include "device/interface/device.h"
#include "experiment/file/compiler_command.h"
#include "experiment/record/record.h"
#include "experiment/run/device_set.h"
#include "lesson/lesson.h"

namespace warpwise {

// -I and -D of a file.
struct IncludeOptions {
    std::vector<std::string> folders, definitions;
};

// warpwise run LESSON ...
struct RunOptions {
    std::string lesson;
    std::string kernel;                            // empty: the lesson's first
    std::vector<std::string> devices{"emulated"};  // names, or "all"
    std::vector<std::string> settings;             // "block=64"
    std::uint64_t seed = 1;
    int repeats = 7;
    int threads = 0;  // 0: all
    std::string trace = "counters";
    std::vector<std::filesystem::path> recordings;  // files that `recorded` looks into first
    std::string copies;                             // pageable, pinned, resident, staged; empty: as the lesson says
    bool flush_l2 = false;                          // false: as the lesson says
    std::string schedule;                           // of the emulator, "random:7"; empty: as ever
    bool find_other_outcome = false;                // searches instead of one run (searches.cpp)
    bool smallest_case = false;
    std::string ranks, job, weak;  // "4" or "1,2,4,8"; an id, empty: the lesson's first; a size that grows with the ranks
    std::string hosts;             // a host file
    std::filesystem::path record;  // of ranks on GPUs: what was measured is added to this file; empty: to none
    bool json = false;
};
int run_ranks_command(const RunOptions&);  // run_ranks.cpp
int run_as_rank(const RunOptions&);        // the same, where mpirun or srun has started this process as one of the ranks
bool is_started_as_rank();
int run_command(const RunOptions&);

// warpwise sweep LESSON [--over n=2^10..2^24] ...
struct SweepOptions {
    RunOptions run;
    std::string over;
    std::optional<std::filesystem::path> csv;  // "-": standard output
};
int sweep_command(const SweepOptions&);

// warpwise kernel FILE.cu ...
struct KernelOptions {
    std::filesystem::path file;
    IncludeOptions includes;
    std::string entry, grid = "1", block = "1";
    std::uint32_t shared_bytes = 0;
    std::vector<std::string> arguments;  // SPEC, in the kernel's order
    std::vector<std::string> symbols;    // "NAME=SPEC": values of __constant__ and __device__ variables
    std::vector<std::string> saves;      // "I=FILE.npy"
    std::string device = "emulated";
    std::uint64_t seed = 1;
    int repeats = 1;
    int threads = 0;
    std::string trace = "counters";
    std::string copies = "pageable";
    bool flush_l2 = false;
    std::string schedule;
    bool find_other_outcome = false;
    bool json = false;
};
int kernel_command(const KernelOptions&);

// warpwise exec PROGRAM.cu [-- ARGUMENTS]: a whole program (exec.cpp)
struct ExecCommand {
    CompilerCommand compiler;  // sources, and nvcc's options between them
    std::vector<std::string> arguments;
    std::string trace = "automatic", device = "emulated";
    int threads = 0, gpus = 1, ranks = 0;
    std::string hosts;  // of --ranks: a host file
    std::optional<std::filesystem::path> html;
    bool json = false;
    bool strict = false;
    bool progress = false, no_progress = false;  // even if standard error is not a terminal; not even on one
    bool open = false;                           // in the window
    int launch = 0;                              // of --open: that is stepped, counted from 1; 0: none
    bool smallest_case = false;
};
int exec_command(const ExecCommand&);

// warpwise make [TARGET] [-- ARGUMENTS]: the program that a Makefile or a CMakeLists.txt builds (make.cpp)
struct MakeCommand {
    ExecCommand exec;
    std::vector<std::string> words;  // for make: a target, -C DIR, NAME=VALUE
};
int make_command(const MakeCommand&);

// warpwise nvcc ...: stands for nvcc in a Makefile (nvcc.cpp)
int nvcc_command(const std::vector<std::string>& words);
struct LessonToOpen;
Result<LessonToOpen> program_to_open(const ExecCommand&);

// warpwise trace FILE.cu|LESSON: a warp's way through its block, statement by statement (trace.cpp)
struct TraceOptions {
    RunOptions run;        // of a lesson; without one, of a file:
    KernelOptions kernel;  // of both their repeats, copies and the like are passed over
    std::string at_block = "0", schedule = "round-robin", before = "none";
    std::uint32_t warp = 0;
    std::string lines;      // "12..20"; empty: all
    std::string variables;  // names, or "all"; empty: all in JSON, none in the table
    std::uint64_t most_steps = 10'000;
    bool json = false;
};
int trace_command(const TraceOptions&);
int dap_command();  // warpwise dap: the Debug Adapter Protocol on standard input and output (dap.cpp)

int list_command(bool json);
int doctor_command(bool json);
int links_command(bool json);

// warpwise check LESSON [FILE.cu|FOLDER] [--json]: grades an exercise, or every hand-in of a folder (check.cpp)
struct CheckOptions {
    std::string lesson;
    std::string exercise{};                     // of a lesson with several
    std::optional<std::filesystem::path> file;  // or a folder of hand-ins; none: the learner's saved text
    int threads = 0;
    bool smallest_case = false;
    bool json = false;
    std::optional<std::filesystem::path> junit, html;  // reports to write beside what is printed
    std::optional<std::filesystem::path> csv{};        // of a folder
    bool trust = false;                                // programs of the lesson's pack may run with the user's rights
};
int check_command(const CheckOptions&);

// warpwise course verify [LESSON...] (course.cpp)
struct CourseVerifyOptions {
    std::vector<std::string> lessons;               // empty: all
    std::vector<std::filesystem::path> recordings;  // what claims are held against; empty: the shipped ones
    int threads = 0;
    bool json = false;
    bool trust = false;  // programs of the lessons that are named may run with the user's rights
};
int course_verify_command(const CourseVerifyOptions&);

// warpwise course new FOLDER
int course_new_command(const std::filesystem::path& folder);

// warpwise course terms
int course_terms_command();

// warpwise course summary [--name NAME] [-o FILE]
int course_summary_command(const SummaryOptions&, const WindowCommands&);

// warpwise course answers LESSON -o FILE.json (poll.cpp)
struct AnswersOptions {
    std::string lesson;
    std::filesystem::path output;
};
int course_answers_command(const AnswersOptions&);

// warpwise course poll FOLDER
struct PollOptions {
    std::filesystem::path folder;
    std::string lesson;  // empty: every lesson that the files are of
    std::optional<std::filesystem::path> csv, html;
    bool reveal = false;  // marks the right answers
    bool json = false;
};
int course_poll_command(const PollOptions&);

// warpwise record [LESSON...] -o FILE.json
struct RecordOptions {
    std::vector<std::string> lessons;  // empty: all
    std::vector<std::string> devices;  // empty: the GPU and the CPU forms that are here
    std::filesystem::path output;
    bool add = false;  // keep what the file has of other lessons
    int repeats = 7;
    double longest_run_s = 10, lesson_s = 120;  // RecordingLimits
};
int record_command(const RecordOptions&);

// warpwise code LESSON [--kernel K] [--ptx] [--sass] [--arch sm_90] or [--host], and warpwise kernel FILE.cu --ptx (code.cpp)
struct CodeOptions {
    std::string lesson, kernel;  // or the file:
    std::filesystem::path file;
    IncludeOptions includes;
    std::string entry;
    std::vector<std::string> settings;  // "dtype=f64"
    std::string architecture = kEmulatedGpu.architecture;
    bool ptx = false, sass = false;  // neither: PTX
    bool host = false;               // the CUDA host program instead
    std::string python;              // the same in this library of Python instead; empty: not asked for
    std::filesystem::path out;       // of python: FILE.py, or FILE.ipynb for a notebook; empty: standard output
    bool json = false;
};
int code_command(const CodeOptions&);

// warpwise occupancy --cc 9.0 --block 256 ... (occupancy.cpp)
struct OccupancyOptions {
    std::string compute_capability = kEmulatedGpu.compute_capability;
    int block_threads = 256, registers_per_thread = 32;
    std::uint32_t shared_bytes = 0;
    std::optional<std::uint32_t> carve_out_kib;  // none: the driver chooses
    bool json = false;
};
int occupancy_command(const OccupancyOptions&);

// warpwise recordings [FILE...]: those that are known here, and these
struct RecordingsOptions {
    std::vector<std::filesystem::path> files;
    bool json = false;
};
int recordings_command(const RecordingsOptions&);

int bench_command(bool json, const WindowCommands&, bool only_frames = false);
int ceilings_command(bool json);  // warpwise bench --ceilings (ceilings.cpp)
// warpwise bench --interop: how pictures come to the screen (bench_pictures.cpp)
int bench_pictures_command(const PictureBenchOptions&, bool json, const WindowCommands&);

// warpwise bench --workloads: the table of docs/measurements.md (bench_workloads.cpp)
struct BenchWorkloadsOptions {
    bool small = false;                // sizes that take no time, to try it out
    std::vector<std::string> only;     // workloads by id; empty: all
    std::vector<std::string> devices;  // empty: the CPU forms, and the GPU where there is one
    int repeats = 7;
    int threads = 0;      // 0: all
    double limit_s = 60;  // of a CPU form of a workload; one that would take longer is skipped
    bool json = false;
};
int bench_workloads_command(const BenchWorkloadsOptions&);

// --- shared by the commands (common.cpp) ---

// "warpwise: message. hint" on standard error; the exit status of the error's kind.
int report(const Error&);
// The course below data_dir(); an Error when the folder is not there.
Result<Course> load_installed_course();
Result<Trace> parse_trace(std::string_view name);
// Device names, "all" (every device here) or lists with commas.
Result<std::vector<DeviceId>> parse_devices(const std::vector<std::string>& names, DeviceSet&);
// Numbers from 1 to `most` in every part: "256", "16,16", "8,8,4".
Result<Dim3> parse_dim3(std::string_view option, std::string_view text);
// 0 for ok, 1 for wrong, fault, error and cancelled (also where a lesson shows a wrong kernel on purpose).
int exit_status_of(const RunRecord&);

}  // namespace warpwise
