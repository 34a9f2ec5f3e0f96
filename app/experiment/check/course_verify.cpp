#include "experiment/check/course_verify.h"

#include <fmt/format.h>
#include <fmt/ranges.h>

#include <algorithm>
#include <functional>

#include "base/clock.h"
#include "base/paths.h"
#include "experiment/check/prediction_check.h"
#include "experiment/check/puzzle_check.h"
#include "experiment/check/verify_exercise.h"
#include "experiment/check/verify_seen.h"
#include "experiment/check/view_check.h"
#include "experiment/ranks/job_run.h"
#include "experiment/record/claims.h"
#include "experiment/run/kept_truths.h"
#include "experiment/run/record_values.h"
#include "experiment/run/resolve.h"
#include "lesson/claim.h"
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

constexpr std::size_t kMaxProseWords = 650;

// The parts of the course whose lessons are about what things cost.
bool about_speed(int part) { return part == 2 || part == 4 || part == 5; }

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
        if (options_.hooks.kept == nullptr) options_.hooks.kept = &programs_;
        if (options_.hooks.truths == nullptr) options_.hooks.truths = &truths_;
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
        for (const RankJob& each : lesson_.jobs) check("job " + each.id, in_manifest("job " + each.id), [&] { return job(each); });
        for (const Prediction& asked : lesson_.predictions)
            check("prediction " + asked.id, in_manifest("prediction " + asked.id), [&] { return prediction(asked); });
        puzzles();
        for (const Exercise& asked : lesson_.exercises) {
            ExerciseVerifier exercise(lesson_, asked, devices_, options_);
            exercise.verify(
                [this](std::string what, const Place& own, const std::function<Seen()>& run) { check(std::move(what), own, run); });
        }
        for (std::size_t i = 0; i < lesson_.scenes.size(); ++i) {
            const std::string what = fmt::format("scene {}", i + 1);
            check(what, in_manifest(what), [&] { return scene(i); });
        }
        return std::move(lines_);
    }

  private:
    static Place manifest_file() { return {"lesson.toml"}; }
    Place in_manifest(const std::string& what) const { return place_in_manifest(lesson_, what); }

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
        const auto values_of_run = [&](const std::string& of) {
            if (!seen.contains(of)) {
                const std::string preset(preset_in_brackets(of));
                PresetRun asked = run_of_preset(lesson_, preset);
                if (preset.empty() && !of.empty()) asked.kernel = of;
                const auto record = run(asked.kernel, asked.parameters, Trace::full);
                if (record) seen[of] = values_of(lesson_, *record);
            }
            return seen[of];
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
                          fmt::format("no run with the default values, or those of the preset, answers {}. Name a kernel and "
                                      "values that such a run has; "
                                      "`warpwise run {} --json` lists them.",
                                      missing, lesson_.id));
        const std::size_t words = count_words(lesson_.prose);
        if (words > kMaxProseWords) return bad(fmt::format("{} words; a lesson has at most about 600", words));
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

    // A live value is one word, however many name it.
    static std::size_t count_words(const std::string& text) {
        std::size_t words = 0;
        bool inside = false, live = false;
        for (std::size_t at = 0; at < text.size(); ++at) {
            if (text.compare(at, 2, "{{") == 0) live = true;
            if (text.compare(at, 2, "}}") == 0) live = false;
            const char c = text[at];
            const bool space = !live && (c == ' ' || c == '\n' || c == '\t');
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
            [this](const std::string& kernel, const ParameterValues& values, Trace trace) { return run(kernel, values, trace); },
            [this](const std::string& id, const ParameterValues& values) { return count_job(id, values); }));
    }

    Result<std::map<std::string, double>> count_job(const std::string& id, const ParameterValues& values) {
        const RankJob& asked = *std::ranges::find(lesson_.jobs, id, &RankJob::id);
        if (!options_.runs_ranks) return std::unexpected(Error{ErrorKind::device_missing, "ranks are not run here", {}});
        const std::string key = id + " " + values_text(values_of_job(lesson_, asked, values));
        if (const auto known = counted_jobs_.find(key); known != counted_jobs_.end()) return known->second;
        const auto run = run_job(lesson_, asked, values, devices_);
        if (!run) return std::unexpected(run.error());
        if (!run->is_as_expected)
            return failure(fmt::format("it is {}, and should be {}{}", run->status, asked.expects_deadlock ? "deadlock" : "right",
                                       run->difference.empty() ? "" : ": " + run->difference));
        return counted_jobs_.emplace(key, values_of(run->timeline)).first->second;
    }

    // In as many ranks as the lesson says.
    Seen job(const RankJob& asked) {
        const auto counts = count_job(asked.id, {});
        if (!counts && counts.error().kind == ErrorKind::device_missing) return uncertain(counts.error().text());
        if (!counts) return bad(counts.error().text());
        return good(fmt::format("{}: {:g} messages, {:g} collective calls",
                                asked.expects_deadlock ? "deadlock, as it should be" : "right", counts->at("messages"),
                                counts->at("collective_calls")));
    }

    void puzzles() {
        RunHooks hooks = options_.hooks;
        for (const ShownStep& step : lesson_.steps)
            check("step " + step.id, in_manifest("step " + step.id),
                  [&] { return seen(check_step(lesson_, step, devices_, hooks)); });
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

    const Lesson& lesson_;
    DeviceSet& devices_;
    VerifyOptions options_;
    KeptTruths truths_;                                                  // and the same data, with the same truth
    KeptPrograms programs_;                                              // most checks run the same kernels
    std::map<std::string, std::map<std::string, double>> counted_jobs_;  // by id and values
    Recordings shipped_;
    std::vector<VerifyLine> lines_;
};

}  // namespace

std::vector<VerifyLine> verify_lesson(const Lesson& lesson, DeviceSet& devices, const VerifyOptions& options) {
    return LessonVerifier(lesson, devices, options).verify();
}

}  // namespace warpwise
