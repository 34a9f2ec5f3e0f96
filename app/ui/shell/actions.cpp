#include "ui/shell/actions.h"

#include <fmt/format.h>

#include <algorithm>
#include <chrono>
#include <string>
#include <utility>

#include "base/clock.h"
#include "base/diagnostic.h"
#include "experiment/sweep.h"
#include "ui/timing/recordings_shown.h"

namespace warpwise::ui {
namespace {

constexpr std::size_t most_steps = 200, most_history = 64;
// Without a range of the lesson's own; beyond, a point takes seconds and hundreds of megabytes.
constexpr std::int64_t least_sweep_value = 16, largest_sweep_value = 1 << 24;

constexpr auto shortest_live_round = std::chrono::milliseconds(100);
constexpr int live_repeats = 3;

bool same_parameters(const ExperimentRequest& a, const ExperimentRequest& b) {
    return a.kernel == b.kernel && a.parameters == b.parameters && a.grid == b.grid && a.block == b.block && a.seed == b.seed &&
           a.repeats == b.repeats && a.threads == b.threads && a.trace == b.trace && a.copies == b.copies &&
           a.flush_l2 == b.flush_l2;
}

// A record for the history: its figures without its arrays, which may be large.
RunRecord without_arrays(RunRecord record) {
    record.inputs = record.outputs = record.expected = nullptr;
    record.writes.clear();
    record.watched.clear();
    return record;
}

// What few kernels have is in no list of devices: chosen, it runs where the kernel has it.
void add_library(const Workbench& bench, std::vector<DeviceId>& devices) {
    for (const DeviceTraits& traits : all_device_kinds())
        if (traits.needs_library && bench.run_on.contains(traits.kind) && bench.has_library_form())
            devices.emplace_back(traits.kind);
}

}  // namespace

std::vector<DeviceId> live_devices(const Workbench& bench) {
    std::vector<DeviceId> devices;
    for (const DeviceInfo& info : bench.present_devices)
        if (traits_of(info.kind).has_times && bench.run_on.contains(info.id())) devices.push_back(info.id());
    return devices;
}

const Parameter* sweep_parameter(const Lesson& lesson) {
    for (const ViewSpec& view : lesson.views)
        if (const auto over = view.options.find("over"); view.kind == "sweep" && over != view.options.end())
            return lesson.find_parameter(over->second);
    const auto found = std::ranges::find(lesson.parameters, ParameterKind::size, &Parameter::kind);
    return found != lesson.parameters.end() ? &*found : nullptr;
}

std::vector<std::int64_t> sweep_values(const Lesson& lesson, const Parameter& parameter) {
    if (const auto declared = declared_sweep(lesson); declared && *declared && (*declared)->parameter == parameter.id)
        return (*declared)->values;
    std::vector<std::int64_t> values;
    const std::int64_t largest = std::min(static_cast<std::int64_t>(parameter.max), largest_sweep_value);
    for (std::int64_t value = least_sweep_value; value <= largest; value *= 2)
        if (value >= static_cast<std::int64_t>(parameter.min)) values.push_back(value);
    return values;
}

Actions::Actions(Workbench& bench) : bench_(bench), worker_(bench.devices) {
    // Pictures and tests leave the learner's folders alone.
    bench_.recordings = load_recordings(bench.keeps_files ? recording_dirs() : std::vector{shipped_recordings_dir()});
    for (const Diagnostic& problem : bench_.recordings.problems)
        bench_.say(problem.severity, problem.file + ": " + problem.message, problem.hint);
    load_known_ceilings();
    if (!bench_.keeps_files) return;
    for (const Lesson& lesson : bench_.course.lessons) watch_.know(lesson);
}

bool Actions::update(bool editing) {
    auto& requests = bench_.requests;
    take_recordings();
    take_lessons();
    if (requests.open_lesson) open_lesson(*std::exchange(requests.open_lesson, std::nullopt));
    if (std::exchange(requests.close_lesson, false)) {
        cancel();
        bench_.views.live = {};
        bench_.lesson = nullptr;
    }
    if (requests.choose_kernel) choose_kernel(*std::exchange(requests.choose_kernel, std::nullopt));
    if (requests.apply_preset) apply_preset(*std::exchange(requests.apply_preset, std::nullopt));
    if (std::exchange(requests.undo, false)) step_back();
    if (std::exchange(requests.redo, false)) step_forward();
    if (std::exchange(requests.draft_changed, false)) {
        unsettled_ = true;
        refresh_resolved();
        show_recordings();
    }
    if (requests.frame) frame_due_ = std::exchange(requests.frame, std::nullopt);
    // A frame that is under way is shown before the whole run takes its place.
    if (std::exchange(requests.hold_draft, false) || frame_due_ || computes_frame()) editing = true;
    if (unsettled_ && !editing) draft_settled();
    if (std::exchange(requests.cancel, false)) {
        bench_.views.live.on = false;
        cancel();
    }
    if (std::exchange(requests.measure_ceilings, false)) measure_ceilings();
    if (std::exchange(requests.run, false)) run();
    if (frame_due_) run_frame();
    run_live();
    if (std::exchange(requests.sweep, false)) sweep();
    const std::size_t waiting = tickets_.size();
    collect();
    take_ceilings();
    collect_export(bench_);
    const bool was_busy = bench_.status.busy;
    bench_.status = worker_.status();
    // The live loop is no work to wait for: Run stays Run beside it.
    if (!tickets_.empty() && !busy()) bench_.status.busy = false;
    return waiting != tickets_.size() || was_busy || bench_.status.busy || live();
}

bool Actions::busy() const {
    return ceilings_.valid() || std::ranges::any_of(tickets_, [](const auto& entry) { return !entry.second.of_live; });
}

void Actions::open_lesson(const std::string& id) {
    const Lesson* lesson = bench_.course.find(id);
    if (lesson == nullptr) {
        bench_.say(Severity::error, "There is no lesson '" + id + "'", "The Course menu lists those that are there");
        return;
    }
    cancel();
    bench_.views.live = {};
    bench_.lesson = lesson;
    bench_.draft = ExperimentRequest();
    bench_.draft.lesson = lesson->id;
    bench_.draft.parameters = lesson->defaults();
    bench_.draft.trace = Trace::full;
    if (!lesson->kernels.empty()) bench_.draft.kernel = lesson->kernels.front().id;
    bench_.grid_automatic = true;
    bench_.edited_source.clear();
    past_.clear();
    future_.clear();
    settled_ = {bench_.draft, true};
    unsettled_ = false;
    forget_results();
    refresh_resolved();
    bench_.progress[lesson->id].opened = true;
    bench_.settings.last_lesson = lesson->id;
    bench_.requests.settings_changed = true;
}

void Actions::choose_kernel(const std::string& id) {
    if (bench_.lesson == nullptr || bench_.lesson->find_kernel(id) == nullptr || bench_.draft.kernel == id) return;
    bench_.draft.kernel = id;
    forget_results();
    bench_.requests.draft_changed = true;
}

void Actions::apply_preset(const std::string& name) {
    if (bench_.lesson == nullptr) return;
    const auto preset = std::ranges::find(bench_.lesson->presets, name, &Preset::name);
    if (preset == bench_.lesson->presets.end()) return;
    if (!preset->kernel.empty()) choose_kernel(preset->kernel);
    for (const auto& [id, value] : preset->values) bench_.draft.parameters[id] = value;
    bench_.draft.grid = bench_.draft.block = std::nullopt;
    bench_.grid_automatic = true;
    bench_.requests.draft_changed = true;
}

void Actions::forget_results() {
    cancel();
    bench_.runs.clear();
    bench_.diagnostics.clear();
    bench_.pointing = {};
    bench_.views.image.frame.reset();
    for (MovingState* moving : std::initializer_list<MovingState*>{&bench_.views.image, &bench_.views.points}) {
        if (moving->animation.player != nullptr) moving->animation.player->pause();
        if (moving->graphics != nullptr) moving->graphics->play(false);
    }
    frame_due_.reset();
    bench_.sweep.reset();
    show_recordings();
}

// What another machine measured is there before anything runs here. Beside a measured sweep stands what was recorded with the
// sweep's values, whatever the draft has become since.
void Actions::show_recordings() {
    refresh_recorded(bench_);
    if (bench_.sweep && (bench_.sweep->running || !bench_.sweep->series.empty())) {
        bench_.sweep->recorded = recorded_series(bench_, bench_.sweep->request, bench_.sweep->over);
        return;
    }
    bench_.sweep.reset();
    const Parameter* over = bench_.lesson != nullptr ? sweep_parameter(*bench_.lesson) : nullptr;
    if (over == nullptr) return;
    Sweep sweep{.over = over->id, .request = bench_.draft};
    sweep.recorded = recorded_series(bench_, bench_.draft, over->id);
    if (!sweep.recorded.empty()) bench_.sweep = std::move(sweep);
}

void Actions::take_recordings() {
    auto& requests = bench_.requests;
    bool changed = std::exchange(requests.recordings_changed, false);
    for (const std::filesystem::path& file : std::exchange(requests.open_recordings, {})) changed |= open_recording(bench_, file);
    if (const auto file = std::exchange(requests.keep_recording, std::nullopt)) keep_recording(bench_, *file);
    if (const auto file = std::exchange(requests.close_recording, std::nullopt)) {
        close_recording(bench_, *file);
        changed = true;
    }
    if (changed) show_recordings();
}

void Actions::draft_settled() {
    unsettled_ = false;
    if (bench_.lesson == nullptr ||
        (same_parameters(settled_.draft, bench_.draft) && settled_.grid_automatic == bench_.grid_automatic))
        return;
    const bool same_kernel = settled_.draft.kernel == bench_.draft.kernel;
    past_.push_back(std::exchange(settled_, {bench_.draft, bench_.grid_automatic}));
    if (past_.size() > most_steps) past_.erase(past_.begin());
    future_.clear();
    if (bench_.settings.live_run && same_kernel && bench_.any_latest() != nullptr) bench_.requests.run = true;
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
    const bool same_kernel = step.draft.kernel == bench_.draft.kernel;
    const bool had_run = bench_.any_latest() != nullptr;
    bench_.draft = step.draft;
    bench_.grid_automatic = step.grid_automatic;
    settled_ = step;
    unsettled_ = false;
    if (!same_kernel) forget_results();
    refresh_resolved();
    show_recordings();
    if (bench_.settings.live_run && same_kernel && had_run) bench_.requests.run = true;
}

void Actions::refresh_resolved() {
    if (bench_.lesson == nullptr)
        bench_.resolved = failure("no lesson is open");
    else
        bench_.resolved = resolve_launch(*bench_.lesson, bench_.draft);
}

std::vector<DeviceId> Actions::chosen_devices() const {
    std::vector<DeviceId> devices;
    for (const DeviceInfo& info : bench_.present_devices)
        if (bench_.run_on.contains(info.id())) devices.push_back(info.id());
    add_library(bench_, devices);
    if (devices.empty()) devices.emplace_back(DeviceKind::emulated);
    return devices;
}

// One of each kind that has times: of several, those that are chosen, else the first. The emulator counts and has no time to plot.
std::vector<DeviceId> Actions::swept_devices() const {
    std::vector<DeviceId> devices;
    for (const DeviceInfo& info : bench_.present_devices) {
        const auto chosen = [&](const DeviceInfo& other) { return other.kind == info.kind && bench_.run_on.contains(other.id()); };
        const bool others_are = std::ranges::any_of(bench_.present_devices, chosen);
        if (traits_of(info.kind).has_times && (others_are ? bench_.run_on.contains(info.id()) : info.ordinal == 0))
            devices.push_back(info.id());
    }
    add_library(bench_, devices);
    return devices;
}

ExperimentRequest Actions::request_for(const DeviceId& device) const {
    ExperimentRequest request = bench_.draft;
    request.device = device;
    if (const auto edited = bench_.edited_source.find(request.kernel); edited != bench_.edited_source.end())
        request.edited_source = edited->second;
    request.watch_thread = bench_.pointing.chosen_thread;
    return request;
}

void Actions::run() {
    if (bench_.lesson == nullptr) return;
    cancel();
    frame_due_.reset();  // the whole run shows what the frame would have
    for (const DeviceId& device : chosen_devices())
        tickets_[worker_.submit(bench_.lesson, request_for(device))] = {device, false, false, false, 0};
}

// One frame at a time, always of the newest draft: those that a drag went past are never computed. A whole run that is still
// under way is of an older draft, and makes room.
void Actions::run_frame() {
    if (bench_.lesson == nullptr || computes_frame()) return;
    cancel();
    const DeviceId device = *std::exchange(frame_due_, std::nullopt);
    ExperimentRequest request = request_for(device);
    request.repeats = 0;
    request.trace = Trace::none;
    request.watch_thread.reset();
    request.compare = false;
    Ticket ticket{device, false, true, false, 0};
    tickets_[worker_.submit(bench_.lesson, std::move(request))] = ticket;
}

// A round goes out when the one before is back, so that nothing piles up, and only while nothing else runs. Inputs and reference
// are left out of what is timed, and of the round where they can be.
void Actions::run_live() {
    LiveLoop& loop = bench_.views.live;
    if (!std::exchange(live_goes_, loop.on) && loop.on) {
        loop.series.clear();
        loop.kernel = bench_.draft.kernel;
        live_began_ = std::chrono::steady_clock::now();
    }
    if (!loop.on || bench_.lesson == nullptr) return;
    loop.now_s = seconds_since(live_began_);
    if (loop.kernel != bench_.draft.kernel) loop.series.clear(), loop.kernel = bench_.draft.kernel;
    const std::vector<DeviceId> devices = live_devices(bench_);
    if (devices.empty() || !tickets_.empty() || ceilings_.valid() || !bench_.resolved) return;
    const auto now = std::chrono::steady_clock::now();
    if (now - live_round_ < shortest_live_round) return;
    loop.rounds_a_second = loop.series.empty() ? 0 : 1 / std::chrono::duration<double>(now - live_round_).count();
    live_round_ = now;
    for (const DeviceId& device : devices) {
        ExperimentRequest request = request_for(device);
        request.repeats = live_repeats;
        request.trace = Trace::none;
        request.watch_thread.reset();
        request.compare = false;
        tickets_[worker_.submit(bench_.lesson, std::move(request))] = {device, false, false, true, 0};
    }
}

void Actions::take_live(const Ticket& ticket, const RunRecord& record) {
    const RecordedPhase *kernel = record.find_phase("kernel"), *total = record.find_phase("total");
    if (kernel == nullptr || kernel->measurement.samples_ms.empty()) return;
    LiveLoop& loop = bench_.views.live;
    auto& points = loop.series[ticket.device];
    points.push_back({seconds_since(live_began_), kernel->measurement.median_ms,
                      total != nullptr ? total->measurement.median_ms : kernel->measurement.median_ms});
    while (points.front().at_s < points.back().at_s - live_seconds) points.pop_front();
}

bool Actions::computes_frame() const {
    return std::ranges::any_of(tickets_, [](const auto& entry) { return entry.second.of_frame; });
}

void Actions::sweep() {
    if (bench_.lesson == nullptr) return;
    const Parameter* over = bench_.requests.sweep_over.empty() ? sweep_parameter(*bench_.lesson)
                                                               : bench_.lesson->find_parameter(bench_.requests.sweep_over);
    bench_.requests.sweep_over.clear();
    std::vector<std::int64_t> values = over != nullptr ? sweep_values(*bench_.lesson, *over) : std::vector<std::int64_t>();
    if (const std::int64_t most = std::exchange(bench_.requests.sweep_up_to, 0); most > 0)
        std::erase_if(values, [&](std::int64_t value) { return value > most; });
    if (values.empty()) {
        bench_.say(Severity::warning, "This lesson has no size to sweep over", "Open the lesson crossover for a sweep");
        return;
    }
    cancel();
    bench_.sweep.emplace();
    bench_.sweep->over = over->id;
    bench_.sweep->request = bench_.draft;
    bench_.sweep->recorded = recorded_series(bench_, bench_.draft, over->id);
    bench_.sweep->values = values;
    bench_.sweep->running = true;
    const std::vector<DeviceId> timed = swept_devices();
    for (const std::int64_t value : values)
        for (const DeviceId& device : timed) {
            ExperimentRequest request = request_for(device);
            request.parameters[over->id] = value;
            request.grid = std::nullopt;
            request.trace = Trace::none;
            tickets_[worker_.submit(bench_.lesson, std::move(request))] = {device, true, false, false, value};
        }
}

void Actions::load_known_ceilings() {
    if (!bench_.keeps_files) return;
    if (auto kept = load_ceilings(ceilings_file()))
        bench_.ceilings = std::move(*kept);
    else
        bench_.say(Severity::warning, "The measured ceilings could not be read: " + kept.error().message, kept.error().hint);
}

// On the worker's thread, in turn with the runs: devices are for one at a time.
void Actions::measure_ceilings() {
    if (ceilings_.valid()) return;
    cancel();
    auto result = std::make_shared<std::promise<std::vector<Ceilings>>>();
    ceilings_ = result->get_future();
    bench_.measuring_ceilings = true;
    worker_.submit_task([result, &devices = bench_.devices](const RunHooks& hooks) {
        auto measured = measure_all_ceilings(devices, hooks.stop, [&](const std::string& what) { hooks.progress(what, 0); });
        if (hooks.stop.stop_requested()) measured.clear();  // half of them would take the place of all
        result->set_value(std::move(measured));
    });
}

void Actions::take_ceilings() {
    if (!ceilings_.valid() || ceilings_.wait_for(std::chrono::seconds(0)) != std::future_status::ready) return;
    bench_.measuring_ceilings = false;
    std::vector<Ceilings> measured;
    try {
        measured = ceilings_.get();
    } catch (const std::exception&) {
        return;  // cancelled before it began
    }
    if (measured.empty())
        return bench_.say(Severity::warning, "No ceiling was measured", "Nothing here has times, or it was cancelled.");
    if (bench_.keeps_files)
        if (auto saved = save_ceilings(ceilings_file(), measured); !saved)
            bench_.say(Severity::warning, "The ceilings could not be kept: " + saved.error().message, saved.error().hint);
    bench_.ceilings = std::move(measured);
}

void Actions::cancel() {
    if (ceilings_.valid()) worker_.cancel_all();
    if (tickets_.empty()) return;
    worker_.cancel_all();
    tickets_.clear();
    if (bench_.sweep) bench_.sweep->running = false;
}

void Actions::collect() {
    for (Worker::Finished& finished : worker_.poll()) {
        const auto found = tickets_.find(finished.ticket);
        if (found == tickets_.end()) continue;  // cancelled, or of another lesson
        const Ticket ticket = found->second;
        tickets_.erase(found);
        const bool failed = !finished.record || finished.record->fault || finished.record->status == RunStatus::error;
        if (ticket.of_live && failed) bench_.views.live.on = false;  // it would be said ten times a second
        if (!finished.record)
            bench_.say(Severity::error, fmt::format("{}: {}", name_of(ticket.device), finished.record.error().message),
                       finished.record.error().hint);
        else if (ticket.of_live)
            take_live(ticket, *finished.record);
        else if (ticket.of_frame)
            bench_.views.image.frame = std::move(*finished.record);
        else if (ticket.of_sweep)
            take_point(ticket, *finished.record);
        else
            take_run(ticket, std::move(*finished.record));
    }
    if (tickets_.empty() && bench_.sweep) bench_.sweep->running = false;
}

void Actions::take_run(const Ticket& ticket, RunRecord record) {
    if (record.status == RunStatus::cancelled) return;
    if (traits_of(ticket.device).runs_kernels) bench_.diagnostics = record.diagnostics;
    if (record.fault)
        bench_.say(Severity::error, record.fault->message, record.fault->hint);
    else if (const Diagnostic* first = first_of(record.diagnostics); record.status == RunStatus::error && first != nullptr)
        bench_.say(Severity::error, fmt::format("{}:{}: {}", first->file, first->line, first->message), first->hint);
    DeviceRuns& runs = bench_.runs[ticket.device];
    if (runs.latest) runs.history.push_back(without_arrays(std::move(*runs.latest)));
    if (runs.history.size() > most_history) runs.history.pop_front();
    runs.latest = std::move(record);
    LessonProgress& progress = bench_.progress[bench_.lesson->id];
    if (!std::exchange(progress.ran, true)) bench_.requests.settings_changed = true;
}

void Actions::take_point(const Ticket& ticket, const RunRecord& record) {
    const RecordedPhase* kernel = record.find_phase("kernel");
    const RecordedPhase* total = record.find_phase("total");
    if (!bench_.sweep || (kernel == nullptr && total == nullptr)) return;
    const Measurement& shown = kernel != nullptr ? kernel->measurement : total->measurement;
    bench_.sweep->series[ticket.device].push_back({static_cast<double>(ticket.sweep_value), shown.median_ms,
                                                   total != nullptr ? total->measurement.median_ms : 0, shown.mad_ms, false,
                                                   record.device.name, record.date});
}

}  // namespace warpwise::ui
