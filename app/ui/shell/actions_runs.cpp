// Actions that run something: once, as a frame of a picture that is moved, in the live loop, as a sweep; and what comes back.
#include <fmt/format.h>

#include <algorithm>
#include <chrono>
#include <functional>
#include <future>
#include <memory>
#include <string>
#include <utility>

#include "base/clock.h"
#include "base/number_text.h"
#include "experiment/record/record_text.h"
#include "experiment/run/emulator_check.h"
#include "experiment/run/sweep.h"
#include "ui/lesson/counted_runs.h"
#include "ui/lesson/exercise_panel.h"
#include "ui/picture/image_state.h"
#include "ui/shell/actions.h"
#include "ui/timing/count_sweep.h"
#include "ui/timing/live_loop.h"
#include "ui/timing/recordings_shown.h"
#include "ui/timing/roofline_state.h"
#include "ui/timing/sweep.h"
#include "ui/timing/timings_rows.h"
#include "ui/workbench/outcome.h"

namespace warpwise::ui {
namespace {

constexpr std::size_t kMostHistory = 64;
constexpr auto kShortestLiveRound = std::chrono::milliseconds(100);
constexpr int kLiveRepeats = 3;
constexpr double kLongFrameS = 1;

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
        if (traits.needs_library && bench.draft.run_on.contains(traits.kind) && bench.has_form(traits.kind))
            devices.emplace_back(traits.kind);
}

}  // namespace

// The status too: a worker can hold it for a frame after its result was collected, and a picture would show "Running ...".
bool Actions::busy() const {
    return runs() || computes_frame() || debugger_.busy() || runs_program() || bench_.results.status.busy;
}

bool Actions::runs() const {
    return ceilings_.valid() || search_.valid() || std::ranges::any_of(tickets_, [](const auto& entry) {
               return entry.second.purpose == Purpose::run || entry.second.purpose == Purpose::sweep ||
                      entry.second.purpose == Purpose::beside || entry.second.purpose == Purpose::both;
           });
}

bool Actions::checking() const {
    return std::ranges::any_of(tickets_, [](const auto& entry) { return entry.second.purpose == Purpose::check; });
}

bool Actions::live() const { return bench_.state<LiveLoop>().on; }

std::vector<DeviceId> Actions::chosen_devices() const {
    std::vector<DeviceId> devices;
    for (const DeviceInfo& info : bench_.devices.present)
        if (bench_.draft.run_on.contains(info.id())) devices.push_back(info.id());
    // A CPU form that this kernel lacks is passed over; where nothing else is chosen it stays, and its record says why it cannot
    // run.
    const auto can_run = [this](const DeviceId& id) { return bench_.has_form(id.kind); };
    if (std::ranges::any_of(devices, can_run)) std::erase_if(devices, std::not_fn(can_run));
    add_library(bench_, devices);
    if (devices.empty()) devices.emplace_back(kind_that(&DeviceTraits::runs_everywhere));
    return devices;
}

// Those that are chosen and have times; where none of them has, the CPU routine that runs are compared with. The emulator counts
// and has no time to plot.
std::vector<DeviceId> Actions::swept_devices() const {
    std::vector<DeviceId> devices;
    for (const DeviceInfo& info : bench_.devices.present)
        if (traits_of(info.kind).has_times && bench_.draft.run_on.contains(info.id()) && bench_.has_form(info.kind))
            devices.push_back(info.id());
    add_library(bench_, devices);
    const DeviceKind reference = kind_that(&DeviceTraits::is_reference);
    if (devices.empty() && bench_.has_form(reference)) devices.emplace_back(reference);
    return devices;
}

ExperimentRequest Actions::request_for(const DeviceId& device) const {
    ExperimentRequest request = bench_.draft.request;
    request.device = device;
    bench_.put_own_text(request);
    request.watch_thread = bench_.pointing.chosen_thread;
    return request;
}

// A run of the draft on some device, whose launch has just been resolved for all of them. Where it could not be, the run says why.
std::uint64_t Actions::submit(ExperimentRequest of_draft) {
    const Result<ResolvedLaunch>& launch = bench_.draft.resolved;
    return worker_.submit(bench_.lesson, std::move(of_draft), launch ? std::optional(*launch) : std::nullopt);
}

void Actions::run() {
    if (bench_.lesson == nullptr) return;
    cancel();
    if (bench_.settings.layout == LayoutName::present) choose_text(false);  // what a class sees
    if (bench_.draft.runs_exercise) update_exercise(bench_, bench_.state<ExerciseState>());
    if (bench_.results.exercise) bench_.results.exercise->newest = false;
    frame_due_.reset();  // the whole run shows what the frame would have
    bench_.results.has_run = true;
    bench_.results.refused.clear();
    bench_.results.is_cancelled = false;
    refresh_resolved();
    for (const DeviceId& device : chosen_devices()) {
        bench_.results.begun = request_for(device);
        tickets_[submit(*bench_.results.begun)] = {.device = device, .purpose = Purpose::run};
    }
    if (bench_.draft.with_lessons && bench_.own_text() != nullptr) run_beside();
}

// One frame at a time, always of the newest draft: those that a drag went past are never computed. A whole run that is still
// under way is of an older draft, and makes room.
void Actions::run_frame() {
    if (bench_.lesson == nullptr || computes_frame()) return;
    cancel();
    bench_.state<ImageState>().frame_error.reset();
    frame_began_ = std::chrono::steady_clock::now();
    refresh_resolved();
    const DeviceId device = *std::exchange(frame_due_, std::nullopt);
    ExperimentRequest request = request_for(device);
    request.repeats = 0;
    request.trace = Trace::none;
    request.watch_thread.reset();
    request.compare = false;
    tickets_[submit(std::move(request))] = {.device = device, .purpose = Purpose::frame};
}

// A round goes out when the one before is back, so that nothing piles up, and only while nothing else runs. Inputs and reference
// are left out of what is timed, and of the round where they can be.
void Actions::run_live() {
    LiveLoop& loop = bench_.state<LiveLoop>();
    if (!std::exchange(live_goes_, loop.on) && loop.on) {
        loop.series.clear();
        loop.kernel = bench_.draft.request.kernel;
        live_began_ = std::chrono::steady_clock::now();
    }
    if (!loop.on || bench_.lesson == nullptr) return;
    loop.now_s = seconds_since(live_began_);
    if (loop.kernel != bench_.draft.request.kernel) loop.series.clear(), loop.kernel = bench_.draft.request.kernel;
    if (loop.series.empty()) bench_.results.live_rounds = 0;
    const std::vector<DeviceId> devices = live_devices(bench_);
    if (devices.empty() || !tickets_.empty() || ceilings_.valid() || search_.valid() || !bench_.draft.resolved) return;
    const auto now = std::chrono::steady_clock::now();
    if (now - live_round_ < kShortestLiveRound) return;
    loop.rounds_a_second = loop.series.empty() ? 0 : 1 / std::chrono::duration<double>(now - live_round_).count();
    live_round_ = now;
    refresh_resolved();
    for (const DeviceId& device : devices) {
        ExperimentRequest request = request_for(device);
        request.repeats = kLiveRepeats;
        request.trace = Trace::none;
        request.watch_thread.reset();
        request.compare = false;
        tickets_[submit(std::move(request))] = {.device = device, .purpose = Purpose::live};
    }
}

void Actions::take_live(const Ticket& ticket, const RunRecord& record) {
    const RecordedPhase *kernel = record.find_phase("kernel"), *total = record.find_phase("total");
    if (kernel == nullptr || kernel->measurement.samples_ms.empty()) return;
    ++bench_.results.live_rounds;
    LiveLoop& loop = bench_.state<LiveLoop>();
    auto& points = loop.series[ticket.device];
    points.push_back({seconds_since(live_began_), kernel->measurement.median_ms,
                      total != nullptr ? total->measurement.median_ms : kernel->measurement.median_ms});
    while (points.front().at_s < points.back().at_s - kLiveSeconds) points.pop_front();
}

// Where it failed and there is no other picture, the view says why.
void Actions::take_frame(Result<RunRecord> finished) {
    ImageState& image = bench_.state<ImageState>();
    if (finished)
        image.frame = std::move(*finished);
    else
        image.frame_error = std::move(finished.error());
}

bool Actions::computes_frame() const {
    return std::ranges::any_of(tickets_, [](const auto& entry) { return entry.second.purpose == Purpose::frame; });
}

bool Actions::frame_takes_long() const { return computes_frame() && seconds_since(frame_began_) > kLongFrameS; }

void Actions::sweep(const ask::RunSweep& asked) {
    if (bench_.lesson == nullptr) return;
    const Parameter* over = asked.over.empty() ? sweep_parameter(*bench_.lesson) : bench_.lesson->find_parameter(asked.over);
    std::vector<std::int64_t> values = over != nullptr ? sweep_values(*bench_.lesson, *over) : std::vector<std::int64_t>();
    if (asked.up_to > 0) std::erase_if(values, [&](std::int64_t value) { return value > asked.up_to; });
    if (values.empty()) {
        bench_.say(Severity::warning, "This lesson has no size to sweep over", "Open the lesson crossover for a sweep");
        return;
    }
    cancel();
    bench_.results.sweep.emplace();
    bench_.results.sweep->over = over->id;
    bench_.results.sweep->request = bench_.draft.request;
    bench_.results.sweep->recorded = recorded_series(bench_, bench_.draft.request, over->id);
    bench_.results.sweep->values = values;
    bench_.results.sweep->running = true;
    const std::vector<std::string> counted = swept_counts(*bench_.lesson);
    bench_.state<CountSweepState>() = {.shown = counted, .points = {}};
    const std::vector<DeviceId> swept =
        counted.empty() ? swept_devices() : std::vector<DeviceId>{kind_that(&DeviceTraits::has_counts)};
    bench_.results.sweep->asked = values.size() * swept.size();
    for (const std::int64_t value : values)
        for (const DeviceId& device : swept) {
            ExperimentRequest request = request_for(device);
            bench_.results.sweep->edited_source = request.edited_source;
            request.parameters[over->id] = value;
            request.grid = std::nullopt;
            request.trace = counted.empty() ? Trace::none : trace_for_counts(counted);
            tickets_[worker_.submit(bench_.lesson, std::move(request))] = {
                .device = device, .purpose = Purpose::sweep, .swept_value = value};
        }
}

void Actions::load_known_ceilings() {
    if (!bench_.keeps_files) return;
    if (auto kept = load_ceilings(ceilings_file()))
        bench_.state<CeilingsState>().known = std::move(*kept);
    else
        bench_.say(Severity::warning, "The measured ceilings could not be read: " + kept.error().message, kept.error().hint);
}

// On the worker's thread, in turn with the runs: devices are for one at a time.
void Actions::measure_ceilings() {
    if (ceilings_.valid()) return;
    cancel();
    auto result = std::make_shared<std::promise<std::vector<Ceilings>>>();
    ceilings_ = result->get_future();
    bench_.state<CeilingsState>().measuring = true;
    worker_.submit_task("the measurement of the ceilings", [result, &devices = bench_.devices.set](const RunHooks& hooks) {
        auto measured = measure_all_ceilings(devices, hooks.stop, [&](const std::string& what) { hooks.progress(what, 0); });
        if (hooks.stop.stop_requested()) measured.clear();  // half of them would take the place of all
        result->set_value(std::move(measured));
    });
}

void Actions::take_ceilings() {
    if (!ceilings_.valid() || ceilings_.wait_for(std::chrono::seconds(0)) != std::future_status::ready) return;
    bench_.state<CeilingsState>().measuring = false;
    std::vector<Ceilings> measured;
    try {
        measured = ceilings_.get();
    } catch (const std::exception&) {
        return;  // cancelled before it began, or ended with an exception, which collect() tells
    }
    if (measured.empty())
        return bench_.say(Severity::warning, "No ceiling was measured", "Nothing here has times, or it was cancelled.");
    if (bench_.keeps_files)
        if (auto saved = save_ceilings(ceilings_file(), measured); !saved)
            bench_.say(Severity::warning, "The ceilings could not be kept: " + saved.error().message, saved.error().hint);
    bench_.state<CeilingsState>().known = std::move(measured);
}

void Actions::cancel() {
    if (ceilings_.valid() || search_.valid()) worker_.cancel_all();
    if (tickets_.empty()) return;
    if (computes_frame()) bench_.state<ImageState>().asked.clear();  // it is asked for again if nothing else brings a picture
    worker_.cancel_all();
    tickets_.clear();
    if (std::optional<EmulatorCheck>& check = bench_.results.check; check && check->running) {
        check->running = false;
        check->why_not = "something else was started before the check was done.";
    }
    if (bench_.results.sweep) bench_.results.sweep->running = false;
}

void Actions::collect() {
    for (Worker::Finished& finished : worker_.poll()) {
        if (finished.is_task) {
            bench_.say(Severity::error, finished.record.error().message, finished.record.error().hint);
            continue;
        }
        const auto found = tickets_.find(finished.ticket);
        if (found == tickets_.end()) continue;  // cancelled, or of another lesson
        const Ticket ticket = found->second;
        tickets_.erase(found);
        const bool failed = !finished.record || finished.record->fault || finished.record->status == RunStatus::error;
        if (ticket.purpose == Purpose::live && failed) bench_.state<LiveLoop>().on = false;  // it would be said ten times a second
        if (ticket.purpose == Purpose::sweep) count_point(ticket, finished.record);
        if (ticket.purpose == Purpose::check) {
            take_check(finished.record);
            continue;
        }
        if (ticket.purpose == Purpose::beside) {
            if (finished.record) take_beside(std::move(*finished.record), ticket.lessons);
            continue;
        }
        if (ticket.purpose == Purpose::both) {
            take_both(ticket, std::move(finished.record));
            continue;
        }
        if (!finished.record) {
            if (ticket.purpose == Purpose::run)
                bench_.results.refused.push_back({std::move(finished.request), finished.record.error()});
            bench_.say(Severity::error, fmt::format("{}: {}", name_of(ticket.device), finished.record.error().message),
                       finished.record.error().hint);
            if (ticket.purpose == Purpose::frame) take_frame(std::move(finished.record));
            continue;
        }
        switch (ticket.purpose) {
            case Purpose::run: take_run(ticket, std::move(*finished.record)); break;
            case Purpose::frame: take_frame(std::move(finished.record)); break;
            case Purpose::live: take_live(ticket, *finished.record); break;
            case Purpose::sweep: take_point(ticket, *finished.record); break;
            case Purpose::check:
            case Purpose::beside:
            case Purpose::both: break;
        }
    }
    if (tickets_.empty() && bench_.results.sweep) bench_.results.sweep->running = false;
    if (tickets_.empty() && bench_.results.compared_sweep) bench_.results.compared_sweep->running = false;
}

void Actions::take_run(const Ticket& ticket, RunRecord record) {
    if (record.status == RunStatus::cancelled) return;
    if (const auto message = message_of(bench_, record)) bench_.say(message->severity, message->text, message->hint);
    check_in_emulator(record);
    note_file_run(record);
    if (compares(ticket.device)) take_beside(record, false);
    note_counted(bench_, record);
    DeviceRuns& runs = bench_.results.runs[ticket.device];
    if (runs.latest) runs.history.push_back(without_arrays(std::move(*runs.latest)));
    if (runs.history.size() > kMostHistory) runs.history.pop_front();
    runs.latest = std::move(record);
    LessonProgress& progress = bench_.lessons.progress[bench_.lesson->id];
    if (!std::exchange(progress.ran, true)) bench_.post(ask::SaveSettings{});
}

// The lesson's own kernels are checked before they are shipped; a learner's text is not. On the thread of the runs, after them:
// beside a run that is timed, the check would take its time.
void Actions::check_in_emulator(const RunRecord& ran_on_gpu) {
    const DeviceTraits& traits = traits_of(ran_on_gpu.device.kind);
    const ExperimentRequest& request = ran_on_gpu.request;
    if (!traits.runs_kernels || traits.checks_accesses || !request.edited_source) return;
    if (ran_on_gpu.status == RunStatus::error) return;  // nothing has run
    const auto same = [&](const ExperimentRequest& other) {
        return other.edited_source == request.edited_source && other.kernel == request.kernel &&
               other.parameters == request.parameters && other.grid == request.grid && other.block == request.block &&
               other.seed == request.seed;
    };
    for (const auto& [device, runs] : bench_.results.runs)  // chosen too, it ran before the GPU
        if (runs.latest && traits_of(device).checks_accesses && same(runs.latest->request)) return;
    std::optional<EmulatorCheck>& check = bench_.results.check;
    if (check && same(check->request) && (check->running || check->record)) return;
    check = EmulatorCheck{.request = request, .launch = ran_on_gpu.launch, .running = false, .record = {}, .why_not = {}};
    auto asked = emulator_check_of(*bench_.lesson, request);
    if (!asked) {
        check->why_not = asked.error().message + (asked.error().hint.empty() ? "." : ". " + asked.error().hint + ".");
        return;
    }
    check->running = true;
    const DeviceId device = asked->request.device;
    tickets_[worker_.submit(bench_.lesson, std::move(asked->request), std::move(asked->launch), kCheckStepBudget)] = {
        .device = device, .purpose = Purpose::check};
}

void Actions::take_check(const Result<RunRecord>& finished) {
    std::optional<EmulatorCheck>& check = bench_.results.check;
    if (!check) return;
    check->running = false;
    if (!finished) {
        check->why_not = finished.error().message + ".";
        return;
    }
    check->record = without_arrays(*finished);
    if (end_of_check(*finished) != CheckEnd::found) return;
    bench_.say(Severity::error,
               whose_kernel(bench_, *finished) + " ran on a GPU, and the emulator found: " + finished->fault->message,
               finished->fault->hint);
}

void Actions::count_point(const Ticket& ticket, const Result<RunRecord>& finished) {
    if (!bench_.results.sweep) return;
    Sweep& sweep = *bench_.results.sweep;
    ++sweep.done;
    if (finished && finished->status == RunStatus::ok) return;
    ++sweep.wrong;
    if (sweep.first_wrong.empty())
        sweep.first_wrong = fmt::format("First: {} = {} on {}: {}", sweep.over, with_separators(ticket.swept_value),
                                        name_of(ticket.device), finished ? outcome_text(*finished) : finished.error().message);
}

void Actions::take_point(const Ticket& ticket, const RunRecord& record) {
    const RecordedPhase* kernel = record.find_phase("kernel");
    const RecordedPhase* total = record.find_phase("total");
    CountSweepState& counted = bench_.state<CountSweepState>();
    if (bench_.results.sweep && bench_.lesson != nullptr && !counted.shown.empty())
        counted.points.push_back({static_cast<double>(ticket.swept_value), counts_of(*bench_.lesson, record, counted.shown)});
    if (!bench_.results.sweep || (kernel == nullptr && total == nullptr)) return;
    const Measurement& shown = kernel != nullptr ? kernel->measurement : total->measurement;
    // without a time of its own for the kernel, the whole time stands in its place and has the copies in it
    const double copy_in_ms = kernel != nullptr ? warm_phase_ms(record, "copy_in") : 0;
    const double copy_out_ms = kernel != nullptr ? warm_phase_ms(record, "copy_out") : 0;
    bench_.results.sweep->series[ticket.device].push_back({static_cast<double>(ticket.swept_value), shown.median_ms,
                                                           total != nullptr ? total->measurement.median_ms : 0, shown.mad_ms, false,
                                                           record.device.name, record.date, copy_in_ms, copy_out_ms});
}

}  // namespace warpwise::ui
