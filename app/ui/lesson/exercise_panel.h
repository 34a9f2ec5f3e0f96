// The exercise: the learner's text on disk (exercise_file of lesson/progress.h), hints, and the check that runs beside the window.
#pragma once

#include <cstddef>
#include <filesystem>
#include <future>
#include <map>
#include <optional>
#include <string>
#include <thread>
#include <vector>

#include "experiment/check/check_exercise.h"
#include "ui/workbench/workbench.h"

namespace warpwise::ui {

// What a text that passed cost beside the solution, for the same launch; empty while nothing passed.
struct ExerciseCost {
    std::string shape;
    std::map<std::string, double> mine, best;  // as values_of() names them
};

// Told after a check.
struct ExerciseVerdict {
    bool passed = false;
    std::vector<std::string> lines;  // what passed, or the first failure and what to do
    std::string failure;             // its kind: hints on it come first
    Diagnostics diagnostics;         // of a text that does not compile
    ExerciseCost cost;
    std::optional<ShapeVerdict> failed;  // the first launch that was not right, and can be stepped
    std::vector<ScoreVerdict> scores = {};
    std::string counted_shape = {};  // the launch that they were counted for
    // Of a program: the run that is told of, the last one.
    std::string run = {}, output = {};
    std::vector<ProgramFinding> findings = {};
    bool is_program = false;
};

// What comes back from a check: about which lesson and which text.
struct CheckedExercise {
    std::string lesson, exercise, text;
    ExerciseVerdict verdict;
};

struct ExerciseState {
    ExerciseState() = default;
    ~ExerciseState();  // saves what is not saved yet, and waits for a check in progress
    ExerciseState(const ExerciseState&) = delete;
    ExerciseState& operator=(const ExerciseState&) = delete;

    std::string lesson, exercise;  // whose text this is; a lesson's only exercise has no id
    bool keeps_files = true;
    bool trusts_lesson = true;  // its programs may run here
    std::string text;           // the learner's, or the stub
    bool unsaved = false;
    double changed_at = 0;  // ImGui::GetTime() of the last key
    std::string save_problem;
    std::map<std::filesystem::path, std::string> left_unsaved;  // texts that could not be saved when they were left, by file
    std::vector<std::size_t> hints_shown;                       // places in the exercise's list
    std::size_t tries = 0;                                      // checks that failed
    int solution_shown = 0;                                     // 0: not, 1: as it is, 2: as differences from the learner's text
    std::optional<ExerciseVerdict> verdict;
    std::string checked_text;  // what the verdict is about
    std::future<CheckedExercise> check;
    std::jthread worker;  // last: it ends first
};

// Loads the text when another lesson was opened, saves it a moment after the last change, and takes up a finished check.
void update_exercise(Workbench&, ExerciseState&);
void save_exercise(ExerciseState&);  // at once, if it changed; what cannot be saved stays unsaved
void set_exercise_text(ExerciseState&, std::string text);
void put_in_draft(Workbench&, const ExerciseState&);  // the text as it is: what Run would take of it
ExerciseVerdict verdict_of(const ExerciseResult&);
// What the editor marks: the compiler's messages about a program, and its findings.
Diagnostics program_marks(const ExerciseVerdict&);
// A program runs with the user's rights: that of a lesson that is not trusted is not checked.
bool may_check(const Workbench&, const ExerciseState&);
// Does nothing while a check runs.
void start_exercise_check(Workbench&, ExerciseState&);
// A card per exercise; the one that is worked on has the buttons. An empty id is the lesson's first.
void exercise_card(Workbench&, ExerciseState&, const std::string& id);
// What is worked on: null when the lesson has no exercise.
const Exercise* current_exercise(const Workbench&, const ExerciseState&);

// exercise_program.cpp: the question whether programs of the lesson may run (false: it is asked), and what the last run told
bool trust_question(Workbench&, const Exercise&, ExerciseState&);
void program_verdict(Workbench&, const ExerciseVerdict&, bool older);
// exercise_solution.cpp
bool may_see_solution(const ExerciseState&, bool passed_before);
void exercise_cost(const Look&, const ExerciseCost&);
// exercise_scores.cpp: what the last text that passed counted, the medal for it, and the personal best
void exercise_scores(Workbench&, const Exercise&, const ExerciseState&);
void exercise_solution(const Look&, const Exercise&, ExerciseState&);

}  // namespace warpwise::ui
