// Actions on CUDA files: one is opened as a lesson that is made of it, and its arguments change.
#include <fmt/format.h>
#include <unistd.h>

#include <algorithm>
#include <chrono>
#include <system_error>
#include <utility>

#include "base/paths.h"
#include "lesson/lesson_path.h"
#include "ui/file/file_state.h"
#include "ui/shell/actions.h"
#include "ui/workbench/recent_files.h"

namespace warpwise::ui {
namespace {

namespace fs = std::filesystem;
using namespace std::chrono_literals;

constexpr auto kBetweenLooks = 500ms;
constexpr auto kWritingTime = 100ms;  // an editor may still be writing a file that changed this moment

// Below the learner's data; a picture or a test leaves that alone.
fs::path folder_for(Workbench& bench, const std::string& id) {
    if (bench.keeps_files) return user_data_dir() / "files" / id;
    FilesState& files = bench.state<FilesState>();
    std::error_code error;
    if (files.temporary.empty()) files.temporary = fs::temp_directory_path(error) / fmt::format("warpwise-files-{}", ::getpid());
    return files.temporary / id;
}

}  // namespace

void Actions::act(const ask::OpenCudaFile& asked) {
    FilesState& files = bench_.state<FilesState>();
    files.open_problem.reset();
    auto file = read_cuda_file(asked.path);
    if (!file) {
        files.open_problem = file.error();
        return;
    }
    const std::string id = lesson_id_of(file->path);
    if (const auto before = files.opened.find(id); before != files.opened.end())
        file->kernels = with_chosen_arguments(std::move(file->kernels), before->second.file.kernels);
    std::error_code error;
    const fs::file_time_type changed = fs::last_write_time(file->path, error);
    const fs::path path = file->path;
    const fs::path folder = folder_for(bench_, id);
    OpenedFile opened{std::move(*file), folder, changed};
    if (const auto next = files.fields_of_next.find(path); next != files.fields_of_next.end())
        opened.has_others = !next->second.sources.empty();
    else
        opened.has_others = !kept_program_fields(folder).sources.empty();
    bench_.state<ProgramState>().fields_of.clear();
    if (auto shown = show_file(id, std::move(opened)); !shown) {
        files.open_problem = shown.error();
        return;
    }
    files.file_opened = true;
    note_opened(bench_.state<RecentFiles>().files, path);
    bench_.post(ask::SaveSettings{});
    open_lesson(id);
    show_program_result();
}

// Of a file without main(): with one, the run of the whole program is its verdict.
void Actions::note_file_run(const RunRecord& record) {
    const OpenedFile* opened = opened_file(bench_);
    if (opened == nullptr || opened->file.kernels.has_main || record.request.edited_source) return;
    RecentRun run;
    run.changed = std::chrono::duration_cast<std::chrono::nanoseconds>(opened->changed.time_since_epoch()).count();
    run.compiles = !has_errors(record.diagnostics);
    run.mistakes = record.fault ? 1 : 0;
    note_run(bench_.state<RecentFiles>().files, opened->file.path, run);
    bench_.post(ask::SaveSettings{});
}

// Makes the lesson of the file anew, and puts it in the place of the one that was made before.
Result<void> Actions::show_file(const std::string& id, OpenedFile file) {
    if (auto written = write_file_lesson(file.file, file.folder, id); !written) return written;
    auto lesson = load_lesson_at(file.folder);
    if (!lesson) return std::unexpected(lesson.error());
    auto& opened = bench_.state<FilesState>().opened;
    if (const auto before = opened.find(id); before != opened.end()) file.revision = before->second.revision + 1;
    opened.insert_or_assign(id, std::move(file));
    bench_.lessons.from_folders.insert(id);
    bench_.lessons.changed = true;
    auto& lessons = bench_.lessons.course.lessons;
    const auto known = std::ranges::find(lessons, id, &Lesson::id);
    if (known != lessons.end()) {
        replace(*known, std::move(*lesson));
    } else {
        lessons.push_back(std::move(*lesson));
        watch_.know(lessons.back());
    }
    return {};
}

// The open file with other arguments. If no lesson can be made of it, it stays as it was.
void Actions::change_file(OpenedFile changed) {
    const std::string id = bench_.lesson->id;
    const OpenedFile before = *opened_file(bench_);
    const auto shown = show_file(id, std::move(changed));
    if (shown) return;
    bench_.say(Severity::error, shown.error().message, shown.error().hint);
    if (const auto restored = write_file_lesson(before.file, before.folder, id); restored) watch_.know(*bench_.lesson);
}

void Actions::act(const ask::ChangeFileKernel& asked) {
    const OpenedFile* opened = opened_file(bench_);
    if (opened == nullptr) return;
    OpenedFile changed = *opened;
    for (FileKernel& kernel : changed.file.kernels.kernels)
        if (kernel.name == asked.kernel.name) kernel = asked.kernel;
    change_file(std::move(changed));
}

void Actions::act(const ask::ProposeArguments&) {
    const OpenedFile* opened = opened_file(bench_);
    if (opened == nullptr) return;
    OpenedFile changed = *opened;
    changed.file.kernels = propose_arguments(changed.file.text);
    bench_.state<ProgramState>().opened_launch = ProgramState::kNoLaunch;
    bench_.draft.grid_automatic = true;
    bench_.draft.request.grid.reset();
    change_file(std::move(changed));
}

void Actions::act(const ask::TakeDataFile& asked) {
    const OpenedFile* opened = opened_file(bench_);
    if (opened == nullptr) return;
    OpenedFile changed = *opened;
    for (FileKernel& kernel : changed.file.kernels.kernels) {
        if (kernel.name != asked.kernel || asked.argument >= kernel.arguments.size()) continue;
        if (const auto taken = take_data_file(kernel.arguments[asked.argument], asked.file, changed.folder); !taken)
            return bench_.say(Severity::error, taken.error().message, taken.error().hint);
    }
    change_file(std::move(changed));
}

void Actions::act(const ask::SaveAsLesson& asked) {
    const OpenedFile* opened = opened_file(bench_);
    if (opened == nullptr) return;
    FilesState& files = bench_.state<FilesState>();
    const auto saved = save_as_lesson(opened->file, asked.folder, opened->folder);
    files.save_problem = saved ? std::nullopt : std::optional(saved.error());
    files.lesson_saved = saved.has_value();
    if (!saved) return;
    bench_.say(Severity::note, fmt::format("{} is a lesson now", saved->string()),
               "Its lesson.toml says how to go on; warpwise course verify checks it");
    act(ask::OpenLessonFolder{*saved});
}

// What the user saves in an editor shows within a second. The lesson's folder holds a copy, which follows the file.
void Actions::watch_file() {
    const OpenedFile* opened = opened_file(bench_);
    const auto now = std::chrono::steady_clock::now();
    if (opened == nullptr || !bench_.keeps_files || now - file_looked_at_ < kBetweenLooks) return;
    file_looked_at_ = now;
    std::error_code error;
    const fs::file_time_type changed = fs::last_write_time(opened->file.path, error), wall = fs::file_time_type::clock::now();
    if (error || changed == opened->changed || (changed <= wall && wall - changed < kWritingTime)) return;
    const std::string name = opened->file.path.filename().string();
    opened_file(bench_)->changed = changed;  // each change is told once
    auto file = read_cuda_file(opened->file.path);
    if (!file)
        return bench_.say(Severity::error,
                          fmt::format("{} changed and cannot be used; it stays as it was. {}", name, file.error().message),
                          file.error().hint);
    file->kernels = with_chosen_arguments(std::move(file->kernels), opened->file.kernels);
    OpenedFile fresh{std::move(*file), opened->folder, changed, opened->revision};
    bench_.say(Severity::note, fmt::format("{} changed and was read again", name));
    change_file(std::move(fresh));
}

}  // namespace warpwise::ui
