#include "lesson/lesson_files.h"

#include <fmt/format.h>

#include <algorithm>
#include <filesystem>
#include <set>
#include <system_error>

#include "lesson/kernel_files.h"

namespace warpwise {
namespace fs = std::filesystem;

namespace {

// Backups and swap files of editors, and what a file manager keeps.
bool is_left_by_a_program(const std::string& name) {
    const bool swap = name.starts_with('.') && (name.ends_with(".swp") || name.ends_with(".swo"));
    return swap || name.ends_with('~') || name == ".DS_Store";
}

std::set<fs::path> named_files(const Lesson& lesson) {
    std::set<fs::path> known{"lesson.toml", "lesson.md"};
    for (const Exercise& exercise : lesson.exercises) {
        known.insert({exercise.stub_file(), exercise.solution_file()});
        for (const WrongSubmission& wrong : exercise.wrong) known.insert(fs::path(wrong.file).lexically_normal());
        for (const RightSubmission& right : exercise.right) known.insert(fs::path(right.file).lexically_normal());
    }
    for (const Ladder& ladder : lesson.ladders)
        for (const Rung& rung : ladder.rungs) known.insert(fs::path(rung.file).lexically_normal());
    for (const PythonText& text : lesson.python_texts) known.insert(text.file);
    for (const KernelSpec& spec : lesson.kernels) {
        if (spec.library.empty()) known.insert(fs::path(spec.source).lexically_normal());
        if (spec.reference.ends_with(".cu")) known.insert(fs::path(spec.reference).lexically_normal());
    }
    for (const RankJob& job : lesson.jobs)
        if (!job.reference.empty()) known.insert(fs::path(job.reference).lexically_normal());
    for (const ArraySpec& array : lesson.arrays) {
        std::vector<std::string> fills = array.graded;
        fills.push_back(array.fill);
        for (const std::string& fill : fills) {
            if (fill.starts_with("file=")) known.insert(fs::path(fill.substr(5)).lexically_normal());
            if (const auto picture = picture_of_fill(fill)) known.insert(fs::path(picture->file).lexically_normal());
        }
    }
    return known;
}

// A header beside a kernel that includes it.
bool is_included(const Lesson& lesson, const fs::path& header) {
    const std::string name = header.filename().string() + "\"";
    return std::ranges::any_of(lesson.kernels, [&](const KernelSpec& spec) {
        const auto text = read_kernel_file(lesson, spec);
        return text && text->contains("#include") && text->contains(name);
    });
}

}  // namespace

Result<LessonFiles> files_of(const Lesson& lesson) {
    const std::set<fs::path> known = named_files(lesson);
    LessonFiles found;
    std::error_code error;
    for (fs::recursive_directory_iterator entry(lesson.folder, error), end; !error && entry != end; entry.increment(error)) {
        std::error_code ignored;
        if (entry->is_directory(ignored) || is_left_by_a_program(entry->path().filename().string())) continue;
        ++found.count;
        const fs::path name = entry->path().lexically_relative(lesson.folder);
        const bool is_shown = lesson.prose.find(name.string()) != std::string::npos;  // a picture
        if (!known.contains(name) && !is_shown && !is_included(lesson, name)) found.stray.push_back(name.string());
    }
    if (error) return failure(fmt::format("the folder cannot be read: {}", error.message()));
    return found;
}

}  // namespace warpwise
