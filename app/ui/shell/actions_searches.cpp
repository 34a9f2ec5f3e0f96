// Searches over schedules and sizes, on the worker's thread in turn with the runs.
#include <chrono>
#include <exception>
#include <memory>
#include <utility>

#include "ui/shell/actions.h"

namespace warpwise::ui {

void Actions::act(const ask::FindOtherOutcome&) {
    search([&devices = bench_.devices.set](KernelSearch& search, const Lesson& lesson, const RunHooks& hooks) {
        auto found = find_other_outcome(lesson, search.request, devices, hooks);
        if (found)
            search.other = std::move(*found);
        else
            search.why_not = found.error().text();
    });
}

void Actions::act(const ask::FindSmallestCase&) {
    search([&devices = bench_.devices.set](KernelSearch& search, const Lesson& lesson, const RunHooks& hooks) {
        auto found = find_smallest_case(lesson, search.request, devices, hooks);
        if (!found) {
            search.why_not = found.error().text();
            return;
        }
        search.smallest = std::move(*found);
        RunRecord& record = search.smallest->record;
        record.inputs = record.outputs = record.expected = nullptr;
        record.writes.clear();
    });
}

// Works on a copy of the lesson: its files may be read again meanwhile.
void Actions::search(std::function<void(KernelSearch&, const Lesson&, const RunHooks&)> find) {
    if (bench_.lesson == nullptr) return;
    cancel();
    KernelSearch begun;
    begun.request = request_for(kind_that(&DeviceTraits::has_schedules));
    begun.request.watch_thread.reset();
    if (const Result<ResolvedLaunch>& launch = bench_.draft.resolved) begun.launch = launch->shape;
    begun.running = true;
    bench_.results.search = begun;
    auto result = std::make_shared<std::promise<KernelSearch>>();
    search_ = result->get_future();
    worker_.submit_task("the search", [result, search = std::move(begun), lesson = *bench_.lesson,
                                       find = std::move(find)](const RunHooks& hooks) mutable {
        find(search, lesson, hooks);
        search.running = hooks.stop.stop_requested();  // it did not come to its end
        result->set_value(std::move(search));
    });
}

void Actions::take_search() {
    if (!search_.valid() || search_.wait_for(std::chrono::seconds(0)) != std::future_status::ready) return;
    std::optional<KernelSearch> done;
    try {
        done = search_.get();
    } catch (const std::exception&) {
        done.reset();  // cancelled before it began, or ended with an exception, which collect() tells
    }
    std::optional<KernelSearch>& shown = bench_.results.search;
    if (!shown || !shown->running) return;  // another kernel was chosen
    if (!done || done->running) return shown.reset();
    shown = std::move(done);
    if (shown->other) {
        const bool is_mistake = shown->other->found == OutcomeFound::other;
        bench_.say(is_mistake ? Severity::error : Severity::note, headline_of(*shown->other));
    } else if (shown->smallest) {
        const bool is_mistake = shown->smallest->end == SmallestEnd::found;
        bench_.say(is_mistake ? Severity::error : Severity::note, headline_of(*bench_.lesson, *shown->smallest));
        if (is_mistake) use_case(*shown->smallest);
    } else {
        bench_.say(Severity::warning, "The search did not start: " + shown->why_not);
    }
}

// Shown as any run of the draft's is; one step of undo brings the learner's own values back.
void Actions::use_case(const SmallestCase& found) {
    ExperimentRequest& draft = bench_.draft.request;
    draft.parameters = found.request.parameters;
    draft.grid = found.request.grid;
    draft.block = found.request.block;
    draft.schedule = found.request.schedule;
    draft.trace = Trace::full;
    bench_.draft.grid_automatic = !draft.grid;
    bench_.draft.run_on.insert(kind_that(&DeviceTraits::checks_accesses));
    bench_.pointing.chosen_thread = found.thread;
    bench_.post(ask::TakeDraft{});
    bench_.post(ask::Run{});
}

}  // namespace warpwise::ui
