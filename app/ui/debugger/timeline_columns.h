// The timeline of warps cut to columns of pixels: millions of spans become a few hundred runs. No window library.
#pragma once

#include <cstdint>
#include <optional>
#include <string>
#include <vector>

#include "debug/debug_state.h"

namespace warpwise::ui {

// Positions from `begin` up to, not including, `end`.
struct StepWindow {
    double begin = 0, end = 1;
    double length() const { return end - begin; }
    bool operator==(const StepWindow&) const = default;
};
// Around `at`; never wider than the whole, never narrower than 8 steps.
StepWindow zoomed(const StepWindow&, double whole, double at, double factor);
StepWindow panned(const StepWindow&, double whole, double by);
// The first one of a session: `legible` steps, in which each has room for its words, or as many as give every warp some turns;
// around a position.
StepWindow first_window(double whole, double at, double legible, std::uint32_t warps);
// The same where it holds the position, else moved so far that it does.
StepWindow holding(const StepWindow&, double whole, double at);

// Neighbouring columns of one kind.
struct ColumnRun {
    TimelineSpan::Kind kind = TimelineSpan::Kind::running;
    int begin = 0, end = 0;  // columns, from 0
    bool operator==(const ColumnRun&) const = default;
};
// What each column shows of this warp: extra wavefronts before memory, memory before waiting, waiting before running, so that what
// is rare and costs is seen however far one is zoomed out. Columns without a span are left out.
std::vector<ColumnRun> column_runs(const std::vector<TimelineSpan>&, std::uint32_t warp, const StepWindow&, int columns);
// The same of the whole block: what is run at each position, by whichever warp.
std::vector<ColumnRun> block_runs(const std::vector<TimelineSpan>&, const StepWindow&, int columns);
// The spans of a warp that a window shows, in order.
std::vector<TimelineSpan> spans_in(const std::vector<TimelineSpan>&, std::uint32_t warp, const StepWindow&);

// The span of this warp that holds the position.
std::optional<TimelineSpan> span_at(const std::vector<TimelineSpan>&, std::uint32_t warp, std::uint64_t position);
const char* label_of(TimelineSpan::Kind);  // "running", "memory request", ...
// In a block of the picture: "read a", "write c", or the line's number.
std::string short_text(const TimelineSpan&, const std::vector<std::string>& arrays);
// "running line 6", "read of a at line 6", "waiting at a barrier".
std::string long_text(const TimelineSpan&, const std::vector<std::string>& arrays);

}  // namespace warpwise::ui
