// What the timings view shows, worked out from the records: bars by phase, newest last, samples and their figures. No window
// library in here.
#pragma once

#include <array>
#include <cstddef>
#include <map>
#include <optional>
#include <span>
#include <string>
#include <string_view>
#include <vector>

#include "experiment/record/record.h"

namespace warpwise::ui {

inline constexpr std::array<std::string_view, 5> kTimedPhases{"compile", "load", "copy_in", "kernel", "copy_out"};
inline constexpr std::size_t kKernelPhase = 3;
std::string phase_label(std::size_t phase);  // "copy in"

struct TimingBar {
    std::array<double, kTimedPhases.size()> ms{};  // 0 where not measured
    double kernel_mad_ms = 0;
    std::size_t kernel_samples = 0;
    double elapsed_ms = 0;    // from start to end, where phases of chunks overlap; 0: one phase after the other
    double total_ms() const;  // of the phases, each as long as it takes alone
    bool overlaps() const { return elapsed_ms > 0; }
};

// "median", "12.1 us", "half of the samples lie below it"
struct TimingFigure {
    std::string label, value, help;
};

struct TimingRow {
    DeviceId id{};
    std::string device;  // "NVIDIA H200"
    std::string source;  // "measured here", "recorded on 2026-11-20", "counted, not timed"
    bool counted_only = false;
    bool pending = false;             // its run has not come back: it keeps the place
    bool recorded = false;            // elsewhere or earlier: drawn dashed
    std::size_t recording = 0;        // which recording
    std::string text;                 // beside the newest bar: "kernel 12.1 us (median of 7, MAD 2.5 %), all 31.9 us"
    std::vector<std::string> briefs;  // what to say where there is no room for `text`: "kernel 12.1 us, all 31.9 us"; shortest last
    std::vector<TimingBar> bars;      // medians of the warm runs, newest last; empty when counted only
    std::optional<TimingBar> first;   // the newest run's first time, with what is paid once; of the emulator: compiling alone
    std::string first_text;           // beside that bar: "first run 316 ms, 26,000 times as long as a later one"
    std::string first_brief;          // "first run 316 ms"
    Measurement kernel;               // every warm sample of the newest run's kernel
    std::map<std::size_t, std::string> marked;  // RecordedPhase::marked of it
    std::vector<TimingFigure> figures;          // median, MAD, mean ± std, min; GFLOP/s and GB/s where the work is stated
};

// "cuda_0": apart for every recording
std::string row_id(const TimingRow&);

// One device's records, oldest first; the newest is the last.
TimingRow timing_row(const DeviceId&, std::span<const RunRecord* const> records);

// What the phase costs in every run, 0 where the record has no such phase: the median of the warm samples, and of a phase that
// only ever ran once its cold time.
double warm_phase_ms(const RunRecord&, std::string_view phase);

// Of a device whose first run has not come back, or has not begun.
TimingRow pending_row(const DeviceInfo&, bool runs);

// "512 GB/s", "3.35 TB/s", "88.1 MB/s" of 1e9 bytes per second; likewise "FLOP/s".
std::string rate_text(double giga, std::string_view unit);
// "10 GFLOP/s": of an axis whose ticks are whole powers of ten.
std::string rate_tick(double giga, std::string_view unit);

// "26,000 times": two digits from 10 on, "1.8 times" below.
std::string times_text(double factor);

}  // namespace warpwise::ui
