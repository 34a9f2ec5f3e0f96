// Runs, sweeps, ceilings and a timeline with made-up times that never change: what golden pictures and tests of the views of
// numbers are drawn from. Nothing in here was measured.
#pragma once

#include <cmath>
#include <cstdint>
#include <map>
#include <string>
#include <utility>
#include <vector>

#include "experiment/record/ceilings.h"
#include "experiment/record/record.h"
#include "experiment/run/execution.h"

namespace warpwise::fixed {

inline constexpr const char* date = "2026-11-20T10:00:00Z";

inline DeviceInfo device(DeviceKind kind) {
    switch (kind) {
        case DeviceKind::cpu_serial: return {kind, "Example CPU, one core", {}};
        case DeviceKind::cpu_vector: return {kind, "Example CPU, one core with AVX2", {}};
        case DeviceKind::cpu_threads: return {kind, "Example CPU, 8 cores", {}};
        case DeviceKind::emulated: return {kind, "SIMT emulator", {}};
        default: return {kind, "NVIDIA Example 100", {{"compute_capability", "9.0"}}};
    }
}

// Eleven samples around `ms`, always the same ones, one of them far off.
inline std::vector<double> samples_around(double ms) {
    constexpr double steps[] = {0.4, -1.1, 0.2, 0.9, -0.3, 0, 1.4, -0.7, 9, 0.1, -0.2};  // percent
    std::vector<double> samples;
    for (const double percent : steps) samples.push_back(ms * (1 + percent / 100));
    return samples;
}

// n = 2^20 floats, each increased by one.
inline RunRecord run(DeviceKind kind, double kernel_ms, bool with_copies = false) {
    RunRecord record = new_record(device(kind));
    record.date = date;
    record.lesson = "crossover";
    record.kernel = "add_one<float>";
    record.dtype = "f32";
    record.launch = {{4096, 1, 1}, {256, 1, 1}, 0};
    record.request.device = kind;
    record.request.parameters = {{"n", std::int64_t{1} << 20}};
    record.flops = 1048576;
    record.bytes = 8388608;
    if (kind == DeviceKind::emulated) {
        record.phases.push_back(measured_phase("compile", 42, {}));
        return record;
    }
    if (with_copies) {
        record.phases.push_back(measured_phase("compile", 180, {}));
        record.phases.push_back(measured_phase("load", 0.4, {}));
        record.phases.push_back(measured_phase("copy_in", 1.9, samples_around(0.41)));
    }
    record.phases.push_back(measured_phase("kernel", 3 * kernel_ms, samples_around(kernel_ms)));
    if (with_copies) record.phases.push_back(measured_phase("copy_out", 0.9, samples_around(0.46)));
    return record;
}

// Every time in it stands for one that was taken elsewhere.
inline RunRecord as_recorded(RunRecord record) {
    for (RecordedPhase& phase : record.phases) phase.source = "recorded";
    record.timeline_source = "recorded";
    return record;
}

// CPU forms measured here and a GPU as recorded.
inline std::vector<RunRecord> runs() {
    return {run(DeviceKind::cpu_serial, 0.52), run(DeviceKind::cpu_vector, 0.14), run(DeviceKind::cpu_threads, 0.083),
            as_recorded(run(DeviceKind::cuda, 0.0046, true)), run(DeviceKind::emulated, 0)};
}

// Size and milliseconds of a kernel that starts in `start_ms` and then needs `ns_per_element`.
inline std::vector<std::pair<double, double>> sweep(double start_ms, double ns_per_element) {
    std::vector<std::pair<double, double>> points;
    for (int e = 4; e <= 26; ++e) points.emplace_back(std::exp2(e), start_ms + std::exp2(e) * ns_per_element * 1e-6);
    return points;
}

inline std::vector<Ceilings> ceilings() {
    return {{DeviceKind::cpu_threads, "Example CPU, 8 cores", date, 38, 410, 205, false},
            {DeviceKind::cuda, "NVIDIA Example 100", date, 3400, 52000, 26000, true}};
}

// Eight chunks on four streams: copies in, a kernel and copies out, one engine for each.
inline RunRecord streams() {
    RunRecord record = run(DeviceKind::cuda, 0.9, true);
    record.chunks = 8;
    record.streams = 4;
    for (int chunk = 0; chunk < 8; ++chunk) {
        const double begin = 0.22 * chunk;
        record.timeline.push_back({"copy_in", chunk % 4, chunk, begin, begin + 0.2});
        record.timeline.push_back({"kernel", chunk % 4, chunk, begin + 0.22, begin + 0.33});
        record.timeline.push_back({"copy_out", chunk % 4, chunk, begin + 0.35, begin + 0.53});
    }
    return record;
}

// 4 blocks of 32 threads on 100 elements, as the emulator traces it. `thread_only`: the index forgets blockIdx, so that all
// blocks write the first 32.
inline RunRecord traced(bool thread_only = false) {
    RunRecord record = run(DeviceKind::emulated, 0);
    record.lesson = "indexing_1d";
    record.launch = {{4, 1, 1}, {32, 1, 1}, 0};
    record.request.parameters = {{"n", std::int64_t{100}}};
    record.argument_names = {"a"};
    record.writes = {{0, std::vector<std::uint32_t>(100)}};
    for (std::uint32_t i = 0; i < 100; ++i) {
        if (!thread_only)
            record.writes[0].writer[i] = i + 1;
        else if (i < 32)
            record.writes[0].writer[i] = 96 + i + 1;
    }
    return record;
}

}  // namespace warpwise::fixed
