#include "ui/debugger/timeline_columns.h"

#include <algorithm>
#include <cmath>
#include <ranges>

namespace warpwise::ui {
namespace {

constexpr double kLeastWindow = 8;

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

StepWindow first_window(double whole, double at, double legible, std::uint32_t warps) {
    constexpr double turns = 4;  // of each warp
    const double length = std::max({legible, turns * static_cast<double>(warps), kLeastWindow});
    return inside({at - length / 3, at - length / 3 + length}, whole);
}

StepWindow holding(const StepWindow& window, double whole, double at) {
    const double margin = std::min(1.0, window.length() / 4);
    if (at < window.begin + margin) return panned(window, whole, at - window.begin - window.length() * 0.7);
    if (at > window.end - margin) return panned(window, whole, at - window.begin - window.length() * 0.3);
    return inside(window, whole);
}

namespace {

std::vector<ColumnRun> merged_runs(auto&& spans, const StepWindow& window, int columns) {
    if (columns <= 0 || window.length() <= 0) return {};
    std::vector<int> ranks(static_cast<std::size_t>(columns), -1);
    std::vector<TimelineSpan::Kind> kinds(ranks.size());
    const double scale = static_cast<double>(columns) / window.length();
    for (const TimelineSpan& span : spans) {
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

}  // namespace

std::vector<ColumnRun> column_runs(const std::vector<TimelineSpan>& timeline, std::uint32_t warp, const StepWindow& window,
                                   int columns) {
    return merged_runs(spans_of(timeline, warp), window, columns);
}

std::vector<ColumnRun> block_runs(const std::vector<TimelineSpan>& timeline, const StepWindow& window, int columns) {
    const auto is_run = [](const TimelineSpan& span) {
        return span.kind != TimelineSpan::Kind::barrier && span.kind != TimelineSpan::Kind::exited;
    };
    return merged_runs(timeline | std::views::filter(is_run), window, columns);
}

std::vector<TimelineSpan> spans_in(const std::vector<TimelineSpan>& timeline, std::uint32_t warp, const StepWindow& window) {
    const auto all = spans_of(timeline, warp);
    const auto first =
        std::ranges::upper_bound(all, window.begin, {}, [](const TimelineSpan& s) { return static_cast<double>(s.end); });
    std::vector<TimelineSpan> shown;
    for (auto span = first; span != all.end() && static_cast<double>(span->begin) < window.end; ++span) shown.push_back(*span);
    return shown;
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

namespace {

// "a"; "memory", where no single array is known.
std::string array_of(const TimelineSpan& span, const std::vector<std::string>& arrays) {
    return span.array > 0 && span.array <= arrays.size() ? arrays[span.array - 1] : "memory";
}

}  // namespace

std::string short_text(const TimelineSpan& span, const std::vector<std::string>& arrays) {
    switch (span.access) {
        case TimelineSpan::Access::read: return "read " + array_of(span, arrays);
        case TimelineSpan::Access::write: return "write " + array_of(span, arrays);
        case TimelineSpan::Access::atomic: return "atomic " + array_of(span, arrays);
        case TimelineSpan::Access::none: break;
    }
    return span.line > 0 ? std::to_string(span.line) : "";
}

std::string long_text(const TimelineSpan& span, const std::vector<std::string>& arrays) {
    if (span.kind == TimelineSpan::Kind::barrier || span.kind == TimelineSpan::Kind::exited) return label_of(span.kind);
    const std::string line = span.line > 0 ? " line " + std::to_string(span.line) : "";
    std::string text = "running" + line;
    if (span.access == TimelineSpan::Access::read) text = "read of " + array_of(span, arrays);
    if (span.access == TimelineSpan::Access::write) text = "write to " + array_of(span, arrays);
    if (span.access == TimelineSpan::Access::atomic) text = "atomic operation on " + array_of(span, arrays);
    if (span.access != TimelineSpan::Access::none && !line.empty()) text += " at" + line;
    if (span.access == TimelineSpan::Access::none && span.kind == TimelineSpan::Kind::memory)
        text = "memory request" + (line.empty() ? "" : " at" + line);
    if (span.kind == TimelineSpan::Kind::extra) text += ", with more sectors or wavefronts than it needs";
    return text;
}

}  // namespace warpwise::ui
