// warpwise course answers LESSON: a learner's answers as a file without a name; course poll FOLDER: what a class answered.
#include <fmt/format.h>

#include <algorithm>
#include <cstdio>
#include <nlohmann/json.hpp>
#include <set>

#include "base/diagnostic.h"
#include "base/files.h"
#include "base/json.h"
#include "base/standard_streams.h"
#include "cli/commands.h"
#include "cli/lesson_argument.h"
#include "experiment/check/class_poll.h"
#include "experiment/record/claims.h"

namespace warpwise {
namespace {

// The lesson asked for, or one for each that the files are of. A lesson that cannot be read leaves its files out.
Result<std::vector<Lesson>> polled_lessons(const PollOptions& options, AnswerFolder& folder) {
    std::vector<Lesson> lessons;
    if (!options.lesson.empty()) {
        auto lesson = load_lesson_argument(options.lesson);
        if (!lesson) return std::unexpected(lesson.error());
        for (const AnswerFile& file : folder.files)
            if (file.answers.lesson != lesson->id) folder.skipped.push_back({file.name, "it belongs to another lesson"});
        lessons.push_back(std::move(*lesson));
        return lessons;
    }
    const auto course = load_installed_course();
    if (!course) return std::unexpected(course.error());
    std::set<std::string> ids;
    for (const AnswerFile& file : folder.files) {
        const auto found = std::ranges::find(course->lessons, file.answers.lesson, &Lesson::id);
        if (found == course->lessons.end())
            folder.skipped.push_back({file.name, "its lesson is not in the course; name the lesson's folder with --lesson"});
        else if (ids.insert(found->id).second)
            lessons.push_back(*found);
    }
    return lessons;
}

}  // namespace

int course_answers_command(const AnswersOptions& options) {
    if (options.output.empty())
        return report({ErrorKind::usage, "-o is missing: the file to hand in", "Write it as -o answers.json."});
    if (const auto possible = check_output_file(options.output); !possible) return report(possible.error());
    const auto lesson = load_lesson_argument(options.lesson);
    if (!lesson) return report(lesson.error());
    const LoadedProgress loaded = load_progress();
    if (!loaded.problems.empty()) print_to(stderr, "{}", text_of(loaded.problems));
    const auto progress = loaded.progress.find(lesson->id);
    const Answers answers = answers_of(*lesson, progress != loaded.progress.end() ? progress->second : LessonProgress());
    if (answers.given.empty())
        return report({ErrorKind::usage, fmt::format("no answer to a prediction of {} has been committed here", lesson->id),
                       fmt::format("Open the lesson with `warpwise open {}`, and commit to an answer first.", lesson->id)});
    if (const auto written = write_file_atomically(options.output, to_json_text(answers)); !written) return report(written.error());
    print_to(stdout, "{} of {} answers of {} in {}: no name, no time, no path\n", answers.given.size(), lesson->predictions.size(),
             lesson->id, options.output.string());
    return 0;
}

int course_poll_command(const PollOptions& options) {
    for (const auto& output : {options.csv, options.html})
        if (output)
            if (const auto possible = check_output_file(*output); !possible) return report(possible.error());
    auto folder = read_answer_folder(options.folder);
    if (!folder) return report(folder.error());
    const auto lessons = polled_lessons(options, *folder);
    if (!lessons) return report(lessons.error());
    std::vector<Poll> polls;
    const Recordings shipped = load_recordings({shipped_recordings_dir()});
    for (Lesson lesson : *lessons) {
        read_recorded(lesson, shipped);
        polls.push_back(poll_of(lesson, folder->files, folder->skipped));
    }
    if (options.csv)
        if (const auto written = write_file_atomically(*options.csv, to_csv(polls, options.reveal)); !written)
            return report(written.error());
    if (options.html)
        if (const auto written = write_file_atomically(*options.html, to_html(polls, folder->skipped, options.reveal)); !written)
            return report(written.error());
    if (options.json)
        print_to(stdout, "{}\n", json_text(to_json(polls, folder->skipped, options.reveal)));
    else
        for (const Poll& poll : polls) print_to(stdout, "{}\n", text_of(poll, options.reveal));
    for (const SkippedFile& file : folder->skipped) print_to(stderr, "warpwise: {} is not counted: {}\n", file.name, file.why);
    return 0;
}

}  // namespace warpwise
