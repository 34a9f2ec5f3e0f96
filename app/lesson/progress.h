// What the learner has done, kept in user_data_dir()/progress.json. Written atomically; a file that cannot be understood is put
// aside under another name and never written over.
#pragma once

#include <cstdint>
#include <filesystem>
#include <map>
#include <optional>
#include <set>
#include <string>
#include <vector>

#include "base/diagnostic.h"
#include "base/error.h"
#include "lesson/lesson.h"

namespace warpwise {

// The lanes or warps that were chosen at a stop of [[be_the_warp]], one bit each, and whether they were the right ones.
struct StopAnswer {
    std::uint64_t chosen = 0;
    bool right = false;
    bool operator==(const StopAnswer&) const = default;
};

// The smallest case of [[break_it]] that was found.
struct FoundCase {
    double size = 0;
    std::string settings;  // "n = 65, block = 32"
    bool operator==(const FoundCase&) const = default;
};

struct LessonProgress {
    bool opened = false, ran = false, finished = false;
    std::map<std::string, int> predictions;    // prediction id -> answer committed, from 0
    bool exercise_passed = false;              // of [exercise]
    std::map<std::string, double> numbers{};   // prediction id -> number committed
    std::set<std::string> passed_exercises{};  // ids of [[exercise]]

    std::map<std::string, std::vector<double>> sketches{};  // prediction id -> the values drawn, one per swept size
    std::map<std::string, std::string> missed{};            // prediction id -> the newest answer to it that was wrong, in words
    std::map<std::string, int> attempts{};                  // exercise id -> how often it was checked
    std::map<std::string, int> hints{};                     // exercise id -> the most hints shown at a time
    std::map<std::string, double> best_scores{};            // score_key() -> the lowest value of a text that passed
    std::map<std::string, int> turns{};                     // prediction id -> which of its `again` is asked; 0: the first question
    std::map<std::string, double> first_numbers{};  // prediction id -> the answer to the first question, when another is asked
    std::map<std::string, FoundCase> broken{};      // break_it id -> the smallest case so far
    std::map<std::string, std::vector<StopAnswer>> stops{};  // be_the_warp id -> the answers of this round, in order
    std::map<std::string, std::string> rung_lines{};         // rung_key() -> the learner's line
    std::map<std::string, double> rung_counts{};             // rung_key() -> the lowest count of a line that was right
    double read_to = 0;                                      // how far down the lesson's text the learner was: 0 to 1

    bool has_committed(const Prediction& prediction) const;
    bool has_passed(const Exercise& exercise) const;
    void note_passed(const Exercise& exercise);
    // False when the value is not lower than the one that is kept.
    bool note_score(const Exercise& exercise, const Score& score, double value);
    std::optional<double> best_score(const Exercise& exercise, const Score& score) const;
    // False when it is not smaller than the one that is kept.
    bool note_broken(const BreakIt&, FoundCase);
    bool note_rung(const Ladder&, const Rung&, double count);
    bool operator==(const LessonProgress&) const = default;
};

using Progress = std::map<std::string, LessonProgress>;  // by lesson id

inline constexpr int kProgressVersion = 1;

struct LoadedProgress {
    Progress progress;     // empty when there was no file or it was put aside
    Diagnostics problems;  // names the file that was put aside
};

std::filesystem::path progress_file();  // user_data_dir()/progress.json
LoadedProgress load_progress(const std::filesystem::path& file = progress_file());
Result<void> save_progress(const Progress& progress, const std::filesystem::path& file = progress_file());

// What two windows did since both knew `base`: nothing that either passed is lost, and where both answered, `ours` stands.
Progress merge_progress(Progress ours, const Progress& base, const Progress& theirs);

std::string rung_key(const Ladder& ladder, const Rung& rung);  // "first/index"
std::string score_key(const Exercise& exercise, const Score& score);

// A name that is not in use yet: FILE.broken, FILE.broken.2, ...
std::filesystem::path unused_name(const std::filesystem::path& file, std::string_view ending);

// The learner's own text for an exercise of a lesson: user_data_dir()/exercises/LESSON.cu, or LESSON.EXERCISE.cu
std::filesystem::path exercise_file(const std::string& lesson_id, const std::string& exercise_id = {});

}  // namespace warpwise
