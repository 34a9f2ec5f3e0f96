// Actions on whole programs: main() of the open file is run, and one of its launches is opened.
#include <fmt/format.h>

#include <algorithm>
#include <chrono>
#include <set>
#include <string>
#include <system_error>
#include <utility>

#include "base/counted.h"
#include "experiment/file/kept_launch.h"
#include "experiment/file/program_run.h"
#include "experiment/file/smallest_program_search.h"
#include "ui/file/file_state.h"
#include "ui/file/program_sources.h"
#include "ui/kit/widgets.h"
#include "ui/shell/actions.h"
#include "ui/workbench/recent_files.h"

namespace warpwise::ui {
namespace {

namespace fs = std::filesystem;
using namespace std::chrono_literals;

// Folders are those beside the file where they are no absolute paths.
Result<ExecOptions> options_of(const OpenedFile& opened, const ProgramFields& fields) {
    ExecOptions options;
    options.text.file = opened.file.path;
    options.has_thumbnails = true;
    if (fields.checks_all) options.trace = ExecTrace::full;
    options.arguments = words_of(fields.arguments);
    options.text.more_files = other_sources(opened, fields);
    for (const fs::path& each : options.text.more_files) {
        std::error_code error;
        if (!is_program_source(each) || !fs::is_regular_file(each, error))
            return usage_error(fmt::format("there is no source {}", each.string()),
                               "Name .cu, .cpp, .cc or .c files, as seen from the open file's folder.");
    }
    options.text.definitions = words_of(fields.definitions);
    for (const std::string& word : words_of(fields.include_dirs)) {
        const fs::path dir = (opened.file.path.parent_path() / word).lexically_normal();
        std::error_code error;
        if (!fs::is_directory(dir, error))
            return usage_error(fmt::format("there is no include folder {}", dir.string()), "Give folders with header files.");
        options.text.include_dirs.push_back(dir);
    }
    for (std::string& definition : options.text.definitions)
        if (definition.starts_with("-D")) definition.erase(0, 2);
    return options;
}

// Arrays of launches that no kernel uses any more.
void remove_old_arrays(const OpenedFile& opened) {
    const auto is_used = [&](const std::string& name) {
        return std::ranges::any_of(opened.file.kernels.kernels, [&](const FileKernel& kernel) {
            const auto names_it = [&](const FileArgument& one) { return one.fill == "file=" + name; };
            return std::ranges::any_of(kernel.arguments, names_it) || std::ranges::any_of(kernel.variables, names_it);
        });
    };
    std::error_code error;
    for (const fs::directory_entry& entry : fs::directory_iterator(opened.folder, error)) {
        const std::string name = entry.path().filename().string();
        if (name.starts_with("launch_") && name.ends_with(".npy") && !is_used(name)) fs::remove(entry.path(), error);
    }
}

RecentRun run_of(const ProgramReport& report, std::int64_t changed) {
    RecentRun run;
    run.changed = changed;
    run.compiles = !has_errors(report.diagnostics);
    run.mistakes = static_cast<int>(report.mistake_count());
    std::set<std::string> notes;  // a launch in a loop repeats its own
    for (const ProgramLaunch& launch : report.launches) notes.insert(launch.warnings.begin(), launch.warnings.end());
    run.notes = static_cast<int>(notes.size());
    run.exit_code = run.compiles ? report.exit_code : 0;
    return run;
}

// Before what ends the launch, where it is known; else at its first block's start.
ask::Debug moment_of(const ProgramLaunch& launch) {
    ask::Debug asked{.line = {}, .position = {}};
    if (!launch.fault) return asked;
    const Fault& fault = *launch.fault;
    if (fault.block) asked.block = *fault.block;
    if (fault.thread) {
        const Dim3 &at = *fault.thread, &size = launch.shape.block;
        const std::uint32_t thread = (at.z * size.y + at.y) * size.x + at.x;
        asked.warp = thread / 32;
        asked.lane = static_cast<int>(thread % 32);
    }
    if (fault.kind == FaultKind::data_race && fault.line > 0)
        asked.line = fault.line;
    else
        asked.before_fault = true, asked.fault_thread = fault.thread;
    return asked;
}

// What the result and the status bar say of it; its own view has the whole report.
RanProgram told(const Result<ProgramReport>& ran) {
    if (!ran) return {.went_well = false, .title = "It could not run", .lines = {ran.error().text()}};
    const ProgramReport& report = *ran;
    if (const Diagnostic* first = first_of(report.diagnostics); first != nullptr && has_errors(report.diagnostics))
        return {
            .went_well = false, .title = "It does not compile", .lines = {fmt::format("Line {}: {}", first->line, first->message)}};
    RanProgram program{.went_well = report.went_well(), .title = {}, .lines = {}};
    const auto signal = signal_of(report.exit_code);
    const std::string end = signal ? sentence(signal_text(*signal)) : fmt::format("Exit code {}", report.exit_code);
    program.title = fmt::format("{}, {}", end, counted(report.launch_count(), "launch"));
    const std::size_t mistakes = report.mistake_count(), notes = report.note_count();
    if (mistakes > 0) program.title += ", " + counted(mistakes, "mistake");
    if (notes > 0) program.title += ", " + counted(notes, "note");
    if (!report.findings.empty()) program.lines.push_back(sentence(report.findings.front().message));
    return program;
}

}  // namespace

void Actions::act(const ask::RunProgram&) {
    const OpenedFile* opened = opened_file(bench_);
    ProgramState& program = bench_.state<ProgramState>();
    if (opened == nullptr || runs_program()) return;
    const ProgramFields& fields = program_fields(bench_, *opened);
    keep_program_fields(bench_, *opened);
    program.lesson = bench_.lesson->id;
    program.chosen = program.opened_launch = ProgramState::kNoLaunch;
    program.open_problem.clear();
    program.refuses_launch = false;
    const auto options = options_of(*opened, fields);
    program.options = {};
    program.options.text.file = opened->file.path;
    if (!options) {
        program.take_report(std::unexpected(options.error()));
        return;
    }
    program.take_report({});
    program.options = *options;
    program_changed_ = changed_at(opened->file.path);
    program.stop = {};
    program.running = std::async(std::launch::async, [options = *options, stop = program.stop.get_token()] {
        return run_whole_program(options, ProgramOutputMode::kept, stop);
    });
}

// Where the open file belongs to the program that ran.
void Actions::show_program_result() {
    const OpenedFile* opened = opened_file(bench_);
    const ProgramState& program = bench_.state<ProgramState>();
    if (opened != nullptr && program.report && is_of_last_run(program, *opened)) bench_.results.program = told(*program.report);
}

void Actions::act(const ask::StopProgram&) { bench_.state<ProgramState>().stop.request_stop(); }

bool Actions::runs_program() const {
    const ProgramState& program = bench_.state<ProgramState>();
    return program.is_busy();
}

void Actions::act(const ask::FindSmallestProgram&) {
    const OpenedFile* opened = opened_file(bench_);
    ProgramState& program = bench_.state<ProgramState>();
    const bool has_report = program.report && *program.report && opened != nullptr && is_of_last_run(program, *opened);
    if (runs_program() || !has_report) return;
    ExecOptions options = program.options;
    options.has_thumbnails = false;
    program.smallest.reset();
    program.stop = {};
    program.shrinking = std::async(std::launch::async, [options, report = **program.report, stop = program.stop.get_token()] {
        return find_smallest_program(options, report, stop);
    });
}

// True when the search ended. What was found before it was stopped is no answer.
bool Actions::take_smallest_program() {
    ProgramState& program = bench_.state<ProgramState>();
    if (!program.shrinking.valid() || program.shrinking.wait_for(0s) != std::future_status::ready) return false;
    auto found = program.shrinking.get();
    if (!program.stop.stop_requested() && program.report) program.smallest = std::move(found);
    return true;
}

// True when it ended.
bool Actions::take_program() {
    if (take_program_launch() || take_smallest_program()) return true;
    ProgramState& program = bench_.state<ProgramState>();
    if (!program.running.valid() || program.running.wait_for(0s) != std::future_status::ready) return false;
    program.take_report(program.running.get());
    show_program_result();
    if (*program.report && program_changed_ && !program.stop.stop_requested()) {
        note_run(bench_.state<RecentFiles>().files, program.options.text.file, run_of(**program.report, *program_changed_));
        bench_.post(ask::SaveSettings{});
    }
    bench_.post(ask::FocusView{"program"});  // its report, whatever was looked at meanwhile
    if (const int wanted = std::exchange(program.step_when_run, 0); wanted > 0 && *program.report) step_launch(wanted);
    return true;
}

// As `exec --open --launch` asks.
void Actions::step_launch(int number) {
    const std::size_t launches = (*bench_.state<ProgramState>().report)->launches.size();
    if (static_cast<std::size_t>(number) <= launches)
        bench_.post(ask::OpenProgramLaunch{static_cast<std::size_t>(number) - 1, true});
    else
        bench_.say(Severity::error, fmt::format("There is no launch {}: the program made {}.", number, launches));
}

void Actions::act(const ask::OpenProgramLaunch& asked) {
    const OpenedFile* opened = opened_file(bench_);
    ProgramState& program = bench_.state<ProgramState>();
    const bool has_report = program.report && *program.report && opened != nullptr && is_of_last_run(program, *opened);
    if (opened == nullptr || runs_program() || !has_report || asked.launch >= (*program.report)->launches.size()) return;
    program.chosen = asked.launch;
    program.open_problem.clear();
    program.refuses_launch = false;
    program.opening = {.launch = asked.launch, .debug = asked.debug, .folder = opened->folder / "launch", .running = {}};
    std::error_code error;
    fs::remove_all(program.opening.folder, error);
    fs::create_directories(program.opening.folder, error);
    ExecOptions options = program.options;
    options.keep = {static_cast<int>(asked.launch), program.opening.folder};
    program.stop = {};
    program.opening.running = std::async(std::launch::async, [options, stop = program.stop.get_token()] {
        return run_whole_program(options, ProgramOutputMode::kept, stop);
    });
}

// True when the program came to the launch that is to be opened, or to its end.
bool Actions::take_program_launch() {
    ProgramState& program = bench_.state<ProgramState>();
    ProgramState::Opening& opening = program.opening;
    if (!opening.running.valid() || opening.running.wait_for(0s) != std::future_status::ready) return false;
    const auto ran = opening.running.get();
    const OpenedFile* opened = opened_file(bench_);
    const bool is_wanted = opened != nullptr && bench_.lesson->id == program.lesson && program.report && *program.report &&
                           opening.launch < (*program.report)->launches.size();
    const std::size_t number = opening.launch + 1;
    const fs::path kept = opening.folder;
    std::error_code error;
    if (!is_wanted || program.stop.stop_requested()) {
        fs::remove_all(kept, error);
        return true;
    }
    const ProgramLaunch launch = (*program.report)->launches[opening.launch];
    if (!ran) {
        program.open_problem = ran.error().text();
    } else if (has_errors(ran->diagnostics)) {
        program.open_problem = "The file has changed and does not compile. Run the program again.";
    } else if (!ran->kept) {
        program.open_problem =
            fmt::format("The program made {} launches this time, and did not reach launch {}.", ran->launch_count(), number);
    } else if (!ran->kept->empty()) {
        program.open_problem = fmt::format("Launch {} cannot be opened by itself: {}.", number, *ran->kept);
        program.refuses_launch = true;
    } else {
        OpenedFile changed = *opened;
        const auto taken = take_kept_launch(changed.file, kept, changed.folder, launch, number);
        if (taken) {
            const int revision = opened->revision;
            change_file(std::move(changed));
            if (opened_file(bench_)->revision != revision) use_launch(*taken, moment_of(launch));
        } else {
            program.open_problem = taken.error().text();
        }
    }
    fs::remove_all(kept, error);
    if (const OpenedFile* now = opened_file(bench_)) remove_old_arrays(*now);
    return true;
}

// The draft becomes the launch, and runs.
void Actions::use_launch(const OpenedLaunch& taken, const ask::Debug& moment) {
    ProgramState& program = bench_.state<ProgramState>();
    const auto kernel = std::ranges::find(bench_.lesson->kernels, taken.kernel, &KernelSpec::title);
    if (kernel == bench_.lesson->kernels.end()) return;
    choose_kernel(kernel->id);
    for (const auto& [id, value] : taken.values) bench_.draft.request.parameters[id] = value;
    set_block(*bench_.lesson, bench_.draft.request, taken.shape.block);
    bench_.draft.request.grid = taken.shape.grid;
    bench_.draft.grid_automatic = false;
    act(ask::TakeDraft{});
    program.opened_launch = program.opening.launch;
    program.open_problem = taken.note;
    act(ask::Run{});
    if (program.opening.debug) act(moment);
}

}  // namespace warpwise::ui
