#include "ui/debugger/access_survey.h"

#include <fmt/format.h>

#include <algorithm>
#include <chrono>
#include <utility>

#include "base/counted.h"
#include "experiment/run/arguments.h"
#include "ui/debugger/access_history.h"
#include "ui/debugger/debug_request.h"
#include "ui/debugger/debugger_text.h"
#include "ui/debugger/shown_accesses.h"
#include "ui/kit/draw.h"
#include "ui/kit/widgets.h"
#include "ui/workbench/workbench.h"

namespace warpwise::ui {
namespace {

// As many rows as a picture can hold.
constexpr std::size_t kMostRows = 2000;
// Of a warp whose values are wanted: about a second of stepping.
constexpr std::uint64_t kMostStatements = 2000;
// Up to here an array is drawn whole, so that its elements stand at their places; else the part that is accessed.
constexpr std::int64_t kMostDrawnWhole = 512;

std::string key_of(const ExperimentRequest& request, const AccessView& wanted) {
    std::string key =
        fmt::format("{}|{}|{}|{}<{}|{},{},{}|{}|{}", request.lesson, request.kernel, request.seed, wanted.array, wanted.from,
                    wanted.block.x, wanted.block.y, wanted.block.z, wanted.warp, request.edited_source.value_or(""));
    for (const auto& [id, value] : request.parameters) key += "|" + id + "=" + text_of(value);
    for (const auto& edges : {request.grid, request.block})
        key += edges ? fmt::format("|{},{},{}", edges->x, edges->y, edges->z) : std::string("|");
    return key;
}

std::string text_of_options(const DebugOptions& options) {
    return fmt::format("|{}|{}|{}|{}", static_cast<int>(options.before), static_cast<int>(options.schedule), options.schedule_seed,
                       options.step_budget);
}

Dim3 within(const Dim3& index, const Dim3& extent) {
    return {std::min(index.x, std::max(extent.x, 1u) - 1), std::min(index.y, std::max(extent.y, 1u) - 1),
            std::min(index.z, std::max(extent.z, 1u) - 1)};
}

// Whole where it is small.
AccessedArray shown_range(const AccessSurvey& survey, AccessedArray array) {
    const auto found = std::ranges::find_if(
        survey.arrays, [&](const DebugArray& one) { return one.name == array.name && one.space == array.space; });
    if (found == survey.arrays.end() || found->element_bytes == 0) return array;
    const auto elements = static_cast<std::int64_t>(found->bytes / found->element_bytes);
    if (elements > kMostDrawnWhole) return array;
    array.first = std::min<std::int64_t>(array.first, 0);
    array.last = std::max(array.last, elements - 1);
    return array;
}

void header(Workbench& bench, const AccessSurvey& survey, const std::string& array) {
    const Look& look = bench.look;
    {
        const FontScope font(look.fonts.semibold, look.px(Fonts::kBody));
        text_in(look, look.theme.text, fmt::format("{}: accesses to {}", place_of(survey), array));
    }
    place_beside(button_width("Step this warp"));
    if (small_button(look, "Step this warp###step_survey"))
        bench.post(ask::Debug{
            .block = survey.block, .warp = survey.warp, .line = {}, .position = {}, .exercise = bench.debugged_exercise()});
    explain(look, "Opens the debugger at the start of this block");
    muted_text(look, "One row per access, the first at the top; left to right, the elements. Counted by the emulator.");
    if (survey.end->fault)
        text_in(look, look.theme.bad, fmt::format("The block ends in a fault: {}.", fault_title(*survey.end->fault)));
    else if (!survey.complete)
        muted_text(look, fmt::format("Only the first {} of the warp are shown.", counted(survey.accesses.size(), "access")));
}

// Line by line, as only a stop tells what was read and written.
Result<void> step_warp(AccessSurvey& survey, const DebugRun& run, const std::stop_token& stop) {
    DebugCommand command{.go = DebugGo::stay, .warp = survey.warp, .breakpoints = {}, .look_ahead = false, .values = true};
    for (std::uint64_t begun = 0; begun <= kMostStatements; ++begun) {
        Result<DebugState> told = run.session->run(command, stop);
        if (!told) return std::unexpected(told.error());
        command.go = DebugGo::line;
        std::ranges::copy_if(told->last, std::back_inserter(survey.accesses),
                             [&](const DebugAccess& access) { return begun > 0 && access.mask != 0; });
        survey.end = std::make_shared<const DebugState>(std::move(*told));
        survey.complete = survey.end->frames.empty() || survey.end->reason == StopReason::end;
        if (survey.complete || survey.end->fault || survey.end->reason == StopReason::cancelled) break;
    }
    return {};
}

Result<void> collect(AccessSurvey& survey, const DebugRun& run, Surveyed what, const std::stop_token& stop) {
    Result<DebugState> state = run.session->run({.warp = survey.warp, .look_ahead = false, .values = false}, stop);
    if (!state) return std::unexpected(state.error());
    const bool of_warp = what == Surveyed::warp;
    Result<DebugBlockAccesses> all =
        run.session->accesses(of_warp ? DebugAccessesWanted{survey.warp, kMostRows} : DebugAccessesWanted(), stop);
    if (!all) return std::unexpected(all.error());
    if (!of_warp) survey.by_warp.resize(warps_of(run.shape));
    for (DebugBlockAccess& one : all->accesses) {
        if (one.access.mask == 0) continue;
        if (of_warp)
            survey.accesses.push_back(std::move(one.access));
        else if (one.warp < survey.by_warp.size())
            survey.by_warp[one.warp].push_back(std::move(one.access));
    }
    survey.complete = all->complete;
    state->fault = all->fault;
    if (stop.stop_requested()) state->reason = StopReason::cancelled;
    survey.end = std::make_shared<const DebugState>(std::move(*state));
    return {};
}

}  // namespace

std::string place_of(const AccessSurvey& survey) {
    return fmt::format("{}, warp {}", sentence(block_text(survey.block, survey.shape.grid)), survey.warp);
}

std::string name_in_program(const KernelSpec* kernel, std::span<const DebugArray> arrays, const std::string& array) {
    if (kernel == nullptr) return array;
    const auto argument = static_cast<std::size_t>(std::ranges::find(kernel->arguments, array) - kernel->arguments.begin());
    const auto named = std::ranges::find(arrays, argument, &DebugArray::argument);
    return named != arrays.end() ? named->name : array;
}

AccessSurvey survey_accesses(const DebugRun& run, const AccessView& wanted, Surveyed what, const std::stop_token& stop) {
    AccessSurvey survey{.block = wanted.block, .warp = wanted.warp, .shape = run.shape, .array = wanted.array, .from = wanted.from};
    survey.space = wanted.is_shared ? MemorySpace::shared : MemorySpace::global;
    if (auto arrays = run.session->arrays()) survey.arrays = std::move(*arrays);
    const Result<void> done = what == Surveyed::warp_with_values ? step_warp(survey, run, stop) : collect(survey, run, what, stop);
    if (!done) survey.problem = done.error();
    return survey;
}

const AccessSurvey* AccessSurveys::want(Workbench& bench, const ViewSpec& view, const DebugOptions* options) {
    refused_.problem.reset();
    if (bench.draft.resolved)
        begin(bench, view, options);
    else
        refused_.problem = bench.draft.resolved.error();
    if (refused_.problem) return &refused_;
    return survey_ && key_ == coming_key_ ? &*survey_ : nullptr;
}

void AccessSurveys::begin(Workbench& bench, const ViewSpec& view, const DebugOptions* options) {
    const ExperimentRequest request = debug_request_of(bench);
    auto wanted = access_view(view, request.parameters);
    if (!wanted) {
        refused_.problem = wanted.error();
        return;
    }
    // They are made anew for each change of a value: what a Run may take is too much without one.
    constexpr std::uint64_t most_bytes = std::uint64_t{1} << 30;
    const KernelSpec* const kernel = bench.lesson->find_kernel(request.kernel);
    const auto bytes = kernel == nullptr
                           ? Result<std::uint64_t>(std::uint64_t{0})
                           : bytes_of_arguments(*bench.lesson, *kernel, request.parameters, bench.draft.resolved->dtype);
    if (bytes && *bytes > most_bytes) {
        refused_.problem = Error{ErrorKind::failure, "the arrays of this launch are too large for this view: more than 1 GiB",
                                 "Choose a smaller size or stride to see the accesses of a warp."};
        return;
    }
    const LaunchShape& shape = bench.draft.resolved->shape;
    wanted->block = within(options != nullptr ? options->block : wanted->block, shape.grid);
    wanted->warp = std::min(wanted->warp, std::max(warps_of(shape), 1u) - 1);
    DebugOptions entered = options != nullptr ? *options : DebugOptions();
    entered.block = wanted->block;
    std::string key = key_of(request, *wanted) + text_of_options(entered);
    if (key == coming_key_) return;
    if (coming_.valid()) return static_cast<void>(worker_.request_stop());  // the next one begins when it has ended
    coming_key_ = std::move(key);
    array = -1;
    // a copy: the course may be read again meanwhile
    auto lesson = std::make_shared<const Lesson>(*bench.lesson);
    std::promise<AccessSurvey> promise;
    coming_ = promise.get_future();
    worker_ =
        std::jthread([lesson, request, wanted = *wanted, &devices = bench.devices.set, source = bench.state<DebugSource>().open,
                      what = what_, options = entered, promise = std::move(promise)](const std::stop_token& stop) mutable {
            const auto say = [](const std::string&) {};
            auto run = source ? source(*lesson, request, options, stop, say)
                              : open_debug_run(*lesson, request, devices, options, stop, say);
            if (!run) {
                const std::optional<Fault>& fault = run.error().fault;
                promise.set_value({.problem = fault ? Error{ErrorKind::failure, fault->message, fault->hint} : run.error().error});
                return;
            }
            const KernelSpec* const kernel = lesson->find_kernel(request.kernel);
            if (auto arrays = run->session->arrays()) {
                if (!wanted.is_shared) wanted.array = name_in_program(kernel, *arrays, wanted.array);
                if (!wanted.from.empty()) wanted.from = name_in_program(kernel, *arrays, wanted.from);
            }
            promise.set_value(survey_accesses(*run, wanted, what, stop));
        });
}

bool AccessSurveys::update() {
    if (!coming_.valid() || coming_.wait_for(std::chrono::seconds(0)) != std::future_status::ready) return false;
    survey_ = coming_.get();
    key_ = coming_key_;
    if (survey_->end != nullptr && survey_->end->reason == StopReason::cancelled) coming_key_.clear();  // wanted again
    shown = {};
    shown.now = survey_->end;
    return true;
}

void draw_access_survey(Workbench& bench, const ViewSpec& view) {
    AccessSurveys& surveys = bench.state<AccessSurveys>();
    const AccessSurvey* const survey = surveys.want(bench, view);
    if (survey == nullptr) return empty_state(bench.look, "Collecting the accesses", "A warp of this launch runs in the emulator.");
    if (survey->problem) return empty_state(bench.look, sentence(survey->problem->message), survey->problem->hint);
    const IdScope id("accesses");
    const std::vector<AccessedArray> arrays = accessed_arrays(survey->accesses);
    std::vector<std::string> names;
    for (const AccessedArray& array : arrays) names.push_back(fmt::format("{} ({})", array.name, name_of(array.space)));
    const auto wanted = std::ranges::find_if(
        arrays, [&](const AccessedArray& array) { return array.name == survey->array && array.space == survey->space; });
    if (surveys.array < 0 && wanted != arrays.end()) surveys.array = static_cast<int>(wanted - arrays.begin());
    surveys.array = std::min(surveys.array, static_cast<int>(arrays.size()) - 1);
    const std::string shown = surveys.array < 0 ? survey->array : arrays[static_cast<std::size_t>(surveys.array)].name;
    header(bench, *survey, shown);
    if (names.size() > 1 || (surveys.array < 0 && !names.empty())) segmented(bench.look, "survey_arrays", names, surveys.array);
    if (surveys.array < 0)
        return empty_state(bench.look, fmt::format("{} does not access {}", place_of(*survey), survey->array),
                           names.empty() ? "It accesses no array." : "Choose one of the arrays that it accesses.");
    ImGui::Dummy({0, bench.look.px(4)});
    surveys.shown.hovered_before = std::exchange(surveys.shown.hovered_lane, -1);
    DebugView drawn{.look = bench.look, .state = surveys.shown};
    draw_accesses_over_time(drawn, survey->accesses, shown_range(*survey, arrays[static_cast<std::size_t>(surveys.array)]),
                            Accesses::from_the_start);
}

Result<ShownAccesses> shown_accesses(Workbench& bench) {
    const DebuggerState& debugger = bench.state<DebuggerState>();
    const auto nothing = [] {
        return failure("there are no accesses to export yet",
                       "Open the view Accesses and wait until it shows some, or step a warp.");
    };
    ShownAccesses shown;
    std::span<const DebugAccess> all;
    if (debugger.is_open()) {
        const AccessHistoryState& state = bench.state<AccessHistoryState>();
        all = state.history.accesses();
        const std::vector<AccessedArray> arrays = accessed_arrays(all);
        if (arrays.empty()) return nothing();
        shown.array = arrays[static_cast<std::size_t>(std::clamp(state.array, 0, static_cast<int>(arrays.size()) - 1))];
        shown.place = fmt::format("{}, warp {}", sentence(block_text(debugger.now->block, bench.draft.resolved->shape.grid)),
                                  debugger.now->warp);
        shown.is_complete = false;
    } else {
        const ViewSpec* const view =
            bench.lesson != nullptr ? find_access_view(*bench.lesson, bench.draft.request.kernel) : nullptr;
        AccessSurveys& surveys = bench.state<AccessSurveys>();
        const AccessSurvey* const survey = view != nullptr ? surveys.want(bench, *view) : nullptr;
        if (survey == nullptr || survey->problem || surveys.array < 0) return nothing();
        all = survey->accesses;
        const std::vector<AccessedArray> arrays = accessed_arrays(all);
        if (static_cast<std::size_t>(surveys.array) >= arrays.size()) return nothing();
        shown.array = shown_range(*survey, arrays[static_cast<std::size_t>(surveys.array)]);
        shown.place = place_of(*survey);
        shown.is_complete = survey->complete;
    }
    std::ranges::copy_if(all, std::back_inserter(shown.accesses),
                         [&](const DebugAccess& access) { return is_of(access, shown.array) && access.mask != 0; });
    return shown;
}

}  // namespace warpwise::ui
