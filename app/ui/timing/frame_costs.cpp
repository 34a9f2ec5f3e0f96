#include "ui/timing/frame_costs.h"

#include <fmt/format.h>

#include <algorithm>

#include "experiment/record/measurement.h"
#include "ui/kit/plot_helpers.h"

namespace warpwise::ui {
namespace {

std::optional<double>& part(PartTimes& times, FramePart which) { return times[static_cast<std::size_t>(which)]; }

PartTimes median_of(const std::deque<PartTimes>& frames) {
    PartTimes median{};
    for (std::size_t i = 0; i < kFrameParts; ++i) {
        std::vector<double> samples;
        for (const PartTimes& frame : frames)
            if (frame[i]) samples.push_back(*frame[i]);
        if (!samples.empty()) median[i] = measure(samples).median_ms;
    }
    return median;
}

std::optional<double> time_of(const RunRecord& record, std::string_view phase) {
    const RecordedPhase* found = record.find_phase(phase);
    if (found == nullptr || found->measurement.samples_ms.empty()) return std::nullopt;
    return found->measurement.median_ms;
}

}  // namespace

std::string_view title_of(FramePart part) {
    switch (part) {
        case FramePart::map: return "map";
        case FramePart::kernel: return "kernel";
        case FramePart::unmap: return "unmap";
        case FramePart::copy_out: return "copy to the host";
        case FramePart::colours: return "colours";
        case FramePart::upload: break;
    }
    return "upload";
}

void FrameLog::note(const std::string& key, const std::string& path, const PartTimes& times) {
    if (key != key_) paths_.clear();
    key_ = key;
    std::deque<PartTimes>& frames = paths_[path];
    frames.push_back(times);
    if (frames.size() > kMostFrames) frames.pop_front();
}

std::vector<FrameLog::Path> FrameLog::paths() const {
    std::vector<Path> all;
    for (const auto& [title, frames] : paths_) all.push_back({title, median_of(frames), frames.size()});
    return all;
}

double FrameCost::total_ms() const {
    double sum = 0;
    for (const auto& time : ms) sum += time.value_or(0);
    return sum;
}

std::vector<FrameCost> frame_costs(const FrameLog& log, const std::vector<const RunRecord*>& recorded, int launches) {
    std::vector<FrameCost> rows;
    for (const FrameLog::Path& path : log.paths())
        rows.push_back({path.title, fmt::format("measured here, median of {} frame{}", path.frames, path.frames == 1 ? "" : "s"),
                        path.median, false});
    for (const RunRecord* record : recorded) {
        const auto kernel = time_of(*record, "kernel");
        if (!kernel) continue;
        FrameCost row{record->device.name + ", copied",
                      fmt::format("recorded on {}, kernel and copy alone", record->date.substr(0, 10)),
                      {},
                      true};
        if (launches > 1) row.source += fmt::format(", {} launches of {}", launches, short_duration(*kernel));
        part(row.ms, FramePart::kernel) = *kernel * launches;
        part(row.ms, FramePart::copy_out) = time_of(*record, "copy_out");
        rows.push_back(std::move(row));
    }
    return rows;
}

double held_axis_ms(double held_ms, double longest_ms) {
    constexpr double least_share = 0.25, headroom = 1.25;
    if (held_ms > 0 && longest_ms <= held_ms && longest_ms >= least_share * held_ms) return held_ms;
    return linear_ticks(std::max(longest_ms, 1e-6) * headroom, 4).back();
}

std::string cost_text(const FrameCost& cost) {
    std::string text;
    int parts = 0;
    for (std::size_t i = 0; i < kFrameParts; ++i) {
        if (!cost.ms[i]) continue;
        text += fmt::format("{}{} {}", parts++ > 0 ? " + " : "", title_of(static_cast<FramePart>(i)), short_duration(*cost.ms[i]));
    }
    return parts > 1 ? text + " = " + short_duration(cost.total_ms()) : text;
}

}  // namespace warpwise::ui
