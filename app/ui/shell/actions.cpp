#include "ui/shell/actions.h"

#include <fmt/format.h>

#include <algorithm>
#include <string>
#include <utility>
#include <variant>

#include "base/clock.h"
#include "base/diagnostic.h"
#include "experiment/record/claims.h"
#include "experiment/run/arguments.h"
#include "lesson/kernel_files.h"
#include "lesson/scenes.h"
#include "ui/debugger/source_marks.h"
#include "ui/picture/export_popup.h"
#include "ui/picture/image_state.h"
#include "ui/picture/points_state.h"
#include "ui/timing/live_loop.h"
#include "ui/timing/recordings_shown.h"
#include "ui/timing/sweep.h"

namespace warpwise::ui {
namespace {

constexpr std::size_t kMostSteps = 200;

bool same_parameters(const ExperimentRequest& a, const ExperimentRequest& b) {
    return a.kernel == b.kernel && a.parameters == b.parameters && a.grid == b.grid && a.block == b.block && a.seed == b.seed &&
           a.repeats == b.repeats && a.threads == b.threads && a.trace == b.trace && a.copies == b.copies &&
           a.flush_l2 == b.flush_l2 && a.schedule == b.schedule;
}

// The name of what is launched is that of the text that runs.
ExperimentRequest with_own_text(const Workbench& bench) {
    ExperimentRequest request = bench.draft.request;
    bench.put_own_text(request);
    return request;
}

}  // namespace

Actions::Actions(Workbench& bench, const Recordings* shipped) : bench_(bench), debugger_(bench), worker_(bench.devices.set) {
    // Pictures and tests leave the learner's folders alone.
    if (bench.keeps_files)
        bench_.recordings.all = load_recordings(recording_dirs());
    else
        bench_.recordings.all = shipped != nullptr ? *shipped : load_recordings({shipped_recordings_dir()});
    for (const Diagnostic& problem : bench_.recordings.all.problems)
        bench_.say(problem.severity, problem.file + ": " + problem.message, problem.hint);
    for (Lesson& lesson : bench_.lessons.course.lessons) read_recorded(lesson, bench_.recordings.all);
    load_known_ceilings();
    if (!bench_.keeps_files) return;
    for (const Lesson& lesson : bench_.lessons.course.lessons) watch_.know(lesson);
}

bool Actions::update(bool editing) {
    if (bench_.lesson != nullptr) read_again_if_changed(*bench_.lesson, false);
    watch_file();
    while (const auto request = bench_.requests.take_work()) std::visit([this](const auto& asked) { act(asked); }, *request);
    // A frame that is under way is shown before the whole run takes its place.
    if (std::exchange(bench_.ongoing.gesture, false) || frame_due_ || computes_frame()) editing = true;
    if (unsettled_ && !editing) draft_settled();
    if (std::exchange(run_due_, false)) run();
    if (frame_due_) run_frame();
    run_live();
    if (const auto due = std::exchange(sweep_due_, std::nullopt)) sweep(*due);
    if (std::exchange(both_due_, false)) sweep_both();
    const std::size_t waiting = tickets_.size();
    collect();
    take_ceilings();
    take_search();
    const bool program_ended = take_program();
    collect_export(bench_);
    bench_.results.under_way.clear();
    for (const auto& [number, ticket] : tickets_)
        if (ticket.purpose == Purpose::run) bench_.results.under_way.push_back(ticket.device);
    const bool was_busy = bench_.results.status.busy;
    bench_.results.status = worker_.status();
    // The live loop, the emulator's check and a picture's frame are not work to wait for: Run stays Run beside them. A frame that
    // takes long is: it shows, and can be cancelled.
    if (!tickets_.empty() && !runs() && !frame_takes_long()) bench_.results.status = {};
    const bool debugger_moved = debugger_.update();
    update_line_marks(bench_);
    if (const DebuggerState& debugger = bench_.state<DebuggerState>(); debugger.busy && !bench_.results.status.busy)
        bench_.results.status = {.busy = true, .what = debugger.doing, .fraction = 0, .waiting = 0};
    return debugger_moved || program_ended || runs_program() || waiting != tickets_.size() || was_busy ||
           bench_.results.status.busy || live() || checking() || computes_frame();
}

void Actions::act(const ask::CloseLesson&) {
    cancel();
    bench_.state<LiveLoop>() = {};
    bench_.lesson = nullptr;
    leave_debugger_layout();
}

void Actions::act(const ask::ChooseKernel& asked) { choose_kernel(asked.id); }
void Actions::act(const ask::ChooseText& asked) { choose_text(asked.exercise); }
void Actions::act(const ask::ApplyPreset& asked) { apply_preset(asked.name); }
void Actions::act(const ask::ShowScene& asked) { show_scene(asked.number); }
void Actions::act(const ask::Undo&) { step_back(); }
void Actions::act(const ask::Redo&) { step_forward(); }

void Actions::act(const ask::TakeDraft&) {
    unsettled_ = true;
    refresh_resolved();
    show_recordings();
}

// What runs begins below, once a draft that has come to rest is settled: several requests of a frame are one run.
void Actions::act(const ask::Run&) { run_due_ = true; }
void Actions::act(const ask::RunFrame& asked) { frame_due_ = asked.device; }
void Actions::act(const ask::RunSweep& asked) { sweep_due_ = asked; }
void Actions::act(const ask::SweepBoth&) { both_due_ = true; }
void Actions::act(const ask::MeasureCeilings&) { measure_ceilings(); }

void Actions::act(const ask::Cancel&) {
    bench_.state<LiveLoop>().on = false;
    ImageState& image = bench_.state<ImageState>();
    const std::string asked = image.asked;
    bench_.results.is_cancelled =
        std::ranges::any_of(tickets_, [](const auto& entry) { return entry.second.purpose == Purpose::run; });
    if (computes_frame())
        image.frame_error = Error{ErrorKind::failure, "The picture was cancelled", "Press Run (F5) to compute it."};
    cancel();
    image.asked = asked;
    debugger_.cancel();
}

// The views of the debugger have their places in Code.
void Actions::act(const ask::Debug& asked) {
    if (bench_.settings.layout != LayoutName::code) {
        bench_.post(ask::UseLayout{LayoutName::code});
        bench_.state<DebuggerState>().changed_layout = true;
    }
    choose_text(asked.exercise.has_value());
    if (asked.exercise) bench_.post(ask::ShowExerciseSource{});
    bench_.post(ask::FocusView{"debugger"});
    debugger_.open(asked);
}
void Actions::act(const ask::DebugStep& asked) { debugger_.step(asked.command); }
void Actions::act(const ask::DebugLastWrite& asked) { debugger_.to_last_write(asked); }
void Actions::act(const ask::DebugClose&) {
    debugger_.close();
    leave_debugger_layout();
}

// Back to the text that was being read before the debugger took the window.
void Actions::leave_debugger_layout() {
    if (!std::exchange(bench_.state<DebuggerState>().changed_layout, false)) return;
    if (bench_.settings.layout != LayoutName::code) return;
    bench_.post(ask::UseLayout{LayoutName::study});
    if (bench_.lesson != nullptr) bench_.post(ask::FocusView{opened_file(bench_) != nullptr ? "arguments" : "lesson"});
}
void Actions::act(const ask::ToggleBreakpoint& asked) { debugger_.toggle_breakpoint(asked.line); }

void Actions::act(const ask::OpenRecording& asked) {
    if (open_recording(bench_, asked.file)) show_recordings();
}
void Actions::act(const ask::KeepRecording& asked) { keep_recording(bench_, asked.file); }
void Actions::act(const ask::CloseRecording& asked) {
    close_recording(bench_, asked.file);
    show_recordings();
}
void Actions::act(const ask::ShowRecordings&) { show_recordings(); }

void Actions::choose_kernel(const std::string& id) {
    if (bench_.lesson == nullptr || bench_.lesson->find_kernel(id) == nullptr) return;
    if (bench_.draft.request.kernel != id) choose_text(false);
    if (bench_.draft.request.kernel == id) return;
    bench_.draft.request.kernel = id;
    forget_results();
    bench_.post(ask::TakeDraft{});
}

void Actions::apply_preset(const std::string& name) {
    if (bench_.lesson == nullptr) return;
    const auto preset = std::ranges::find(bench_.lesson->presets, name, &Preset::name);
    if (preset == bench_.lesson->presets.end()) return;
    if (!preset->kernel.empty()) choose_kernel(preset->kernel);
    for (const auto& [id, value] : preset->values) bench_.draft.request.parameters[id] = value;
    bench_.draft.request.grid = bench_.draft.request.block = std::nullopt;
    bench_.draft.request.schedule.reset();
    bench_.draft.grid_automatic = true;
    bench_.post(ask::TakeDraft{});
}

void Actions::act(const ask::ShowStep& asked) {
    if (bench_.lesson == nullptr) return;
    const auto step = std::ranges::find(bench_.lesson->steps, asked.id, &ShownStep::id);
    if (step == bench_.lesson->steps.end()) return;
    const auto source = read_kernel_file(*bench_.lesson, *bench_.lesson->find_kernel(step->kernel));
    const int line = source ? marked_line(*source, step->line) : 0;
    if (line == 0)
        return bench_.say(Severity::warning,
                          fmt::format("The step cannot be shown: its kernel has no line marked \"{}\"", step->line),
                          "The lesson has a mistake; `warpwise course verify` says where");
    use_values(step->kernel, step->values);
    bench_.post(ask::Debug{.block = step->block,
                           .warp = step->warp,
                           .line = line,
                           .visits = step->visit,
                           .position = {},
                           .look = step->look,
                           .view = step->view});
    bench_.post(ask::FocusView{step->view});
}

// Over the defaults, without what else was set.
void Actions::use_values(const std::string& kernel, const ParameterValues& values) {
    choose_text(false);
    choose_kernel(kernel);
    ExperimentRequest& draft = bench_.draft.request;
    draft.parameters = bench_.lesson->defaults();
    for (const auto& [id, value] : values) draft.parameters[id] = value;
    draft.grid = draft.block = std::nullopt;
    draft.schedule.reset();
    bench_.draft.grid_automatic = true;
    bench_.post(ask::TakeDraft{});
}

// Nothing runs that the scene does not ask for: a class sees a result only after it was asked for one.
void Actions::show_scene(std::size_t number) {
    if (bench_.lesson == nullptr || number >= bench_.lesson->scenes.size()) return;
    choose_text(false);
    const Scene& scene = bench_.lesson->scenes[number];
    const SceneLaunch set = scene_launch(*bench_.lesson, number);
    ExperimentRequest& draft = bench_.draft.request;
    const bool stays =
        draft.kernel == set.kernel && draft.parameters == set.values && !draft.grid && !draft.block && !draft.schedule;
    if (!stays) {
        use_values(set.kernel, set.values);
        bench_.results.has_run = false;
    }
    bench_.pointing = {};
    bench_.pointing.chosen_thread = scene.focus;
    if (!scene.run) return;
    if (scene.view == "sweep")
        bench_.post(ask::RunSweep{});
    else
        bench_.post(ask::Run{});
}

void Actions::forget_results() {
    cancel();
    bench_.results.runs.clear();
    bench_.results.refused.clear();
    bench_.results.begun.reset();
    bench_.results.is_cancelled = false;
    bench_.results.check.reset();
    bench_.results.search.reset();
    bench_.results.compared.reset();
    bench_.results.compared_sweep.reset();
    bench_.results.text.reset();
    bench_.results.moving.reset();
    bench_.results.live_rounds = 0;
    bench_.pointing = {};
    bench_.state<ImageState>().frame.reset();
    bench_.state<ImageState>().frame_error.reset();
    for (MovingState* moving : std::initializer_list<MovingState*>{&bench_.state<ImageState>(), &bench_.state<PointsState>()}) {
        if (moving->animation.player != nullptr) moving->animation.player->pause();
        if (moving->graphics != nullptr) moving->graphics->play(false);
    }
    frame_due_.reset();
    bench_.results.sweep.reset();
    show_recordings();
}

// What another machine measured is there before anything runs here. Beside a measured sweep stands what was recorded with the
// sweep's values, whatever the draft has become since.
void Actions::show_recordings() {
    refresh_recorded(bench_);
    // a sweep of counts alone has no series of times
    const Sweep* const here = bench_.results.sweep ? &*bench_.results.sweep : nullptr;
    if (here != nullptr && (here->running || here->done > 0)) {
        bench_.results.sweep->recorded = recorded_series(bench_, bench_.results.sweep->request, bench_.results.sweep->over);
        return;
    }
    bench_.results.sweep.reset();
    const Parameter* over = bench_.lesson != nullptr ? sweep_parameter(*bench_.lesson) : nullptr;
    if (over == nullptr) return;
    Sweep sweep{.over = over->id, .request = bench_.draft.request};
    sweep.recorded = recorded_series(bench_, bench_.draft.request, over->id);
    if (!sweep.recorded.empty()) bench_.results.sweep = std::move(sweep);
}

void Actions::draft_settled() {
    unsettled_ = false;
    if (bench_.lesson == nullptr ||
        (same_parameters(settled_.draft, bench_.draft.request) && settled_.grid_automatic == bench_.draft.grid_automatic))
        return;
    past_.push_back(std::exchange(settled_, {bench_.draft.request, bench_.draft.grid_automatic}));
    if (past_.size() > kMostSteps) past_.erase(past_.begin());
    future_.clear();
    run_if_wanted();
}

// Whether the emulator would take seconds or minutes: arrays for a GPU, larger than the lesson's own.
bool Actions::is_long_in_emulator() const {
    constexpr std::uint64_t most_bytes = std::uint64_t{32} << 20;
    const ExperimentRequest& request = bench_.draft.request;
    const KernelSpec* kernel = bench_.lesson == nullptr ? nullptr : bench_.lesson->find_kernel(request.kernel);
    const bool is_emulated =
        std::ranges::any_of(chosen_devices(), [](const DeviceId& each) { return traits_of(each.kind).runs_everywhere; });
    if (kernel == nullptr || !is_emulated || !bench_.draft.resolved) return false;
    const auto bytes_of = [&](const ParameterValues& values) {
        return bytes_of_arguments(*bench_.lesson, *kernel, values, bench_.draft.resolved->dtype).value_or(0);
    };
    const std::uint64_t bytes = bytes_of(request.parameters);
    return bytes > most_bytes && bytes > bytes_of(bench_.lesson->defaults());
}

// A preset may choose another kernel, whose results are gone: that something has run of this lesson is what counts. A long run
// begins with the learner's F5.
void Actions::run_if_wanted() {
    if (bench_.settings.live_run && bench_.results.has_run && !is_long_in_emulator()) run_due_ = true;
}

void Actions::step_back() {
    if (past_.empty()) return;
    future_.push_back(settled_);
    restore(past_.back());
    past_.pop_back();
}

void Actions::step_forward() {
    if (future_.empty()) return;
    past_.push_back(settled_);
    restore(future_.back());
    future_.pop_back();
}

void Actions::restore(const Step& step) {
    const bool same_kernel = step.draft.kernel == bench_.draft.request.kernel;
    if (!same_kernel) bench_.draft.runs_exercise = false, other_text_.reset();
    bench_.draft.request = step.draft;
    bench_.draft.grid_automatic = step.grid_automatic;
    settled_ = step;
    unsettled_ = false;
    if (!same_kernel) forget_results();
    refresh_resolved();
    show_recordings();
    run_if_wanted();
}

void Actions::refresh_resolved() {
    if (bench_.lesson == nullptr)
        bench_.draft.resolved = failure("no lesson is open");
    else
        bench_.draft.resolved = resolve_launch(*bench_.lesson, with_own_text(bench_));
}

}  // namespace warpwise::ui
