#include "experiment/check/program_exercise.h"

#include <fmt/format.h>

#include <algorithm>
#include <atomic>
#include <chrono>
#include <condition_variable>
#include <functional>
#include <mutex>
#include <optional>
#include <thread>

#include "base/clock.h"
#include "base/files.h"
#include "device/process/program_text.h"
#include "experiment/check/exercise_verdict.h"
#include "experiment/check/program_output.h"
#include "experiment/check/program_values.h"
#include "experiment/file/program_run.h"
#include "experiment/file/temporary_folder.h"
#include "experiment/ranks/job_run.h"
#include "experiment/ranks/joined_ranks.h"
#include "lesson/program_names.h"
#include "lesson/trusted_packs.h"

namespace warpwise {
namespace {

constexpr std::size_t kMostBytesBeside = std::size_t{1} << 20;
constexpr int kSeeds = 9'999;  // a seed as an argument is a number from 1 to that: small enough for any type of a program

// Asks for a stop after a time, or when the caller wants one.
class Deadline {
  public:
    Deadline(std::stop_token caller, double most_s)
        : ask_(std::move(caller), [this] { source_.request_stop(); }),
          watch_([this, most_s](const std::stop_token& done) { wait(done, std::chrono::duration<double>(most_s)); }) {}
    std::stop_token token() const { return source_.get_token(); }
    bool has_passed() const { return has_passed_; }

  private:
    void wait(const std::stop_token& done, std::chrono::duration<double> most) {
        std::unique_lock lock(mutex_);
        std::condition_variable_any ended;
        if (ended.wait_for(lock, done, most, [] { return false; }) || done.stop_requested()) return;
        has_passed_ = true;
        source_.request_stop();
    }

    std::stop_source source_;
    std::stop_callback<std::function<void()>> ask_;
    std::mutex mutex_;
    std::atomic<bool> has_passed_ = false;
    std::jthread watch_;
};

struct RanProgram {
    ProgramReport report;
    bool is_too_long = false;
};

std::vector<std::string> run_arguments(const ProgramRun& run, std::uint64_t seed) {
    std::vector<std::string> arguments = run.arguments;
    for (std::string& each : arguments)
        if (each == kSeedArgument) each = std::to_string(1 + seed % kSeeds);
    return arguments;
}

bool has_ranks(const std::vector<ProgramRun>& runs) {
    return std::ranges::any_of(runs, [](const ProgramRun& run) { return run.ranks > 0; });
}

// A run as the lesson asks for it. `without`: what a gate leaves out besides.
ExecRun exec_run(const ProgramRun& asked, const std::vector<std::string>& arguments, const Pretence& without) {
    Pretence pretence = without;
    pretence.launch_error = asked.launch_error;
    pretence.launch_s = asked.launch_s;
    return {arguments, pretence};
}

std::vector<ExecRun> exec_runs(const ProgramTask& task, const std::vector<std::vector<std::string>>& arguments,
                               const Pretence& without = {}) {
    std::vector<ExecRun> runs;
    for (std::size_t i = 0; i < task.runs.size(); ++i) runs.push_back(exec_run(task.runs[i], arguments[i], without));
    return runs;
}

// Places in the text name the file as the learner knows it.
void rename_places(ProgramReport& report, const std::string& file, const std::string& source) {
    const auto rename = [&](std::string& place) {
        if (place == file) place = source;
    };
    for (Diagnostic& each : report.diagnostics) rename(each.file);
    for (ProgramFinding& each : report.findings) rename(each.file);
    for (ProgramError& each : report.errors) rename(each.file);
    for (ProgramCopy& each : report.copies) rename(each.file);
    for (ProgramWait& each : report.waits) rename(each.file);
    for (ProgramClock& each : report.early_clocks) rename(each.file);
    for (ProgramLaunch& each : report.launches) {
        rename(each.file);
        if (!each.fault) continue;
        rename(each.fault->file);
        if (each.fault->other) rename(each.fault->other->file);
    }
    rename(report.program);
}

// One text with what belongs to it, run as often as its exercise asks.
class GradedProgram {
  public:
    static Result<GradedProgram> make(const std::string& text, const std::string& source, const ExerciseOptions& options,
                                      const std::vector<std::filesystem::path>& beside = {}) {
        auto folder = TemporaryFolder::make("warpwise-exercise");
        if (!folder) return std::unexpected(folder.error());
        std::string name = std::filesystem::path(source).filename().string();
        if (!is_program_source(name)) name = "program.cu";
        const std::filesystem::path file = folder->path() / name;
        if (const auto written = write_file_atomically(file, text); !written) return std::unexpected(written.error());
        std::vector<std::filesystem::path> more;
        for (const std::filesystem::path& each : beside) {
            const std::filesystem::path copy = folder->path() / each.filename();
            const auto bytes = read_regular_file(each, kMostBytesBeside);
            if (!bytes) return std::unexpected(bytes.error());
            if (const auto written = write_file_atomically(copy, *bytes); !written) return std::unexpected(written.error());
            if (is_program_source(copy)) more.push_back(copy);
        }
        return GradedProgram(std::move(*folder), file, source, std::move(more), options);
    }

    // All its runs, as far as they came.
    Result<std::vector<RanProgram>> run(const ProgramTask& task, const std::vector<std::vector<std::string>>& arguments,
                                        const Pretence& without = {}) const {
        std::vector<ExecRun> runs = exec_runs(task, arguments, without);
        return has_ranks(task.runs) ? run_in_ranks(task.runs, std::move(runs)) : run(std::move(runs));
    }
    // Compiled once for all of these, as far as they came.
    Result<std::vector<RanProgram>> run(std::vector<ExecRun> runs) const {
        ExecOptions exec;
        exec.text.file = file_;
        exec.text.more_files = more_files_;
        exec.trace = ExecTrace::full;
        exec.changes_no_files = true;
        exec.has_thumbnails = true;
        exec.threads = options_.threads;
        exec.step_budget = options_.hooks.step_budget;
        const Deadline deadline(options_.hooks.stop, options_.most_program_s);
        auto reports = run_whole_program_often(exec, std::move(runs), deadline.token());
        if (!reports) return std::unexpected(reports.error());
        std::vector<RanProgram> ran;
        for (ProgramReport& report : *reports) {
            name_places(report);
            ran.push_back({std::move(report), false});
        }
        ran.back().is_too_long = deadline.has_passed();
        return ran;
    }

  private:
    // Of a program of MPI: the reports of the ranks, joined to one. Once a run is wrong, the others are not begun.
    Result<std::vector<RanProgram>> run_in_ranks(const std::vector<ProgramRun>& asked, std::vector<ExecRun> runs) const {
        if (auto here = mpi_is_here(); !here)
            return std::unexpected(Error{ErrorKind::device_missing, here.error().message, here.error().hint});
        std::vector<RanProgram> ran;
        for (std::size_t i = 0; i < asked.size(); ++i) {
            ExecOptions exec;
            exec.text.file = file_;
            exec.text.more_files = more_files_;
            exec.threads = 1;
            exec.arguments = std::move(runs[i].arguments);
            exec.pretence = std::move(runs[i].pretence);
            exec.step_budget = options_.hooks.step_budget;
            const Deadline deadline(options_.hooks.stop, options_.most_program_s);
            const auto report = run_ranks(exec, std::max(1, asked[i].ranks), ProgramOutputMode::kept, deadline.token());
            if (!report) return std::unexpected(report.error());
            ProgramReport one = joined(*report);
            one.is_stopped = deadline.token().stop_requested();
            name_places(one);
            const bool is_right = one.exit_status() == 0;
            ran.push_back({std::move(one), deadline.has_passed()});
            if (!is_right) break;
        }
        return ran;
    }

    // As the learner knows the files.
    void name_places(ProgramReport& report) const {
        name_sources(report);
        rename_places(report, file_.string(), source_);
        for (const std::filesystem::path& each : more_files_)
            rename_places(report, each.string(), (std::filesystem::path(source_).parent_path() / each.filename()).string());
    }

    // What ran was a copy, which is gone when this is.
    void name_sources(ProgramReport& report) const {
        if (options_.file.empty() || !report.asked) return report.asked.reset();
        ProgramText& text = report.asked->text;
        text.file = options_.file;
        for (std::filesystem::path& each : text.more_files) each = options_.file.parent_path() / each.filename();
    }

    GradedProgram(TemporaryFolder folder, std::filesystem::path file, std::string source,
                  std::vector<std::filesystem::path> more_files, const ExerciseOptions& options)
        : folder_(std::move(folder)),
          file_(std::move(file)),
          source_(std::move(source)),
          more_files_(std::move(more_files)),
          options_(options) {}
    TemporaryFolder folder_;
    std::filesystem::path file_;
    std::string source_;
    std::vector<std::filesystem::path> more_files_;
    const ExerciseOptions& options_;
};

// Why a run is not right: a kind of program_failure_kinds(), and a sentence.
struct RunReason {
    std::string kind, text;
};

std::string finding_place(const ProgramFinding& finding) {
    return finding.line > 0 ? fmt::format("line {}: ", finding.line) : std::string();
}

// Without the finding's own hint, which often says what to write: the exercise has hints of its own.
RunReason reason_of(const ProgramFinding& finding) { return {finding.kind, finding_place(finding) + finding.message}; }

std::string ending_of(const ProgramReport& report) {
    const auto signal = signal_of(report.exit_code);
    return signal ? "it is " + signal_text(*signal) : fmt::format("it ends with exit code {}", report.exit_code);
}

std::string last_output_line(const std::string& output) {
    const std::size_t end = output.find_last_not_of(" \n\r\t");
    if (end == std::string::npos) return {};
    const std::size_t begin = output.find_last_of('\n', end);
    return output.substr(begin == std::string::npos ? 0 : begin + 1, end - (begin == std::string::npos ? 0 : begin + 1) + 1);
}

// What is wrong with how it ended.
std::optional<RunReason> wrong_end(const ProgramRun& asked, const ProgramReport& report) {
    if (asked.fails && report.exit_code == 0)
        return RunReason{
            "exit",
            "it ends with exit code 0, which says that all went well; it should say what went wrong and end with another "
            "exit code"};
    if (asked.fails || report.exit_code == 0) return std::nullopt;
    const std::string said = last_output_line(report.output);
    return RunReason{"exit",
                     ending_of(report) + "; 0 is expected" + (said.empty() ? "" : fmt::format(". Its last line is \"{}\"", said))};
}

std::optional<RunReason> wrong_with(const ProgramTask& task, const ProgramRun& asked, double most_s, const RanProgram& ran,
                                    const std::string& expected) {
    const ProgramReport& report = ran.report;
    if (has_errors(report.diagnostics)) return RunReason{"compile", "it does not compile:\n" + text_of(report.diagnostics)};
    if (ran.is_too_long) return RunReason{"time", fmt::format("it has not ended after {:g} seconds, and was stopped", most_s)};
    const auto mistake = std::ranges::find(report.findings, false, &ProgramFinding::is_note);
    if (mistake != report.findings.end()) return reason_of(*mistake);
    if (auto end = wrong_end(asked, report)) return end;
    if (const std::string line = forbidden_in_output(report.output, asked.never_prints); !line.empty())
        return RunReason{"wrong", fmt::format("it prints \"{}\", which is not true in this run", line)};
    if (const std::string missing = missing_in_output(report.output, expected, task.tolerance); !missing.empty())
        return RunReason{"wrong", missing};
    for (const ProgramFinding& note : report.findings)
        if (task.notes && std::ranges::find(*task.notes, note.kind) == task.notes->end()) return reason_of(note);
    return std::nullopt;
}

// What the solution does with the same arguments.
class SolutionRuns {
  public:
    SolutionRuns(const Exercise& exercise, const std::vector<std::vector<std::string>>& arguments, const ExerciseOptions& options)
        : exercise_(exercise), arguments_(arguments), options_(options) {}

    Result<const ProgramReport*> report(std::size_t run) {
        std::map<std::string, ProgramReport>& kept = options_.kept_solution != nullptr ? options_.kept_solution->programs : own_;
        const auto key = [&](std::size_t i) { return fmt::format("{}\n{}\n{}", exercise_.id, i, fmt::join(arguments_[i], "\n")); };
        if (const auto known = kept.find(key(run)); known != kept.end()) return &known->second;
        const auto program = GradedProgram::make(exercise_.solution, exercise_.solution_file(), options_);
        if (!program) return std::unexpected(program.error());
        auto ran = program->run(*exercise_.program, arguments_);
        if (!ran) return std::unexpected(ran.error());
        if (has_errors(ran->front().report.diagnostics))
            return failure("the lesson's own solution does not compile:\n" + text_of(ran->front().report.diagnostics));
        for (std::size_t i = 0; i < ran->size(); ++i) kept[key(i)] = std::move((*ran)[i].report);
        const auto known = kept.find(key(run));
        if (known == kept.end()) return failure("the lesson's own solution was stopped");
        return &known->second;
    }

  private:
    const Exercise& exercise_;
    const std::vector<std::vector<std::string>>& arguments_;
    const ExerciseOptions& options_;
    std::map<std::string, ProgramReport> own_;
};

void note_cancelled(ShapeVerdict& verdict) {
    verdict.status = RunStatus::cancelled;
    verdict.explained = "the run was cancelled";
}

// What a run should print: as the lesson says, or as the solution does.
Result<std::string> expected_output(const ProgramTask& task, std::size_t index, SolutionRuns& solution) {
    if (const auto& prints = task.runs[index].prints) return *prints;
    const auto right = solution.report(index);
    if (!right) return std::unexpected(right.error());
    return (*right)->output;
}

// What a run comes to, beside what it should.
Result<ShapeVerdict> verdict_of_run(const ProgramTask& task, std::size_t index, double most_s, const RanProgram& ran,
                                    SolutionRuns& solution) {
    const ProgramRun& asked = task.runs[index];
    ShapeVerdict verdict;
    verdict.name = asked.name;
    if (ran.report.is_stopped && !ran.is_too_long) {
        note_cancelled(verdict);
        return verdict;
    }
    std::string expected;
    if (!has_errors(ran.report.diagnostics)) {
        auto right = expected_output(task, index, solution);
        if (!right) return std::unexpected(right.error());
        expected = std::move(*right);
    }
    const auto wrong = wrong_with(task, asked, most_s, ran, expected);
    if (!wrong) return verdict;
    verdict.status = wrong->kind == "wrong" ? RunStatus::wrong : RunStatus::fault;
    verdict.failure = wrong->kind;
    verdict.explained = wrong->text;
    return verdict;
}

// What a report of a class needs of it: a program may print for ever and launch a million times.
void trim(ProgramReport& report) {
    constexpr std::size_t most_output = std::size_t{64} << 10, most_launches = 300;
    if (report.output.size() > most_output) report.output = report.output.substr(0, most_output) + "\n...\n";
    for (std::size_t i = most_launches; i < report.launches.size(); ++i) {
        report.launches[i].counters.clear();
        report.launches[i].arrays.clear();
    }
}

// What a gate leaves out in runs of its own: is the program right all the same?
std::optional<Pretence> left_out_for(const Gate& gate) {
    if (uses_name(gate.counter, kRightWithout)) return Pretence{.idle_kernel = gate.kernel};
    if (uses_name(gate.counter, kRightWithoutMessages)) return Pretence{.has_empty_messages = true};
    return std::nullopt;
}

void weigh_run(ExerciseResult& result, const RanProgram& ran, const std::vector<std::string>& arguments, const std::string& name,
               std::size_t index, SolutionRuns& solution) {
    for (GateVerdict& gate : result.gates) {
        if (gate.gate.counter.empty() || left_out_for(gate.gate)) continue;
        const CountsOfSolution counts = [&]() -> std::optional<std::map<std::string, double>> {
            const auto right = solution.report(index);
            return right ? std::optional(program_values(**right, arguments, gate.gate.kernel)) : std::nullopt;
        };
        weigh_gate(gate, program_values(ran.report, arguments, gate.gate.kernel), counts, name);
    }
}

std::vector<Pretence> left_out_for(const std::vector<GateVerdict>& gates) {
    std::vector<Pretence> out;
    for (const GateVerdict& gate : gates)
        if (const auto one = left_out_for(gate.gate); one && std::ranges::find(out, *one) == out.end()) out.push_back(*one);
    return out;
}

// The runs without something, out of those that came behind the runs of the whole program. Where the time of all of them was over
// before that, and in ranks, they have a time of their own: a slow program is not taken for one that needs what is left out.
Result<std::vector<RanProgram>> runs_without(const Pretence& without, std::size_t first, std::vector<RanProgram>& ran,
                                             const GradedProgram& program, const ProgramTask& task,
                                             const std::vector<std::vector<std::string>>& arguments) {
    const bool has_time_left = ran.size() > first + arguments.size() || !ran.back().is_too_long;
    if (has_ranks(task.runs) || !has_time_left) return program.run(task, arguments, without);
    std::vector<RanProgram> out;
    for (std::size_t i = first; i < std::min(ran.size(), first + arguments.size()); ++i) out.push_back(std::move(ran[i]));
    return out;
}

struct RunsWithout {
    Pretence what;
    std::vector<RanProgram> ran;
};

// What its runs, which are right, come to when something is left out.
std::optional<Error> weigh_without(ExerciseResult& result, const ProgramTask& task, const std::vector<RunsWithout>& all,
                                   const std::vector<std::vector<std::string>>& arguments, SolutionRuns& solution) {
    for (GateVerdict& gate : result.gates) {
        const auto left_out = left_out_for(gate.gate);
        if (!left_out) continue;
        const std::vector<RanProgram>& ran = std::ranges::find(all, *left_out, &RunsWithout::what)->ran;
        for (std::size_t i = 0; i < task.runs.size(); ++i) {
            if (task.runs[i].fails) continue;
            if (i >= ran.size() || (ran[i].report.is_stopped && !ran[i].is_too_long)) {
                note_cancelled(result.shapes[i]);
                return std::nullopt;
            }
            const RanProgram& one = ran[i];
            const auto expected = expected_output(task, i, solution);
            if (!expected) return expected.error();
            const bool is_right = !one.is_too_long && one.report.exit_code == 0 &&
                                  missing_in_output(one.report.output, *expected, task.tolerance).empty();
            std::map<std::string, double> values = program_values(result.programs[i], arguments[i]);
            for (const std::string_view name : {kRightWithout, kRightWithoutMessages}) values[std::string(name)] = is_right ? 1 : 0;
            weigh_gate(gate, values, [] { return std::nullopt; }, task.runs[i].name);
            if (one.is_too_long || (has_ranks(task.runs) && !is_right)) break;  // the runs after it were not begun
        }
    }
    return std::nullopt;
}

}  // namespace

Result<ExerciseResult> check_program(const Lesson& lesson, const Exercise& exercise, const std::string& text,
                                     const ExerciseOptions& options) {
    if (!is_trusted(lesson)) return std::unexpected(not_trusted(lesson));
    const auto start = Clock::now();
    const ProgramTask& task = *exercise.program;
    ExerciseResult result = begin_result(lesson, exercise, text, options);
    const auto program = GradedProgram::make(text, options.source, options, options.beside);
    if (!program) return std::unexpected(program.error());
    std::uint64_t seed = options.seed.value_or(fresh_seed());
    std::vector<std::vector<std::string>> arguments;
    for (const ProgramRun& asked : task.runs) arguments.push_back(run_arguments(asked, seed++));
    SolutionRuns solution(exercise, arguments, options);
    const std::vector<Pretence> left_out = left_out_for(result.gates);
    const auto run_all = [&] {
        if (has_ranks(task.runs)) return program->run(task, arguments);
        std::vector<ExecRun> all = exec_runs(task, arguments);
        for (const Pretence& each : left_out) std::ranges::copy(exec_runs(task, arguments, each), std::back_inserter(all));
        return program->run(std::move(all));
    };
    auto ran = run_all();
    if (!ran) return std::unexpected(ran.error());
    const double each_s = seconds_since(start) / static_cast<double>(ran->size());
    for (std::size_t i = 0; i < std::min(ran->size(), task.runs.size()); ++i) {
        RanProgram& one = (*ran)[i];
        auto verdict = verdict_of_run(task, i, options.most_program_s, one, solution);
        if (!verdict) return std::unexpected(verdict.error());
        verdict->wall_s = each_s;
        if (verdict->passed() && !task.runs[i].fails) weigh_run(result, one, arguments[i], verdict->name, i, solution);
        if (result.diagnostics.empty()) result.diagnostics = one.report.diagnostics;
        result.shapes.push_back(std::move(*verdict));
        trim(one.report);
        result.programs.push_back(std::move(one.report));
        if (!result.shapes.back().passed()) break;  // one thing at a time
    }
    if (std::ranges::all_of(result.shapes, &ShapeVerdict::passed)) {
        std::vector<RunsWithout> all;
        for (std::size_t k = 0; k < left_out.size(); ++k) {
            auto one = runs_without(left_out[k], task.runs.size() * (k + 1), *ran, *program, task, arguments);
            if (!one) return std::unexpected(one.error());
            all.push_back({left_out[k], std::move(*one)});
        }
        if (const auto error = weigh_without(result, task, all, arguments, solution)) return std::unexpected(*error);
    }
    decide(result, exercise);
    result.wall_s = seconds_since(start);
    return result;
}

}  // namespace warpwise
