// What an exercise with kind = "program" has besides: the runs of its program, and what they have to print.
#include <fmt/format.h>

#include <algorithm>

#include "lesson/hints.h"
#include "lesson/manifest_reader.h"

namespace warpwise {
namespace {

constexpr int kMostRanks = 16;
constexpr double kMostLaunchSeconds = 1e6;

// "1000 32": the arguments, where the manifest has no words for the run.
std::string name_of_arguments(const std::vector<std::string>& arguments) {
    if (arguments.empty()) return "without arguments";
    return fmt::format("{}", fmt::join(arguments, " "));
}

ProgramRun read_program_run(ManifestReader& reader, const std::string& where, const toml::table& table) {
    Fields fields(table, where + ": runs", reader.log);
    ProgramRun run;
    run.arguments = fields.texts("arguments");
    run.name = fields.text("say").value_or(name_of_arguments(run.arguments));
    run.prints = fields.text("prints");
    run.never_prints = fields.texts("never_prints");
    run.fails = fields.boolean("fails").value_or(false);
    run.launch_error = fields.text("launch_error").value_or("");
    if (!run.launch_error.empty() && !run.launch_error.starts_with("cudaError"))
        fields.error("launch_error", fmt::format("CUDA has no error \"{}\"", run.launch_error),
                     "For example: launch_error = \"cudaErrorLaunchOutOfResources\"");
    run.launch_s = fields.number("launch_s").value_or(0);
    if (run.launch_s < 0 || run.launch_s > kMostLaunchSeconds)
        fields.error("launch_s", fmt::format("\"launch_s\" is a number of seconds from 0 to {:.0f}", kMostLaunchSeconds),
                     "For example: launch_s = 1000");
    const double ranks = fields.number("ranks").value_or(0);
    if (ranks < 0 || ranks > kMostRanks || ranks != static_cast<int>(ranks))
        fields.error("ranks", fmt::format("\"ranks\" is a whole number up to {}", kMostRanks), "For example: ranks = 4");
    else
        run.ranks = static_cast<int>(ranks);
    if (run.fails && !run.prints)
        fields.error("fails", "a run that has to fail needs \"prints\", a part of what the program says then",
                     "For example: prints = \"invalid configuration argument\"");
    fields.finish();
    return run;
}

}  // namespace

ProgramTask read_program_task(ManifestReader& reader, Fields& exercise) {
    ProgramTask task;
    for (const toml::table* table : exercise.tables("runs", Need::required))
        task.runs.push_back(read_program_run(reader, exercise.where(), *table));
    if (exercise.has("runs") && task.runs.empty())
        exercise.error("runs", "the list \"runs\" is empty", "For example: runs = [ { arguments = [\"1000\"] } ]");
    task.tolerance = exercise.number("tolerance").value_or(task.tolerance);
    if (task.tolerance < 0) exercise.error("tolerance", "the field \"tolerance\" is below 0");
    if (exercise.has("notes")) {
        task.notes = exercise.texts("notes");
        for (const std::string& kind : *task.notes)
            reader.check_known(exercise, "notes", kind, program_failure_kinds(), "kind of finding");
    }
    return task;
}

}  // namespace warpwise
