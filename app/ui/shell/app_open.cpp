// What the window opens at its start: a lesson, a folder or a CUDA file, with a preset and settings, and a program that runs at
// once.
#include <algorithm>
#include <string>
#include <vector>

#include "base/suggest.h"
#include "ui/file/file_state.h"
#include "ui/file/program_sources.h"
#include "ui/shell/app.h"

namespace warpwise::ui {
namespace {

std::unexpected<Error> no_such_preset(const Lesson& lesson, const std::string& name) {
    if (lesson.presets.empty()) return usage_error("lesson '" + lesson.id + "' has no presets");
    std::vector<std::string> known;
    for (const Preset& preset : lesson.presets) known.push_back(preset.name);
    const std::string near = did_you_mean(name, known);
    return usage_error("lesson '" + lesson.id + "' has no preset '" + name + "'",
                       near.empty() ? "Its presets are " + listed(known) + "." : near);
}

}  // namespace

Result<void> App::open(const AppOptions& options) {
    for (const std::filesystem::path& file : options.recordings) bench_.post(ask::OpenRecording{file});
    actions_->update(false);
    if (options.lesson.empty() && options.lesson_folder.empty() && options.cuda_file.empty()) return {};
    if (!options.cuda_file.empty()) {
        if (!open_file(options)) return std::unexpected(*bench_.state<FilesState>().open_problem);
    } else if (!options.lesson_folder.empty()) {
        bench_.post(ask::OpenLessonFolder{options.lesson_folder});
    } else if (const Lesson* known = bench_.lessons.course.find(options.lesson)) {
        bench_.post(ask::OpenLesson{known->id});
    } else {
        return usage_error("there is no lesson '" + options.lesson + "'", "`warpwise list` shows those that are there");
    }
    actions_->update(false);
    for (const auto& problem : {bench_.lessons.open_problem, bench_.state<FilesState>().open_problem})
        if (problem) return std::unexpected(*problem);
    const Lesson* lesson = bench_.lesson;
    if (!options.preset.empty()) {
        if (std::ranges::find(lesson->presets, options.preset, &Preset::name) == lesson->presets.end())
            return no_such_preset(*lesson, options.preset);
        bench_.post(ask::ApplyPreset{options.preset});
        actions_->update(false);
    }
    for (const std::string& setting : options.settings) {
        const auto equals = setting.find('=');
        if (equals == std::string::npos)
            return usage_error("'" + setting + "' is not a setting", "write it as NAME=VALUE, such as block=64");
        const auto applied = apply_setting(*lesson, bench_.draft.request, setting.substr(0, equals), setting.substr(equals + 1));
        if (!applied) return std::unexpected(applied.error());
    }
    bench_.draft.grid_automatic = !bench_.draft.request.grid.has_value();
    bench_.post(ask::TakeDraft{});
    actions_->update(false);
    if (options.program) return run_program(*options.program);
    return {};
}

bool App::open_file(const AppOptions& options) {
    if (!options.program || options.program->more_files.empty()) {
        bench_.post(ask::OpenCudaFile{options.cuda_file});
        return true;
    }
    std::vector<std::filesystem::path> sources = options.program->more_files;
    sources.insert(sources.begin(), options.cuda_file);
    return open_sources(bench_, sources);
}

Result<void> App::run_program(const ProgramToRun& program) {
    const OpenedFile* opened = opened_file(bench_);
    if (opened == nullptr || !is_program(*opened))
        return usage_error("the file has no main() to run", "Open it without running it: warpwise open FILE.cu");
    const auto absolute = [](const std::string& folder) { return std::filesystem::absolute(folder).lexically_normal().string(); };
    std::vector<std::string> folders;
    for (const std::string& folder : program.include_dirs) folders.push_back(absolute(folder));
    ProgramFields& fields = program_fields(bench_, *opened);
    fields = {typed_of(program.arguments), typed_of(folders), typed_of(program.definitions), fields.sources};
    bench_.state<ProgramState>().shows_more = !folders.empty() || !program.definitions.empty();
    bench_.state<ProgramState>().step_when_run = program.launch;
    bench_.post(ask::RunProgram{});
    return {};
}

}  // namespace warpwise::ui
