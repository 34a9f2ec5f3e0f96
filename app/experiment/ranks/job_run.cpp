#include "experiment/ranks/job_run.h"

#include <fmt/format.h>
#include <fmt/ranges.h>

#include <algorithm>
#include <cstring>
#include <nlohmann/json.hpp>

#include "base/counted.h"
#include "base/files.h"
#include "base/number_text.h"
#include "experiment/file/mpi_on_machine.h"
#include "experiment/file/nccl_on_machine.h"
#include "experiment/file/temporary_folder.h"
#include "experiment/ranks/job_program.h"
#include "experiment/run/arguments.h"
#include "experiment/run/comparison.h"
#include "experiment/run/execution.h"
#include "lesson/formula.h"
#include "lesson/kernel_files.h"

namespace warpwise {
namespace fs = std::filesystem;
namespace {

std::int64_t ranks_in(const ParameterValues& values) {
    const auto found = values.find(kRanksName);
    const auto* ranks = found == values.end() ? nullptr : std::get_if<std::int64_t>(&found->second);
    return ranks == nullptr ? 0 : *ranks;
}

// The arrays of all ranks, one behind the other.
Result<Array> arrays_of_ranks(const fs::path& folder, const JobArray& of, int ranks, bool is_first) {
    auto out = Array::make(of.dtype, {of.elements * ranks});
    if (!out) return out;
    out->name = of.name;
    const std::size_t bytes = out->size_bytes() / static_cast<std::size_t>(ranks);
    for (int rank = 0; rank < ranks; ++rank) {
        const auto text = read_file(folder / file_of_array(of.name, rank, is_first));
        if (!text || text->size() != bytes)
            return failure(fmt::format("rank {} has left no array {} of {} bytes", rank, of.name, bytes));
        std::memcpy(out->data() + bytes * static_cast<std::size_t>(rank), text->data(), bytes);
    }
    return out;
}

std::vector<JobRun::Output> outputs_of(const fs::path& folder, const RankJob& job, const std::vector<JobArray>& arrays, int ranks) {
    constexpr std::int64_t most = 4;
    std::vector<JobRun::Output> out;
    for (const JobArray& array : arrays) {
        const bool is_compared = job.arguments.empty() || std::ranges::find(job.arguments, array.name) != job.arguments.end();
        if (!array.is_output || !is_compared) continue;
        const auto all = arrays_of_ranks(folder, array, ranks, false);
        if (!all) continue;
        JobRun::Output& output = out.emplace_back(JobRun::Output{array.name, {}, array.elements});
        for (std::int64_t rank = 0; rank < ranks; ++rank) {
            std::vector<std::string>& values = output.of_ranks.emplace_back();
            for (std::int64_t i = 0; i < std::min(most, array.elements); ++i)
                values.push_back(all->text(static_cast<std::size_t>(rank * array.elements + i)));
        }
    }
    return out;
}

class Comparison {
  public:
    Comparison(const Lesson& lesson, const RankJob& job, const JobRun& run, DeviceSet& devices)
        : lesson_(lesson), job_(job), run_(run), devices_(devices), ranks_(static_cast<int>(ranks_in(run.values))) {}

    // Nothing where the reference, which is one thread, does not end within the steps that a launch may take.
    Result<std::optional<Check>> compare(const fs::path& folder, const std::vector<JobArray>& arrays) {
        ArgumentSet set;
        std::vector<Array> found;
        std::vector<std::size_t> outputs;
        for (const std::string& argument : job_.arguments) {
            const auto array = std::ranges::find(arrays, argument, &JobArray::name);
            if (array == arrays.end()) {
                const auto value = evaluate(argument, run_.values);
                if (!value) return std::unexpected(value.error());
                const Parameter* parameter = lesson_.find_parameter(argument);
                ArgumentValue& scalar = set.values.emplace_back();
                scalar.name = argument;
                scalar.value = *value;
                scalar.is_real = parameter != nullptr && parameter->kind == ParameterKind::real;
                continue;
            }
            auto first = arrays_of_ranks(folder, *array, ranks_, true), last = arrays_of_ranks(folder, *array, ranks_, false);
            if (!first) return std::unexpected(first.error());
            if (!last) return std::unexpected(last.error());
            if (array->is_output) outputs.push_back(set.arrays.size());
            ArgumentValue& given = set.values.emplace_back();
            given.name = argument;
            given.value = ArrayRef{set.arrays.size()};
            set.arrays.push_back(std::move(*first));
            found.push_back(std::move(*last));
        }
        std::vector<Array> expected = set.arrays;
        if (auto ran = run_reference(set, expected); !ran) return std::unexpected(ran.error());
        if (is_too_long_) return std::nullopt;
        const auto allowed = allowed_error(lesson_, run_.values, DType::f32);
        if (!allowed) return std::unexpected(allowed.error());
        std::vector<const Array*> is, should;
        for (const std::size_t place : outputs) is.push_back(&found[place]), should.push_back(&expected[place]);
        Check check = compare_arrays(is, should, *allowed);
        check.compared_with = job_.reference;
        return std::optional(std::move(check));
    }

  private:
    Result<void> run_reference(const ArgumentSet& set, std::vector<Array>& arrays) {
        KernelSpec spec;
        spec.id = "reference";
        spec.source = job_.reference;
        auto text = read_kernel_source(lesson_, spec);
        if (!text) return std::unexpected(text.error());
        const auto device = devices_.get(kind_that(&DeviceTraits::runs_everywhere));
        if (!device) return std::unexpected(device.error());
        RunRecord truth;
        const auto program = compile_into(truth, **device, {std::move(*text), "reference", spec.source});
        if (program == nullptr) return failure("the job's reference does not compile: " + text_of(truth.diagnostics));
        auto arguments = bind_to_program(set, arrays, *program, (*device)->describe().id(), DType::f32);
        if (!arguments) return std::unexpected(arguments.error());
        LaunchOptions options;
        options.trace = Trace::none;
        truth.launch = {};
        launch_into(truth, **device, *program, std::move(*arguments), options);
        is_too_long_ = truth.fault && truth.fault->kind == FaultKind::step_budget;
        if (truth.fault && !is_too_long_) return failure("the job's reference fails: " + text_of(*truth.fault));
        return {};
    }

    const Lesson& lesson_;
    const RankJob& job_;
    const JobRun& run_;
    DeviceSet& devices_;
    int ranks_;
    bool is_too_long_ = false;
};

// One thread of the emulator goes through the arrays of all ranks, which are files before.
std::string reason_not_to_compare(const JobProgram& program, int ranks) {
    constexpr std::int64_t most = std::int64_t{1} << 24;
    std::int64_t elements = 0;
    for (const JobArray& array : program.arrays) elements += array.elements * ranks;
    return elements <= most ? std::string()
                            : fmt::format("the arrays have {} elements in all, and at most {} are compared",
                                          with_separators(elements), with_separators(most));
}

double median_of(std::vector<double> values) {
    std::ranges::sort(values);
    const std::size_t middle = values.size() / 2;
    return values.size() % 2 == 1 ? values[middle] : (values[middle - 1] + values[middle]) / 2;
}

bool has_finding(const RanksReport& report, std::string_view kind) {
    return std::ranges::any_of(report.ranks, [&](const ProgramReport& rank) {
        return std::ranges::find(rank.findings, kind, &ProgramFinding::kind) != rank.findings.end();
    });
}

std::string status_of(const JobRun& run) {
    if (has_finding(run.report, "deadlock")) return "deadlock";
    if (run.report.exit_status() != 0) return "failed";
    return !run.not_compared.empty() ? "ended" : run.check && !run.check->passed ? "wrong" : "right";
}

// "total[3] of rank 1 is 5; it should be 6": the place in the array of its rank.
std::string difference_text(const Check& check, const std::vector<JobArray>& arrays) {
    if (!check.first_difference) return {};
    const auto& [name, index, expected, found] = *check.first_difference;
    const auto array = std::ranges::find(arrays, name, &JobArray::name);
    const std::int64_t each = array == arrays.end() ? 1 : std::max<std::int64_t>(1, array->elements);
    return fmt::format("rank {}: {}[{}] is {}, and {} has {}", index / each, name, index % each, found, check.compared_with,
                       expected);
}

}  // namespace

ParameterValues values_of_job(const Lesson& lesson, const RankJob& job, const ParameterValues& values) {
    ParameterValues out = values;
    out.merge(ParameterValues(job.values));
    out.merge(lesson.defaults());
    return out;
}

Result<void> mpi_is_here() {
    if (auto mpirun = find_mpirun(); !mpirun) return std::unexpected(mpirun.error());
    if (!find_in_path("mpicxx"))
        return failure("this machine has no mpicxx, which says where mpi.h is",
                       "Install Open MPI: on Debian and Ubuntu, sudo apt install openmpi-bin libopenmpi-dev.");
    return {};
}

Result<JobRun> begun_job(const Lesson& lesson, const RankJob& job, const ParameterValues& given) {
    JobRun run;
    run.lesson = lesson.id;
    run.job = job.id;
    run.values = values_of_job(lesson, job, given);
    const std::int64_t ranks = ranks_in(run.values);
    if (ranks < 1 || ranks > kMostJobRanks)
        return usage_error(fmt::format("a job runs in 1 to {} ranks, not in {}", kMostJobRanks, ranks));
    return run;
}

Result<JobRun> run_job(const Lesson& lesson, const RankJob& job, const ParameterValues& given, DeviceSet& devices,
                       const std::stop_token& stop, const RankPlaces& places) {
    if (auto here = mpi_is_here(); !here)
        return std::unexpected(Error{ErrorKind::device_missing, here.error().message, here.error().hint});
    auto run = begun_job(lesson, job, given);
    if (!run) return run;
    const int ranks = static_cast<int>(ranks_in(run->values));
    auto gpus = gpus_of_job(job, places.gpus, ranks, devices);
    if (!gpus) return std::unexpected(gpus.error());
    run->gpus = std::move(*gpus);
    auto program = job_program(lesson, job, run->values, {.is_on_gpu = !places.gpus.empty(), .path = run->gpus.path});
    if (!program) return std::unexpected(program.error());
    const auto folder = TemporaryFolder::make("warpwise-job", places.shared_folder());
    if (!folder) return std::unexpected(folder.error());
    const fs::path file = folder->path() / (job.id + ".cu");
    if (auto written = write_file_atomically(file, program->text); !written) return std::unexpected(written.error());
    ExecOptions options;
    options.text.file = file;
    run->not_compared = reason_not_to_compare(*program, ranks);
    if (run->not_compared.empty()) options.arguments = {folder->path().string()};
    options.threads = 1;  // of each rank, so that two of them can be twice as fast as one
    if (run->gpus.path == JobTarget::Path::nccl)
        if (auto used = use_nccl(options); !used) return std::unexpected(used.error());
    auto report = run_ranks(options, ranks, ProgramOutputMode::kept, stop, places);
    if (!report) return std::unexpected(report.error());
    run->program = std::move(program->text);
    run->report = std::move(*report);
    if (auto taken = take_outcome(*run, lesson, job, program->arrays, folder->path(), devices); !taken)
        return std::unexpected(taken.error());
    return run;
}

Result<void> take_outcome(JobRun& run, const Lesson& lesson, const RankJob& job, const std::vector<JobArray>& arrays,
                          const fs::path& folder, DeviceSet& devices) {
    run.timeline = timeline_of(run.report.ranks);
    run.job_s = run.timeline.rounds_s.empty() ? run.timeline.length_s : median_of(run.timeline.rounds_s);
    const bool has_ended = run.report.exit_status() == 0 && run.not_compared.empty();
    if (has_ended && !job.reference.empty()) {
        auto check = Comparison(lesson, job, run, devices).compare(folder, arrays);
        if (!check) return std::unexpected(check.error());
        run.check = std::move(*check);
        if (run.check)
            run.difference = difference_text(*run.check, arrays);
        else
            run.not_compared = "the reference, which is one thread, would take too long";
    }
    if (has_ended) run.outputs = outputs_of(folder, job, arrays, static_cast<int>(ranks_in(run.values)));
    run.status = status_of(run);
    run.is_as_expected = run.status == (job.expects_deadlock ? "deadlock" : run.not_compared.empty() ? "right" : "ended");
    return {};
}

std::string text_of(const JobRun::Output& output) {
    std::string out = output.array + ":";
    for (std::size_t rank = 0; rank < output.of_ranks.size(); ++rank) {
        const auto& values = output.of_ranks[rank];
        const bool is_cut = static_cast<std::int64_t>(values.size()) < output.elements;
        out += fmt::format("{} {}{} on rank {}", rank == 0 ? "" : ";", fmt::join(values, ", "), is_cut ? ", ..." : "", rank);
    }
    return out;
}

std::string text_of(const JobRun& run) {
    std::string out = fmt::format("{} {}: {}", run.lesson, run.job, run.status);
    if (run.check) out += fmt::format(", {} compared with {}", counted(run.check->compared, "element"), run.check->compared_with);
    if (!run.difference.empty()) out += "\n" + run.difference;
    out += "\n" + summary_of(run.timeline) + "\n";
    for (const JobRun::Output& output : run.outputs) out += text_of(output) + "\n";
    out += "\n" + text_of(run.timeline);
    out += text_of(run.gpus, static_cast<int>(run.timeline.rows.size()), run.recorded_on) + "\n";
    if (!run.timeline.rounds_s.empty())
        out += fmt::format("The work takes {}, the median of {} after one to warm up; the timeline shows the last run.\n",
                           short_duration(1e3 * run.job_s), counted(run.timeline.rounds_s.size(), "run"));
    if (!run.not_compared.empty()) out += fmt::format("The result was not compared: {}.\n", run.not_compared);
    if (run.status == "failed" || run.status == "deadlock") out += "\n" + text_of(run.report);
    return out;
}

nlohmann::json to_json(const JobRun& run) {
    nlohmann::json values = nlohmann::json::object(), check, outputs = nlohmann::json::object();
    for (const JobRun::Output& output : run.outputs) outputs[output.array] = output.of_ranks;
    for (const auto& [id, value] : run.values) std::visit([&, &id = id](const auto& v) { values[id] = v; }, value);
    if (run.check)
        check = {
            {"passed", run.check->passed},       {"compared_with", run.check->compared_with}, {"compared", run.check->compared},
            {"differing", run.check->differing}, {"max_abs_error", run.check->max_abs_error}, {"difference", run.difference}};
    return {{"schema", "warpwise.job/1"},
            {"lesson", run.lesson},
            {"job", run.job},
            {"values", values},
            {"status", run.status},
            {"is_as_expected", run.is_as_expected},
            {"check", check},
            {"outputs", outputs},
            {"counts", values_of(run.timeline)},
            {"timeline", to_json(run.timeline)},
            {"job_s", run.job_s},
            {"device", to_json(run.gpus)},
            {"not_compared", run.not_compared},
            {"report", to_json(run.report)}};
}

}  // namespace warpwise
