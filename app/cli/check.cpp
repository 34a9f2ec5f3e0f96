// warpwise check LESSON [FILE.cu|FOLDER]: grades an exercise, or the hand-ins of a class.
#include <fmt/format.h>
#include <unistd.h>

#include <algorithm>
#include <cstdio>
#include <nlohmann/json.hpp>
#include <system_error>

#include "base/files.h"
#include "base/json.h"
#include "base/standard_streams.h"
#include "cli/commands.h"
#include "cli/lesson_argument.h"
#include "experiment/check_exercise.h"
#include "experiment/check_folder.h"
#include "lesson/progress.h"

namespace warpwise {
namespace {

Result<std::filesystem::path> file_to_grade(const CheckOptions& options, const Lesson& lesson) {
    if (options.file) return *options.file;
    const std::filesystem::path saved = exercise_file(lesson.id, options.exercise);
    std::error_code error;
    if (std::filesystem::exists(saved, error)) return saved;
    return usage_error(
        fmt::format("there is no saved solution for the exercise of {}", lesson.id),
        fmt::format("Write one in the window (`warpwise open {0}`), or name a file: `warpwise check {0} FILE.cu`.", lesson.id));
}

Result<void> write_reports(const CheckOptions& options, const ExerciseResult& result) {
    if (options.junit)
        if (auto written = write_file_atomically(*options.junit, to_junit(result)); !written) return written;
    if (options.html)
        if (auto written = write_file_atomically(*options.html, to_html(result)); !written) return written;
    return {};
}

// How far it is, where a person sits before it.
void tell_progress(std::size_t done, std::size_t all) {
    print_to(stderr, "\r{} of {} graded{}", done, all, done == all ? "\n" : "");
    std::fflush(stderr);
}

int check_hand_ins(const CheckOptions& options, const Lesson& lesson) {
    if (options.junit || options.smallest_case)
        return report({ErrorKind::usage, fmt::format("{} is for a single file", options.junit ? "--junit" : "--smallest-case"),
                       "A folder's results go to --csv, --html and --json."});
    const auto hand_ins = find_hand_ins(*options.file);
    if (!hand_ins) return report(hand_ins.error());
    FolderOptions folder;
    folder.exercise = options.exercise;
    folder.threads = options.threads;
    if (::isatty(STDERR_FILENO) == 1) folder.done = tell_progress;
    const auto result = check_folder(lesson, *hand_ins, folder);
    if (!result) return report(result.error());
    if (options.csv)
        if (const auto written = write_file_atomically(*options.csv, to_csv(*result)); !written) return report(written.error());
    if (options.html)
        if (const auto written = write_file_atomically(*options.html, to_html(*result)); !written) return report(written.error());
    print_to(stdout, "{}", options.json ? json_text(to_json(*result)) + "\n" : text_of(*result));
    return result->passed() == result->hand_ins.size() ? 0 : 1;
}

// The exercise whose kernel is in the text, or in most texts of a folder; empty when that is not clear.
std::string exercise_of_texts(const Lesson& lesson, const std::optional<std::filesystem::path>& file) {
    if (!file) return {};
    std::error_code error;
    std::vector<std::filesystem::path> files{*file};
    const bool is_folder = std::filesystem::is_directory(*file, error);
    if (is_folder) {
        const auto hand_ins = find_hand_ins(*file);
        if (!hand_ins) return lesson.exercises.front().id;  // what is wrong with the folder is told by grading it
        files.clear();
        for (const HandIn& each : *hand_ins) files.push_back(each.file);
    }
    std::vector<std::size_t> found(lesson.exercises.size());
    for (const std::filesystem::path& each : files) {
        const auto text = read_file(each, most_exercise_bytes);
        for (std::size_t i = 0; text && i < found.size(); ++i) {
            const std::string& entry = lesson.exercises[i].entry;
            found[i] += text->contains(entry.substr(0, entry.find('<')));
        }
    }
    const auto most = std::ranges::max_element(found);
    const bool is_clear = *most > 0 && std::ranges::count(found, *most) == 1;
    if (is_clear) return lesson.exercises[static_cast<std::size_t>(most - found.begin())].id;
    return is_folder && *most == 0 ? lesson.exercises.front().id : std::string();
}

}  // namespace

int check_command(const CheckOptions& given) {
    for (const auto& output : {given.junit, given.html, given.csv})
        if (output)
            if (const auto possible = check_output_file(*output); !possible) return report(possible.error());
    const auto lesson = load_lesson_argument(given.lesson);
    if (!lesson) return report(lesson.error());
    CheckOptions options = given;
    if (options.exercise.empty() && lesson->exercises.size() > 1) {
        options.exercise = exercise_of_texts(*lesson, options.file);
        if (options.exercise.empty())
            return report({ErrorKind::usage, fmt::format("the lesson {} has {} exercises", lesson->id, lesson->exercises.size()),
                           exercises_of(*lesson) + " Choose one with --exercise."});
    }
    std::error_code error;
    if (options.file && std::filesystem::is_directory(*options.file, error)) return check_hand_ins(options, *lesson);
    if (options.csv)
        return report({ErrorKind::usage, "--csv is for a folder of hand-ins", "A single file's result goes to --json and --html."});
    const auto file = file_to_grade(options, *lesson);
    if (!file) return report(file.error());
    const auto text = read_file(*file, most_exercise_bytes);
    if (!text) return report(text.error());
    DeviceSet devices;
    ExerciseOptions exercise;
    exercise.exercise = options.exercise;
    exercise.source = file->filename().string();
    exercise.threads = options.threads;
    const auto result = check_exercise(*lesson, *text, devices, exercise);
    if (!result) return report(result.error());
    if (const auto written = write_reports(options, *result); !written) return report(written.error());
    std::optional<SmallestCase> smallest;
    if (options.smallest_case && !std::ranges::all_of(result->shapes, &ShapeVerdict::passed)) {
        auto found = smallest_case_of(*lesson, *result, devices, exercise);
        if (!found) return report(found.error());
        smallest = std::move(*found);
    }
    if (options.json) {
        nlohmann::json printed = to_json(*result);
        if (smallest) printed["smallest_case"] = to_json(*lesson, *smallest);
        print_to(stdout, "{}\n", json_text(printed));
    } else {
        print_to(stdout, "{}{}", text_of(*result), smallest ? text_of(*lesson, *smallest) : "");
    }
    return result->passed ? 0 : 1;
}

}  // namespace warpwise
