// What a check of an exercise came to, as data, and what it was asked.
#pragma once

#include <cstdint>
#include <filesystem>
#include <map>
#include <optional>
#include <string>
#include <vector>

#include "experiment/file/program_report.h"
#include "experiment/record/record.h"
#include "experiment/run/run_hooks.h"
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

// What the solution did: it runs once for many texts that are compared with it on the same data.
struct KeptSolution {
    std::map<std::string, ProgramReport> programs;                // of a program: what it told, by exercise, run and arguments
    std::map<std::string, std::map<std::string, double>> counts;  // of a kernel: values_of(), by exercise, launch and seed
};

struct ExerciseOptions {
    std::string exercise;  // its id; empty: the lesson's first
    std::string source = "exercise.cu";
    std::filesystem::path file = {};  // that the text is in, for a command that runs it again; empty: none
    int threads = 0;
    std::optional<std::uint64_t> seed;  // none: a fresh one
    RunHooks hooks;
    double patience_s = 20;                     // a text that is wrong and this slow is not run on the shapes that are left
    double most_program_s = 30;                 // of a program: all its runs together; and again without each kernel
    std::vector<std::filesystem::path> beside;  // of a program: its other sources, and headers
    KeptSolution* kept_solution = nullptr;      // null: the solution is run for each check
};

}  // namespace warpwise
