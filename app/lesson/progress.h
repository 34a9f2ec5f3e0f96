// What the learner has done, kept in user_data_dir()/progress.json. Written atomically; a file that cannot be understood is put
// aside under another name and never written over.
#pragma once

#include <filesystem>
#include <map>
#include <set>
#include <string>

#include "base/diagnostic.h"
#include "base/error.h"
#include "lesson/lesson.h"

namespace warpwise {

struct LessonProgress {
    bool opened = false, ran = false, finished = false;
    std::map<std::string, int> predictions;    // prediction id -> answer committed, from 0
    bool exercise_passed = false;              // of [exercise]
    std::map<std::string, double> numbers{};   // prediction id -> number committed
    std::set<std::string> passed_exercises{};  // ids of [[exercise]]

    bool has_passed(const Exercise& exercise) const;
    void note_passed(const Exercise& exercise);
    bool operator==(const LessonProgress&) const = default;
};

using Progress = std::map<std::string, LessonProgress>;  // by lesson id

inline constexpr int progress_version = 1;

struct LoadedProgress {
    Progress progress;     // empty when there was no file or it was put aside
    Diagnostics problems;  // names the file that was put aside
};

std::filesystem::path progress_file();  // user_data_dir()/progress.json
LoadedProgress load_progress(const std::filesystem::path& file = progress_file());
Result<void> save_progress(const Progress& progress, const std::filesystem::path& file = progress_file());

// What two windows did since both knew `base`: nothing that either passed is lost, and where both answered, `ours` stands.
Progress merge_progress(Progress ours, const Progress& base, const Progress& theirs);

// The learner's own text for an exercise of a lesson: user_data_dir()/exercises/LESSON.cu, or LESSON.EXERCISE.cu
std::filesystem::path exercise_file(const std::string& lesson_id, const std::string& exercise_id = {});

}  // namespace warpwise
