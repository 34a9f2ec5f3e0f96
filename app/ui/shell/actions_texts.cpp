// The learner goes from the lesson's kernel to their version of the exercise and back: Run takes the one that is looked at, and
// each keeps what is known of it.
#include <fmt/format.h>

#include <algorithm>
#include <string>
#include <utility>

#include "base/counted.h"
#include "base/number_text.h"
#include "ui/compare/compare_facts.h"
#include "ui/lesson/exercise_panel.h"
#include "ui/shell/actions.h"
#include "ui/timing/sweep.h"
#include "ui/workbench/outcome.h"

namespace warpwise::ui {
namespace {

// What is of the lesson and not of one text of it.
void carry(Results& from, Results& to) {
    to.has_run = from.has_run;
    to.exercise = std::move(from.exercise);
    to.program = std::move(from.program);
    to.status = from.status;
}

std::string difference_of(const CompareFacts& facts) {
    if (!facts.yours.ran) return {};  // the verdict says that it does not compile
    if (!facts.why_not.empty()) return "your run left no array to compare";
    if (facts.differing == 0) return "no element differs";
    return fmt::format("{} of {} of {} {}", with_separators(facts.differing), counted(facts.elements, "element"), facts.array,
                       facts.differing == 1 ? "differs" : "differ");
}

}  // namespace

void Actions::choose_text(bool exercise) {
    Draft& draft = bench_.draft;
    if (bench_.lesson == nullptr || draft.runs_exercise == exercise) return;
    update_exercise(bench_, bench_.state<ExerciseState>());
    if (exercise && (!draft.exercise || draft.exercise->is_program)) return;
    cancel();
    OtherText left{.exercise = draft.runs_exercise, .step = {draft.request, draft.grid_automatic}, .results = {}};
    left.results = std::exchange(bench_.results, {});
    carry(left.results, bench_.results);
    forget_results();
    std::optional<OtherText> back = std::exchange(other_text_, std::move(left));
    if (back && back->exercise != exercise) back.reset();

    draft.runs_exercise = exercise;
    const std::string kernel = draft.request.kernel;
    draft.request.kernel = exercise ? draft.exercise->kernel : back ? back->step.draft.kernel : kernel;
    if (draft.request.kernel != kernel) {  // a shape that was set by hand is of the other kernel
        draft.request.grid = back ? back->step.draft.grid : std::nullopt;
        draft.request.block = back ? back->step.draft.block : std::nullopt;
        draft.request.schedule.reset();
        draft.grid_automatic = !draft.request.grid.has_value();
    }
    if (back) {
        carry(bench_.results, back->results);
        bench_.results = std::move(back->results);
    }
    // no change of a parameter: undo has no step for it, and nothing runs
    settled_.draft.kernel = draft.request.kernel;
    settled_.draft.grid = draft.request.grid;
    settled_.draft.block = draft.request.block;
    settled_.draft.schedule = draft.request.schedule;
    settled_.grid_automatic = draft.grid_automatic;
    refresh_resolved();
    show_recordings();
}

bool Actions::compares(const DeviceId& device) const {
    return bench_.draft.with_lessons && bench_.own_text() != nullptr && traits_of(device.kind).has_counts;
}

// The lesson's text with everything else as in the draft.
ExperimentRequest Actions::request_of_lessons(const DeviceId& device) const {
    ExperimentRequest request = bench_.draft.request;
    request.device = device;
    if (bench_.draft.runs_exercise) {
        const Exercise& exercise = *bench_.lesson->find_exercise(bench_.draft.exercise->id);
        request.edited_source = exercise.solution;
        request.edited_entry = exercise.entry;
    }
    return request;
}

// Runs the lesson's text, and the learner's too if no chosen device counts.
void Actions::run_beside() {
    yours_.reset();
    lessons_.reset();
    const DeviceId device = kind_that(&DeviceTraits::has_counts);
    if (!std::ranges::any_of(tickets_, [&](const auto& entry) { return entry.second.device == device; }))
        tickets_[submit(request_for(device))] = {.device = device, .purpose = Purpose::beside};
    tickets_[submit(request_of_lessons(device))] = {.device = device, .purpose = Purpose::beside, .lessons = true};
}

void Actions::take_beside(RunRecord record, bool lessons) {
    if (record.status == RunStatus::cancelled) return;
    if (lessons) {  // its counts and results are shown, its text is not
        if (bench_.draft.runs_exercise) record.request.edited_source.reset();
        record.printed.clear();
        record.lines.clear();
    }
    (lessons ? lessons_ : yours_) = std::move(record);
    if (!yours_ || !lessons_) return;
    const DType dtype = dtype_from_name(lessons_->dtype).value_or(DType::f32);
    const auto allowed = allowed_error(*bench_.lesson, lessons_->request.parameters, dtype);
    const CompareFacts facts =
        compare_facts(*yours_, *lessons_, DifferenceKind::beyond_tolerance, allowed.value_or(AllowedError{}));
    bench_.results.compared = ComparedRuns{.yours = std::move(*std::exchange(yours_, std::nullopt)),
                                           .lessons = std::move(*std::exchange(lessons_, std::nullopt)),
                                           .is_solution = bench_.draft.runs_exercise,
                                           .difference = difference_of(facts)};
}

// At most six sizes: those up to the draft's, or the smallest.
void Actions::sweep_both() {
    if (bench_.lesson == nullptr || bench_.own_text() == nullptr) return;
    const Parameter* over = sweep_parameter(*bench_.lesson);
    if (over == nullptr) return bench_.say(Severity::warning, "This lesson has no size to sweep over", "");
    std::vector<std::int64_t> values = sweep_values(*bench_.lesson, *over);
    constexpr std::size_t most = 6;
    const auto chosen = bench_.draft.request.parameters.find(over->id);
    const auto* size = chosen != bench_.draft.request.parameters.end() ? std::get_if<std::int64_t>(&chosen->second) : nullptr;
    const auto fitting = size != nullptr
                             ? static_cast<std::size_t>(std::ranges::count_if(values, [&](auto v) { return v <= *size; }))
                             : std::size_t{0};
    const std::size_t end = std::min(values.size(), std::max(fitting, most));
    values = {values.begin() + static_cast<std::ptrdiff_t>(end > most ? end - most : 0),
              values.begin() + static_cast<std::ptrdiff_t>(end)};
    cancel();
    ComparedSweep& sweep = bench_.results.compared_sweep.emplace();
    sweep.over = over->id;
    sweep.request = bench_.draft.request;
    sweep.text = *bench_.own_text();
    sweep.values = values;
    sweep.asked = 2 * values.size();
    sweep.running = true;
    const DeviceId device = kind_that(&DeviceTraits::has_counts);
    for (const std::int64_t value : values)
        for (const bool lessons : {false, true}) {
            ExperimentRequest request = lessons ? request_of_lessons(device) : request_for(device);
            request.parameters[over->id] = value;
            request.grid = std::nullopt;
            request.trace = Trace::counters;
            tickets_[worker_.submit(bench_.lesson, std::move(request))] = {
                .device = device, .purpose = Purpose::both, .swept_value = value, .lessons = lessons};
        }
}

void Actions::take_both(const Ticket& ticket, Result<RunRecord>&& finished) {
    if (!bench_.results.compared_sweep) return;
    ComparedSweep& sweep = *bench_.results.compared_sweep;
    ++sweep.done;
    const bool ended = finished && (finished->status == RunStatus::ok || finished->status == RunStatus::wrong);
    if (ended) {
        ComparedSweep::Point& point = sweep.points[ticket.swept_value];
        (ticket.lessons ? point.lessons : point.yours) = without_arrays(std::move(*finished));
        return;
    }
    ++sweep.failed;
    if (sweep.first_failed.empty())
        sweep.first_failed = fmt::format("{} = {}: {}", sweep.over, with_separators(ticket.swept_value),
                                         finished ? outcome_text(*finished) : finished.error().message);
}

}  // namespace warpwise::ui
