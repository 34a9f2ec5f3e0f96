#include "experiment/run/execution.h"

#include <fmt/chrono.h>
#include <fmt/format.h>

#include <algorithm>
#include <cmath>

#include "base/clock.h"
#include "base/sha256.h"
#include "experiment/run/record_values.h"

namespace warpwise {
namespace {

Fault compile_fault(const Diagnostics& diagnostics) {
    Fault fault;
    fault.kind = FaultKind::compile_error;
    const auto first = std::ranges::find_if(diagnostics, [](const Diagnostic& d) { return d.severity == Severity::error; });
    if (first == diagnostics.end()) {
        fault.message = "the kernel does not compile";
        return fault;
    }
    fault.file = first->file;
    fault.line = first->line;
    fault.column = first->column;
    fault.message = first->message;
    fault.hint = first->hint;
    // What this device cannot do is not a mistake of the text.
    if (first->message.starts_with("unsupported:")) fault.kind = FaultKind::unsupported;
    return fault;
}

}  // namespace

RunRecord new_record(const DeviceInfo& device) {
    RunRecord record;
    record.device = device;
    record.machine = describe_machine();
    record.date = fmt::format("{:%FT%TZ}", fmt::gmtime(std::chrono::system_clock::to_time_t(std::chrono::system_clock::now())));
    record.version = WARPWISE_VERSION;
    return record;
}

std::shared_ptr<Program> compile_into(RunRecord& record, Device& device, const KernelSource& source, const std::stop_token& stop) {
    auto compiled = device.compile_until(source, stop);
    if (!compiled && stop.stop_requested()) {
        record.status = RunStatus::cancelled;
        return nullptr;
    }
    if (!compiled) {
        record.status = RunStatus::error;
        record.diagnostics = std::move(compiled.error());
        record.fault = compile_fault(record.diagnostics);
        return nullptr;
    }
    record.diagnostics = (*compiled)->warnings;
    record.phases.push_back(measured_phase("compile", (*compiled)->compile_ms, {}));
    return std::move(*compiled);
}

RecordedPhase measured_phase(std::string name, std::optional<double> cold_ms, std::vector<double> samples_ms) {
    RecordedPhase phase{std::move(name), "measured", cold_ms, measure(std::move(samples_ms)), {}};
    phase.marked = outliers_of(phase.measurement);
    return phase;
}

namespace {

// What the compiler says of the kernel stands with what the machine says of itself.
void add_resources(std::map<std::string, double>& readings, const Program& program) {
    if (!program.resources) return;
    readings["registers_per_thread"] = program.resources->registers_per_thread;
    readings["static_shared_bytes"] = static_cast<double>(program.resources->static_shared_bytes);
    readings["local_bytes_per_thread"] = static_cast<double>(program.resources->local_bytes_per_thread);
}

}  // namespace

void launch_into(RunRecord& record, Device& device, Program& program, std::vector<KernelArgument> arguments,
                 const LaunchOptions& options) {
    LaunchOutcome outcome = device.launch(program, record.launch, std::move(arguments), options);
    add_resources(outcome.readings, program);
    for (Phase& phase : outcome.phases) {
        // A device that times its own compiling knows better.
        std::erase_if(record.phases, [&](const RecordedPhase& p) { return p.name == phase.name; });
        record.phases.push_back(measured_phase(phase.name, phase.cold_ms, std::move(phase.samples_ms)));
        if (phase.name != "kernel") continue;
        for (const auto& [sample, why] : outcome.throttled) record.phases.back().marked[sample] = "throttled: " + why;
    }
    record.counters = std::move(outcome.counters);
    record.warp_instructions = outcome.warp_instructions;
    record.lane_instructions = outcome.lane_instructions;
    record.most_by_one_warp = outcome.most_by_one_warp;
    record.compiled = std::move(outcome.compiled);
    record.wall_s = outcome.wall_s;
    record.printed = std::move(outcome.printed);
    record.writes = std::move(outcome.writes);
    record.write_summary = summary_of(record.writes);
    record.watched = std::move(outcome.watched);
    record.lines = std::move(outcome.lines);
    record.timeline = std::move(outcome.timeline);
    record.readings = std::move(outcome.readings);
    record.readings_device = outcome.readings_device.value_or(record.device.id());
    if (traits_of(record.device.kind).has_copies) {  // others pass over these options
        record.copies = options.copies;
        record.flushed_l2 = options.flush_l2;
        record.chunks = options.chunks;
        record.streams = options.streams;
    }
    record.fault = std::move(outcome.fault);
    std::ranges::move(outcome.warnings, std::back_inserter(record.diagnostics));
    record.status = outcome.cancelled ? RunStatus::cancelled : record.fault ? RunStatus::fault : RunStatus::ok;
}

RoutineTiming time_routine(RoutineFunction routine, const RoutineCall& call, int repeats, const std::stop_token& stop,
                           const std::function<void()>& after_first) {
    constexpr double shortest_sample_ms = 0.05;
    constexpr double most_calls_in_a_sample = 1e6;
    RoutineTiming timing;
    auto start = Clock::now();
    routine(call);
    timing.cold_ms = ms_since(start);
    after_first();

    // Caches, page tables and worker threads take some milliseconds to be as a program finds them that has run for a while.
    constexpr double warm_up_ms = 10;
    start = Clock::now();
    while (repeats > 0 && ms_since(start) < warm_up_ms && !stop.stop_requested()) routine(call);

    // The batch grows until a sample is long enough.
    double calls = 1;
    for (int round = 0; round < 4 && repeats > 0 && !stop.stop_requested(); ++round) {
        start = Clock::now();
        for (double i = 0; i < calls; ++i) routine(call);
        const double sample_ms = ms_since(start);
        if (sample_ms >= shortest_sample_ms) break;
        const double factor = 1.2 * shortest_sample_ms / std::max(sample_ms, 1e-5);
        calls = std::min(most_calls_in_a_sample, std::ceil(calls * factor));
    }
    for (int sample = 0; sample < repeats && !stop.stop_requested(); ++sample) {
        start = Clock::now();
        for (double i = 0; i < calls; ++i) routine(call);
        timing.samples_ms.push_back(ms_since(start) / calls);
    }
    return timing;
}

ArrayDigest digest_of(const Array& array) {
    return {array.name, array.dtype(), array.shape(), array.size_bytes(), sha256_hex(array.bytes())};
}

}  // namespace warpwise
