#include "cli/dap_program.h"

#include <fmt/format.h>
#include <unistd.h>

#include <algorithm>
#include <nlohmann/json.hpp>

#include "base/files.h"
#include "base/json.h"
#include "base/text.h"
#include "cli/kernel_file.h"
#include "experiment/file/file_lesson.h"
#include "experiment/file/kept_launch.h"
#include "experiment/file/program_run.h"
#include "experiment/run/resolve.h"
#include "lesson/lesson_path.h"

namespace warpwise {
namespace fs = std::filesystem;

namespace {

// A folder that goes with its user.
class TemporaryPlace {
  public:
    TemporaryPlace() {
        std::error_code error;
        std::string name = (fs::temp_directory_path(error) / "warpwise-launch-XXXXXX").string();
        if (::mkdtemp(name.data()) != nullptr) path_ = name;
    }
    ~TemporaryPlace() {
        std::error_code error;
        if (!path_.empty()) fs::remove_all(path_, error);
    }
    TemporaryPlace(const TemporaryPlace&) = delete;
    TemporaryPlace& operator=(const TemporaryPlace&) = delete;
    const fs::path& path() const { return path_; }

  private:
    fs::path path_;
};

Result<ExecOptions> options_of(const DapLaunch& launch) {
    ExecOptions options;
    std::error_code error;
    options.text.file = fs::absolute(launch.program, error);
    if (!fs::is_regular_file(options.text.file, error))
        return usage_error(fmt::format("launch: there is no file {}", launch.program.string()));
    for (const std::string& folder : launch.includes.folders) options.text.include_dirs.push_back(fs::absolute(folder, error));
    options.text.definitions = launch.includes.definitions;
    options.arguments = launch.program_arguments;
    return options;
}

Result<ProgramReport> run(const ExecOptions& options, const std::stop_token& stop) {
    auto ran = run_whole_program(options, ProgramOutputMode::kept, stop);
    if (!ran) return ran;
    if (stop.stop_requested()) return failure("the launch was cancelled");
    if (has_errors(ran->diagnostics)) return failure(std::string(trimmed(text_of(ran->diagnostics))));
    return ran;
}

std::string lines_of(const ProgramReport& report) {
    std::vector<std::string> lines;
    for (const ProgramLaunch& one : report.launches) {
        std::string line = fmt::format("{}", one.line);
        if (std::ranges::find(lines, line) == lines.end()) lines.push_back(std::move(line));
    }
    return fmt::format("{}", fmt::join(lines, ", "));
}

// The number of the first launch that is called on the line, from 1.
Result<int> number_of_line(const ExecOptions& options, int line, const std::stop_token& stop) {
    const auto ran = run(options, stop);
    if (!ran) return std::unexpected(ran.error());
    for (std::size_t i = 0; i < ran->launches.size(); ++i)
        if (ran->launches[i].line == line) return static_cast<int>(i) + 1;
    if (ran->launches.empty()) return failure("launch: the program launches no kernel");
    return failure(fmt::format("launch: the program makes no launch on line {}", line),
                   fmt::format("It makes launches on these lines: {}.", lines_of(*ran)));
}

}  // namespace

Result<DebugTarget> debug_target_of_program(const DapLaunch& launch, const std::stop_token& stop) {
    auto options = options_of(launch);
    if (!options) return std::unexpected(options.error());
    int number = launch.launch.value_or(1);
    if (launch.launch_line) {
        const auto found = number_of_line(*options, *launch.launch_line, stop);
        if (!found) return std::unexpected(found.error());
        number = *found;
    }
    const TemporaryPlace kept, lesson_folder;
    if (kept.path().empty() || lesson_folder.path().empty()) return failure("no temporary folder can be made");
    options->keep = KeepLaunch{number - 1, kept.path()};
    const auto ran = run(*options, stop);
    if (!ran) return std::unexpected(ran.error());
    if (!ran->kept)
        return failure(fmt::format("launch: the program makes {} launch{}, and there is no launch {}", ran->launch_count(),
                                   ran->launch_count() == 1 ? "" : "es", number));
    if (!ran->kept->empty()) return failure(fmt::format("launch {} cannot be debugged by itself: {}", number, *ran->kept));

    auto file = read_cuda_file(options->text.file);
    if (!file) return std::unexpected(file.error());
    const auto description = read_file(kept.path() / "launch.json");
    if (!description) return std::unexpected(description.error());
    const auto launched = parsed_or_discarded(*description);
    if (!launched.is_object() || !launched.contains("kernel")) return failure("what the program kept of the launch cannot be read");
    ProgramLaunch wanted{.kernel = launched["kernel"].get<std::string>(), .file = {}, .trace = {}};
    const auto taken = take_kept_launch(*file, kept.path(), lesson_folder.path(), wanted, static_cast<std::size_t>(number));
    if (!taken) return std::unexpected(taken.error());
    if (auto written = write_file_lesson(*file, lesson_folder.path(), lesson_id_of(options->text.file)); !written)
        return std::unexpected(written.error());
    const auto lesson = load_lesson_at(lesson_folder.path());
    if (!lesson) return std::unexpected(lesson.error());
    const auto kernel = std::ranges::find(lesson->kernels, taken->kernel, &KernelSpec::title);
    if (kernel == lesson->kernels.end()) return failure(fmt::format("{} is not in the file's own text", taken->kernel));
    ExperimentRequest request{.lesson = lesson->id, .kernel = kernel->id, .parameters = lesson->defaults(), .edited_entry = {}};
    for (const auto& [id, value] : taken->values) request.parameters[id] = value;
    set_block(*lesson, request, taken->shape.block);
    request.grid = taken->shape.grid;
    auto target = debug_target_of(*lesson, request);
    if (!target) return target;
    auto source = read_kernel(options->text.file, target->source.entry, launch.includes);
    if (!source) return std::unexpected(source.error());
    target->source = std::move(*source);
    target->file = options->text.file;
    return target;
}

}  // namespace warpwise
