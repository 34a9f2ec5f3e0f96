#include "experiment/check/course_verify.h"

#include <fmt/format.h>
#include <fmt/ranges.h>

#include <algorithm>
#include <set>

#include "base/clock.h"
#include "base/paths.h"
#include "experiment/check/check_exercise.h"
#include "experiment/check/prediction_check.h"
#include "experiment/check/puzzle_check.h"
#include "experiment/check/view_check.h"
#include "experiment/record/claims.h"
#include "experiment/run/record_values.h"
#include "experiment/run/resolve.h"
#include "lesson/formula.h"
#include "lesson/kernel_files.h"
#include "lesson/lesson_files.h"
#include "lesson/progress.h"
#include "lesson/prose.h"
#include "lesson/prose_numbers.h"
#include "lesson/scenes.h"

namespace warpwise {
namespace fs = std::filesystem;

namespace {

constexpr std::size_t max_prose_words = 650;

// The parts of the course whose lessons are about what things cost.
bool about_speed(int part) { return part == 2 || part == 4 || part == 5; }

// Where a failure is to be mended: a file of the lesson's folder; line 0: the file as a whole.
struct Place {
    std::string file;
    int line = 0;
};

// What a check says: the reason of a failure and what to do, or what was seen.
struct Seen {
    bool passed = true;
    std::string detail;
    bool uncertain = false;
    std::optional<Place> place{};  // where another place than the check's own is at fault
};
Seen good(std::string detail) { return {true, std::move(detail)}; }
Seen bad(std::string detail) { return {false, std::move(detail)}; }
Seen bad_at(Place place, std::string detail) { return {false, std::move(detail), false, std::move(place)}; }
Seen uncertain(std::string detail) { return {true, std::move(detail), true}; }

std::string values_text(const ParameterValues& values) {
    std::string text;
    for (const auto& [id, value] : values) text += fmt::format("{}{}={}", text.empty() ? "" : " ", id, text_of(value));
    return text;
}

class LessonVerifier {
  public:
    LessonVerifier(const Lesson& lesson, DeviceSet& devices, const VerifyOptions& options)
        : lesson_(lesson), devices_(devices), options_(options) {
        if (options_.recordings == nullptr) shipped_ = load_recordings({shipped_recordings_dir()});
    }

    std::vector<VerifyLine> verify() {
        check("manifest", manifest_file(), [&] { return manifest(); });
        check("files", {}, [&] { return files(); });
        check("prose", {"lesson.md"}, [&] { return prose(); });
        check("numbers", {"lesson.md"}, [&] { return numbers(); });
        for (const Preset& preset : lesson_.presets) {
            check("preset " + preset.name, in_manifest("preset " + preset.name), [&] { return preset_resolves(preset); });
            const std::string note = "note of " + preset.name;
            if (!preset.holds.empty()) check(note, in_manifest(note), [&] { return claim({preset.note, preset.holds}); });
        }
        for (std::size_t i = 0; i < lesson_.claims.size(); ++i)
            check("claim", in_manifest(fmt::format("claim {}", i + 1)), [&] { return claim(lesson_.claims[i]); });
        for (const ViewSpec& view : lesson_.views)
            if (const auto fits = check_view(lesson_, view); !fits)
                check("view " + view.kind, in_manifest("view " + view.kind), [&] { return bad(fits.error().text()); });
        for (const KernelSpec& spec : lesson_.kernels)
            check("kernel " + spec.id, in_manifest("kernel " + spec.id), [&] { return kernel(spec); });
        for (const Prediction& asked : lesson_.predictions)
            check("prediction " + asked.id, in_manifest("prediction " + asked.id), [&] { return prediction(asked); });
        puzzles();
        for (const Exercise& asked : lesson_.exercises) exercise(asked);
        for (std::size_t i = 0; i < lesson_.scenes.size(); ++i) {
            const std::string what = fmt::format("scene {}", i + 1);
            check(what, in_manifest(what), [&] { return scene(i); });
        }
        return std::move(lines_);
    }

  private:
    static Place manifest_file() { return {"lesson.toml"}; }
    Place in_manifest(const std::string& what) const {
        const auto line = lesson_.manifest_lines.find(what);
        return {"lesson.toml", line == lesson_.manifest_lines.end() ? 0 : line->second};
    }

    template <typename Check>
    void check(std::string what, const Place& own, Check&& run) {
        const auto start = Clock::now();
        const Seen seen = run();
        VerifyLine line{lesson_.id, std::move(what), seen.passed, seen.detail, seconds_since(start), seen.uncertain};
        const Place& place = seen.place ? *seen.place : own;
        if (!seen.passed && !place.file.empty()) {
            line.file = shown_path(lesson_.folder / place.file);
            line.line = place.line;
        }
        lines_.push_back(std::move(line));
        if (options_.on_line) options_.on_line(lines_.back());
    }

    void exercise(const Exercise& asked) {
        const std::string name = name_of_exercise(asked);
        failures_.clear();
        check(name, in_manifest(name), [&] { return exercise_text(asked); });
        check(name + " stub", {asked.stub_file()}, [&] { return stub(asked); });
        check(name + " solution", {asked.solution_file()}, [&] { return solution(asked); });
        if (asked.wrong.empty())
            check(name + " wrong", in_manifest(name),
                  [] { return uncertain("no [[exercise.wrong]] proves that a wrong kernel fails"); });
        for (const WrongSubmission& wrong : asked.wrong)
            check(wrong.file, {wrong.file}, [&] { return wrong_submission(asked, wrong); });
        for (const RightSubmission& right : asked.right)
            check(right.file, {right.file}, [&] { return right_submission(asked, right); });
        if (asked.right.size() < kRightSubmissions)
            check(name + " right", in_manifest(name), [&] {
                return uncertain(
                    fmt::format("{} [[exercise.right]]; {} in styles of their own show that the gates do not ask for "
                                "the solution's style",
                                asked.right.size(), kRightSubmissions));
            });
        if (std::ranges::any_of(asked.hints, [](const Hint& hint) { return !hint.on.empty(); }))
            check(name + " hints", in_manifest(name), [&] { return triggered_hints(asked); });
    }

    static std::string name_of_exercise(const Exercise& asked) { return asked.id.empty() ? "exercise" : "exercise " + asked.id; }

    // A hint on a kind of failure is worth nothing if no submission ends in it.
    Seen triggered_hints(const Exercise& asked) const {
        std::size_t count = 0;
        for (const Hint& hint : asked.hints) {
            if (hint.on.empty()) continue;
            if (!failures_.contains(hint.on))
                return bad(
                    fmt::format("neither the stub nor a wrong submission ends in \"{}\", so nothing shows the hint \"{}\". "
                                "Add an [[exercise.wrong]] that fails like that, or remove the hint's \"on\".",
                                hint.on, hint.text));
            ++count;
        }
        return good(fmt::format("{} shown after a failure that a submission here has", count));
    }

    Seen manifest() const {
        if (!lesson_.warnings.empty()) return bad_at({}, text_of(lesson_.warnings));  // each with its place
        if (lesson_.playground)
            return good(fmt::format("{} kernel{} to try", lesson_.kernels.size(), lesson_.kernels.size() == 1 ? "" : "s"));
        if (lesson_.predictions.empty()) return bad("there is no prediction; every lesson has at least one");
        if (about_speed(lesson_.part) && std::ranges::none_of(lesson_.predictions, asks_about_cost))
            return bad(
                "no prediction asks for a cost: a count, a curve or a bar. Lessons of parts II, IV and V have at least one.");
        if (lesson_.exercises.empty()) return bad("there is no exercise; every lesson has one");
        if (lesson_.verify_shapes.empty()) return bad("no shape to verify is listed");
        const auto counted = [](std::size_t n, std::string_view one) { return fmt::format("{} {}{}", n, one, n == 1 ? "" : "s"); };
        return good(fmt::format("{}, {}, {} to verify", counted(lesson_.kernels.size(), "kernel"),
                                counted(lesson_.predictions.size(), "prediction"), counted(lesson_.verify_shapes.size(), "run")));
    }

    // A file that nothing names has probably been forgotten.
    Seen files() const {
        const auto found = files_of(lesson_);
        if (!found) return bad(found.error().message);
        if (!found->stray.empty())
            return bad(fmt::format("nothing refers to {}; remove it, or name it in lesson.toml or lesson.md",
                                   fmt::join(found->stray, ", ")));
        return good(fmt::format("{} files", found->count));
    }

    // Every live value must have an answer once the lesson's kernels have run.
    Seen prose() {
        std::map<std::string, std::map<std::string, double>> seen;
        const auto values_of_run = [&](const std::string& id) {
            const std::string kernel = id.empty() ? lesson_.kernels.front().id : id;
            if (!seen.contains(kernel)) {
                const auto record = run(kernel, lesson_.defaults(), Trace::full);
                if (record) seen[kernel] = values_of(lesson_, *record);
            }
            return seen[kernel];
        };
        std::string missing, unrecorded, first_missing;
        const auto answer = [&](const std::string& directive) -> std::optional<std::string> {
            if (parse_directive(directive).name == "recorded") {
                const auto recorded = answer_recorded(lesson_, directive, recordings());
                if (!recorded) unrecorded += (unrecorded.empty() ? "" : ", ") + directive;
                return recorded;
            }
            const auto value = answer_directive(directive, lesson_.defaults(), values_of_run);
            if (!value && missing.empty()) first_missing = directive;
            if (!value) missing += (missing.empty() ? "" : ", ") + fmt::format("{{{{{}}}}}", directive);
            return value;
        };
        expand_prose(lesson_, answer);
        if (!missing.empty())
            return bad_at({"lesson.md", line_of_directive(first_missing)},
                          fmt::format("no run with the default values answers {}. Name a kernel and values that such a run has; "
                                      "`warpwise run {} --json` lists them.",
                                      missing, lesson_.id));
        const std::size_t words = count_words(lesson_.prose);
        if (words > max_prose_words) return bad(fmt::format("{} words; a lesson has at most about 600", words));
        if (!unrecorded.empty()) return uncertain(fmt::format("{} words; no recording answers {}", words, unrecorded));
        return good(fmt::format("{} words, every live value has an answer", words));
    }

    // A number that follows from something else is written as a directive, or grows stale.
    Seen numbers() const {
        const std::vector<PlainNumber> plain = plain_numbers(lesson_);
        if (!plain.empty()) {
            std::string text;
            for (const PlainNumber& number : plain)
                text += fmt::format("{}{} (line {})", text.empty() ? "" : ", ", number.text, number.line);
            return bad_at(
                {"lesson.md", plain.front().line},
                fmt::format("the prose states numbers that nothing checks: {}. Write them as {{{{value ...}}}}, "
                            "{{{{param ...}}}}, {{{{counter ...}}}} or {{{{recorded ...}}}}, or declare them in lesson.toml "
                            "under [[constant]], with the reason why they never change.",
                            text));
        }
        if (const auto unused = unused_constants(lesson_); !unused.empty())
            return bad_at(manifest_file(), fmt::format("[[constant]] declares {}, which the prose does not state; remove it",
                                                       fmt::join(unused, ", ")));
        std::size_t declared = 0;
        for (const Constant& constant : lesson_.constants) declared += constant.numbers.size();
        return good(fmt::format("{} declared constant, all others from a run", declared));
    }

    int line_of_directive(const std::string& directive) const {
        const std::size_t at = lesson_.prose.find("{{" + directive);
        return at == std::string::npos
                   ? 0
                   : 1 + static_cast<int>(
                             std::count(lesson_.prose.begin(), lesson_.prose.begin() + static_cast<std::ptrdiff_t>(at), '\n'));
    }

    static std::size_t count_words(const std::string& text) {
        std::size_t words = 0;
        bool inside = false;
        for (const char c : text) {
            const bool space = c == ' ' || c == '\n' || c == '\t';
            if (!space && !inside) ++words;
            inside = !space;
        }
        return words;
    }

    Seen preset_resolves(const Preset& preset) const {
        ExperimentRequest request;
        request.kernel = preset.kernel;
        request.parameters = preset.values;
        request.parameters.merge(ParameterValues(lesson_.defaults()));
        const auto launch = resolve_launch(lesson_, request);
        if (!launch) return bad(launch.error().text());
        return good(fmt::format("grid {}, block {}", launch->shape.grid.count(), launch->shape.block.count()));
    }

    const Recordings& recordings() const { return options_.recordings != nullptr ? *options_.recordings : shipped_; }

    Seen claim(const Claim& said) {
        const auto counts_of = [&](const PresetRun& preset) -> Result<std::map<std::string, double>> {
            const auto record = run(preset.kernel, preset.parameters, Trace::full);
            if (!record) return std::unexpected(record.error());
            return values_of(lesson_, *record);
        };
        const ClaimVerdict verdict = judge_claim(lesson_, said.holds, recordings(), counts_of);
        const std::string text = fmt::format("\"{}\": {}", said.say, verdict.detail);
        switch (verdict.state) {
            case ClaimState::holds: return good(text);
            case ClaimState::not_recorded: return uncertain(text);
            case ClaimState::fails:
                return bad(fmt::format("{} does not hold. {}. Correct the sentence, or what it holds.", said.holds, text));
            case ClaimState::wrong: break;
        }
        return bad(text);
    }

    Result<RunRecord> run(const std::string& kernel_id, const ParameterValues& values, Trace trace) {
        ExperimentRequest request;
        request.lesson = lesson_.id;
        request.kernel = kernel_id;
        request.parameters = values;
        request.repeats = 1;
        request.threads = options_.threads;
        request.trace = trace;
        return run_experiment(lesson_, request, devices_, options_.hooks);
    }

    // A playground may list none: then its default values.
    std::vector<ParameterValues> shapes_to_run() const {
        return lesson_.verify_shapes.empty() ? std::vector{lesson_.defaults()} : lesson_.verify_shapes;
    }

    // Right kernels are right everywhere. Kernels that are wrong on purpose, or fault, do so for at least one listed shape, and
    // never anything else.
    Seen kernel(const KernelSpec& spec) {
        if (!spec.library.empty()) return good(spec.library + " of a GPU's library: nothing to run in the emulator");
        std::size_t as_expected = 0;
        // Races are looked for by a full trace alone, which takes longer.
        const Trace trace = spec.expect_fault == name_of(FaultKind::data_race) ? Trace::full : Trace::counters;
        const std::vector<ParameterValues> shapes = shapes_to_run();
        for (const ParameterValues& shape : shapes) {
            const auto record = run(spec.id, shape, trace);
            if (!record) return bad(record.error().text());
            const bool faulted = record->fault.has_value();
            if (spec.expect_fault && faulted && name_of(record->fault->kind) == *spec.expect_fault)
                ++as_expected;
            else if (spec.expect_wrong && record->status == RunStatus::wrong)
                ++as_expected;
            else if (record->status != RunStatus::ok)
                return bad(fmt::format("with {} the outcome is {}{}\nCorrect {}, or say with \"expect\" that this is on purpose.",
                                       values_text(shape), name_of(record->status), why(*record), spec.source));
        }
        const std::size_t all = shapes.size();
        if (!spec.is_checked() && !spec.expect_fault)
            return good(
                fmt::format("{} run{} without a fault; without a reference no result is checked", all, all == 1 ? "" : "s"));
        if (!spec.expect_fault && !spec.expect_wrong) return good(fmt::format("{} runs agree with {}", all, spec.reference));
        const std::string outcome = spec.expect_fault ? *spec.expect_fault : "wrong";
        if (as_expected == 0)
            return bad(
                fmt::format("it should be {} for some shape, but all {} runs are right. Add a shape to [verify] for which it is, "
                            "or remove \"expect\".",
                            outcome, all));
        return good(fmt::format("{} of {} runs are {}, on purpose", as_expected, all, outcome));
    }

    static std::string why(const RunRecord& record) {
        if (has_errors(record.diagnostics)) return ":\n" + text_of(record.diagnostics);
        if (record.fault) return ":\n" + text_of(*record.fault);
        if (!record.check || !record.check->first_difference) return {};
        const auto& first = *record.check->first_difference;
        return fmt::format(": {}[{}] is {} and should be {}", first.array, first.index, first.found, first.expected);
    }

    static Seen seen(CheckedPart part) { return {part.passed, std::move(part.detail), part.uncertain}; }

    Seen prediction(const Prediction& asked) {
        return seen(check_prediction(
            lesson_, asked, recordings(),
            [this](const std::string& kernel, const ParameterValues& values, Trace trace) { return run(kernel, values, trace); }));
    }

    void puzzles() {
        RunHooks hooks = options_.hooks;
        for (const BreakIt& puzzle : lesson_.breaks)
            check("break_it " + puzzle.id, in_manifest("break_it " + puzzle.id),
                  [&] { return seen(check_break(lesson_, puzzle, devices_, hooks)); });
        for (const BeTheWarp& puzzle : lesson_.warp_stops)
            check("be_the_warp " + puzzle.id, in_manifest("be_the_warp " + puzzle.id),
                  [&] { return seen(check_warp_stops(lesson_, puzzle, devices_, hooks)); });
        for (const Ladder& ladder : lesson_.ladders)
            for (const Rung& rung : ladder.rungs) {
                const std::string what = "rung " + rung_key(ladder, rung);
                check(what, in_manifest(what), [&] { return seen(check_rung(lesson_, rung, devices_, hooks)); });
            }
    }

    // Its values make a launch, and a scene that runs ends as it says.
    Seen scene(std::size_t number) {
        const Scene& shown = lesson_.scenes[number];
        const SceneLaunch set = scene_launch(lesson_, number);
        ExperimentRequest request;
        request.kernel = set.kernel;
        request.parameters = set.values;
        const auto launch = resolve_launch(lesson_, request);
        if (!launch) return bad(launch.error().text());
        if (shown.focus && *shown.focus >= launch->shape.thread_count())
            return bad(
                fmt::format("there is no thread {} to point out: the launch has {}", *shown.focus, launch->shape.thread_count()));
        if (!shown.run) return good(fmt::format("{} with {}", set.kernel, values_text(set.values)));
        const std::string expected = expected_end(lesson_, number);
        const auto record = run(set.kernel, set.values, expected == name_of(FaultKind::data_race) ? Trace::full : Trace::counters);
        if (!record) return bad(record.error().text());
        const std::string end = record->fault                     ? std::string(name_of(record->fault->kind))
                                : record->status == RunStatus::ok ? "right"
                                                                  : std::string(name_of(record->status));
        if (end != expected)
            return bad(fmt::format("its run should be {}, and it is {}{}\nCorrect \"expect\", or what the scene sets.", expected,
                                   end, why(*record)));
        return good(fmt::format("its run is {}, as expected", end));
    }

    static std::size_t count_todos(const std::string& text) {
        std::size_t count = 0;
        for (std::size_t at = text.find("TODO"); at != std::string::npos; at = text.find("TODO", at + 4)) ++count;
        return count;
    }

    Seen exercise_text(const Exercise& exercise) const {
        if (exercise.hints.size() < 2) return bad("there are fewer than two hints");
        if (std::ranges::any_of(exercise.hints, [](const Hint& hint) { return hint.text.empty(); })) return bad("a hint is empty");
        if (count_todos(exercise.stub) != 1)
            return bad_at({exercise.stub_file()}, fmt::format("{} has {} places marked TODO; it should have one",
                                                              exercise.stub_file(), count_todos(exercise.stub)));
        if (count_todos(exercise.solution) != 0)
            return bad_at({exercise.solution_file()}, exercise.solution_file() + " still has a TODO");
        for (const Gate& gate : exercise.gates)
            if (!gate.counter.empty() && gate.tell.empty())
                return bad(
                    fmt::format("the gate \"{}\" has no \"tell\", the sentence with its count that a learner reads, such as "
                                "\"your kernel makes {{value}} load requests per warp; {{limit}} are enough\"",
                                gate.say));
        return good(fmt::format("{} hints, {} gates", exercise.hints.size(), exercise.gates.size()));
    }

    Result<ExerciseResult> grade(const Exercise& exercise, const std::string& text, const std::string& name) {
        ExerciseOptions options;
        options.exercise = exercise.id;
        options.source = name;
        options.threads = options_.threads;
        options.hooks = options_.hooks;
        auto result = check_exercise(lesson_, text, devices_, options);
        if (result) failures_.insert(result->failure);
        return result;
    }

    Seen stub(const Exercise& exercise) {
        const auto result = grade(exercise, exercise.stub, exercise.stub_file());
        if (!result) return bad(result.error().text());
        if (has_errors(result->diagnostics)) return bad("the stub does not compile:\n" + text_of(result->diagnostics));
        if (result->passed) return bad("the stub passes, so there is nothing left to do. Leave out a step and mark it TODO.");
        return good("it compiles and fails: " + result->first_failure.substr(0, result->first_failure.find('\n')));
    }

    Seen solution(const Exercise& exercise) {
        const auto result = grade(exercise, exercise.solution, exercise.solution_file());
        if (!result) return bad(result.error().text());
        solution_holds_ = result->passed;
        if (const GateVerdict* gate = uncomputable(*result)) return bad_at(in_manifest(name_of_exercise(exercise)), cannot(*gate));
        if (!result->passed)
            return bad(fmt::format("the solution fails: {}\nCorrect the solution, or what it misses in lesson.toml.",
                                   result->first_failure));
        for (const ScoreVerdict& score : result->scores) {
            const Place place = in_manifest(name_of_exercise(exercise));
            if (!score.value)
                return bad_at(place, fmt::format("the score \"{}\" cannot be counted: {}", score.score.say, score.explained));
            if (!shows_same(*score.value, score.score.best))
                return bad_at(place, fmt::format("the score \"{}\" says best = {}, and the solution has {} for {}", score.score.say,
                                                 number_text(score.score.best), number_text(*score.value), result->counted_shape));
        }
        return good(fmt::format("passes {} shapes and {} gates{}", result->shapes.size(), result->gates.size(),
                                result->scores.empty() ? "" : fmt::format(", {} scores", result->scores.size())));
    }

    // A gate that has no value for a kernel that is right says nothing about the kernel.
    static const GateVerdict* uncomputable(const ExerciseResult& result) {
        const auto right = std::ranges::all_of(result.shapes, &ShapeVerdict::passed);
        const auto gate = std::ranges::find_if(result.gates, [](const GateVerdict& each) { return !each.not_computed.empty(); });
        return right && gate != result.gates.end() ? &*gate : nullptr;
    }
    static std::string cannot(const GateVerdict& gate) {
        return fmt::format("the gate \"{}\" cannot be computed: {}", gate.gate.say, gate.not_computed);
    }

    // Gates that compare with the solution say nothing while the solution fails.
    bool awaits_solution(const Exercise& exercise) const {
        return !solution_holds_ && std::ranges::any_of(exercise.gates, &Gate::of_solution);
    }
    static Seen not_judged() { return uncertain("not judged: its gates compare it with the solution, which fails"); }

    // It compiles, does not pass, and its learner is told what the manifest says.
    Seen wrong_submission(const Exercise& exercise, const WrongSubmission& wrong) {
        const auto result = grade(exercise, wrong.text, wrong.file);
        if (!result) return bad(result.error().text());
        if (has_errors(result->diagnostics)) return bad("it does not compile:\n" + text_of(result->diagnostics));
        if (result->passed)
            return bad(fmt::format("it passes, and it should not: add a gate that it fails. {}", gate_values_text(*result)));
        if (awaits_solution(exercise)) return not_judged();
        if (const GateVerdict* gate = uncomputable(*result)) return bad_at(in_manifest(name_of_exercise(exercise)), cannot(*gate));
        if (result->first_failure.find(wrong.told) == std::string::npos)
            return bad_at(
                in_manifest(wrong.file),
                fmt::format("its learner is not told \"{}\", but: {}\nWrite a part of that as \"told\", or change {} so that "
                            "it fails for the reason meant.",
                            wrong.told, result->first_failure, wrong.file));
        return good("it fails: " + result->first_failure.substr(0, result->first_failure.find('\n')));
    }

    // Solved in another way: gates that ask for one style would refuse it.
    Seen right_submission(const Exercise& exercise, const RightSubmission& right) {
        const auto result = grade(exercise, right.text, right.file);
        if (!result) return bad(result.error().text());
        if (result->passed) return good("it passes: " + right.style);
        if (awaits_solution(exercise)) return not_judged();
        if (const GateVerdict* gate = uncomputable(*result)) return bad_at(in_manifest(name_of_exercise(exercise)), cannot(*gate));
        return bad(fmt::format("it is right and does not pass: {}\nMend the gate, or the tolerance, so that this style passes. {}",
                               result->first_failure, gate_values_text(*result)));
    }

    const Lesson& lesson_;
    DeviceSet& devices_;
    const VerifyOptions& options_;
    Recordings shipped_;
    std::vector<VerifyLine> lines_;
    bool solution_holds_ = false;     // the exercise's
    std::set<std::string> failures_;  // kinds of failure that the exercise's submissions ended in
};

}  // namespace

std::vector<VerifyLine> verify_lesson(const Lesson& lesson, DeviceSet& devices, const VerifyOptions& options) {
    return LessonVerifier(lesson, devices, options).verify();
}

}  // namespace warpwise
