#include "cli/lesson_argument.h"

#include <fmt/format.h>

#include <system_error>

#include "base/diagnostic.h"
#include "cli/commands.h"

namespace warpwise {
namespace fs = std::filesystem;

namespace {

Error unreadable(const std::string& name, const Diagnostics& problems) {
    std::string text = text_of(problems);
    while (text.ends_with('\n')) text.pop_back();
    return {ErrorKind::failure, fmt::format("the lesson {} cannot be read:\n{}", name, text), {}};
}

// A broken lesson is not in the course; its problems are.
Diagnostics problems_of(const Course& course, const std::string& name) {
    Diagnostics problems;
    for (const Diagnostic& diagnostic : course.problems)
        if (diagnostic.severity == Severity::error && diagnostic.file.find(name) != std::string::npos)
            problems.push_back(diagnostic);
    return problems;
}

}  // namespace

Result<Lesson> load_lesson_argument(const std::string& name) {
    std::error_code error;
    if (name.find('/') != std::string::npos && fs::exists(fs::path(name) / "lesson.toml", error)) {
        auto lesson = load_lesson(fs::path(name).lexically_normal());
        if (!lesson) return std::unexpected(unreadable(name, lesson.error()));
        return std::move(*lesson);
    }
    const auto course = load_installed_course();
    if (!course) return std::unexpected(course.error());
    const auto found = find_lesson(*course, name);
    if (found) return **found;
    const Diagnostics problems = problems_of(*course, name);
    return std::unexpected(problems.empty() ? found.error() : unreadable(name, problems));
}

}  // namespace warpwise
