// What the timeline of warps draws into its places: blocks of instructions, the whole run, the axis, the legend. It takes no input.
#pragma once

#include <imgui.h>

#include <cstdint>
#include <optional>
#include <span>
#include <string>
#include <vector>

#include "ui/debugger/timeline_columns.h"
#include "ui/kit/theme.h"

namespace warpwise::ui {

// Where the rows of the warps stand, and which steps they show.
struct TimelineCanvas {
    ImVec2 min, max;
    float row = 0;
    StepWindow window;
    float x_of(double position) const {
        return min.x + static_cast<float>((position - window.begin) / window.length()) * (max.x - min.x);
    }
    double position_at(float x) const {
        return window.begin + window.length() * static_cast<double>((x - min.x) / std::max(max.x - min.x, 1.0f));
    }
    float step_width() const { return (max.x - min.x) / static_cast<float>(window.length()); }
};

// From this width on an instruction is drawn by itself.
inline constexpr float kLeastStep = 3;  // unscaled

// One warp's row, whose top is at `top`: what has run is filled, what has not is outlined; a thin line where the warp waits for its
// turn, until it exits.
struct TimelineRow {
    float top = 0, height = 0;
    std::uint64_t position = 0;  // where the block stands
    bool chosen = false;
};
void draw_row_spans(const Look&, const TimelineCanvas&, const TimelineRow&, std::span<const TimelineSpan>,
                    const std::vector<std::string>& arrays);
void draw_row_columns(const Look&, const TimelineCanvas&, const TimelineRow&, std::span<const ColumnRun>);
// The instruction in which the block ends, or the access that races.
void draw_fault_step(const Look&, const TimelineCanvas&, const TimelineRow&, std::uint64_t at);
void draw_axis(const Look&, const TimelineCanvas&);
void draw_position(const Look&, const TimelineCanvas&, double position, bool dragged);

// All of the run in one bar, with the window of the rows below.
struct WholeRunMarks {
    std::optional<std::uint64_t> fault, race;  // positions
};
void draw_whole_run(const Look&, ImVec2 min, ImVec2 max, double whole, std::uint64_t position, std::span<const ColumnRun>,
                    const WholeRunMarks&, const StepWindow& window);
// From the window in the bar down to the rows.
void draw_funnel(const Look&, ImVec2 bar_min, ImVec2 bar_max, double whole, const TimelineCanvas&);

struct TimelineLegend {
    bool extra = false, barrier = false, fault = false, race = false;  // that the run has
    bool lines = true;                                                 // the numbers of lines have room
};
void draw_timeline_legend(const Look&, ImVec2 at, float right, const TimelineLegend&);

}  // namespace warpwise::ui
