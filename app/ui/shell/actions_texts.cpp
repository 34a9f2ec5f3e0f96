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

// The lesson's text with everything else as in the draft; the learner's too where no chosen device counts.
void Actions::run_beside() {
    yours_.reset();
    lessons_.reset();
    const DeviceId device = kind_that(&DeviceTraits::has_counts);
    if (!std::ranges::any_of(tickets_, [&](const auto& entry) { return entry.second.device == device; }))
        tickets_[submit(request_for(device))] = {.device = device, .purpose = Purpose::beside};
    ExperimentRequest lessons = bench_.draft.request;
    lessons.device = device;
    if (bench_.draft.runs_exercise) {
        const Exercise& exercise = *bench_.lesson->find_exercise(bench_.draft.exercise->id);
        lessons.edited_source = exercise.solution;
        lessons.edited_entry = exercise.entry;
    }
    tickets_[submit(std::move(lessons))] = {.device = device, .purpose = Purpose::beside, .lessons = true};
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

}  // namespace warpwise::ui
