#include "experiment/check/check_exercise.h"

#include <fmt/format.h>

#include <algorithm>
#include <array>
#include <ranges>
#include <set>
#include <utility>

#include "base/clock.h"
#include "base/files.h"
#include "experiment/check/exercise_verdict.h"
#include "experiment/check/program_exercise.h"
#include "experiment/record/record_text.h"
#include "experiment/run/record_values.h"
#include "lesson/formula.h"

namespace warpwise {
namespace {

std::string explain_wrong(const Check& check) {
    std::string text = fmt::format("{} of {} {} wrong", number_text(static_cast<double>(check.differing)),
                                   number_text(static_cast<double>(check.compared)),
                                   check.compared == 1    ? "element is"
                                   : check.differing == 1 ? "elements is"
                                                          : "elements are");
    if (check.first_difference) {
        const auto& first = *check.first_difference;
        text +=
            fmt::format("; the first is {}[{}]: it is {} and should be {}", first.array, first.index, first.found, first.expected);
    }
    return text;
}

std::string explain(const RunRecord& record) {
    switch (record.status) {
        case RunStatus::ok: return {};
        case RunStatus::cancelled: return "the run was cancelled";
        case RunStatus::wrong: return record.check ? explain_wrong(*record.check) : "the result is wrong";
        case RunStatus::fault:
        case RunStatus::error: break;
    }
    if (has_errors(record.diagnostics)) return "it does not compile:\n" + text_of(record.diagnostics);
    if (!record.fault) return "the kernel could not run";
    return words_of(*record.fault);
}

struct ShapeRun {
    ShapeVerdict verdict;
    RunRecord record;
};

// What is checked at once: a launch, with one kind of data.
struct Shape {
    const ParameterValues& values;
    std::size_t pass = 0;
    std::string name;
    bool is_drawn = false;
};

// "n = 100, block = 32", and where the same launch is checked with several kinds of data, which of them.
std::string name_of_shape(const Lesson& lesson, const Exercise& exercise, const ParameterValues& values, std::size_t pass) {
    std::string name = settings_text(lesson, values);
    if (passes_of(lesson, exercise) < 2) return name;
    return name + (name.empty() ? "" : ", ") + fmt::format("data {}", pass + 1);
}

ExperimentRequest request_of(const Lesson& lesson, const ParameterValues& shape, const std::string& text, std::uint64_t seed,
                             const ExerciseOptions& options) {
    ExperimentRequest request = exercise_request(lesson, shape, text, seed, options.exercise);
    request.threads = options.threads;
    return request;
}

Dim3 index_in(const Dim3& extent, std::uint64_t linear) {
    return {static_cast<std::uint32_t>(linear % extent.x), static_cast<std::uint32_t>(linear / extent.x % extent.y),
            static_cast<std::uint32_t>(linear / (std::uint64_t{extent.x} * extent.y))};
}

std::optional<WrongElement> wrong_element_of(const RunRecord& record) {
    if (record.status != RunStatus::wrong || !record.check || !record.check->first_difference) return std::nullopt;
    WrongElement wrong{.array = record.check->first_difference->array, .index = record.check->first_difference->index};
    const auto name = std::ranges::find(record.argument_names, wrong.array);
    const auto map =
        std::ranges::find(record.writes, static_cast<std::size_t>(name - record.argument_names.begin()), &WriteMap::argument);
    if (map == record.writes.end()) return std::nullopt;
    const auto element = static_cast<std::size_t>(wrong.index);
    if (element >= map->writer.size() || map->writer[element] == 0) return wrong;
    const std::uint64_t thread = map->writer[element] - 1, per_block = record.launch.block.count();
    wrong.block = index_in(record.launch.grid, thread / per_block);
    wrong.thread = thread % per_block;
    return wrong;
}

// Places are the learner's file, not the file of the kernel whose launch is taken.
void name_file(RunRecord& record, const std::string& source) {
    for (Diagnostic& diagnostic : record.diagnostics) diagnostic.file = source;
    if (auto& fault = record.fault) {
        fault->file = source;
        if (fault->other) fault->other->file = source;
    }
}

Result<ShapeRun> run_shape(const Lesson& lesson, const Shape& shape, const std::string& text, std::uint64_t seed,
                           DeviceSet& devices, const ExerciseOptions& options) {
    const ExperimentRequest request = request_of(lesson, shape.values, text, seed, options);
    const auto start = Clock::now();
    auto record = run_experiment(lesson, request, devices, options.hooks);
    if (!record) return std::unexpected(record.error());
    ShapeRun run{{}, std::move(*record)};
    name_file(run.record, options.source);
    run.verdict = {shape.values,
                   shape.name,
                   shape.pass,
                   seed,
                   run.record.status,
                   explain(run.record),
                   run.record.fault,
                   run.record.check,
                   wrong_element_of(run.record),
                   seconds_since(start)};
    return run;
}

// A ratio to the solution's count holds for elements of any size, and so does which threads wrote what.
bool is_of_every_dtype(const Lesson& lesson, const Gate& gate) {
    constexpr std::array<std::string_view, 3> of_writes = {"writers", "written", "most_by_one_writer"};
    return gate.of_solution || std::ranges::all_of(names_in_formula(gate.counter), [&](const std::string& name) {
               return std::ranges::find(of_writes, name) != of_writes.end() || lesson.find_parameter(name) != nullptr;
           });
}

// Adds one shape's count to a gate.
void weigh_shape(GateVerdict& verdict, const Lesson& lesson, const ShapeRun& run, const CountsOfSolution& solution) {
    const Gate& gate = verdict.gate;
    if (gate.counter.empty() || run.record.status != RunStatus::ok) return;
    if (!gate_applies(lesson, run.record.request.parameters) && !is_of_every_dtype(lesson, gate)) return;
    weigh_gate(verdict, values_of(lesson, run.record), solution, run.verdict.name);
}

// Whether another dtype makes another launch of the kernel: its arrays may all have a dtype of their own.
bool depends_on_dtype(const Lesson& lesson, const KernelSpec& kernel) {
    const auto is_of_parameter = [&](const std::string& id) {
        const auto array = std::ranges::find(lesson.arrays, id, &ArraySpec::id);
        return array == lesson.arrays.end() ? id.contains("dtype") : array->dtype == "dtype";
    };
    const auto names_it = [](const std::string& text) { return text.contains("dtype"); };
    return names_it(kernel.entry) || std::ranges::any_of(kernel.arguments, is_of_parameter) ||
           std::ranges::any_of(kernel.variables | std::views::values, is_of_parameter) ||
           std::ranges::any_of(std::array{kernel.grid_x, kernel.grid_y, kernel.grid_z, kernel.block_x, kernel.block_y,
                                          kernel.block_z, kernel.shared_bytes},
                               names_it);
}

// The shapes to verify. Of those that differ in a dtype that changes nothing one is left: the one that gates judge, where there is
// one.
std::vector<ParameterValues> shapes_of(const Lesson& lesson, const Exercise& exercise) {
    const KernelSpec* kernel = lesson.find_kernel(exercise.kernel);
    if (kernel == nullptr || depends_on_dtype(lesson, *kernel)) return lesson.verify_shapes;
    std::vector<ParameterValues> shapes;
    std::set<ParameterValues> seen;
    for (const bool judged : {true, false})
        for (const ParameterValues& shape : lesson.verify_shapes) {
            if (gate_applies(lesson, shape) != judged) continue;
            ParameterValues others = shape;
            others.erase("dtype");
            if (seen.insert(std::move(others)).second) shapes.push_back(shape);
        }
    return shapes;
}

// Every launch to verify, with each kind of data.
std::vector<std::pair<ParameterValues, std::size_t>> launches_of(const Lesson& lesson, const Exercise& exercise) {
    const std::vector<ParameterValues> shapes = shapes_of(lesson, exercise);
    std::vector<std::pair<ParameterValues, std::size_t>> launches;
    for (std::size_t pass = 0; pass < passes_of(lesson, exercise); ++pass)
        for (const ParameterValues& values : shapes) launches.emplace_back(values, pass);
    return launches;
}

void keep_largest_counts(ExerciseResult& result, const Lesson& lesson, const ShapeRun& run) {
    if (run.record.status != RunStatus::ok || !gate_applies(lesson, run.record.request.parameters)) return;
    if (run.verdict.pass > 0) return;  // scores are of one kind of data
    std::map<std::string, double> counts = values_of(lesson, run.record);
    if (!result.counts.empty() && counts["threads"] < result.counts["threads"]) return;
    result.counts = std::move(counts);
    result.counted_shape = run.verdict.name;
}

std::vector<ScoreVerdict> scores_of(const Exercise& exercise, const std::map<std::string, double>& counts) {
    std::vector<ScoreVerdict> scores;
    for (const Score& score : exercise.scores) {
        ScoreVerdict verdict{score, {}, {}, Medal::none};
        if (const auto value = evaluate_counters(score.of, counts)) {
            verdict.value = *value;
            verdict.medal = medal_of(score, *value);
        } else {
            verdict.explained = value.error().text();
        }
        scores.push_back(std::move(verdict));
    }
    return scores;
}

}  // namespace

std::string text_of(const ScoreVerdict& verdict) {
    if (!verdict.value) return fmt::format("{}: {}", verdict.score.say, verdict.explained);
    return fmt::format("{} {}, best known {}", number_text(*verdict.value), verdict.score.say, number_text(verdict.score.best));
}

std::string exercises_of(const Lesson& lesson) {
    std::string ids;
    for (const Exercise& exercise : lesson.exercises)
        ids += (ids.empty() ? "" : ", ") + (exercise.id.empty() ? "the first, which needs no --exercise" : exercise.id);
    return fmt::format("Its exercises are {}.", ids);
}

std::size_t passes_of(const Lesson& lesson, const Exercise& exercise) {
    const KernelSpec* kernel = lesson.find_kernel(exercise.kernel);
    std::size_t passes = 1;
    for (const ArraySpec& array : lesson.arrays)
        if (kernel != nullptr && std::ranges::find(kernel->arguments, array.id) != kernel->arguments.end())
            passes = std::max(passes, array.graded.size());
    return passes;
}

// Ones and constants become random numbers, so that no text passes by writing the expected value. Zeros stay: kernels may count
// on them. So do ranges of integers, which may be indices. An array with a shorter list of `graded` than another keeps its last.
Lesson with_random_data(const Lesson& lesson, std::size_t pass) {
    Lesson random = lesson;
    for (ArraySpec& array : random.arrays) {
        if (!array.graded.empty()) {
            array.fill = array.graded[std::min(pass, array.graded.size() - 1)];
            continue;
        }
        const auto dtype = dtype_from_name(array.dtype);
        const bool is_index = array.fill == "iota" && dtype && !is_float(*dtype);
        const bool is_constant =
            array.fill == "ones" || array.fill == "spots" || array.fill.starts_with("constant=") || picture_of_fill(array.fill);
        if (is_constant || (array.fill == "iota" && !is_index)) array.fill = "uniform=-100..100";
        if (array.fill.starts_with("life=")) array.fill = "life=soup";
    }
    return random;
}

ExperimentRequest exercise_request(const Lesson& lesson, const ParameterValues& parameters, const std::string& text,
                                   std::uint64_t seed, const std::string& exercise_id) {
    const Exercise& exercise = *lesson.find_exercise(exercise_id);
    ExperimentRequest request;
    request.lesson = lesson.id;
    request.kernel = exercise.kernel;
    request.device = kind_that(&DeviceTraits::checks_accesses);
    request.parameters = parameters;
    request.seed = seed;
    request.repeats = 1;
    request.trace = Trace::full;  // a race may give the right result by luck
    request.edited_source = text;
    request.edited_entry = exercise.entry;
    return request;
}

bool gate_applies(const Lesson& lesson, const ParameterValues& shape) {
    const Parameter* dtype = lesson.find_parameter("dtype");
    const auto chosen = shape.find("dtype");
    return dtype == nullptr || chosen == shape.end() || chosen->second == dtype->default_value;
}

Result<const Exercise*> exercise_to_check(const Lesson& lesson, const std::string& id) {
    if (const Exercise* exercise = lesson.find_exercise(id)) return exercise;
    if (lesson.exercises.empty())
        return usage_error(fmt::format("the lesson {} has no exercise", lesson.id), "`warpwise list` shows the lessons.");
    return usage_error(fmt::format("the lesson {} has no exercise '{}'", lesson.id, id), exercises_of(lesson));
}

Result<ExerciseResult> check_exercise(const Lesson& lesson, const std::string& text, DeviceSet& devices,
                                      const ExerciseOptions& asked) {
    const auto found = exercise_to_check(lesson, asked.exercise);
    if (!found) return std::unexpected(found.error());
    const Exercise* const exercise = *found;
    ExerciseOptions options = asked;
    KeptPrograms programs;  // the text and its reference are compiled once for all shapes
    if (options.hooks.kept == nullptr) options.hooks.kept = &programs;
    if (!is_utf8(text)) return usage_error(fmt::format("{} is not UTF-8 text", options.source), "Save it as UTF-8 in your editor.");
    if (exercise->program) return check_program(lesson, *exercise, text, options);
    const auto start = Clock::now();
    ExerciseResult result = begin_result(lesson, *exercise, text, options);
    std::uint64_t seed = options.seed.value_or(fresh_seed());
    KeptSolution own;
    KeptSolution& solutions = options.kept_solution != nullptr ? *options.kept_solution : own;
    const bool asks_solution = std::ranges::any_of(exercise->gates, &Gate::of_solution);
    const auto run_next = [&](const Shape& shape) -> Result<bool> {
        const Lesson random = with_random_data(lesson, shape.pass);
        auto run = run_shape(random, shape, text, seed, devices, options);
        if (!run) return std::unexpected(run.error());
        const CountsOfSolution solution = [&]() -> std::optional<std::map<std::string, double>> {
            if (!asks_solution) return std::nullopt;
            const std::string launch = fmt::format("{}\n{}\n{}", exercise->id, shape.name, seed);
            if (const auto known = solutions.counts.find(launch); known != solutions.counts.end()) return known->second;
            auto counted = run_shape(random, shape, exercise->solution, seed, devices, options);
            if (!counted || counted->record.status != RunStatus::ok) return std::nullopt;
            return solutions.counts[launch] = values_of(lesson, counted->record);
        };
        ++seed;
        if (!shape.is_drawn) {  // limits of gates are set for the sizes that the lesson names
            for (GateVerdict& gate : result.gates) weigh_shape(gate, lesson, *run, solution);
            keep_largest_counts(result, lesson, *run);
        }
        result.shapes.push_back(std::move(run->verdict));
        if (result.diagnostics.empty()) result.diagnostics = run->record.diagnostics;
        // What does not compile once does not compile for the next shape either.
        if (has_errors(run->record.diagnostics) || run->record.status == RunStatus::cancelled) return false;
        return result.shapes.back().passed() || seconds_since(start) <= options.patience_s;
    };
    const auto ended = [&] {
        decide(result, *exercise);
        if (result.passed) result.scores = scores_of(*exercise, result.counts);
        result.wall_s = seconds_since(start);
        return std::move(result);
    };
    for (const auto& [values, pass] : launches_of(lesson, *exercise)) {
        const auto go_on = run_next({values, pass, name_of_shape(lesson, *exercise, values, pass)});
        if (!go_on) return std::unexpected(go_on.error());
        if (!*go_on) return ended();
    }
    for (const DrawnShape& drawn : lesson.drawn_shapes) {
        const ParameterValues values = draw_shape(drawn, seed);
        const auto go_on = run_next({values, 0, name_of_shape(lesson, *exercise, values, 0) + ", drawn anew", true});
        if (!go_on) return std::unexpected(go_on.error());
        if (!*go_on) break;
    }
    return ended();
}

Result<SmallestCase> smallest_case_of(const Lesson& lesson, const ExerciseResult& result, DeviceSet& devices,
                                      const ExerciseOptions& options) {
    const auto wrong = std::ranges::find(result.shapes, false, &ShapeVerdict::passed);
    if (wrong == result.shapes.end()) return SmallestCase{};
    const Lesson random = with_random_data(lesson, wrong->pass);
    auto found = find_smallest_case(random, request_of(random, wrong->parameters, result.text, wrong->seed, options), devices,
                                    options.hooks);
    if (found) name_file(found->record, options.source);
    return found;
}

std::string warnings_after_pass(const ExerciseResult& result) {
    if (!result.passed || result.diagnostics.empty()) return "";
    std::string text = text_of(result.diagnostics);
    while (text.ends_with('\n')) text.pop_back();
    return "All results are right here, but the compiler warns; on a GPU or with other data they may be wrong:\n" + text;
}

std::string text_of(const ExerciseResult& result) {
    std::string text = fmt::format("{}: {}\n", result.lesson, result.title);
    const auto mark = [](bool passed, bool judged = true) { return passed ? "ok  " : judged ? "FAIL" : "--  "; };
    for (const ShapeVerdict& shape : result.shapes) {
        text += fmt::format("  {}  {:<40} {:8.1f} ms\n", mark(shape.passed()), shape.name, shape.wall_s * 1e3);
    }
    for (const GateVerdict& gate : result.gates)
        text += fmt::format("  {}  {}{}\n", mark(gate.passed, gate.judged), gate.gate.say, gate.judged ? "" : " (not judged)");
    for (const ScoreVerdict& score : result.scores) text += fmt::format("  {:<6}  {}\n", name_of(score.medal), text_of(score));
    if (result.passed) {
        const std::string doubt = warnings_after_pass(result);
        return text + "passed\n" + (doubt.empty() ? "" : doubt + "\n");
    }
    text += "not passed yet: " + result.first_failure + (result.first_failure.ends_with('\n') ? "" : "\n");
    return result.hint.empty() ? text : text + "hint: " + result.hint + "\n";
}

}  // namespace warpwise
