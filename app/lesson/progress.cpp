#include "lesson/progress.h"

#include <fmt/format.h>

#include <functional>
#include <nlohmann/json.hpp>
#include <system_error>
#include <utility>

#include "base/files.h"
#include "base/json.h"
#include "base/paths.h"

namespace warpwise {
namespace fs = std::filesystem;
using nlohmann::json;

namespace {

json json_of(const std::map<std::string, FoundCase>& broken) {
    json all = json::object();
    for (const auto& [id, found] : broken) all[id] = {{"size", found.size}, {"settings", found.settings}};
    return all;
}

json json_of(const std::map<std::string, std::vector<StopAnswer>>& stops) {
    json all = json::object();
    for (const auto& [id, answers] : stops) {
        json& list = all[id] = json::array();
        for (const StopAnswer& answer : answers) list.push_back({{"chosen", answer.chosen}, {"right", answer.right}});
    }
    return all;
}

// A member that is not an object has the wrong type, and throws.
const json::object_t& object_at(const json& value, const char* key) {
    static const json none = json::object();
    return value.contains(key) ? value.at(key).get_ref<const json::object_t&>() : none.get_ref<const json::object_t&>();
}

json to_json(const LessonProgress& lesson) {
    return {{"opened", lesson.opened},
            {"ran", lesson.ran},
            {"finished", lesson.finished},
            {"predictions", lesson.predictions},
            {"numbers", lesson.numbers},
            {"exercise_passed", lesson.exercise_passed},
            {"passed_exercises", lesson.passed_exercises},
            {"sketches", lesson.sketches},
            {"missed", lesson.missed},
            {"attempts", lesson.attempts},
            {"hints", lesson.hints},
            {"best_scores", lesson.best_scores},
            {"turns", lesson.turns},
            {"first_numbers", lesson.first_numbers},
            {"broken", json_of(lesson.broken)},
            {"stops", json_of(lesson.stops)},
            {"rung_lines", lesson.rung_lines},
            {"rung_counts", lesson.rung_counts},
            {"read_to", lesson.read_to}};
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
    lesson.sketches = value.value("sketches", std::map<std::string, std::vector<double>>{});
    lesson.missed = value.value("missed", std::map<std::string, std::string>{});
    lesson.attempts = value.value("attempts", std::map<std::string, int>{});
    lesson.hints = value.value("hints", std::map<std::string, int>{});
    lesson.best_scores = value.value("best_scores", std::map<std::string, double>{});
    lesson.turns = value.value("turns", std::map<std::string, int>{});
    lesson.first_numbers = value.value("first_numbers", std::map<std::string, double>{});
    for (const auto& [id, found] : object_at(value, "broken"))
        lesson.broken[id] = {found.value("size", 0.0), found.value("settings", std::string())};
    for (const auto& [id, answers] : object_at(value, "stops"))
        for (const json& answer : answers)
            lesson.stops[id].push_back({answer.value("chosen", std::uint64_t{0}), answer.value("right", false)});
    lesson.rung_lines = value.value("rung_lines", std::map<std::string, std::string>{});
    lesson.rung_counts = value.value("rung_counts", std::map<std::string, double>{});
    lesson.read_to = value.value("read_to", 0.0);
    return lesson;
}

struct Unreadable {
    std::string why;
    bool is_newer = false;  // of a later version, and not damaged
};

std::expected<Progress, Unreadable> parse_progress(const std::string& text) {
    try {
        const json root = parsed_json(text);
        const int version = root.at("version").get<int>();
        if (version > kProgressVersion)
            return std::unexpected(
                Unreadable{fmt::format("was written by a newer version of the program (format {}; this version knows up to {})",
                                       version, kProgressVersion),
                           true});
        Progress progress;
        for (const auto& [id, lesson] : root.at("lessons").items()) progress[id] = lesson_from_json(lesson);
        return progress;
    } catch (const json::exception& error) {
        const bool is_json = error.id / 100 != 1;  // 101 and the like: of the parser
        return std::unexpected(
            Unreadable{is_json ? fmt::format("it is not a progress file: {}", plain_words(error)) : "it is not valid JSON"});
    }
}

Diagnostic put_aside(const fs::path& file, const Unreadable& reason) {
    const fs::path aside = unused_name(file, reason.is_newer ? "newer" : "broken");
    std::error_code error;
    fs::rename(file, aside, error);
    Diagnostic told{.file = file.string(), .severity = error ? Severity::error : Severity::warning};
    told.message = reason.is_newer ? fmt::format("your progress {}", reason.why)
                                   : fmt::format("your progress {} be read: {}", error ? "cannot" : "could not", reason.why);
    told.hint = error ? fmt::format("It could not be moved aside either ({}).", error.message())
                : reason.is_newer
                    ? fmt::format(
                          "It is complete, and kept as {}: that version reads it under its old name. This version started a "
                          "new file.",
                          aside.string())
                    : fmt::format("It was kept as {}, and a new file was started.", aside.string());
    return told;
}

}  // namespace

fs::path progress_file() { return user_data_dir() / "progress.json"; }

fs::path exercise_file(const std::string& lesson_id, const std::string& exercise_id) {
    return user_data_dir() / "exercises" / (lesson_id + (exercise_id.empty() ? "" : "." + exercise_id) + ".cu");
}

bool LessonProgress::has_committed(const Prediction& prediction) const {
    if (prediction.asks_sketch()) return sketches.contains(prediction.id);
    return prediction.asks_number() ? numbers.contains(prediction.id) : predictions.contains(prediction.id);
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

std::string score_key(const Exercise& exercise, const Score& score) {
    return exercise.id.empty() ? score.of : exercise.id + ": " + score.of;
}

bool LessonProgress::note_score(const Exercise& exercise, const Score& score, double value) {
    const auto [kept, is_first] = best_scores.try_emplace(score_key(exercise, score), value);
    if (is_first) return true;
    if (value >= kept->second) return false;
    kept->second = value;
    return true;
}

std::optional<double> LessonProgress::best_score(const Exercise& exercise, const Score& score) const {
    const auto found = best_scores.find(score_key(exercise, score));
    return found == best_scores.end() ? std::nullopt : std::optional(found->second);
}

std::string rung_key(const Ladder& ladder, const Rung& rung) { return ladder.id + "/" + rung.id; }

bool LessonProgress::note_broken(const BreakIt& puzzle, FoundCase found) {
    const auto [kept, is_first] = broken.try_emplace(puzzle.id, found);
    if (is_first) return true;
    if (found.size >= kept->second.size) return false;
    kept->second = std::move(found);
    return true;
}

bool LessonProgress::note_rung(const Ladder& ladder, const Rung& rung, double count) {
    const auto [kept, is_first] = rung_counts.try_emplace(rung_key(ladder, rung), count);
    if (is_first) return true;
    if (count >= kept->second) return false;
    kept->second = count;
    return true;
}

fs::path unused_name(const fs::path& file, std::string_view ending) {
    fs::path candidate = fmt::format("{}.{}", file.string(), ending);
    std::error_code error;
    for (int i = 2; fs::exists(candidate, error) && i < 1000; ++i) candidate = fmt::format("{}.{}.{}", file.string(), ending, i);
    return candidate;
}

LoadedProgress load_progress(const fs::path& file) {
    LoadedProgress loaded;
    remove_stale_parts(file);
    std::error_code error;
    if (!fs::exists(file, error) && !error) return loaded;
    const auto text = read_regular_file(file);
    const auto progress = text ? parse_progress(*text) : std::unexpected(Unreadable{text.error().text()});
    if (progress)
        loaded.progress = *progress;
    else
        loaded.problems.push_back(put_aside(file, progress.error()));
    return loaded;
}

Result<void> save_progress(const Progress& progress, const fs::path& file) {
    json lessons = json::object();
    for (const auto& [id, lesson] : progress) lessons[id] = to_json(lesson);
    return write_regular_file(file, json{{"version", kProgressVersion}, {"lessons", lessons}}.dump(2) + "\n");
}

namespace {

// Answers of theirs come in where we have none; one that we knew and took back stays away.
template <typename Answer>
void merge_answers(std::map<std::string, Answer>& ours, const std::map<std::string, Answer>* base,
                   const std::map<std::string, Answer>& theirs) {
    for (const auto& [id, answer] : theirs)
        if (base == nullptr || !base->contains(id)) ours.emplace(id, answer);
}

template <typename Number, typename Better>
void keep_better(std::map<std::string, Number>& ours, const std::map<std::string, Number>& theirs, Better better) {
    for (const auto& [id, value] : theirs) {
        const auto [kept, is_new] = ours.try_emplace(id, value);
        if (!is_new && better(value, kept->second)) kept->second = value;
    }
}

}  // namespace

Progress merge_progress(Progress ours, const Progress& base, const Progress& theirs) {
    for (const auto& [id, their] : theirs) {
        LessonProgress& our = ours[id];
        const auto found = base.find(id);
        const LessonProgress* known = found == base.end() ? nullptr : &found->second;
        our.opened |= their.opened;
        our.ran |= their.ran;
        our.finished |= their.finished;
        our.exercise_passed |= their.exercise_passed;
        our.passed_exercises.insert(their.passed_exercises.begin(), their.passed_exercises.end());
        merge_answers(our.numbers, known ? &known->numbers : nullptr, their.numbers);
        merge_answers(our.predictions, known ? &known->predictions : nullptr, their.predictions);
        merge_answers(our.sketches, known ? &known->sketches : nullptr, their.sketches);
        merge_answers(our.missed, known ? &known->missed : nullptr, their.missed);
        keep_better(our.attempts, their.attempts, std::greater{});
        keep_better(our.hints, their.hints, std::greater{});
        keep_better(our.best_scores, their.best_scores, std::less{});
        keep_better(our.rung_counts, their.rung_counts, std::less{});
        keep_better(our.broken, their.broken, [](const FoundCase& a, const FoundCase& b) { return a.size < b.size; });
        merge_answers(our.turns, known ? &known->turns : nullptr, their.turns);
        merge_answers(our.first_numbers, known ? &known->first_numbers : nullptr, their.first_numbers);
        merge_answers(our.stops, known ? &known->stops : nullptr, their.stops);
        merge_answers(our.rung_lines, known ? &known->rung_lines : nullptr, their.rung_lines);
        // where the text was left is known best by the window that moved it
        if (known == nullptr ? our.read_to == 0 : our.read_to == known->read_to) our.read_to = their.read_to;
    }
    return ours;
}

}  // namespace warpwise
