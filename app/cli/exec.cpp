// warpwise exec PROGRAM.cu: a whole program, host code and kernels, in a process of its own
#include <fmt/format.h>
#include <unistd.h>

#include <algorithm>
#include <array>
#include <chrono>
#include <cstdio>
#include <nlohmann/json.hpp>

#include "base/files.h"
#include "base/json.h"
#include "base/paths.h"
#include "base/standard_streams.h"
#include "cli/commands.h"
#include "cli/exec_progress.h"
#include "cli/exec_ranks.h"
#include "cli/stop_by_signal.h"
#include "cli/window_options.h"
#include "device/process/descendants.h"
#include "experiment/file/program_both.h"
#include "experiment/file/program_run.h"
#include "experiment/file/smallest_program_search.h"
#include "experiment/run/device_set.h"

namespace warpwise {
namespace {

// nvcc takes older standards; what runs here needs at least the one that it takes unasked.
std::string standard_of(const std::string& asked) {
    constexpr auto older = std::to_array<std::string_view>({"98", "03", "0x", "11", "1y", "14"});
    const bool is_older = std::ranges::any_of(older, [&](std::string_view each) { return asked.ends_with(each); });
    return is_older ? ProgramText().standard : asked;
}

// What is no source and stands behind one is an argument of the program, also without -- between.
Result<void> take_inputs(const CompilerCommand& compiler, ExecOptions& out) {
    std::vector<std::filesystem::path> sources;
    std::error_code error;
    for (const std::filesystem::path& input : compiler.inputs) {
        const std::filesystem::path file = std::filesystem::absolute(input, error);
        const bool is_file = std::filesystem::is_regular_file(file, error);
        const std::string ending = input.extension().string();
        if (ending == ".o" || ending == ".a" || ending == ".so")
            return usage_error(fmt::format("{} is already compiled", input.string()),
                               "The emulator needs source text: name the source that it was compiled from.");
        if (sources.empty() && std::filesystem::is_directory(file, error))
            return usage_error(fmt::format("{} is a folder", input.string()),
                               fmt::format("Name the sources in it, as in `warpwise exec {}/*.cu`. If there is a Makefile or a "
                                           "CMakeLists.txt, `warpwise make` finds them.",
                                           input.string()));
        if (sources.empty() && is_file && !is_program_source(input) && !compiler.text.is_all_cuda && !ending.empty())
            return usage_error(fmt::format("{} is not a source file: exec takes .cu, .cpp, .cc, .cxx and .c", input.string()),
                               "If it is a CUDA source, name its language: `-x cu`.");
        if (is_program_source(input) || (sources.empty() && is_file)) {
            if (!is_file)
                return usage_error(fmt::format("there is no file {}", input.string()),
                                   "Give the program's sources: warpwise exec program.cu");
            if (std::ranges::find(sources, file) == sources.end()) sources.push_back(file);
        } else if (sources.empty()) {
            return usage_error(fmt::format("there is no file {}", input.string()),
                               "Give the program's sources: warpwise exec program.cu");
        } else {
            out.arguments.push_back(input.string());
        }
    }
    if (sources.empty()) return usage_error("exec needs a program", "Give its sources: warpwise exec program.cu");
    out.text.file = sources.front();
    out.text.more_files.assign(sources.begin() + 1, sources.end());
    return {};
}

Result<ExecOptions> options_of(const ExecCommand& command) {
    ExecOptions out;
    if (!command.compiler.unknown.empty())
        return usage_error(fmt::format("'{}' is not an option of exec or of nvcc", command.compiler.unknown.front()),
                           "`warpwise exec --help` lists its options. The program's own options follow --.");
    out.text = command.compiler.text;
    if (auto taken = take_inputs(command.compiler, out); !taken) return std::unexpected(taken.error());
    std::error_code error;
    for (std::filesystem::path& dir : out.text.include_dirs) dir = std::filesystem::absolute(dir, error);
    for (std::filesystem::path& dir : out.text.library_dirs) dir = std::filesystem::absolute(dir, error);
    out.text.standard = standard_of(out.text.standard);
    out.trace = command.trace == "full"       ? ExecTrace::full
                : command.trace == "counters" ? ExecTrace::counters
                                              : ExecTrace::automatic;
    out.gpus = command.gpus;
    out.threads = command.threads;
    out.is_strict = command.strict;
    out.has_thumbnails = command.html.has_value();
    out.arguments.insert(out.arguments.end(), command.arguments.begin(), command.arguments.end());
    return out;
}

void pass_on_and_keep(std::string_view text, std::string& kept, std::size_t most) {
    std::fwrite(text.data(), 1, text.size(), stdout);
    std::fflush(stdout);
    if (kept.size() < most) kept += text.substr(0, most - kept.size());
}

ProgramOutputMode mode_of(const ExecCommand& command) {
    return command.json ? ProgramOutputMode::kept_with_input : ProgramOutputMode::passed_on;
}

bool is_for_both(const ExecCommand& command) { return command.device.contains(','); }

// A second run reads standard input again from the same place if it is a file; otherwise it has no input.
class InputAgain {
  public:
    ProgramOutputMode mode() const {
        const bool is_back = begin_ >= 0 && lseek(STDIN_FILENO, begin_, SEEK_SET) == begin_;
        return is_back ? ProgramOutputMode::kept_with_input : ProgramOutputMode::kept;
    }

  private:
    const off_t begin_ = lseek(STDIN_FILENO, 0, SEEK_CUR);
};

// Shows a line of progress meanwhile. The output is kept in the report if more than the terminal needs it.
Result<ProgramReport> run_emulated(const ExecCommand& command, ExecOptions options, const StopBySignal& stop) {
    std::unique_ptr<ExecProgress> progress;
    if (!command.no_progress)
        progress = ExecProgress::make(command.progress ? ExecProgress::When::always : ExecProgress::When::in_a_terminal);
    if (progress) options.progress_file = progress->file();
    const bool is_beside = progress && progress->has_output_beside();
    std::string output;
    // A longer page is slow to open; a comparison needs as much output as a run on a GPU keeps.
    const std::size_t most = std::size_t{is_for_both(command) ? 64U : 1U} << 20;
    const ProgramTaps taps{.output =
                               [&](std::string_view text) {
                                   if (is_beside) progress->before_output();
                                   pass_on_and_keep(text, output, most);
                                   if (is_beside) progress->after_output(text);
                               },
                           .event = [](const std::string&) {},
                           .is_terminal = isatty(STDOUT_FILENO) == 1};
    const bool takes_output = !command.json && (command.html || is_for_both(command) || is_beside);
    auto run = run_whole_program(options, mode_of(command), stop.token(), takes_output ? &taps : nullptr);
    if (run && takes_output) run->output = std::move(output);
    return run;
}

Result<ProgramReport> run_on_gpu_too(const ProgramReport& emulated, const ExecOptions& options, const InputAgain& input,
                                     const StopBySignal& stop) {
    if (has_errors(emulated.diagnostics)) return failure("the program does not compile");
    if (emulated.is_stopped || stop.is_asked()) return failure("the program was stopped before its end");
    auto run = run_whole_program_on_gpu(options, input.mode(), stop.token());
    const bool has_times = run && std::ranges::any_of(run->launches, [](const ProgramLaunch& l) { return l.gpu_ms.has_value(); });
    if (!run || has_times) return run;
    DeviceSet devices;  // nvcc builds programs where there is no GPU, too
    if (const auto gpu = devices.first_gpu(); !gpu)
        return std::unexpected(
            Error{gpu.error().kind, gpu.error().message, "If this machine has an NVIDIA GPU, install its driver."});
    return run;
}

// Into the report. A program without a mistake has none.
Result<void> look_for_smallest(const ExecCommand& command, const ExecOptions& options, const StopBySignal& stop,
                               ProgramReport& report) {
    if (report.mistake_count() == 0 || report.is_stopped || stop.is_asked()) return {};
    const SmallestProgramLimits limits;
    if (!command.json && isatty(STDERR_FILENO) == 1)
        print_to(stderr, "\nLooking for the smallest case that shows the mistake, for at most {:.0f} s ...\n", limits.most_s);
    auto found = find_smallest_program(options, report, stop.token(), limits);
    if (!found) return std::unexpected(found.error());
    report.smallest = std::move(*found);
    return {};
}

// The program's process ends at Ctrl-C by itself, unless the program has other plans.
constexpr std::chrono::seconds kInterruptGrace{1};

}  // namespace

Result<LessonToOpen> program_to_open(const ExecCommand& command) {
    if (command.json || command.html || command.device != "emulated" || command.trace != "automatic" || command.threads != 0 ||
        command.progress || command.no_progress || command.gpus != 1 || command.ranks != 0 || command.smallest_case ||
        command.compiler.text.standard != ProgramText().standard)
        return usage_error("--open runs the program in the window, which takes only sources, -I, -D and the program's arguments",
                           "Leave out --open, or the other options.");
    const auto options = options_of(command);
    if (!options) return std::unexpected(options.error());
    LessonToOpen out{.id = {}, .folder = {}, .cuda_file = options->text.file};
    out.program.emplace(options->arguments, std::vector<std::string>(), options->text.definitions);
    for (const std::filesystem::path& dir : options->text.include_dirs) out.program->include_dirs.push_back(dir.string());
    out.program->more_files = options->text.more_files;
    out.program->launch = command.launch;
    return out;
}

int exec_command(const ExecCommand& command) {
    adopt_descendants();
    auto options = options_of(command);
    if (!options) return report(options.error());
    auto given = options_of_rank();
    if (!given) return report(given.error());
    if (*given) options = **std::move(given);
    if (command.smallest_case && (command.device != "emulated" || command.ranks > 0))
        return report(Error{ErrorKind::usage, "--smallest-case takes programs of one process, in the emulator",
                            "Leave out --device and --ranks."});
    const ExecOptions as_given = *options;
    if (command.device != "cuda" || command.ranks > 0)
        if (const auto mpi = use_mpi(*options); !mpi) return report(mpi.error());
    if (command.ranks > 0) {
        if (!options->mpi)
            return report(Error{ErrorKind::usage, fmt::format("{} does not include mpi.h", shown_path(options->text.file)),
                                "--ranks starts an MPI program. Leave it out for a program of one process."});
        return exec_ranks(command, as_given);
    }
    if (const auto here = rank_here(); here && options->mpi) return exec_as_rank(command, *options, *here);
    const StopBySignal stop(kInterruptGrace);
    const InputAgain input;
    auto run = command.device == "cuda" ? run_whole_program_on_gpu(*options, mode_of(command), stop.token())
                                        : run_emulated(command, *options, stop);
    std::optional<BothReports> both;
    if (run && is_for_both(command)) {
        auto on_gpu = run_on_gpu_too(*run, *options, input, stop);
        both = joined(*std::move(run), std::move(on_gpu));
        run = both->emulated;
    }
    if (run && command.smallest_case)
        if (const auto looked = look_for_smallest(command, *options, stop, *run); !looked) return report(looked.error());
    // Ends what the program has started: the run was stopped, or the program has killed the process that waits for it.
    if (stop.is_asked() || (run && command.device == "emulated" && !run->has_ended)) end_descendants();
    if (!run) return report(run.error());
    if (command.html)
        if (const auto written = write_file_atomically(*command.html, html_of(*run)); !written) return report(written.error());
    if (command.json) {
        print_to(stdout, "{}\n", json_text(both ? to_json(*both) : to_json(*run)));
    } else {
        print_to(stderr, "\n{}", both ? text_of(*both) : text_of(*run));
    }
    return both ? both->exit_status() : run->exit_status();
}

}  // namespace warpwise
