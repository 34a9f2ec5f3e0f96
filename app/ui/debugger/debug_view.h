// What every view of a stopped launch draws from, and what it requests. Views do not know the Workbench, so they draw the same in a
// test.
#pragma once

#include <imgui.h>

#include <array>
#include <cstdint>
#include <optional>
#include <span>
#include <string_view>

#include "ui/debugger/cause.h"
#include "ui/debugger/debugger_state.h"
#include "ui/kit/theme.h"

namespace warpwise::ui {

struct CauseHelp;
struct FaultHelp;

// What the card of a fault offers.
enum class FaultStep { edit_line, find_smallest, cancel_search, step_smallest, show_allocation };

struct DebugView {
    const Look& look;
    DebuggerState& state;                   // `now` is there
    const CauseHelp* help = nullptr;        // what the lesson and recordings add to a cause; may be null
    const FaultHelp* fault_help = nullptr;  // what can be done about the fault; null: there is none
    // What the mouse or a key asks for.
    std::optional<int> show_line;
    std::optional<DebugCommand> command;
    std::string show_fix;  // of the cost of this name: fix_name(); empty: none
    std::optional<FaultStep> fault_step;

    const DebugState& now() const { return *state.now; }
};
// The lane is under the mouse; a click pins it, and a second one unpins it.
void point_at_lane(DebugView&, int lane);

// How the cell of a lane looks in every view: colour by what it does, and never by colour alone.
struct LaneLook {
    ImU32 fill = 0, ink = 0;
};
LaneLook lane_look(const Theme&, LaneStatus);
std::string_view status_words(LaneStatus);  // "waiting for the other lanes"
// The mark of a status that is not `active`: bars, a wall, a cross, hatching.
void draw_lane_mark(ImDrawList&, const Look&, ImVec2 min, ImVec2 max, LaneStatus);
// Behind the values of a table, and of memory that no lane touches.
ImU32 cell_ground(const Theme&);

// Where the cells of the lanes stand.
struct LaneStrip {
    std::array<float, kDebugLanes> middle{};
    float bottom = 0;
};
inline constexpr float kLaneStripHeight = 22;  // unscaled
// A row of 32 lanes with their numbers, of which `lanes` take part. It is an item: arrow keys move the chosen lane.
LaneStrip draw_lane_strip(DebugView&, const char* id, ImVec2 at, float width, std::uint32_t lanes);
// Gutter at the left of pictures that have a strip of lanes, for their labels.
float label_gutter(const Look&);

// The line above the picture of an access: which one (tabs, where the line has several), and what it comes to.
void access_header(DebugView&, const DebugAccess&, const Headline&);
// Curve from a lane down to what it points to; the marked lane's has a halo.
void draw_lane_curve(ImDrawList&, const Look&, ImVec2 from, ImVec2 to, ImU32 colour, bool marked);

struct LegendEntry {
    enum class Shape { filled, hatched, outlined } shape = Shape::filled;
    ImU32 colour = 0;
    std::string_view text;
    LaneStatus status = LaneStatus::active;  // its mark
};
// Small squares with words, in a row that wraps.
void draw_legend(const Look&, std::span<const LegendEntry>);

}  // namespace warpwise::ui
