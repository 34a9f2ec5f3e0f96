// What the timings view shows, worked out from the records: bars by phase, newest last. No window library in here.
#pragma once

#include <array>
#include <optional>
#include <span>
#include <string>
#include <string_view>
#include <vector>

#include "experiment/record.h"

namespace warpwise::ui {

inline constexpr std::array<std::string_view, 5> timed_phases{"compile", "load", "copy_in", "kernel", "copy_out"};
std::string phase_label(std::size_t phase);  // "copy in"

struct TimingBar {
    std::array<double, timed_phases.size()> ms{};  // medians, 0 where not measured
    double kernel_mad_ms = 0;
    std::size_t kernel_samples = 0;
    double total_ms() const;
};

struct TimingRow {
    DeviceKind kind = DeviceKind::emulated;
    std::string device;  // "NVIDIA H200"
    std::string source;  // "measured here", "recorded on 2026-11-20", "counted, not timed"
    bool counted_only = false;
    bool recorded = false;        // elsewhere or earlier: drawn dashed
    std::size_t recording = 0;    // which recording
    std::string text;             // beside the newest bar: "12.1 us ± 0.3 us", "GPU time: not measured, emulated"
    std::vector<TimingBar> bars;  // newest last; empty when counted only
};

// One device's records, oldest first; the newest is the last.
TimingRow timing_row(DeviceKind, std::span<const RunRecord* const> records, bool with_compile);

}  // namespace warpwise::ui
