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
#include "experiment/check/check_exercise.h"
#include "experiment/check/check_folder.h"
#include "lesson/progress.h"
#include "lesson/trusted_packs.h"

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
    std::fputc('\r', stderr);  // by itself: in what print_to() writes, control characters are made harmless
    print_to(stderr, "{} of {} graded{}", done, all, done == all ? "\n" : "");
    std::fflush(stderr);
}

int check_hand_ins(const CheckOptions& options, const Lesson& lesson, const std::vector<HandIn>& hand_ins) {
    if (options.junit || options.smallest_case)
        return report({ErrorKind::usage, fmt::format("{} is for a single file", options.junit ? "--junit" : "--smallest-case"),
                       "A folder's results go to --csv, --html and --json."});
    FolderOptions folder;
    folder.exercise = options.exercise;
    folder.threads = options.threads;
    if (::isatty(STDERR_FILENO) == 1) folder.done = tell_progress;
    const auto result = check_folder(lesson, hand_ins, folder);
    if (!result) return report(result.error());
    if (options.csv)
        if (const auto written = write_file_atomically(*options.csv, to_csv(*result)); !written) return report(written.error());
    if (options.html)
        if (const auto written = write_file_atomically(*options.html, to_html(*result)); !written) return report(written.error());
    print_to(stdout, "{}", options.json ? json_text(to_json(*result)) + "\n" : text_of(*result));
    return result->passed() == result->hand_ins.size() ? 0 : 1;
}

// Whether a text is probably for this exercise: a program for one that asks for a program, else what has its kernel.
bool is_for(const Lesson& lesson, const Exercise& exercise, const std::string& text) {
    const bool asks_programs = std::ranges::any_of(lesson.exercises, [](const Exercise& each) { return each.program.has_value(); });
    const bool is_program = text.contains("main(");
    if (asks_programs && is_program != exercise.program.has_value()) return false;
    return exercise.program || text.contains(exercise.entry.substr(0, exercise.entry.find('<')));
}

// The exercise that most of the texts are for; nothing where two are even, `otherwise` where no text is for one.
std::optional<std::string> exercise_of_texts(const Lesson& lesson, const std::vector<std::string>& texts,
                                             const std::optional<std::string>& otherwise) {
    std::vector<std::ptrdiff_t> found;
    for (const Exercise& exercise : lesson.exercises)
        found.push_back(std::ranges::count_if(texts, [&](const std::string& text) { return is_for(lesson, exercise, text); }));
    const auto most = std::ranges::max_element(found);
    if (*most == 0) return otherwise;
    if (std::ranges::count(found, *most) > 1) return std::nullopt;
    return lesson.exercises[static_cast<std::size_t>(most - found.begin())].id;
}

std::vector<std::string> texts_of(const std::vector<HandIn>& hand_ins) {
    std::vector<std::string> texts;
    for (const HandIn& each : hand_ins)
        if (each.problem.empty())
            if (auto text = read_regular_file(each.file, kMostExerciseBytes)) texts.push_back(std::move(*text));
    return texts;
}

int ask_for_exercise(const Lesson& lesson) {
    return report({ErrorKind::usage, fmt::format("the lesson {} has {} exercises", lesson.id, lesson.exercises.size()),
                   exercises_of(lesson) + " Choose one with --exercise."});
}

}  // namespace

int check_command(const CheckOptions& given) {
    for (const auto& output : {given.junit, given.html, given.csv})
        if (output)
            if (const auto possible = check_output_file(*output); !possible) return report(possible.error());
    const auto lesson = load_lesson_argument(given.lesson);
    if (!lesson) return report(lesson.error());
    if (given.trust && !is_trusted(*lesson))
        if (const auto kept = trust(pack_of(*lesson)); !kept) return report(kept.error());
    CheckOptions options = given;
    const bool is_open = options.exercise.empty() && lesson->exercises.size() > 1;
    std::error_code error;
    if (options.file && std::filesystem::is_directory(*options.file, error)) {
        const auto hand_ins = find_hand_ins(*options.file);
        if (!hand_ins) return report(hand_ins.error());
        if (is_open) {
            const auto meant = exercise_of_texts(*lesson, texts_of(*hand_ins), lesson->exercises.front().id);
            if (!meant) return ask_for_exercise(*lesson);
            options.exercise = *meant;
        }
        return check_hand_ins(options, *lesson, *hand_ins);
    }
    if (options.csv)
        return report({ErrorKind::usage, "--csv is for a folder of hand-ins", "A single file's result goes to --json and --html."});
    const bool has_default = is_open && lesson->exercises.front().id.empty();
    if (is_open && !options.file && !has_default) return ask_for_exercise(*lesson);
    const auto file = file_to_grade(options, *lesson);
    if (!file) return report(file.error());
    const auto text = options.file ? read_file(*file, kMostExerciseBytes) : read_regular_file(*file, kMostExerciseBytes);
    if (!text) return report(text.error());
    if (is_open && options.file) {
        const auto meant = exercise_of_texts(*lesson, {*text}, std::nullopt);
        if (!meant) return ask_for_exercise(*lesson);
        options.exercise = *meant;
    }
    DeviceSet devices;
    ExerciseOptions exercise;
    exercise.exercise = options.exercise;
    exercise.source = file->filename().string();
    exercise.file = *file;
    exercise.threads = options.threads;
    const auto result = check_exercise(*lesson, *text, devices, exercise);
    if (!result) return report(result.error());
    if (const auto written = write_reports(options, *result); !written) return report(written.error());
    std::optional<SmallestCase> smallest;
    if (options.smallest_case && !lesson->find_exercise(options.exercise)->program &&
        !std::ranges::all_of(result->shapes, &ShapeVerdict::passed)) {
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
