// A lesson as data: what its folder says (lesson.toml, lesson.md, exercise.cu, solution.cu). Plain values that all may read.
#pragma once

#include <cstdint>
#include <filesystem>
#include <list>
#include <map>
#include <optional>
#include <string>
#include <variant>
#include <vector>

#include "base/diagnostic.h"
#include "base/dtype.h"
#include "base/error.h"
#include "base/launch_shape.h"
#include "lesson/drawn_shape.h"
#include "lesson/jobs.h"
#include "lesson/parameter_values.h"
#include "lesson/program_task.h"
#include "lesson/puzzles.h"
#include "lesson/term.h"

namespace warpwise {

enum class ParameterKind { size, block, grid, dtype, integer, real, choice, flag };

struct Parameter {
    std::string id;     // "n"
    std::string label;  // "elements n"; the id when the manifest gives none
    ParameterKind kind = ParameterKind::size;
    ParameterValue default_value;
    double min = 0, max = 0;           // numbers only
    bool powers_of_two = false;        // the slider steps by powers of two
    std::vector<std::string> choices;  // dtype, choice
    std::string help;
};

struct Preset {
    std::string name, note;
    std::string kernel;  // empty: keep the kernel
    ParameterValues values;
    std::string holds;  // what the note says, as a claim; empty: nothing that can be checked
};

// A sentence of the lesson as an expression over its presets: "[Four streams].total < [Whole].total" (app/lesson/claim.h).
struct Claim {
    std::string say, holds;
};

struct ArraySpec {
    std::string id;
    std::string dtype;                  // a dtype's name or "dtype", the parameter
    std::vector<std::string> shape;     // formulas over the parameters
    std::string fill = "zeros";         // zeros iota uniform ones constant=V mix ... (docs/writing-lessons.md)
    bool output = false;                // compared with the reference and shown as the result
    std::vector<std::string> graded{};  // fills that exercises are checked on, one pass each; empty: random data in place of `fill`
    std::filesystem::path own_picture{};  // the learner's, in place of the lesson's picture; no manifest names it
};

// The .npy file of the lesson's folder that an array is read from: "data.npy" of the fill "file=data.npy".
std::optional<std::string> fill_file(const ArraySpec&);
// The PNG file of the lesson's folder that an array is made from: "scene.png" of "picture=scene.png" and
// "scaled_picture=scene.png".
struct PictureFill {
    std::string file;
    bool is_scaled = false;  // to the array's sizes
};
std::optional<PictureFill> picture_of_fill(const std::string& fill);

struct KernelSpec {
    std::string id;                      // "right"
    std::string title;                   // "The right index"
    std::string source;                  // path below kernels/ or below the lesson's folder
    std::string entry;                   // name expression; "{dtype}" stands for the C++ type: "add_one<{dtype}>"
    std::vector<std::string> arguments;  // array ids, parameter ids, formulas, or "bytes:e8030000": a value as it lies in memory
    std::vector<std::pair<std::string, std::string>> variables;  // __device__ or __constant__, and the id of what each holds
    std::string grid_x = "1", grid_y = "1", grid_z = "1";
    std::string block_x = "block", block_y = "1", block_z = "1";
    std::string shared_bytes = "0";
    std::string reference;                    // a built-in CPU routine, or the lesson's reference.cu; empty: not checked
    bool expect_wrong = false;                // a wrong kernel that the lesson shows on purpose
    std::optional<std::string> expect_fault;  // the fault kind it must end in
    std::string index_formula;                // shown by the thread grid: "blockIdx.x * blockDim.x + threadIdx.x"
    std::string covers = "n";                 // how many threads have work: threads at or past it are hatched
    std::string covers_x, covers_y;           // of a 2-D kernel: columns and rows of threads with work; empty: no such bound
    std::string flops, bytes;                 // formulas: operations and bytes that the algorithm needs; empty: not said
    std::string library;                      // a routine of NVIDIA's libraries instead of a source (base/library_kernels.h)
    std::string length;                       // the scalar argument that is the number of elements; empty: not cut into chunks
    bool guarded = true;                      // false: threads past the data are kept out by nothing
    bool is_checked() const { return !reference.empty(); }
    // By the kind of cost (fixable_costs()): the kernel that avoids it, or kSolutionFix. The debugger shows the difference.
    std::map<std::string, std::string> fixes;
};
// What a line can cost that another kernel may avoid: "sectors", "conflicts", "divergence", "barrier", ...
std::vector<std::string> fixable_costs();
inline constexpr const char* kSolutionFix = "solution";  // of the lesson's exercise, where the learner may see it

// How runs on a GPU go, each a formula or a parameter's id; empty: the default.
struct RunSettings {
    std::string copies;           // a choice parameter whose values are pageable, pinned, resident, staged; or one of these words
    std::string chunks, streams;  // numbers
    std::string flush_l2;         // a flag
};
inline constexpr int kMostChunks = 1024, kMostStreams = 64;

struct ViewSpec {
    // image points thread_grid array_strip source result timings sweep timeline roofline occupancy
    std::string kind;
    std::map<std::string, std::string> options;
};

// An option that the manifest gives as a list, its texts; a single text is a list of one. Empty: not given.
std::vector<std::string> option_texts(const ViewSpec&, const std::string& name);

struct Answer {
    std::string text, why;
    bool right = false;
};

// A wrong number that is tempting, and why.
struct NearMiss {
    double value = 0;
    std::string why;
    std::string formula{};  // over the parameters: what gave the value
};

// A recorded value that is shown beside the bar that the learner drags.
struct RecordedBar {
    std::string label, of;
};

// What running shows about a prediction: "kernel": which to run, "set": values, "value": an expression whose value is the
// right answer's "measured" text. `course verify` runs it.
struct Prediction {
    std::string id, ask;
    std::vector<Answer> answers;
    bool ordered = false;    // shown in this order, not shuffled
    std::string kernel;      // run on commit; empty: the chosen one
    ParameterValues values;  // set on commit
    std::string job;         // run in its ranks in place of a kernel; empty: none
    std::string measured;    // expression over the record: counters, elements, times
    std::string expect;      // its value as text for the right answer
    // Without answers, the learner enters a number.
    double number = 0, within = 0;  // right is what differs from `number` by at most `within`; of a bar, by that factor
    std::string unit, why;
    std::vector<NearMiss> near_misses;
    std::string click;  // what is clicked instead of entered: kThreadClick, or an array's id; its number is then `number`
    // Without answers and number, the learner draws the curve of `sketch`, an expression that the lesson's sweep view shows.
    std::string sketch;
    double top = 0;     // of the empty axis
    std::string shape;  // of the right curve (lesson/curve_shape.h)
    // Or drags a bar to a time, or a ratio of times, that a recording has: "[A million].kernel". Its `number` is in no manifest: it
    // is read from the recording. `unit` is empty for a time, which is in milliseconds.
    std::string recorded;
    double lowest = 0, highest = 0;  // the ends of its logarithmic axis
    std::vector<RecordedBar> beside;
    // The same question with other numbers, after a wrong answer: complete predictions, with the same id.
    std::vector<Prediction> again;
    bool asks_sketch() const { return !sketch.empty(); }
    bool asks_bar() const { return !recorded.empty(); }
    bool asks_number() const { return answers.empty() && !asks_sketch(); }  // a bar's length is one
    bool is_right(double entered) const {
        if (asks_bar()) return number > 0 && entered <= number * within && entered >= number / within;
        return entered >= number - within && entered <= number + within;
    }
};
inline constexpr const char* kThreadClick = "thread";

struct Gate {
    std::string counter;  // expression over counters; empty: correctness on all shapes
    std::optional<double> at_most, at_least;
    std::string say;
    std::string tell;  // the count in words, for who missed it: "your kernel makes {value} loads per warp; {limit} are enough"
    bool of_solution = false;  // the counter is divided by what the solution has for the same launch and data
    std::string kernel{};      // of a program: only launches of this kernel are counted; empty: all
};

// A text that learners hand in and that must fail, and a part of what they are then told.
struct WrongSubmission {
    std::string file, told;
    std::string text;  // of the file
};

// A text that must pass: the exercise solved in another way than the solution does.
struct RightSubmission {
    std::string file, style;  // `style`: what is different about it
    std::string text;         // of the file
};
// The solution and this many other right texts, in styles of their own, show that gates do not ask for one style.
inline constexpr std::size_t kRightSubmissions = 2;

// A hint is offered in its turn, or, when it is `on` a kind of failure, only after a check failed like that, and then first.
struct Hint {
    std::string text;
    std::string on;  // a fault's kind, or another of failure_kinds() (lesson/hints.h); empty: no kind
};

struct Exercise {
    std::string id;      // empty: the lesson's only one, [exercise]
    std::string title;   // of one of several
    std::string kernel;  // whose signature, launch and reference the learner's kernel takes
    std::string entry;
    std::string task;
    std::vector<Hint> hints;
    std::vector<Gate> gates;
    std::vector<WrongSubmission> wrong;
    std::vector<RightSubmission> right;
    std::vector<Score> scores;             // of a text that passed, counted in the emulator; `best` is what the solution reaches
    std::string stub, solution;            // the texts of the two files
    std::optional<ProgramTask> program{};  // the text is a whole program, and `kernel` and `entry` are empty
    std::string stub_file() const;         // "exercise.cu", or "exercise_ID.cu"
    std::string solution_file() const;
};

// What to read after the lesson: a page's address, or a book's chapter.
struct Reading {
    std::string title, where;
};

// What a kernel computes, in Python (lesson/python_text.h).
struct PythonText {
    std::string library;  // "numpy"
    std::string kernel;   // whose computation it is
    std::string file;     // below the lesson's folder: "python/with_numpy.py"
    std::string text;
};

struct Tolerance {
    std::string absolute = "0", relative = "0";  // formulas; "epsilon" is the dtype's
    std::string because;
    std::string share = "0";  // of the elements, which may differ by any amount: a formula
};

// Numbers that the prose may state without a directive, as they do not change with the lesson: "1,024 threads per block at most".
struct Constant {
    std::vector<std::string> numbers;  // as the prose writes them
    std::string because;
};

// A step of a lesson that is told to a class: what is set and shown, and the line to say (lesson/scenes.h).
struct Scene {
    std::string say;
    std::string preset, kernel;  // what is set: the preset's kernel and values, the kernel, the values; over the defaults
    ParameterValues values;
    std::string view;                    // one of the lesson's, shown large; empty: none
    std::string prediction;              // asked instead of a view; empty: none
    std::optional<std::uint64_t> focus;  // a thread to point out, counted from 0
    bool run = false;                    // or sweep, where the view is the sweep
    std::string expect;                  // how the run ends: "right", "wrong" or a fault's kind; empty: as the kernel says
    bool sets() const { return !preset.empty() || !kernel.empty() || !values.empty(); }
};

struct Lesson {
    std::string id;  // "indexing_1d": progress hangs on it
    int number = 0;  // from the folder's prefix
    int part = 0;
    std::string title;
    bool playground = false;  // kernels to try: nothing to learn or pass, and results may be unchecked
    std::vector<std::string> goals, needs;
    int minutes = 0;         // about how long a learner takes; 0: not said
    std::string difficulty;  // introductory, intermediate, advanced; empty: not said
    std::vector<Reading> further;
    std::filesystem::path folder;
    std::vector<Parameter> parameters;
    std::vector<Preset> presets;
    std::vector<ArraySpec> arrays;
    std::vector<KernelSpec> kernels;
    std::vector<RankJob> jobs;  // programs of several ranks
    std::vector<ViewSpec> views;
    RunSettings run;
    std::vector<ParameterValues> verify_shapes;  // complete: defaults filled in, one for each shape and dtype
    std::vector<DrawnShape> drawn_shapes;        // for exercises besides
    Tolerance tolerance;
    std::vector<Claim> claims;
    std::vector<Constant> constants;
    std::vector<Prediction> predictions;
    std::vector<Exercise> exercises;
    std::vector<BreakIt> breaks;
    std::vector<ShownStep> steps;
    std::vector<BeTheWarp> warp_stops;
    std::vector<Ladder> ladders;
    std::vector<std::string> remember;
    std::vector<Scene> scenes;  // empty: Present shows the prose, page by page
    std::vector<Term> terms;    // what this lesson adds to the glossary
    std::string prose;          // lesson.md
    Diagnostics warnings;       // what the manifest's reader noticed and could do without
    std::vector<PythonText> python_texts;
    // Where things stand in lesson.toml: "prediction how_many", "preset Small", "note of Small", "claim 1", "scene 1", "kernel
    // right", "view image", "exercise" (or "exercise ID"), "wrong/serial.cu", "break_it luck", "be_the_warp edge",
    // "ladder first", "rung first/index", "job integral". What a run contradicts is told with its line.
    std::map<std::string, int> manifest_lines;

    // "about 20 minutes, introductory"; empty when neither is said.
    std::string effort() const;
    // By id, folder name or number; "lessons/02_indexing_1d" works too.
    bool is_named(std::string_view name) const;
    const Parameter* find_parameter(std::string_view id) const;
    const Exercise* find_exercise(std::string_view id) const;  // the first when the id is empty; null: there is none
    // The first whose text is a kernel; null: there is none.
    const Exercise* kernel_exercise() const;
    const KernelSpec* find_kernel(std::string_view id) const;
    ParameterValues defaults() const;
};

// Reads a lesson's folder. Every problem is a Diagnostic with file, line and field; warnings do not stop it.
std::expected<Lesson, Diagnostics> load_lesson(const std::filesystem::path& folder);

// The course: the lessons in order, and what could not be read. In a list, a lesson stays where it is in memory while others come.
struct Course {
    std::list<Lesson> lessons;
    Diagnostics problems;
    const Lesson* find(std::string_view name) const;  // Lesson::is_named
};
Course load_course(const std::filesystem::path& lessons_dir);
// The lesson that load_course(lessons_dir).find(name) is where ids differ, read alone: for commands about one lesson. Nothing
// where its folder's name does not tell which one it is, or it cannot be read; the course then says why.
std::optional<Lesson> load_lesson_of_course(const std::filesystem::path& lessons_dir, std::string_view name);

// The text of a kernel: below the lesson's folder first, then below kernels/. Its marker lines (app/lesson/source_markers.h) are
// blank, so that a line's number is the same here, in the file and in every fault.
Result<std::string> read_kernel_source(const Lesson&, const KernelSpec&);

// A value given as text ("64", "2^14", "f32") checked against its parameter's kind and range.
Result<ParameterValue> parse_parameter(const Parameter& parameter, const std::string& text);

}  // namespace warpwise
