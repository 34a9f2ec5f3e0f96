// Where the cells of 32 lanes stand in a table, and how one row of them is drawn. Internal to the table of lanes.
#pragma once

#include <imgui.h>

#include <cstdint>
#include <string>
#include <string_view>
#include <vector>

#include "ui/debugger/debug_view.h"
#include "ui/debugger/lane_rows.h"

namespace warpwise::ui {

struct LaneGrid {
    DebugView& view;
    LaunchShape shape;
    int columns = kDebugLanes;
    float cell = 0, name = 0, line = 0;  // of this scale
    int characters = 3;                  // that fit into a cell

    const Look& look() const { return view.look; }
    const DebugState& now() const { return view.now(); }
    int folds() const { return kDebugLanes / columns; }
    float text_size() const { return look().px(Fonts::kSmall); }
    bool is_active(int lane) const { return now().lanes[static_cast<std::size_t>(lane)] == LaneStatus::active; }
    bool is_absent(int lane) const { return now().lanes[static_cast<std::size_t>(lane)] == LaneStatus::absent; }
    std::uint32_t present() const;
};

// A row's cells, laid out: how they are merged, and how many decks they need.
struct LaidRow {
    LaneTexts texts;
    std::vector<std::vector<LaneRun>> folds;  // runs by fold
    int decks = 1;                            // of one fold: lanes take turns above each other, with twice the width
    float height = 0;
};
LaidRow lay_row(const LaneGrid&, const LaneRow&, bool is_tall);
// The same without a value: as high as it must be.
float row_height(const LaneGrid&, const LaneRow&);

// Draws the cells from `at`. The lane under the mouse, -1: none.
int draw_lane_cells(LaneGrid&, const LaneRow&, const LaidRow&, ImVec2 at);
// Colours below an operand: its sectors, or the banks that take more than one pass.
void draw_strip(LaneGrid&, const LaneRow&, ImVec2 at);
// The edges of the marked lane's column between two heights, of each fold that is drawn.
void draw_marked_column(const LaneGrid&, ImVec2 at, float height, int fold);
// One text across all cells.
void draw_across(const LaneGrid&, const LaneRow&, ImVec2 at, float height, std::string_view text);
// The colour of a sector by its place among those of its access.
ImU32 sector_colour(const Theme&, std::size_t place);

}  // namespace warpwise::ui
