#include "cli/command_options.h"

#include <fmt/format.h>

#include <CLI/CLI.hpp>
#include <array>

#include "cli/lesson_argument.h"
#include "cli/shared_options.h"
#include "device/interface/occupancy.h"
#include "device/process/exec_options.h"
#include "experiment/run/numbers.h"

namespace warpwise {
namespace {

// As CLI::Range, which lets "nan" pass: every comparison with it is false.
CLI::Validator between(double low, double high) {
    const std::string range = fmt::format("{:g} to {:g}", low, high);
    return {[low, high, range](std::string& text) -> std::string {
                const auto value = parse_real(text);
                return value && *value >= low && *value <= high ? "" : fmt::format("{} is not a number from {}", text, range);
            },
            "in [" + range + "]"};
}

void add_copy_options(CLI::App& command, std::string& copies, bool& flush_l2) {
    command
        .add_option("--copies", copies,
                    "On cuda: pageable, pinned, resident or staged arrays; what the lesson sets, or else pageable")
        ->check(CLI::IsMember({"pageable", "pinned", "resident", "staged"}));
    command.add_flag("--flush-l2", flush_l2, "On cuda: empty the L2 cache before each timed launch");
}

void add_schedule(CLI::App& command, std::string& schedule) {
    command
        .add_option("--schedule", schedule,
                    "On emulated: the order of blocks and warps: sequential, round-robin, by-request, reversed, random or "
                    "random:SEED, on one host thread")
        ->type_name("S");
}

CLI::Option* add_find_other_outcome(CLI::App& command, bool& wanted) {
    return command.add_flag("--find-other-outcome", wanted,
                            "Instead of one run: try schedules on the emulator until two results differ");
}

void add_run_options(CLI::App& command, RunOptions& options) {
    command.add_option("lesson", options.lesson, kLessonArgumentHelp)->required();
    command.add_option("--kernel", options.kernel, "Which of the lesson's kernels; the first when not given");
    command
        .add_option("--device", options.devices,
                    "emulated, cuda, cuda:1, cpu-serial, cpu-vector, cpu-threads, cpu-library, recorded; several separated by "
                    "commas; or all, the first of each kind")
        ->allow_extra_args(false)
        ->type_name("D");
    add_settings(command, options.settings);
    command.add_option("--seed", options.seed, "Seed of the random inputs")->check(check_seed)->capture_default_str();
    command.add_option("--repeats", options.repeats, "Timed samples")->check(CLI::Range(1, 100000))->capture_default_str();
    command.add_option("--threads", options.threads, "Host threads for the emulator and the CPU routines; 0 uses all")
        ->check(CLI::Range(0, 4096));
    command.add_option("--trace", options.trace, "none, counters or full")->capture_default_str();
    command.add_option("--recording", options.recordings, "A recording that `--device recorded` searches first")
        ->allow_extra_args(false)
        ->type_name("FILE.json");
    add_copy_options(command, options.copies, options.flush_l2);
    command.add_flag("--json", options.json, "Print records as JSON and nothing else");
}

void add_recordings(CLI::App& command, std::vector<std::filesystem::path>& files) {
    command.add_option("--recording", files, "A recording to show beside the known ones")
        ->allow_extra_args(false)
        ->type_name("FILE.json");
}

void add_window_options(CLI::App& command, WindowOptions& options) {
    add_settings(command, options.settings);
    command.add_option("--host", options.host, "Where to draw: glfw (a window), egl or null (headless)")
        ->check(CLI::IsMember({"glfw", "egl", "null"}));
    command.add_flag("--present", options.present, "The layout for a projector");
    add_recordings(command, options.recordings);
}

void add_record_commands(CLI::App& app, RecordOptions& record, RecordingsOptions& recordings) {
    CLI::App* command = app.add_subcommand("record", "Record how long the lessons' runs take on this machine");
    command->add_option("lessons", record.lessons, "Lessons by id, number or path; all when none is named");
    command->add_option("-o,--output", record.output, "The recording")->required()->type_name("FILE.json");
    command->add_option("--device", record.devices, "Devices to record; the GPU and the CPU forms when not given")
        ->allow_extra_args(false);
    command->add_flag("--add", record.add, "Keep what FILE holds for other lessons");
    command->add_option("--repeats", record.repeats, "Timed samples")->check(CLI::Range(1, 100000))->capture_default_str();
    command
        ->add_option("--longest-run", record.longest_run_s, "Seconds; after a run that took longer, a sweep skips the larger sizes")
        ->check(between(0.01, 3600))
        ->capture_default_str();
    command->add_option("--lesson-seconds", record.lesson_s, "Seconds after which a lesson's sweeps stop")
        ->check(between(0, 86400))
        ->capture_default_str();

    command = app.add_subcommand("recordings", "List the recordings known here");
    command->add_option("files", recordings.files, "More recordings to list")->type_name("FILE.json");
    command->add_flag("--json", recordings.json, "As JSON");
}

void add_figure_options(CLI::App& shot, ShotOptions& o) {
    CLI::Option* figure =
        shot.add_flag("--figure", o.figure, "The view as a figure for papers and slides: no buttons, with a caption");
    shot.add_option("--format", o.format, "With --figure: png, svg or pdf; without it, as the output's name says")
        ->type_name("F")
        ->needs(figure);
    shot.add_option("--ground", o.ground, "With --figure: white, transparent, or transparent-dark with light ink")
        ->capture_default_str()
        ->needs(figure);
    shot.add_flag("--no-title", o.without_title, "With --figure: without the title and the sentence below it")->needs(figure);
    shot.add_flag("--no-caption", o.without_caption, "With --figure: without the caption")->needs(figure);
    shot.add_option("--thread", o.chosen_thread, "With --figure: the thread to point out, counted from 0")
        ->type_name("N")
        ->needs(figure);
}

void add_listing_options(CLI::App& command, CodeOptions& o) {
    command.add_flag("--ptx", o.ptx, "Print the PTX from NVIDIA's compiler; runs nothing and needs no GPU");
    command.add_flag("--sass", o.sass, "Print the machine code (SASS); needs nvdisasm or cuobjdump");
    command.add_option("--arch", o.architecture, "Architecture for --ptx and --sass: sm_75, sm_80, sm_90, ...")
        ->capture_default_str();
}

void add_code_command(CLI::App& app, CodeOptions& o) {
    CLI::App* command = app.add_subcommand("code", "Print the PTX or SASS of a lesson's kernel; needs no GPU");
    command->add_option("lesson", o.lesson, kLessonArgumentHelp)->required();
    command->add_option("--kernel", o.kernel, "Which of the lesson's kernels; the first when not given");
    add_settings(*command, o.settings);
    add_listing_options(*command, o);
    command->add_flag("--host", o.host, "Print the CUDA host program that copies, launches and waits, ready for nvcc")
        ->excludes("--ptx")
        ->excludes("--sass");
    CLI::Option* python = command->add_option("--python", o.python, "Print the same computation in numpy, cupy, numba or jax")
                              ->type_name("LIBRARY")
                              ->excludes("--ptx")
                              ->excludes("--sass")
                              ->excludes("--host");
    command->add_option("-o,--output", o.out, "With --python: the file to write; a notebook if it ends in .ipynb")
        ->type_name("FILE.py|FILE.ipynb")
        ->needs(python);
    command->add_flag("--json", o.json, "As JSON");
}

void add_program_options(CLI::App& app, ExecCommand& o) {
    app.add_option("arguments", o.arguments, "The program's own arguments, after --")->type_name("ARG");
    app.add_option("--trace", o.trace, "counters, full, or automatic: full while it takes little time")
        ->check(CLI::IsMember({"automatic", "counters", "full"}))
        ->capture_default_str();
    app.add_option("--device", o.device, "emulated; cuda: built by nvcc, launches timed; or cuda,emulated: both, in one report")
        ->check(CLI::IsMember({"emulated", "cuda", "cuda,emulated", "emulated,cuda"}).description(""))
        ->type_name("DEVICE")
        ->capture_default_str();
    app.add_option("--gpus", o.gpus, "Emulated GPUs, each with its own memory")
        ->check(CLI::Range(1, kMostEmulatedGpus))
        ->capture_default_str();
    CLI::Option* ranks = app.add_option("--ranks", o.ranks, "Run an MPI program as N ranks with mpirun, each with GPUs of its own")
                             ->type_name("N")
                             ->check(CLI::Range(1, 256));
    app.add_option("--hosts", o.hosts, "A host file of Open MPI: the machines on which the ranks run")
        ->type_name("FILE")
        ->needs(ranks);
    app.add_option("--threads", o.threads, "Host threads for the emulator; 0 uses all")->check(CLI::Range(0, 4096));
    app.add_option("--html", o.html, "Write the report as one page")->type_name("FILE.html");
    app.add_flag("--strict", o.strict, "Count notes as mistakes: memory that is never freed, equal values from several threads");
    app.add_flag("--json", o.json, "Print the report as JSON and nothing else; the program's output is in it");
    CLI::Option* progress = app.add_flag("--progress", o.progress, "Show the progress even if standard error is not a terminal");
    app.add_flag("--no-progress", o.no_progress, "Do not show the progress, even on a terminal")->excludes(progress);
    app.add_flag("--smallest-case", o.smallest_case,
                 "After a run with a mistake: run it again with smaller arguments, -D, #define and int, and find the smallest that "
                 "still show it");
    CLI::Option* open = app.add_flag("--open", o.open, "Run it in the window, where each launch can be opened and stepped");
    app.add_option("--launch", o.launch, "With --open: open launch N in the debugger, before its fault")
        ->type_name("N")
        ->check(CLI::Range(1, 1'000'000))
        ->needs(open);
}

// For commands whose words CLI11 does not see: sources and options of the compiler are taken out before it parses.
class WithUsage : public CLI::Formatter {
  public:
    explicit WithUsage(std::string usage) : usage_(std::move(usage)) {}
    std::string make_usage(const CLI::App*, std::string) const override { return "Usage: " + usage_ + "\n"; }

  private:
    std::string usage_;
};

void add_exec_command(CLI::App& app, ExecCommand& o) {
    CLI::App* exec = app.add_subcommand("exec", "Run a whole CUDA program, host code and kernels, without a GPU");
    exec->formatter(std::make_shared<WithUsage>("warpwise exec SOURCE... [-D NAME=VALUE] [-I FOLDER] [OPTIONS] [-- ARGUMENTS]"));
    exec->footer(
        "SOURCE is a .cu, .cpp, .cc, .cxx or .c file; several are compiled separately and linked. nvcc's options -I, -D, -U,\n"
        "-include, -x, -std, -l, -L, -fopenmp and -Xcompiler mean what they mean to nvcc; its other options are accepted and have "
        "no "
        "effect.");
    add_program_options(*exec, o);
}

void add_make_command(CLI::App& app, MakeCommand& o) {
    CLI::App* make = app.add_subcommand("make", "Run the CUDA program that a Makefile or CMakeLists.txt builds, without a GPU");
    make->formatter(std::make_shared<WithUsage>("warpwise make [TARGET] [-C DIR] [NAME=VALUE] [OPTIONS] [-- ARGUMENTS]"));
    make->footer(
        "make is asked what it would do (make -nB) and builds nothing; for a CMakeLists.txt CMake is asked, in a folder that is "
        "removed.");
    add_program_options(*make, o.exec);
}

void add_kernel_command(CLI::App& app, ParsedCommands& p) {
    CLI::App* kernel = app.add_subcommand("kernel", "Run any kernel of a CUDA C++ file");
    KernelOptions& o = p.kernel;
    kernel->add_option("file", p.kernel_file, "The source")->type_name("FILE.cu");
    kernel->add_option("--entry", o.entry, "The kernel's name, with template arguments: 'add<float>'")->required();
    add_kernel_arguments(*kernel, o);
    kernel->add_option("--save", o.saves, "Save argument I (from 0) after the run: I=FILE.npy")
        ->allow_extra_args(false)
        ->type_name("I=FILE.npy");
    kernel->add_option("--device", o.device, "emulated, cuda or cuda:1")->capture_default_str();
    kernel->add_option("--repeats", o.repeats, "Timed samples on cuda")->check(CLI::Range(1, 100000))->capture_default_str();
    kernel->add_option("--threads", o.threads, "Host threads for the emulator; 0 uses all")->check(CLI::Range(0, 4096));
    kernel->add_option("--trace", o.trace, "none, counters or full")->capture_default_str();
    add_copy_options(*kernel, o.copies, o.flush_l2);
    add_schedule(*kernel, o.schedule);
    add_find_other_outcome(*kernel, o.find_other_outcome);
    kernel->add_flag("--json", o.json, "Print the record as JSON and nothing else");
    add_listing_options(*kernel, p.code);
}

void add_bench_command(CLI::App& app, ParsedCommands& p) {
    CLI::App* bench = app.add_subcommand(
        "bench", "Measure how fast the emulator and the window are here, or pictures, or the table of workloads");
    BenchWorkloadsOptions& o = p.workloads;
    bench->add_flag("--json", p.bench_json, "As JSON");
    bench->add_flag("--ceilings", p.bench_ceilings,
                    "Measure each device's peak copy and multiply-add rates, and keep them for rooflines");
    bench->add_flag("--frames", p.bench_frames, "Only the window: its frames and its animations");
    CLI::Option* interop = bench->add_flag(
        "--interop", p.bench_interop, "Time pictures: kernels that write OpenGL's memory, beside the paths through host memory");
    bench->add_option("--host", p.pictures.host, "With --interop: egl or glfw")
        ->check(CLI::IsMember({"glfw", "egl"}))
        ->needs(interop)
        ->capture_default_str();
    bench->add_option("--size", p.pictures.edges, "With --interop: edge length in pixels; 512, 2048 and 4096 when not given")
        ->check(CLI::Range(16, 16384))
        ->needs(interop)
        ->allow_extra_args(false);
    CLI::Option* workloads =
        bench->add_flag("--workloads", p.bench_workloads, "Measure the table of workloads on the CPU and the GPU");
    bench->add_flag("--small", o.small, "Small sizes, to try it out")->needs(workloads);
    bench->add_option("--only", o.only, "Workloads by name, separated by commas")
        ->delimiter(',')
        ->allow_extra_args(false)
        ->needs(workloads);
    bench
        ->add_option("--device", o.devices,
                     "cpu-serial, cpu-vector, cpu-threads, cpu-library, cuda, cuda:1; all that are present when not given")
        ->allow_extra_args(false)
        ->type_name("D")
        ->needs(workloads);
    bench->add_option("--repeats", o.repeats, "Timed samples")->check(CLI::Range(1, 100000))->needs(workloads);
    bench->add_option("--threads", o.threads, "Threads of cpu-threads and cpu-library; 0 uses all")
        ->check(CLI::Range(0, 4096))
        ->needs(workloads);
    bench->add_option("--limit", o.limit_s, "Seconds; a CPU form that would take longer is skipped")
        ->check(between(0.1, 1e6))
        ->needs(workloads);
}

void add_occupancy_command(CLI::App& app, OccupancyOptions& o) {
    CLI::App* command =
        app.add_subcommand("occupancy", "Compute the blocks and warps that fit on one multiprocessor; needs no GPU");
    command->add_option("--cc", o.compute_capability, "Compute capability, 7.0 to 12.1")->capture_default_str();
    command->add_option("--block", o.block_threads, "Threads per block")->capture_default_str();
    command->add_option("--registers", o.registers_per_thread, "Registers per thread, as the compiler reports them")
        ->check(CLI::Range(1, kMostRegistersOfThread))
        ->capture_default_str();
    command->add_option("--shared", o.shared_bytes, "Bytes of shared memory per block, static and dynamic");
    command->add_option("--carve-out", o.carve_out_kib, "KB reserved for shared memory; the driver chooses when not given")
        ->type_name("KB");
    command->add_flag("--json", o.json, "As JSON");
}

void add_poll_commands(CLI::App& course, AnswersOptions& answers, PollOptions& poll) {
    CLI::App* command =
        course.add_subcommand("answers", "Write your answers to a lesson's predictions, without your name, for a class poll");
    command->add_option("lesson", answers.lesson, kLessonArgumentHelp)->required();
    command->add_option("-o,--output", answers.output, "The file to hand in")->type_name("FILE.json REQUIRED");
    command->footer("Example: warpwise course answers indexing_1d -o answers.json");

    command = course.add_subcommand("poll", "Count the answers in a folder of files that `course answers` wrote");
    command->add_option("folder", poll.folder, "The folder with the files")->required();
    command->add_option("--lesson", poll.lesson, kLessonArgumentHelp);
    command->add_flag("--reveal", poll.reveal, "Mark the right answers");
    command->add_option("--html", poll.html, "Write a one-page report with bars")->type_name("FILE.html");
    command->add_option("--csv", poll.csv, "Write one row per answer")->type_name("FILE.csv");
    command->add_flag("--json", poll.json, "As JSON");
    command->footer("Example: warpwise course poll answers --lesson indexing_1d --html poll.html");
}

struct Example {
    const char *command, *line;
};
constexpr std::array kExamples{
    Example{"open", "open indexing_1d --set block=64"},
    Example{"list", "list --json"},
    Example{"doctor", "doctor"},
    Example{"run", "run indexing_1d --set block=64 --device all"},
    Example{"sweep", "sweep crossover --over n=2^10..2^20 --device cpu-serial,cpu-threads --csv times.csv"},
    Example{"kernel", "kernel add.cu --entry 'add<float>' --grid 4 --block 32 --arg f32[100]:iota --arg i32:100"},
    Example{"exec", "exec homework.cu -- 1000"},
    Example{"trace", "trace add.cu --entry 'add<float>' --grid 4 --block 32 --arg f32[100]:iota --arg i32:100 --at-block 3 --json"},
    Example{"check", "check indexing_1d my_solution.cu"},
    Example{"course", "course verify indexing_1d"},
    Example{"record", "record crossover heat -o this_machine.json"},
    Example{"recordings", "recordings this_machine.json"},
    Example{"shot", "shot indexing_1d --view thread_grid --size 1280x800 -o grid.png"},
    Example{"occupancy", "occupancy --cc 8.6 --block 256 --registers 40 --shared 8192"},
    Example{"code", "code indexing_1d --sass --arch sm_86"},
    Example{"bench", "bench --workloads --small"},
};

void add_examples(CLI::App& app) {
    for (const auto& [command, line] : kExamples) app.get_subcommand(command)->footer(fmt::format("Example: warpwise {}", line));
    app.get_subcommand("course")->get_subcommand("verify")->footer("Example: warpwise course verify indexing_1d");
    app.footer("Example: warpwise run indexing_1d --set block=64 --device all\nEach command has its own --help.");
}

}  // namespace

void add_commands(CLI::App& app, ParsedCommands& p) {
    add_window_options(app, p.window);
    CLI::App* open = app.add_subcommand("open", "Open the window at a lesson");
    open->add_option("lesson", p.open_lesson, kLessonArgumentHelp);
    add_window_options(*open, p.window);

    app.add_subcommand("list", "List the lessons, their parameters and kernels")->add_flag("--json", p.list_json, "As JSON");
    CLI::App* doctor = app.add_subcommand("doctor", "Show what is present, what is missing, and why");
    doctor->add_flag("--json", p.doctor_json, "As JSON");
    doctor->add_flag("--links", p.doctor_links, "Measure instead how quickly the GPUs here exchange data");
    CLI::App* run = app.add_subcommand("run", "Run a lesson's kernel and check its result");
    add_run_options(*run, p.run);
    add_schedule(*run, p.run.schedule);
    run->add_option("--ranks", p.run.ranks,
                    "Run a job of the lesson in N MPI ranks; a list such as 1,2,4,8 runs it once with each number")
        ->type_name("N");
    run->add_option("--job", p.run.job, "Which of the lesson's jobs; the first when not given");
    run->add_option("--weak", p.run.weak, "Weak scaling: multiply this size by the number of ranks; needs a list of --ranks")
        ->type_name("SIZE");
    run->add_option("--record", p.run.record, "With --ranks and --device cuda: add what was measured to this recording of ranks")
        ->type_name("FILE");
    run->add_option("--hosts", p.run.hosts, "A host file of Open MPI: the machines on which the ranks run")->type_name("FILE");
    run->add_flag("--smallest-case", p.run.smallest_case,
                  "Instead of one run: find the smallest launch on the emulator that shows what is wrong")
        ->excludes(add_find_other_outcome(*run, p.run.find_other_outcome));

    CLI::App* sweep = app.add_subcommand("sweep", "Run at many sizes");
    add_run_options(*sweep, p.sweep.run);
    sweep->add_option("--over", p.sweep.over,
                      "n=2^10..2^24, n=1024..65536*2, n=100..1000+100 or n=100,200,300; when not given, the lesson's own sweep");
    sweep->add_option("--csv", p.sweep_csv, "Write the times as CSV; - for standard output")->excludes("--json");

    add_kernel_command(app, p);
    add_exec_command(app, p.exec);
    add_make_command(app, p.make);
    app.add_subcommand("nvcc", "Take the place of nvcc in a Makefile: make NVCC=\"warpwise nvcc\", then run the program")
        ->footer(
            "It takes nvcc's command line: -c writes a small file in place of an object file, and linking writes a script that "
            "runs `warpwise exec`.");
    add_trace_command(app, p.trace, p.trace_target);
    app.add_subcommand("dap", "Step through kernels from an editor: the Debug Adapter Protocol on standard input and output");
    CLI::App* check = app.add_subcommand("check", "Grade an exercise, or a folder of hand-ins");
    check->add_option("lesson", p.check.lesson, kLessonArgumentHelp)->required();
    check->add_option("file", p.check_file, "The solution to grade, or a folder of hand-ins")->type_name("FILE.cu|FOLDER");
    check->add_option("--exercise", p.check.exercise, "Which exercise, of a lesson with several")->type_name("ID");
    check->add_option("--threads", p.check.threads, "Host threads for the emulator; 0 uses all")->check(CLI::Range(0, 4096));
    check->add_flag("--smallest-case", p.check.smallest_case, "If it fails, find the smallest launch that shows it");
    check->add_flag("--json", p.check.json, "As JSON");
    check->add_flag("--trust", p.check.trust, "From now on, run programs of all lessons in the same folder with your rights");
    check->add_option("--junit", p.check.junit, "Write a JUnit XML report")->type_name("FILE.xml");
    check->add_option("--html", p.check.html, "Write a one-page report")->type_name("FILE.html");
    check->add_option("--csv", p.check.csv, "For a folder: write one row per hand-in")->type_name("FILE.csv");
    CLI::App* course = app.add_subcommand("course", "Work on the course");
    course->require_subcommand(1);
    course->add_subcommand("list", "List the lessons, as `warpwise list` does")->add_flag("--json", p.list_json, "As JSON");
    CLI::App* fresh = course->add_subcommand("new", "Make a lesson's folder that passes `course verify`, to be edited");
    fresh->add_option("folder", p.new_lesson, "The folder to make; its name is the lesson's id, after a number")->required();
    fresh->footer("Example: warpwise course new 16_saxpy");
    course->add_subcommand("terms", "List the words of the glossary, which a lesson's text can link")
        ->footer("Example: warpwise course terms");
    CLI::App* summary = course->add_subcommand("summary", "What you have finished in the course, and what you can do now");
    summary->add_option("--name", p.summary.name, "Your name, for the page");
    summary->add_option("-o,--output", p.summary.output, "Write a page: FILE.pdf, .svg or .png");
    summary->add_flag("--json", p.summary.json, "As JSON");
    summary->footer("Example: warpwise course summary --name Ada -o summary.pdf");
    add_poll_commands(*course, p.answers, p.poll);
    CLI::App* verify = course->add_subcommand("verify", "Check that lessons are right: their kernels, exercises and claims");
    verify->add_option("lessons", p.verify.lessons, "Lessons by id, number or path; all when none is named");
    verify->add_option("--threads", p.verify.threads, "Host threads for the emulator; 0 uses all")->check(CLI::Range(0, 4096));
    verify->add_option("--recording", p.verify.recordings, "Check claims against this recording instead of the shipped ones")
        ->type_name("FILE.json")
        ->allow_extra_args(false);
    verify->add_flag("--json", p.verify.json, "As JSON");
    verify->add_flag("--trust", p.verify.trust, "From now on, run programs of all lessons in the same folders with your rights");

    add_record_commands(app, p.record, p.recordings);
    CLI::App* shot = app.add_subcommand("shot", "Save a picture of a lesson's view");
    shot->add_option("lesson", p.shot_lesson, kLessonArgumentHelp)->required();
    CLI::Option* view =
        shot->add_option("--view", p.shot.view, "window, present, image, thread_grid, timings, sweep, roofline, timeline, ...")
            ->capture_default_str();
    shot->add_option("--step", p.shot.step, "With --view present: which step of the presentation")->check(CLI::Range(1, 1000));
    CLI::Option* tab =
        shot->add_option("--tab", p.shot.tab, "What timings, thread_grid and sweep show: samples, slice, phases, ...");
    tab->type_name("NAME");
    add_figure_options(*shot, p.shot);
    shot->add_option("--frames", p.shot.frames, "Instead of a view: this many frames of the lesson's animation")
        ->check(CLI::Range(1, 10000))
        ->excludes(view)
        ->excludes(tab)
        ->excludes("--figure");
    add_debug_options(*shot, p.shot_debug, p.shot);
    shot->add_option("--preset", p.shot.preset, "A preset of the lesson, by its name; --set overrides it")->type_name("NAME");
    add_settings(*shot, p.shot.settings);
    shot->add_option("--size", p.shot_size, "Pixels of the picture; when not given, 1280x800 times the scale")->type_name("WxH");
    shot->add_option("--scale", p.shot.scale, "Size of text and lines")->check(between(0.5, 4));
    shot->add_option("--theme", p.shot.theme, "dark, light or high-contrast")
        ->check(CLI::IsMember({"dark", "light", "high-contrast"}));
    shot->add_option("--host", p.shot.host, "egl, glfw or null")->check(CLI::IsMember({"glfw", "egl", "null"}));
    shot->add_option("--device", p.shot.device, "Device that runs before the picture is taken")->capture_default_str();
    add_recordings(*shot, p.shot.recordings);
    shot->add_option("-o,--output", p.shot.output,
                     "The file to write; with --figure also F.svg or F.pdf, with --frames an animation")
        ->required()
        ->type_name("F.png");

    add_occupancy_command(app, p.occupancy);
    add_code_command(app, p.code);
    add_bench_command(app, p);
    add_examples(app);
}

}  // namespace warpwise
