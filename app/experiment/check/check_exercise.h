// Grades a learner's text for a lesson's exercise: every shape to verify, random data from fresh seeds, then the gates.
#pragma once

#include <cstdint>
#include <map>
#include <nlohmann/json_fwd.hpp>
#include <optional>
#include <stop_token>
#include <string>
#include <vector>

#include "experiment/file/program_report.h"
#include "experiment/record/record.h"
#include "experiment/run/device_set.h"
#include "experiment/run/run_hooks.h"
#include "experiment/search/smallest_case.h"
#include "lesson/score.h"

namespace warpwise {

// The first element that is wrong, and who wrote it last.
struct WrongElement {
    std::string array;
    std::int64_t index = 0;
    std::optional<Dim3> block;  // of the thread that wrote it; nothing: no thread did
    std::uint64_t thread = 0;   // that thread within its block, x fastest
};

struct ShapeVerdict {
    ParameterValues parameters;
    std::string name;        // "n = 100, block = 32, dtype = f32", in the lesson's order, and the data where there are several
    std::size_t pass = 0;    // with which of the arrays' `graded` fills
    std::uint64_t seed = 0;  // of its random data: the same seed shows the same failure
    RunStatus status = RunStatus::ok;
    std::string explained;  // what went wrong, for a beginner; empty when nothing did
    std::optional<Fault> fault;
    std::optional<Check> check;
    std::optional<WrongElement> wrong_element;
    double wall_s = 0;
    std::string failure{};  // of a program: its kind (program_failure_kinds() of lesson/hints.h)
    bool passed() const { return status == RunStatus::ok; }
};

struct GateVerdict {
    Gate gate;
    std::optional<double> value;  // the worst over the shapes; none when the gate is about correctness or nothing could be counted
    std::string explained;        // why it did not pass, in words
    bool passed = false;
    bool judged = false;       // false: the result was wrong, or nothing could be counted
    std::string not_computed;  // why its expression has no value for a shape that is right: the gate's fault; empty: it has
};

// A count of the largest launch that was correct, beside the best known.
struct ScoreVerdict {
    Score score;
    std::optional<double> value;  // nothing when it could not be counted
    std::string explained;        // why it could not
    Medal medal = Medal::none;
};
// "16 sectors per request, best known 4"
std::string text_of(const ScoreVerdict&);

struct ExerciseResult {
    std::string lesson, title;
    std::string exercise;  // its id; empty: the lesson's only one
    std::string source;    // the file's name
    std::string text;      // what was graded
    bool passed = false;
    std::string first_failure;  // empty when passed
    std::string failure;        // its kind (failure_kinds() of lesson/hints.h); empty when passed or cancelled
    std::string hint;           // the exercise's own on that kind; empty: it has none
    Diagnostics diagnostics;    // of the compiler
    std::vector<ShapeVerdict> shapes;
    std::vector<GateVerdict> gates;
    std::map<std::string, double> counts;  // values_of() the largest launch that was correct and that gates apply to
    std::string counted_shape;             // its name
    std::string date, version;
    double wall_s = 0;
    std::vector<ScoreVerdict> scores;  // of a text that passed
    // Of a text that is a program: what each run told, in the order of `shapes`. Places in the text are in the file `source`.
    std::vector<ProgramReport> programs{};
};

// What programs told, by their text, arguments and name: the solution is run once for many that are compared with it.
struct KeptProgramRuns {
    std::map<std::string, ProgramReport> all;
};

struct ExerciseOptions {
    std::string exercise;  // its id; empty: the lesson's first
    std::string source = "exercise.cu";
    int threads = 0;
    std::optional<std::uint64_t> seed;  // none: a fresh one
    RunHooks hooks;
    double patience_s = 20;                    // a text that is wrong and this slow is not run on the shapes that are left
    KeptProgramRuns* kept_programs = nullptr;  // of a program: what its solution printed; null: it is run for each check
};

// A text that is longer is not a learner's kernel.
inline constexpr std::size_t kMostExerciseBytes = std::size_t{1} << 20;

// The exercise of that id, or the lesson's first when it is empty; a usage error says which there are.
Result<const Exercise*> exercise_to_check(const Lesson& lesson, const std::string& id);
// The lesson's title, with the exercise's own where it has one.
std::string exercise_title(const Lesson& lesson, const Exercise& exercise);

// An Error when the lesson has no exercise, or the run could not be made at all; a wrong kernel is a result that says so.
Result<ExerciseResult> check_exercise(const Lesson& lesson, const std::string& text, DeviceSet& devices,
                                      const ExerciseOptions& options = {});

// Of the first shape that failed; SmallestEnd::right where none did.
Result<SmallestCase> smallest_case_of(const Lesson& lesson, const ExerciseResult& result, DeviceSet& devices,
                                      const ExerciseOptions& options = {});

// "Its exercises are guard, stride."
std::string exercises_of(const Lesson& lesson);

// How many times a launch is checked, each with other data: as many as the longest list of `graded` fills among the arrays that the
// exercise's kernel takes.
std::size_t passes_of(const Lesson& lesson, const Exercise& exercise);
// The lesson with the data that texts are graded on in that pass: what the arrays' `graded` says, else random data.
Lesson with_random_data(const Lesson& lesson, std::size_t pass = 0);
// A launch of it as check_exercise() makes it, of an exercise that the lesson has (its first when no id is given).
ExperimentRequest exercise_request(const Lesson& lesson, const ParameterValues& parameters, const std::string& text,
                                   std::uint64_t seed, const std::string& exercise_id = {});

// Counters are compared for the default dtype: the number of sectors per load depends on it. Gates on writers alone are judged for
// all.
bool gate_applies(const Lesson& lesson, const ParameterValues& shape);

nlohmann::json to_json(const ExerciseResult& result);  // "warpwise.check/1"
std::string to_junit(const ExerciseResult& result);    // one test case a shape and a gate
std::string to_html(const ExerciseResult& result);     // one page that needs no other file
std::string text_of(const ExerciseResult& result);     // for a terminal
// What the compiler warned of in a text that passed: its results are right in the emulator, perhaps by luck. Empty: nothing.
std::string warnings_after_pass(const ExerciseResult& result);
// What the gates on counts had, for the lesson's author: "Its gates: writers / n is 1, at least 1 is required."
std::string gate_values_text(const ExerciseResult& result);

}  // namespace warpwise
