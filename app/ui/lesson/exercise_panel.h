// The exercise: the learner's text on disk (exercise_file of lesson/progress.h), hints, and the check that runs beside the window.
#pragma once

#include <cstddef>
#include <future>
#include <map>
#include <optional>
#include <string>
#include <thread>
#include <vector>

#include "experiment/check_exercise.h"
#include "ui/workbench/workbench.h"

namespace warpwise::ui {

// Told after a check.
struct ExerciseVerdict {
    bool passed = false;
    std::vector<std::string> lines;  // what passed, or the first failure and what to do
    Diagnostics diagnostics;         // of a text that does not compile
};

// What comes back from a check: about which lesson and which text.
struct CheckedExercise {
    std::string lesson, text;
    ExerciseVerdict verdict;
};

struct ExerciseState {
    ExerciseState() = default;
    ~ExerciseState();  // saves what is not saved yet, and waits for a check in progress
    ExerciseState(const ExerciseState&) = delete;
    ExerciseState& operator=(const ExerciseState&) = delete;

    std::string lesson;  // whose text this is
    bool keeps_files = true;
    std::string text;  // the learner's, or the stub
    bool unsaved = false;
    double changed_at = 0;  // ImGui::GetTime() of the last key
    std::string save_problem;
    std::map<std::string, std::string> left_unsaved;  // texts of lessons that could not be saved when they were left
    std::size_t hints_shown = 0;
    std::optional<ExerciseVerdict> verdict;
    std::string checked_text;  // what the verdict is about
    std::future<CheckedExercise> check;
    std::jthread worker;  // last: it ends first
};

// Loads the text when another lesson was opened, saves it a moment after the last change, and takes up a finished check.
void update_exercise(Workbench&, ExerciseState&);
void save_exercise(ExerciseState&);  // at once, if it changed; what cannot be saved stays unsaved
void set_exercise_text(ExerciseState&, std::string text);
ExerciseVerdict verdict_of(const ExerciseResult&);
// Does nothing while a check runs.
void start_exercise_check(Workbench&, ExerciseState&);
void exercise_card(Workbench&, ExerciseState&);

}  // namespace warpwise::ui
