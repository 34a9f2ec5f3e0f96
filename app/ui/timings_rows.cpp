#include "ui/timings_rows.h"

#include <fmt/format.h>

#include <algorithm>
#include <numeric>

#include "ui/plot_helpers.h"

namespace warpwise::ui {
namespace {

// Compiling and loading happen once: their only time is the cold one. The others are judged by their warm runs.
double time_of(const RecordedPhase& phase) {
    if (!phase.measurement.samples_ms.empty()) return phase.measurement.median_ms;
    return phase.cold_ms.value_or(0);
}

TimingBar bar_of(const RunRecord& record, bool with_compile) {
    TimingBar bar;
    for (std::size_t i = 0; i < timed_phases.size(); ++i) {
        const bool once = timed_phases[i] == "compile" || timed_phases[i] == "load";
        const RecordedPhase* phase = record.find_phase(timed_phases[i]);
        if (!phase || (once && !with_compile)) continue;
        bar.ms[i] = time_of(*phase);
        if (timed_phases[i] != "kernel") continue;
        bar.kernel_mad_ms = phase->measurement.mad_ms;
        bar.kernel_samples = phase->measurement.samples_ms.size();
    }
    return bar;
}

bool is_recorded(const RunRecord& record) {
    return std::ranges::any_of(record.phases, [](const RecordedPhase& p) { return p.source == "recorded"; });
}

// A spread of picoseconds tells nobody anything; its share of the time does.
std::string spread_text(const TimingBar& bar) {
    const double share = bar.ms[3] > 0 ? bar.kernel_mad_ms / bar.ms[3] * 100 : 0;
    return share < 0.1 ? "MAD below 0.1 %" : fmt::format("MAD {:.1f} %", share);
}

std::string bar_text(const TimingBar& bar) {
    const double kernel = bar.ms[3];
    std::string text = "kernel " + short_duration(kernel);
    if (bar.kernel_samples >= 5)
        text += fmt::format(" (median of {}, {})", bar.kernel_samples, spread_text(bar));
    else if (bar.kernel_samples > 0)
        text += fmt::format(" ({} sample{}: too few)", bar.kernel_samples, bar.kernel_samples == 1 ? "" : "s");
    if (bar.total_ms() > kernel * 1.0005) text += fmt::format(", all {}", short_duration(bar.total_ms()));
    return text;
}

}  // namespace

std::string phase_label(std::size_t phase) {
    std::string label(timed_phases[phase]);
    std::ranges::replace(label, '_', ' ');
    return label;
}

double TimingBar::total_ms() const { return std::accumulate(ms.begin(), ms.end(), 0.0); }

TimingRow timing_row(DeviceKind kind, std::span<const RunRecord* const> records, bool with_compile) {
    TimingRow row;
    row.kind = kind;
    if (records.empty()) return row;
    const RunRecord& newest = *records.back();
    row.device = newest.device.name;
    if (kind == DeviceKind::emulated) {
        row.counted_only = true;
        row.source = "counted, not timed";
        row.text = "GPU time: not measured, emulated";
        return row;
    }
    row.recorded = is_recorded(newest);
    row.source = row.recorded ? "recorded on " + newest.date.substr(0, 10) : "measured here";
    for (const RunRecord* record : records)
        if (const TimingBar bar = bar_of(*record, with_compile); bar.total_ms() > 0) row.bars.push_back(bar);
    row.text = row.bars.empty() ? "no time: the run did not finish" : bar_text(row.bars.back());
    return row;
}

}  // namespace warpwise::ui
