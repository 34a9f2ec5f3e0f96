// warpwise course verify [LESSON...]: proves that lessons keep their promises; course new FOLDER: makes one that does.
#include <fmt/format.h>

#include <algorithm>
#include <cstdio>
#include <list>
#include <nlohmann/json.hpp>

#include "base/json.h"
#include "base/standard_streams.h"
#include "cli/commands.h"
#include "cli/lesson_argument.h"
#include "experiment/check/course_verify.h"
#include "lesson/glossary.h"
#include "lesson/new_lesson.h"
#include "lesson/trusted_packs.h"

namespace warpwise {
namespace {

struct Chosen {
    std::list<Lesson> lessons;
    std::vector<VerifyLine> broken;  // lessons of the course that cannot be read
};

Result<Chosen> choose_lessons(const std::vector<std::string>& names) {
    Chosen chosen;
    for (const std::string& name : names) {
        auto lesson = load_lesson_argument(name);
        if (!lesson) return std::unexpected(lesson.error());
        chosen.lessons.push_back(std::move(*lesson));
    }
    if (!names.empty()) return chosen;
    auto course = load_installed_course();
    if (!course) return std::unexpected(course.error());
    for (const Diagnostic& problem : course->problems) {
        std::filesystem::path place = std::filesystem::path(problem.file).parent_path();
        if (place.filename() == "python") place = place.parent_path();  // of a lesson's texts in Python
        const std::string folder = place.filename().string();
        const bool of_readable =
            std::ranges::any_of(course->lessons, [&](const Lesson& l) { return l.folder.filename() == folder; });
        // What a readable lesson's reader noticed is in that lesson's own line.
        if (!of_readable) chosen.broken.push_back({folder, "manifest", false, text_of({problem}), 0});
    }
    chosen.lessons = std::move(course->lessons);
    if (chosen.lessons.empty() && chosen.broken.empty()) return usage_error("there is no lesson to verify");
    return chosen;
}

}  // namespace

int course_new_command(const std::filesystem::path& asked) {
    const auto folder = make_lesson(asked);
    if (!folder) return report(folder.error());
    print_to(stdout,
             "{0}\n\nEdit the files there, with `warpwise open {0}` beside you, and run\n\n    warpwise course verify {0}\n",
             folder->string());
    return 0;
}

int course_terms_command() {
    const Glossary& glossary = course_glossary();
    if (!glossary.problems.empty()) print_to(stderr, "{}", text_of(glossary.problems));
    if (glossary.terms.empty())
        return report(Error{ErrorKind::failure, "there is no glossary",
                            "lessons/glossary.toml holds it; `warpwise doctor` names the folder."});
    for (const Term& term : glossary.terms) {
        std::string also;
        for (const std::string& word : term.also) also += (also.empty() ? " (also " : ", ") + word;
        print_to(stdout, "{}{}\n", term.name, also.empty() ? "" : also + ")");
    }
    return 0;
}

int course_verify_command(const CourseVerifyOptions& options) {
    auto chosen = choose_lessons(options.lessons);
    if (!chosen) return report(chosen.error());
    if (options.trust)
        for (const Lesson& lesson : chosen->lessons)
            if (!is_trusted(lesson))
                if (const auto kept = trust(pack_of(lesson)); !kept) return report(kept.error());
    VerifyOptions verify;
    verify.threads = options.threads;
    if (!options.json)
        verify.on_line = [](const VerifyLine& line) {
            print_to(stdout, "{}\n", text_of(line));
            std::fflush(stdout);
        };
    std::vector<VerifyLine> lines = std::move(chosen->broken);
    if (verify.on_line) std::ranges::for_each(lines, verify.on_line);
    Recordings recordings;
    for (const std::filesystem::path& file : options.recordings) {
        auto loaded = load_recording(file);
        if (!loaded) return report(loaded.error());
        recordings.files.push_back(std::move(loaded->recording));
    }
    if (!recordings.files.empty()) verify.recordings = &recordings;
    DeviceSet devices;
    for (const Lesson& lesson : chosen->lessons)
        std::ranges::move(verify_lesson(lesson, devices, verify), std::back_inserter(lines));
    const auto failed = std::ranges::count(lines, false, &VerifyLine::passed);
    const auto uncertain = std::ranges::count(lines, true, &VerifyLine::uncertain);
    if (options.json)
        print_to(stdout, "{}\n", json_text(to_json(lines)));
    else
        print_to(stdout, "{} checks, {} failed, {} not checkable here\n", lines.size(), failed, uncertain);
    return failed == 0 ? 0 : 1;
}

}  // namespace warpwise
