#include "ui/debugger/timeline_columns.h"

#include <algorithm>
#include <cmath>
#include <ranges>

namespace warpwise::ui {
namespace {

constexpr double kLeastWindow = 16;

int rank_of(TimelineSpan::Kind kind) {
    switch (kind) {
        case TimelineSpan::Kind::exited: return 0;
        case TimelineSpan::Kind::running: return 1;
        case TimelineSpan::Kind::barrier: return 2;
        case TimelineSpan::Kind::memory: return 3;
        case TimelineSpan::Kind::extra: return 4;
    }
    return 0;
}

StepWindow inside(StepWindow window, double whole) {
    const double length = std::min(window.length(), std::max(whole, 1.0));
    window.begin = std::clamp(window.begin, 0.0, std::max(whole, 1.0) - length);
    window.end = window.begin + length;
    return window;
}

// The spans of one warp; the list is ordered by warp.
auto spans_of(const std::vector<TimelineSpan>& timeline, std::uint32_t warp) {
    return std::ranges::equal_range(timeline, warp, {}, &TimelineSpan::warp);
}

}  // namespace

StepWindow zoomed(const StepWindow& window, double whole, double at, double factor) {
    const double length = std::clamp(window.length() * factor, std::min(kLeastWindow, std::max(whole, 1.0)), std::max(whole, 1.0));
    const double share = window.length() > 0 ? (at - window.begin) / window.length() : 0.5;
    return inside({at - share * length, at - share * length + length}, whole);
}

StepWindow panned(const StepWindow& window, double whole, double by) { return inside({window.begin + by, window.end + by}, whole); }

std::vector<ColumnRun> column_runs(const std::vector<TimelineSpan>& timeline, std::uint32_t warp, const StepWindow& window,
                                   int columns) {
    if (columns <= 0 || window.length() <= 0) return {};
    std::vector<int> ranks(static_cast<std::size_t>(columns), -1);
    std::vector<TimelineSpan::Kind> kinds(ranks.size());
    const double scale = static_cast<double>(columns) / window.length();
    for (const TimelineSpan& span : spans_of(timeline, warp)) {
        if (static_cast<double>(span.end) <= window.begin || static_cast<double>(span.begin) >= window.end) continue;
        const auto column = [&](std::uint64_t position) { return (static_cast<double>(position) - window.begin) * scale; };
        const int first = std::clamp(static_cast<int>(std::floor(column(span.begin))), 0, columns - 1);
        const int last = std::clamp(static_cast<int>(std::ceil(column(span.end))), first + 1, columns);
        for (int i = first; i < last; ++i) {
            const auto at = static_cast<std::size_t>(i);
            if (rank_of(span.kind) <= ranks[at]) continue;
            ranks[at] = rank_of(span.kind);
            kinds[at] = span.kind;
        }
    }
    std::vector<ColumnRun> runs;
    for (int i = 0; i < columns; ++i) {
        const auto at = static_cast<std::size_t>(i);
        if (ranks[at] < 0) continue;
        if (!runs.empty() && runs.back().end == i && runs.back().kind == kinds[at])
            ++runs.back().end;
        else
            runs.push_back({kinds[at], i, i + 1});
    }
    return runs;
}

std::optional<TimelineSpan> span_at(const std::vector<TimelineSpan>& timeline, std::uint32_t warp, std::uint64_t position) {
    for (const TimelineSpan& span : spans_of(timeline, warp))
        if (span.begin <= position && position < span.end) return span;
    return std::nullopt;
}

const char* label_of(TimelineSpan::Kind kind) {
    switch (kind) {
        case TimelineSpan::Kind::running: return "running";
        case TimelineSpan::Kind::memory: return "memory request";
        case TimelineSpan::Kind::extra: return "extra sectors or wavefronts";
        case TimelineSpan::Kind::barrier: return "waiting at a barrier";
        case TimelineSpan::Kind::exited: return "exited";
    }
    return "";
}

}  // namespace warpwise::ui
