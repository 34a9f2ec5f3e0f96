#include "ui/timing/timings_rows.h"

#include <fmt/format.h>

#include <algorithm>
#include <cmath>
#include <numeric>

#include "base/number_text.h"
#include "experiment/record/record_text.h"
#include "ui/kit/plot_helpers.h"

namespace warpwise::ui {
namespace {

constexpr const char *kCountedText = "GPU time: not measured, emulated", *kCountedBrief = "GPU time: not measured";

bool happens_once(std::size_t phase) { return kTimedPhases[phase] == "compile" || kTimedPhases[phase] == "load"; }

double warm_time_of(const RecordedPhase& phase) {
    if (!phase.measurement.samples_ms.empty()) return phase.measurement.median_ms;
    return phase.cold_ms.value_or(0);
}

TimingBar warm_bar_of(const RunRecord& record) {
    TimingBar bar;
    for (std::size_t i = 0; i < kTimedPhases.size(); ++i) {
        const RecordedPhase* phase = record.find_phase(kTimedPhases[i]);
        if (!phase || happens_once(i)) continue;
        bar.ms[i] = warm_time_of(*phase);
        if (i != kKernelPhase) continue;
        bar.kernel_mad_ms = phase->measurement.mad_ms;
        bar.kernel_samples = phase->measurement.samples_ms.size();
    }
    const double elapsed = warm_phase_ms(record, "total");
    if (record.streams > 1 && elapsed > 0 && elapsed < 0.98 * bar.total_ms()) bar.elapsed_ms = elapsed;
    return bar;
}

std::optional<TimingBar> first_bar_of(const RunRecord& record) {
    TimingBar bar;
    for (std::size_t i = 0; i < kTimedPhases.size(); ++i)
        if (const RecordedPhase* phase = record.find_phase(kTimedPhases[i])) bar.ms[i] = phase->cold_ms.value_or(0);
    return bar.total_ms() > 0 ? std::optional(bar) : std::nullopt;
}

bool has_recorded_phase(const RunRecord& record) {
    return std::ranges::any_of(record.phases, [](const RecordedPhase& p) { return p.source == "recorded"; });
}

// A spread of picoseconds says little; its share of the time says more.
std::string spread_text(const TimingBar& bar) {
    const double share = bar.ms[kKernelPhase] > 0 ? bar.kernel_mad_ms / bar.ms[kKernelPhase] * 100 : 0;
    return share < 0.1 ? "MAD below 0.1 %" : fmt::format("MAD {:.1f} %", share);
}

std::string samples_text(const TimingBar& bar) {
    if (bar.kernel_samples >= 5) return fmt::format(" (median of {}, {})", bar.kernel_samples, spread_text(bar));
    if (bar.kernel_samples == 0) return {};
    return fmt::format(" ({} sample{}, too few)", bar.kernel_samples, bar.kernel_samples == 1 ? "" : "s");
}

void add_texts(TimingRow& row, const TimingBar& bar) {
    const std::string kernel = "kernel " + short_duration(bar.ms[kKernelPhase]);
    std::string all, overlap;
    if (bar.overlaps()) {
        all = ", all " + short_duration(bar.elapsed_ms);
        overlap = fmt::format(" ({} one after the other)", short_duration(bar.total_ms()));
    } else if (bar.total_ms() > bar.ms[kKernelPhase] * 1.0005) {
        all = ", all " + short_duration(bar.total_ms());
    }
    row.text = kernel + samples_text(bar) + all + overlap;
    for (const std::string& brief : {kernel + all + overlap, kernel + all})
        if (brief != row.text && (row.briefs.empty() || brief != row.briefs.back())) row.briefs.push_back(brief);
}

void add_first_texts(TimingRow& row) {
    const double later = row.bars.empty() ? 0 : row.bars.back().total_ms(), first = row.first->total_ms();
    if (row.counted_only) {
        row.first_brief = "compiled in " + short_duration(first);
        row.first_text = fmt::format("compiled for the emulator in {}, measured here", short_duration(first));
        return;
    }
    row.first_brief = row.first_text = "first run " + short_duration(first);
    if (later > 0 && first >= 1.05 * later) row.first_text += fmt::format(", {} as long as a later one", times_text(first / later));
}

std::vector<TimingFigure> figures_of(const RunRecord& record, const Measurement& m) {
    std::vector<TimingFigure> figures;
    if (!m.samples_ms.empty()) {
        const std::string count = fmt::format("{} sample{}", m.samples_ms.size(), m.samples_ms.size() == 1 ? "" : "s");
        figures.push_back(
            {"median", duration_text(m.median_ms), "Half of the " + count + " lie below it. One slow sample hardly moves it."});
        figures.push_back(
            {"MAD", fmt::format("{} ({:.1f} %)", duration_text(m.mad_ms), m.median_ms > 0 ? m.mad_ms / m.median_ms * 100 : 0.0),
             "Median absolute deviation: half of the samples lie nearer to the median than this."});
        figures.push_back({"mean ± std", fmt::format("{} ± {}", duration_text(m.mean_ms), duration_text(m.std_ms)),
                           "As %timeit prints it: " + timeit_text(m)});
        figures.push_back({"min", duration_text(m.min_ms), "The fastest sample: the one that was disturbed least."});
    }
    const AchievedRates rates = achieved_rates(record);
    if (rates.gb_s)
        figures.push_back({"moved", rate_text(*rates.gb_s, "B/s"),
                           fmt::format("{:.6g} bytes that the algorithm needs, divided by the kernel's time", *record.bytes)});
    if (rates.gflop_s)
        figures.push_back({"computed", rate_text(*rates.gflop_s, "FLOP/s"),
                           fmt::format("{:.6g} operations that the algorithm needs, divided by the kernel's time", *record.flops)});
    return figures;
}

}  // namespace

std::string phase_label(std::size_t phase) {
    std::string label(kTimedPhases[phase]);
    std::ranges::replace(label, '_', ' ');
    return label;
}

double warm_phase_ms(const RunRecord& record, std::string_view phase) {
    const RecordedPhase* found = record.find_phase(phase);
    return found != nullptr ? warm_time_of(*found) : 0;
}

double TimingBar::total_ms() const { return std::accumulate(ms.begin(), ms.end(), 0.0); }

std::string rate_text(double giga, std::string_view unit) {
    struct Prefix {
        double giga;
        const char* name;
    };
    constexpr std::array<Prefix, 5> prefixes{{{1e3, "T"}, {1, "G"}, {1e-3, "M"}, {1e-6, "k"}, {1e-9, ""}}};
    if (!std::isfinite(giga)) return "-";
    const auto found = std::ranges::find_if(prefixes, [&](const Prefix& p) { return std::abs(giga) >= 0.9995 * p.giga; });
    const Prefix& prefix = found != prefixes.end() ? *found : prefixes.back();
    const double value = giga / prefix.giga;
    const int decimals = std::abs(value) < 9.995 ? 2 : std::abs(value) < 99.95 ? 1 : 0;
    return fmt::format("{:.{}f} {}{}", value, decimals, prefix.name, unit);
}

std::string rate_tick(double giga, std::string_view unit) {
    std::string text = rate_text(giga, unit);
    const std::size_t point = text.find('.'), space = text.find(' ');
    if (point < space) text.erase(point, space - point);
    return text;
}

std::string times_text(double factor) {
    if (!(factor < 1e15)) return "many times";
    if (factor < 9.95) return fmt::format("{:.1f} times", factor);
    const double unit = std::pow(10.0, std::floor(std::log10(factor)) - 1);
    return with_separators(std::llround(std::round(factor / unit) * unit)) + " times";
}

std::string row_id(const TimingRow& row) { return fmt::format("{}_{}", name_of(row.id), row.recorded ? row.recording + 1 : 0); }

TimingRow pending_row(const DeviceInfo& device, bool runs) {
    TimingRow row;
    row.id = device.id();
    row.device = device.name;
    row.pending = true;
    row.counted_only = !traits_of(row.id).has_times;
    row.source = runs ? "running" : "kernel not run yet";
    if (row.counted_only) row.briefs = {kCountedBrief};
    row.text = row.counted_only ? kCountedText : runs ? "running: no time yet" : "no time yet: press Run (F5)";
    return row;
}

TimingRow timing_row(const DeviceId& id, std::span<const RunRecord* const> records) {
    TimingRow row;
    row.id = id;
    if (records.empty()) return row;
    const RunRecord& newest = *records.back();
    row.device = newest.device.name;
    row.counted_only = !traits_of(id).has_times;
    if (newest.status == RunStatus::error || was_refused(newest)) {  // nothing ran: no time, and none of an earlier text
        row.source = outcome_text(newest);
        row.text = "no time: it did not run";
        return row;
    }
    row.first = first_bar_of(newest);
    row.recorded = traits_of(id).is_recorded || has_recorded_phase(newest);
    if (row.counted_only) {
        row.source = "counted, not timed";
        row.text = kCountedText;
        row.briefs = {kCountedBrief};
        if (row.first) add_first_texts(row);
        return row;
    }
    row.source = row.recorded ? "recorded on " + newest.date.substr(0, 10) : "measured here";
    for (const RunRecord* record : records)
        if (const TimingBar bar = warm_bar_of(*record); bar.total_ms() > 0) row.bars.push_back(bar);
    if (row.bars.empty())
        row.text = "no time: the run did not finish";
    else
        add_texts(row, row.bars.back());
    if (row.first) add_first_texts(row);
    if (const RecordedPhase* kernel = newest.find_phase("kernel")) {
        row.kernel = kernel->measurement;
        row.marked = kernel->marked;
        row.figures = figures_of(newest, row.kernel);
    }
    return row;
}

}  // namespace warpwise::ui
