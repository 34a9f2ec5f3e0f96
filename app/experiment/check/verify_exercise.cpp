#include "experiment/check/verify_exercise.h"

#include <fmt/format.h>

#include <algorithm>
#include <cmath>

#include "experiment/ranks/job_run.h"
#include "lesson/formula.h"
#include "lesson/trusted_packs.h"

namespace warpwise {

namespace {

// What an exercise of the parts on memory, on patterns and beyond one kernel has at least.
constexpr std::size_t kWrongOfStandard = 4, kRightOfStandard = 3;
bool is_held_to_standard(int part) { return part == 4 || part == 5 || part == 7; }

// As the count of a run may stand in a gate; the lesson's parameters and the names of the launch are no counts.
bool is_count(const Lesson& lesson, const std::string& name) {
    static const std::set<std::string> of_launch{"threads", "blocks",  "warps",   "work",    "grid_x",      "grid_y",     "grid_z",
                                                 "block_x", "block_y", "block_z", "epsilon", "dtype_bytes", "array_bytes"};
    return !of_launch.contains(name) && lesson.find_parameter(name) == nullptr;
}

std::size_t count_todos(const std::string& text) {
    std::size_t count = 0;
    for (std::size_t at = text.find("TODO"); at != std::string::npos; at = text.find("TODO", at + 4)) ++count;
    return count;
}

// A gate that has no value for a kernel that is right says nothing about the kernel.
const GateVerdict* uncomputable(const ExerciseResult& result) {
    const auto right = std::ranges::all_of(result.shapes, &ShapeVerdict::passed);
    const auto gate = std::ranges::find_if(result.gates, [](const GateVerdict& each) { return !each.not_computed.empty(); });
    return right && gate != result.gates.end() ? &*gate : nullptr;
}

std::string cannot(const GateVerdict& gate) {
    return fmt::format("the gate \"{}\" cannot be computed: {}", gate.gate.say, gate.not_computed);
}

// How many elements are wrong may depend on the data: "1 of 12 elements is wrong" is told as well.
bool is_told(const std::string& message, const std::string& told) {
    if (message.contains(told)) return true;
    constexpr std::string_view kOne = "elements is wrong", kSeveral = "elements are wrong";
    const std::size_t at = message.find(kOne);
    return at != std::string::npos && std::string(message).replace(at, kOne.size(), kSeveral).contains(told);
}

Seen not_judged() { return uncertain("not judged: its gates compare it with the solution, which fails"); }

}  // namespace

bool caps_a_count(const Lesson& lesson, const Gate& gate) {
    if (gate.counter.empty() || !gate.at_most) return false;
    // Twice of everything that is counted: a ratio of counts stays as it is. No two values are equal, so that no difference is 0.
    std::map<std::string, double> once, twice;
    double some = 4096;
    for (const std::string& name : names_in_formula(gate.counter)) {
        once[name] = some;
        twice[name] = is_count(lesson, name) ? 2 * some : some;
        some /= 2;
    }
    const auto one = evaluate_counters(gate.counter, once), two = evaluate_counters(gate.counter, twice);
    return one && two && std::abs(*two) > 1.5 * std::abs(*one);
}

ExerciseVerifier::ExerciseVerifier(const Lesson& lesson, const Exercise& asked, DeviceSet& devices, const VerifyOptions& options)
    : lesson_(lesson),
      asked_(asked),
      devices_(devices),
      options_(options),
      name_(asked.id.empty() ? "exercise" : "exercise " + asked.id) {}

void ExerciseVerifier::verify(const Check& check) {
    check(name_, in_manifest(), [&] { return text(); });
    if (asked_.program && !is_trusted(lesson_)) {
        check(name_ + " programs", in_manifest(), [&] { return uncertain(not_trusted(lesson_).text()); });
        return;
    }
    const bool needs_mpi =
        asked_.program && std::ranges::any_of(asked_.program->runs, [](const ProgramRun& run) { return run.ranks > 0; });
    if (const auto mpi = needs_mpi ? mpi_is_here() : Result<void>(); !mpi || (needs_mpi && !options_.runs_ranks)) {
        check(name_ + " programs", in_manifest(), [&] { return uncertain(mpi ? "ranks are not run here" : mpi.error().text()); });
        return;
    }
    if (is_held_to_standard(lesson_.part)) check(name_ + " standard", in_manifest(), [&] { return standard(); });
    check(name_ + " stub", {asked_.stub_file()}, [&] { return stub(); });
    check(name_ + " solution", {asked_.solution_file()}, [&] { return solution(); });
    if (asked_.wrong.empty())
        check(name_ + " wrong", in_manifest(), [] { return uncertain("no [[exercise.wrong]] proves that a wrong text fails"); });
    for (const WrongSubmission& wrong : asked_.wrong) check(wrong.file, {wrong.file}, [&] { return wrong_submission(wrong); });
    for (const RightSubmission& right : asked_.right) check(right.file, {right.file}, [&] { return right_submission(right); });
    if (asked_.right.size() < kRightSubmissions)
        check(name_ + " right", in_manifest(), [&] {
            return uncertain(
                fmt::format("{} [[exercise.right]]; {} in styles of their own show that the gates do not ask for "
                            "the solution's style",
                            asked_.right.size(), kRightSubmissions));
        });
    if (std::ranges::any_of(asked_.hints, [](const Hint& hint) { return !hint.on.empty(); }))
        check(name_ + " hints", in_manifest(), [&] { return triggered_hints(); });
}

Seen ExerciseVerifier::standard() const {
    if (asked_.wrong.size() < kWrongOfStandard)
        return bad(fmt::format("{} [[exercise.wrong]]; at least {} show that {} fail", asked_.wrong.size(), kWrongOfStandard,
                               asked_.program ? "programs that miss the point" : "serial, racy and cheating kernels"));
    if (asked_.right.size() < kRightOfStandard)
        return bad(fmt::format("{} [[exercise.right]]; at least {} show that the gates do not ask for the solution's style",
                               asked_.right.size(), kRightOfStandard));
    if (asked_.program) return good(fmt::format("{} wrong, {} right", asked_.wrong.size(), asked_.right.size()));
    if (std::ranges::none_of(asked_.gates, [&](const Gate& gate) { return caps_a_count(lesson_, gate); }))
        return bad(
            "no gate has \"at_most\" for a count itself, such as requests per output; a ratio of two counts can be improved by "
            "idle "
            "work");
    if (lesson_.ladders.empty()) return bad("no [[ladder]] leads up to it");
    if (lesson_.steps.empty()) return bad("no [[step]] opens the debugger where the lesson's point is seen");
    return good(fmt::format("{} wrong, {} right, a limit for a count, a ladder, a step", asked_.wrong.size(), asked_.right.size()));
}

// A hint on a kind of failure is worth nothing if no submission ends in it.
Seen ExerciseVerifier::triggered_hints() const {
    std::size_t count = 0;
    for (const Hint& hint : asked_.hints) {
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

Seen ExerciseVerifier::text() const {
    if (asked_.hints.size() < 2) return bad("there are fewer than two hints");
    if (std::ranges::any_of(asked_.hints, [](const Hint& hint) { return hint.text.empty(); })) return bad("a hint is empty");
    if (count_todos(asked_.stub) != 1)
        return bad_at({asked_.stub_file()}, fmt::format("{} has {} places marked TODO; it should have one", asked_.stub_file(),
                                                        count_todos(asked_.stub)));
    if (count_todos(asked_.solution) != 0) return bad_at({asked_.solution_file()}, asked_.solution_file() + " still has a TODO");
    for (const Gate& gate : asked_.gates)
        if (!gate.counter.empty() && gate.tell.empty())
            return bad(
                fmt::format("the gate \"{}\" has no \"tell\", the sentence with its count that a learner reads, such as "
                            "\"your kernel makes {{value}} load requests per warp; {{limit}} are enough\"",
                            gate.say));
    return good(fmt::format("{} hints, {} gates", asked_.hints.size(), asked_.gates.size()));
}

Result<ExerciseResult> ExerciseVerifier::grade(const std::string& text, const std::string& name) {
    ExerciseOptions options;
    options.exercise = asked_.id;
    options.seed = 1;  // the same verdict at every verification
    options.source = name;
    options.threads = options_.threads;
    options.hooks = options_.hooks;
    options.kept_solution = &kept_solution_;
    auto result = check_exercise(lesson_, text, devices_, options);
    if (result) failures_.insert(result->failure);
    return result;
}

Seen ExerciseVerifier::stub() {
    const auto result = grade(asked_.stub, asked_.stub_file());
    if (!result) return bad(result.error().text());
    if (has_errors(result->diagnostics)) return bad("the stub does not compile:\n" + text_of(result->diagnostics));
    if (result->passed) return bad("the stub passes, so there is nothing left to do. Leave out a step and mark it TODO.");
    return good("it compiles and fails: " + result->first_failure.substr(0, result->first_failure.find('\n')));
}

Seen ExerciseVerifier::solution() {
    const auto result = grade(asked_.solution, asked_.solution_file());
    if (!result) return bad(result.error().text());
    solution_holds_ = result->passed;
    if (const GateVerdict* gate = uncomputable(*result)) return bad_at(in_manifest(), cannot(*gate));
    if (!result->passed)
        return bad(
            fmt::format("the solution fails: {}\nCorrect the solution, or what it misses in lesson.toml.", result->first_failure));
    for (const ScoreVerdict& score : result->scores) {
        const Place place = in_manifest();
        if (!score.value)
            return bad_at(place, fmt::format("the score \"{}\" cannot be counted: {}", score.score.say, score.explained));
        if (!shows_same(*score.value, score.score.best))
            return bad_at(place, fmt::format("the score \"{}\" says best = {}, and the solution has {} for {}", score.score.say,
                                             number_text(score.score.best), number_text(*score.value), result->counted_shape));
    }
    return good(fmt::format("passes {} {} and {} gates{}", result->shapes.size(), asked_.program ? "runs" : "shapes",
                            result->gates.size(), result->scores.empty() ? "" : fmt::format(", {} scores", result->scores.size())));
}

// Gates that compare with the solution say nothing while the solution fails.
bool ExerciseVerifier::awaits_solution() const { return !solution_holds_ && std::ranges::any_of(asked_.gates, &Gate::of_solution); }

// It compiles, does not pass, and its learner is told what the manifest says.
Seen ExerciseVerifier::wrong_submission(const WrongSubmission& wrong) {
    const auto result = grade(wrong.text, wrong.file);
    if (!result) return bad(result.error().text());
    if (has_errors(result->diagnostics)) return bad("it does not compile:\n" + text_of(result->diagnostics));
    if (result->passed)
        return bad(fmt::format("it passes, and it should not: add a gate that it fails. {}", gate_values_text(*result)));
    if (awaits_solution()) return not_judged();
    if (const GateVerdict* gate = uncomputable(*result)) return bad_at(in_manifest(), cannot(*gate));
    if (wrong.told != result->failure && !is_told(result->first_failure, wrong.told))
        return bad_at(
            place_in_manifest(lesson_, wrong.file),
            fmt::format("the message does not contain \"{}\", but is: {}\nWrite a part of that as \"told\", or change {} so that "
                        "it fails for the reason meant.",
                        wrong.told, result->first_failure, wrong.file));
    return good("it fails: " + result->first_failure.substr(0, result->first_failure.find('\n')));
}

// Solved in another way: gates that ask for one style would refuse it.
Seen ExerciseVerifier::right_submission(const RightSubmission& right) {
    const auto result = grade(right.text, right.file);
    if (!result) return bad(result.error().text());
    if (result->passed) return good("it passes: " + right.style);
    if (awaits_solution()) return not_judged();
    if (const GateVerdict* gate = uncomputable(*result)) return bad_at(in_manifest(), cannot(*gate));
    return bad(fmt::format("it is right and does not pass: {}\nCorrect the gate, or the tolerance, so that this style passes. {}",
                           result->first_failure, gate_values_text(*result)));
}

}  // namespace warpwise
