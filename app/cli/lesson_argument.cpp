#include "cli/lesson_argument.h"

#include <fmt/format.h>

#include <system_error>
#include <vector>

#include "base/diagnostic.h"
#include "base/paths.h"
#include "cli/commands.h"
#include "lesson/lesson_path.h"

namespace warpwise {
namespace fs = std::filesystem;

namespace {

struct Found {
    Lesson lesson;
    bool by_path = false;
};

// A broken lesson is not in the course; its problems are.
Diagnostics problems_of(const Course& course, const std::string& name) {
    Diagnostics problems;
    for (const Diagnostic& diagnostic : course.problems)
        if (diagnostic.severity == Severity::error && !name.empty() && diagnostic.file.find(name) != std::string::npos)
            problems.push_back(diagnostic);
    return problems;
}

std::unexpected<Error> not_in_course(const Course& course, const std::string& name) {
    if (const Diagnostics problems = problems_of(course, name); !problems.empty()) {
        std::string text = text_of(problems);
        while (text.ends_with('\n')) text.pop_back();
        return failure(fmt::format("the lesson {} cannot be read:\n{}", name, text));
    }
    std::vector<std::string> known;
    for (const Lesson& lesson : course.lessons) known.push_back(lesson.id);
    const std::string near = did_you_mean(name, known);
    return usage_error(fmt::format("there is no lesson '{}'", name),
                       near.empty() ? "`warpwise list` shows them all; a lesson of your own is named by its folder's path." : near);
}

// "lessons/02_indexing_1d" means the course's from everywhere, as long as nothing else is there.
bool is_course_path(const std::string& name) {
    std::error_code error;
    return name.starts_with("lessons/") && !fs::exists(name, error);
}

// A source is what other commands take, but one in a lesson's folder probably means that lesson.
bool is_lone_source(const std::string& name) {
    std::error_code error;
    return name.ends_with(".cu") && fs::is_regular_file(name, error) &&
           !fs::exists(fs::path(name).parent_path() / "lesson.toml", error);
}

Result<Found> find(const std::string& name) {
    if (is_lone_source(name))
        return usage_error(
            fmt::format("{} is a CUDA source, not a lesson", name),
            fmt::format("`warpwise exec {0}` runs it as a program with its main(), `warpwise kernel {0} --entry NAME` runs "
                        "one of its kernels, `warpwise open {0}` opens it in the window, and `warpwise check LESSON {0}` "
                        "grades it as an exercise's solution.",
                        name));
    if (is_path_text(name) && !is_course_path(name)) {
        auto lesson = load_lesson_at(name);
        if (!lesson) return std::unexpected(lesson.error());
        return Found{std::move(*lesson), true};
    }
    if (auto lesson = load_lesson_of_course(data_dir() / "lessons", name)) return Found{std::move(*lesson), false};
    auto course = load_installed_course();
    if (!course) return std::unexpected(course.error());
    if (const Lesson* lesson = course->find(name)) return Found{*lesson, false};
    // a folder right here, as a shell completes it without its slash
    if (is_lesson_path(name)) {
        auto lesson = load_lesson_at(name);
        if (!lesson) return std::unexpected(lesson.error());
        return Found{std::move(*lesson), true};
    }
    return not_in_course(*course, name);
}

}  // namespace

Result<Lesson> load_lesson_argument(const std::string& name) {
    auto found = find(name);
    if (!found) return std::unexpected(found.error());
    return std::move(found->lesson);
}

Result<LessonToOpen> lesson_to_open(const std::string& name) {
    if (is_lone_source(name)) return LessonToOpen{{}, {}, name};
    const auto found = find(name);
    if (!found) return std::unexpected(found.error());
    if (found->by_path) return LessonToOpen{{}, found->lesson.folder};
    return LessonToOpen{found->lesson.id, {}};
}

}  // namespace warpwise
