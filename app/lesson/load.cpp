// Folders to lessons: load_lesson and load_course.
#include <fmt/format.h>

#include <algorithm>
#include <cctype>
#include <map>
#include <set>
#include <system_error>

#include "base/files.h"
#include "base/paths.h"
#include "lesson/glossary.h"
#include "lesson/kernel_files.h"
#include "lesson/lesson.h"
#include "lesson/manifest.h"
#include "lesson/prose.h"
#include "lesson/python_text.h"

namespace warpwise {
namespace fs = std::filesystem;

namespace {

Diagnostic problem(const std::string& file, const Error& error) {
    return {file, 0, 0, 1, Severity::error, error.message, error.hint};
}

// "lessons/02_indexing_1d", as diagnostics name it
std::string shown_folder(const fs::path& folder) { return shown_path(folder.has_filename() ? folder : folder.parent_path()); }

int number_of(const fs::path& folder) {
    const std::string name = folder.filename().string();
    int number = 0;
    for (std::size_t i = 0; i < name.size() && i < 6; ++i) {
        if (name[i] == '_') return number;
        if (std::isdigit(static_cast<unsigned char>(name[i])) == 0) return 0;
        number = number * 10 + (name[i] - '0');
    }
    return 0;
}

// A text file of the lesson, or nothing and a Diagnostic.
std::string read_part(const fs::path& folder, const std::string& name, const std::string& shown, Diagnostics& problems) {
    const auto path = find_below(folder, name);
    if (!path) {
        problems.push_back(problem(shown + "/" + name, path.error()));
        return {};
    }
    auto text = read_file(*path, kMaxManifestBytes);
    if (!text) {
        problems.push_back(problem(shown + "/" + name, text.error()));
        return {};
    }
    if (is_utf8(*text)) return std::move(*text);
    problems.push_back(
        {shown + "/" + name, 1, 1, 1, Severity::error, "the file is not UTF-8 text", "Save it as UTF-8 in your editor."});
    return {};
}

// The place in the manifest that names `text`, for problems that show only when other files are looked at.
Diagnostic at_text(const std::string& manifest, const std::string& file, const std::string& text, const Error& error) {
    Diagnostic diagnostic = problem(file, error);
    const std::size_t at = manifest.find("\"" + text + "\"");
    if (at == std::string::npos) return diagnostic;
    diagnostic.line = static_cast<int>(std::count(manifest.begin(), manifest.begin() + static_cast<std::ptrdiff_t>(at), '\n')) + 1;
    diagnostic.column = static_cast<int>(at - (manifest.rfind('\n', at) + 1)) + 1;
    diagnostic.length = static_cast<int>(text.size()) + 2;
    return diagnostic;
}

void load_python_texts(Lesson& lesson, const std::string& shown, Diagnostics& problems) {
    for (PythonText& text : possible_python_texts(lesson)) {
        std::error_code error;
        if (!fs::exists(fs::symlink_status(lesson.folder / text.file, error))) continue;
        const std::size_t before = problems.size();
        text.text = read_part(lesson.folder, text.file, shown, problems);
        if (problems.size() > before) continue;
        std::ranges::move(check_python_text(lesson, text, shown + "/" + text.file), std::back_inserter(problems));
        lesson.python_texts.push_back(std::move(text));
    }
}

void load_parts(Lesson& lesson, const std::string& shown, const std::string& manifest, Diagnostics& problems) {
    lesson.prose = read_part(lesson.folder, "lesson.md", shown, problems);
    for (Exercise& exercise : lesson.exercises) {
        exercise.stub = read_part(lesson.folder, exercise.stub_file(), shown, problems);
        exercise.solution = read_part(lesson.folder, exercise.solution_file(), shown, problems);
        for (WrongSubmission& wrong : exercise.wrong) wrong.text = read_part(lesson.folder, wrong.file, shown, problems);
        for (RightSubmission& right : exercise.right) right.text = read_part(lesson.folder, right.file, shown, problems);
    }
    for (Ladder& ladder : lesson.ladders)
        for (Rung& rung : ladder.rungs) rung.text = read_part(lesson.folder, rung.file, shown, problems);
    load_python_texts(lesson, shown, problems);
    bool sources_there = true;
    for (const KernelSpec& kernel : lesson.kernels) {
        const auto source = read_kernel_file(lesson, kernel);
        if (source) continue;
        sources_there = false;
        problems.push_back(at_text(manifest, shown + "/lesson.toml", kernel.source, source.error()));
    }
    if (sources_there) std::ranges::move(check_prose(lesson, shown + "/lesson.md"), std::back_inserter(problems));
}

bool is_lesson_folder(const fs::directory_entry& entry) {
    std::error_code error;
    return entry.is_directory(error) && !entry.path().filename().string().starts_with(".");
}

std::vector<fs::path> lesson_folders(const fs::path& lessons_dir, Diagnostics& problems) {
    std::vector<fs::path> folders;
    std::error_code error;
    for (fs::directory_iterator entry(lessons_dir, error), end; !error && entry != end; entry.increment(error))
        if (is_lesson_folder(*entry)) folders.push_back(entry->path());
    if (error)
        problems.push_back({lessons_dir.string(), 0, 0, 1, Severity::error,
                            fmt::format("the folder of lessons cannot be read: {}", error.message()),
                            "Check that it exists and that you may read it."});
    std::ranges::sort(folders);
    return folders;
}

void check_needs(Course& course) {
    for (const Lesson& lesson : course.lessons)
        for (const std::string& need : lesson.needs)
            if (course.find(need) == nullptr)
                course.problems.push_back({shown_folder(lesson.folder) + "/lesson.toml",
                                           0,
                                           0,
                                           1,
                                           Severity::warning,
                                           fmt::format("it needs the lesson \"{}\", which is not here", need),
                                           {}});
}

}  // namespace

std::expected<Lesson, Diagnostics> load_lesson(const fs::path& folder) {
    const std::string shown = shown_folder(folder);
    const std::string manifest_name = shown + "/lesson.toml";
    const auto path = find_below(folder, "lesson.toml");
    if (!path) return std::unexpected(Diagnostics{problem(manifest_name, path.error())});
    const auto text = read_file(*path, kMaxManifestBytes);
    if (!text) return std::unexpected(Diagnostics{problem(manifest_name, text.error())});
    Manifest manifest = read_manifest(*text, manifest_name);
    Lesson& lesson = manifest.lesson;
    lesson.folder = folder;
    lesson.number = number_of(folder);
    if (!has_errors(manifest.diagnostics)) load_parts(lesson, shown, *text, manifest.diagnostics);
    if (has_errors(manifest.diagnostics)) return std::unexpected(std::move(manifest.diagnostics));
    lesson.warnings = std::move(manifest.diagnostics);
    return std::move(lesson);
}

Course load_course(const fs::path& lessons_dir) {
    Course course;
    std::map<std::string, std::string> folder_of;
    for (const fs::path& folder : lesson_folders(lessons_dir, course.problems)) {
        auto lesson = load_lesson(folder);
        const Diagnostics& said = lesson ? lesson->warnings : lesson.error();
        std::ranges::copy(said, std::back_inserter(course.problems));
        if (!lesson) continue;
        const auto [taken, is_new] = folder_of.try_emplace(lesson->id, shown_folder(folder));
        if (is_new) {
            course.lessons.push_back(std::move(*lesson));
            continue;
        }
        course.problems.push_back({shown_folder(folder) + "/lesson.toml", 0, 0, 1, Severity::error,
                                   fmt::format("the id \"{}\" is already used by {}", lesson->id, taken->second),
                                   "Progress is stored by id: give every lesson its own."});
    }
    const auto place = [](const Lesson& lesson) { return std::pair(lesson.number, lesson.folder); };
    course.lessons.sort([&](const Lesson& a, const Lesson& b) { return place(a) < place(b); });
    check_needs(course);
    std::ranges::copy(course_glossary().problems, std::back_inserter(course.problems));
    return course;
}

std::optional<Lesson> load_lesson_of_course(const fs::path& lessons_dir, std::string_view name) {
    if (name.ends_with('/')) name.remove_suffix(1);
    name.remove_prefix(name.rfind('/') + 1);
    Diagnostics problems;  // the course's reader tells them
    std::optional<fs::path> only;
    for (const fs::path& folder : lesson_folders(lessons_dir, problems)) {
        const std::string whole = folder.filename().string();
        const std::string_view number = std::string_view(whole).substr(0, whole.find('_'));
        if (whole != name && number != name && std::string_view(whole).substr(std::min(whole.size(), number.size() + 1)) != name)
            continue;
        if (only) return std::nullopt;
        only = folder;
    }
    if (!only) return std::nullopt;
    auto lesson = load_lesson(*only);
    if (!lesson || !lesson->is_named(name)) return std::nullopt;
    return std::move(*lesson);
}

}  // namespace warpwise
