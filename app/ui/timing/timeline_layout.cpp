#include "ui/timing/timeline_layout.h"

#include <fmt/format.h>

#include <algorithm>
#include <set>

#include "base/counted.h"
#include "ui/kit/plot_helpers.h"

namespace warpwise::ui {
namespace {

constexpr double kShortestShare = 1e-3;

TimeWindow inside(TimeWindow window, const TimeWindow& whole) {
    const double length = std::clamp(window.length(), whole.length() * kShortestShare, whole.length());
    const double begin = std::clamp(window.begin_ms, whole.begin_ms, whole.end_ms - length);
    return {begin, begin + length};
}

}  // namespace

TimeWindow whole_of(std::span<const StreamSpan> spans) {
    if (spans.empty()) return {};
    const double begin = std::ranges::min(spans, {}, &StreamSpan::begin_ms).begin_ms;
    const double end = std::ranges::max(spans, {}, &StreamSpan::end_ms).end_ms;
    return {begin, end > begin ? end : begin + 1e-3};
}

TimeWindow zoomed(TimeWindow window, const TimeWindow& whole, double at_ms, double factor) {
    const double shortest = whole.length() * kShortestShare;
    factor = std::clamp(factor, shortest / window.length(), whole.length() / window.length());
    return inside({at_ms - (at_ms - window.begin_ms) * factor, at_ms + (window.end_ms - at_ms) * factor}, whole);
}

TimeWindow panned(TimeWindow window, const TimeWindow& whole, double by_ms) {
    return inside({window.begin_ms + by_ms, window.end_ms + by_ms}, whole);
}

std::vector<int> streams_of(std::span<const StreamSpan> spans) {
    std::set<int> streams;
    for (const StreamSpan& span : spans) streams.insert(span.stream);
    return {streams.begin(), streams.end()};
}

Overlap overlap_of(std::span<const StreamSpan> spans) {
    Overlap overlap;
    if (spans.empty()) return overlap;
    std::set<int> chunks;
    for (const StreamSpan& span : spans) {
        overlap.work_ms += span.end_ms - span.begin_ms;
        chunks.insert(span.chunk);
    }
    const TimeWindow whole = whole_of(spans);
    overlap.length_ms = whole.length();
    overlap.chunks = chunks.size();
    overlap.streams = streams_of(spans).size();
    return overlap;
}

std::string overlap_text(const Overlap& overlap) {
    const std::string pieces = counted(overlap.chunks, "chunk") + " on " + counted(overlap.streams, "stream");
    const std::string length = short_duration(overlap.length_ms);
    if (!overlap.is_seen()) return fmt::format("{}: {}, one operation after the other", pieces, length);
    return fmt::format("{}: {} from first to last; the operations, some at the same time, add up to {}", pieces, length,
                       short_duration(overlap.work_ms));
}

std::string operation_label(const std::string& operation) {
    std::string label = operation;
    std::ranges::replace(label, '_', ' ');
    return label;
}

}  // namespace warpwise::ui
