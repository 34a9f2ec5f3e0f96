// Actions that run something: once, as a frame of a picture that is moved, in the live loop, as a sweep; and what comes back.
#include <fmt/format.h>

#include <algorithm>
#include <chrono>
#include <future>
#include <memory>
#include <string>
#include <utility>

#include "base/diagnostic.h"
#include "ui/picture/image_state.h"
#include "ui/shell/actions.h"
#include "ui/timing/live_loop.h"
#include "ui/timing/recordings_shown.h"
#include "ui/timing/roofline_state.h"
#include "ui/timing/sweep.h"

namespace warpwise::ui {
namespace {

constexpr std::size_t most_history = 64;
constexpr auto shortest_live_round = std::chrono::milliseconds(100);
constexpr int live_repeats = 3;

double seconds_since(std::chrono::steady_clock::time_point start) {
    return std::chrono::duration<double>(std::chrono::steady_clock::now() - start).count();
}

// A record for the history: its figures without its arrays, which may be large.
RunRecord without_arrays(RunRecord record) {
    record.inputs = record.outputs = record.expected = nullptr;
    record.writes.clear();
    record.watched.clear();
    return record;
}

}  // namespace

bool Actions::busy() const {
    return ceilings_.valid() ||
           std::ranges::any_of(tickets_, [](const auto& entry) { return entry.second.purpose != Purpose::live; });
}

bool Actions::live() const { return bench_.state<LiveLoop>().on; }

std::vector<DeviceKind> Actions::chosen_devices() const {
    std::vector<DeviceKind> devices;
    for (const DeviceInfo& info : bench_.devices.present)
        if (bench_.draft.run_on.contains(info.kind)) devices.push_back(info.kind);
    if (bench_.draft.run_on.contains(DeviceKind::cpu_library) && bench_.has_library_form())
        devices.push_back(DeviceKind::cpu_library);
    if (devices.empty()) devices.push_back(DeviceKind::emulated);
    return devices;
}

ExperimentRequest Actions::request_for(DeviceKind device) const {
    ExperimentRequest request = bench_.draft.request;
    request.device = device;
    if (const auto edited = bench_.draft.edited_source.find(request.kernel); edited != bench_.draft.edited_source.end())
        request.edited_source = edited->second;
    request.watch_thread = bench_.pointing.chosen_thread;
    return request;
}

void Actions::run() {
    if (bench_.lesson == nullptr) return;
    cancel();
    frame_due_.reset();  // the whole run shows what the frame would have
    for (const DeviceKind device : chosen_devices())
        tickets_[worker_.submit(bench_.lesson, request_for(device))] = {.device = device, .purpose = Purpose::run};
}

// One frame at a time, always of the newest draft: those that a drag went past are never computed. A whole run that is still
// under way is of an older draft, and makes room.
void Actions::run_frame() {
    if (bench_.lesson == nullptr || computes_frame()) return;
    cancel();
    const DeviceKind device = *std::exchange(frame_due_, std::nullopt);
    ExperimentRequest request = request_for(device);
    request.repeats = 0;
    request.trace = Trace::none;
    request.watch_thread.reset();
    request.compare = false;
    tickets_[worker_.submit(bench_.lesson, std::move(request))] = {.device = device, .purpose = Purpose::frame};
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
    const std::vector<DeviceKind> devices = live_devices(bench_);
    if (devices.empty() || !tickets_.empty() || ceilings_.valid() || !bench_.draft.resolved) return;
    const auto now = std::chrono::steady_clock::now();
    if (now - live_round_ < shortest_live_round) return;
    loop.rounds_a_second = loop.series.empty() ? 0 : 1 / std::chrono::duration<double>(now - live_round_).count();
    live_round_ = now;
    for (const DeviceKind device : devices) {
        ExperimentRequest request = request_for(device);
        request.repeats = live_repeats;
        request.trace = Trace::none;
        request.watch_thread.reset();
        request.compare = false;
        tickets_[worker_.submit(bench_.lesson, std::move(request))] = {.device = device, .purpose = Purpose::live};
    }
}

void Actions::take_live(const Ticket& ticket, const RunRecord& record) {
    const RecordedPhase *kernel = record.find_phase("kernel"), *total = record.find_phase("total");
    if (kernel == nullptr || kernel->measurement.samples_ms.empty()) return;
    LiveLoop& loop = bench_.state<LiveLoop>();
    auto& points = loop.series[ticket.device];
    points.push_back({seconds_since(live_began_), kernel->measurement.median_ms,
                      total != nullptr ? total->measurement.median_ms : kernel->measurement.median_ms});
    while (points.front().at_s < points.back().at_s - live_seconds) points.pop_front();
}

bool Actions::computes_frame() const {
    return std::ranges::any_of(tickets_, [](const auto& entry) { return entry.second.purpose == Purpose::frame; });
}

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
    // The emulator counts and has no time to plot.
    std::vector<DeviceKind> timed;
    for (const DeviceInfo& info : bench_.devices.present)
        if (info.kind != DeviceKind::emulated && info.kind != DeviceKind::recorded) timed.push_back(info.kind);
    if (bench_.draft.run_on.contains(DeviceKind::cpu_library) && bench_.has_library_form())
        timed.push_back(DeviceKind::cpu_library);
    for (const std::int64_t value : values)
        for (const DeviceKind device : timed) {
            ExperimentRequest request = request_for(device);
            request.parameters[over->id] = value;
            request.grid = std::nullopt;
            request.trace = Trace::none;
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
    worker_.submit_task([result, &devices = bench_.devices.set](const RunHooks& hooks) {
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
        return;  // cancelled before it began
    }
    if (measured.empty())
        return bench_.say(Severity::warning, "No ceiling was measured", "Nothing here has times, or it was cancelled.");
    if (bench_.keeps_files)
        if (auto saved = save_ceilings(ceilings_file(), measured); !saved)
            bench_.say(Severity::warning, "The ceilings could not be kept: " + saved.error().message, saved.error().hint);
    bench_.state<CeilingsState>().known = std::move(measured);
}

void Actions::cancel() {
    if (ceilings_.valid()) worker_.cancel_all();
    if (tickets_.empty()) return;
    worker_.cancel_all();
    tickets_.clear();
    if (bench_.results.sweep) bench_.results.sweep->running = false;
}

void Actions::collect() {
    for (Worker::Finished& finished : worker_.poll()) {
        const auto found = tickets_.find(finished.ticket);
        if (found == tickets_.end()) continue;  // cancelled, or of another lesson
        const Ticket ticket = found->second;
        tickets_.erase(found);
        const bool failed = !finished.record || finished.record->fault || finished.record->status == RunStatus::error;
        if (ticket.purpose == Purpose::live && failed) bench_.state<LiveLoop>().on = false;  // it would be said ten times a second
        if (!finished.record) {
            bench_.say(Severity::error, fmt::format("{}: {}", name_of(ticket.device), finished.record.error().message),
                       finished.record.error().hint);
            continue;
        }
        switch (ticket.purpose) {
            case Purpose::run: take_run(ticket, std::move(*finished.record)); break;
            case Purpose::frame: bench_.state<ImageState>().frame = std::move(*finished.record); break;
            case Purpose::live: take_live(ticket, *finished.record); break;
            case Purpose::sweep: take_point(ticket, *finished.record); break;
        }
    }
    if (tickets_.empty() && bench_.results.sweep) bench_.results.sweep->running = false;
}

void Actions::take_run(const Ticket& ticket, RunRecord record) {
    if (record.status == RunStatus::cancelled) return;
    if (ticket.device == DeviceKind::emulated || ticket.device == DeviceKind::cuda) bench_.results.diagnostics = record.diagnostics;
    if (record.fault)
        bench_.say(Severity::error, record.fault->message, record.fault->hint);
    else if (const Diagnostic* first = first_of(record.diagnostics); record.status == RunStatus::error && first != nullptr)
        bench_.say(Severity::error, fmt::format("{}:{}: {}", first->file, first->line, first->message), first->hint);
    DeviceRuns& runs = bench_.results.runs[ticket.device];
    if (runs.latest) runs.history.push_back(without_arrays(std::move(*runs.latest)));
    if (runs.history.size() > most_history) runs.history.pop_front();
    runs.latest = std::move(record);
    LessonProgress& progress = bench_.lessons.progress[bench_.lesson->id];
    if (!std::exchange(progress.ran, true)) bench_.post(ask::SaveSettings{});
}

void Actions::take_point(const Ticket& ticket, const RunRecord& record) {
    const RecordedPhase* kernel = record.find_phase("kernel");
    const RecordedPhase* total = record.find_phase("total");
    if (!bench_.results.sweep || (kernel == nullptr && total == nullptr)) return;
    const Measurement& shown = kernel != nullptr ? kernel->measurement : total->measurement;
    bench_.results.sweep->series[ticket.device].push_back({static_cast<double>(ticket.swept_value), shown.median_ms,
                                                           total != nullptr ? total->measurement.median_ms : 0, shown.mad_ms, false,
                                                           record.device.name, record.date});
}

}  // namespace warpwise::ui
