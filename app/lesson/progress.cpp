#include "lesson/progress.h"

#include <fmt/format.h>

#include <nlohmann/json.hpp>
#include <system_error>

#include "base/files.h"
#include "base/paths.h"

namespace warpwise {
namespace fs = std::filesystem;
using nlohmann::json;

namespace {

json to_json(const LessonProgress& lesson) {
    return {{"opened", lesson.opened},
            {"ran", lesson.ran},
            {"finished", lesson.finished},
            {"predictions", lesson.predictions},
            {"numbers", lesson.numbers},
            {"exercise_passed", lesson.exercise_passed},
            {"passed_exercises", lesson.passed_exercises}};
}

// Throws json::exception when a field has another type; absent fields keep their defaults, unknown ones are passed over.
LessonProgress lesson_from_json(const json& value) {
    LessonProgress lesson;
    lesson.opened = value.value("opened", false);
    lesson.ran = value.value("ran", false);
    lesson.finished = value.value("finished", false);
    lesson.predictions = value.value("predictions", std::map<std::string, int>{});
    lesson.numbers = value.value("numbers", std::map<std::string, double>{});
    lesson.exercise_passed = value.value("exercise_passed", false);
    lesson.passed_exercises = value.value("passed_exercises", std::set<std::string>{});
    return lesson;
}

Result<Progress> parse_progress(const std::string& text) {
    try {
        const json root = json::parse(text);
        const int version = root.at("version").get<int>();
        if (version > progress_version)
            return failure(fmt::format("it was written by a newer version of the program (format {}; this version knows up to {})",
                                       version, progress_version));
        Progress progress;
        for (const auto& [id, lesson] : root.at("lessons").items()) progress[id] = lesson_from_json(lesson);
        return progress;
    } catch (const json::exception& error) {
        return failure(fmt::format("it is not a progress file ({})", error.what()));
    }
}

// A name that is not in use yet: progress.json.broken, progress.json.broken.2, ...
fs::path unused_name(const fs::path& file) {
    fs::path candidate = file.string() + ".broken";
    std::error_code error;
    for (int i = 2; fs::exists(candidate, error) && i < 1000; ++i) candidate = fmt::format("{}.broken.{}", file.string(), i);
    return candidate;
}

Diagnostic put_aside(const fs::path& file, const Error& reason) {
    const fs::path aside = unused_name(file);
    std::error_code error;
    fs::rename(file, aside, error);
    if (error)
        return {file.string(),
                0,
                0,
                1,
                Severity::error,
                fmt::format("your progress cannot be read: {}", reason.text()),
                fmt::format("It could not be moved aside either ({}).", error.message())};
    return {file.string(),
            0,
            0,
            1,
            Severity::warning,
            fmt::format("your progress could not be read: {}", reason.text()),
            fmt::format("It was kept as {}, and a new file was started.", aside.string())};
}

}  // namespace

fs::path progress_file() { return user_data_dir() / "progress.json"; }

fs::path exercise_file(const std::string& lesson_id, const std::string& exercise_id) {
    return user_data_dir() / "exercises" / (lesson_id + (exercise_id.empty() ? "" : "." + exercise_id) + ".cu");
}

bool LessonProgress::has_passed(const Exercise& exercise) const {
    return exercise.id.empty() ? exercise_passed : passed_exercises.contains(exercise.id);
}

void LessonProgress::note_passed(const Exercise& exercise) {
    if (exercise.id.empty())
        exercise_passed = true;
    else
        passed_exercises.insert(exercise.id);
}

LoadedProgress load_progress(const fs::path& file) {
    LoadedProgress loaded;
    remove_stale_parts(file);
    std::error_code error;
    if (!fs::exists(file, error) && !error) return loaded;
    const auto text = read_file(file);
    const auto progress = text ? parse_progress(*text) : std::unexpected(text.error());
    if (progress)
        loaded.progress = *progress;
    else
        loaded.problems.push_back(put_aside(file, progress.error()));
    return loaded;
}

Result<void> save_progress(const Progress& progress, const fs::path& file) {
    json lessons = json::object();
    for (const auto& [id, lesson] : progress) lessons[id] = to_json(lesson);
    return write_file_atomically(file, json{{"version", progress_version}, {"lessons", lessons}}.dump(2) + "\n");
}

Progress merge_progress(Progress ours, const Progress& base, const Progress& theirs) {
    for (const auto& [id, their] : theirs) {
        LessonProgress& our = ours[id];
        our.opened |= their.opened;
        our.ran |= their.ran;
        our.finished |= their.finished;
        our.exercise_passed |= their.exercise_passed;
        our.passed_exercises.insert(their.passed_exercises.begin(), their.passed_exercises.end());
        const auto known = base.find(id);
        for (const auto& [prediction, number] : their.numbers)
            if (known == base.end() || !known->second.numbers.contains(prediction)) our.numbers.emplace(prediction, number);
        for (const auto& [prediction, answer] : their.predictions)  // one that we took back stays away
            if (known == base.end() || !known->second.predictions.contains(prediction)) our.predictions.emplace(prediction, answer);
    }
    return ours;
}

}  // namespace warpwise
