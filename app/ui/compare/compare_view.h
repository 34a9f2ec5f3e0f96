// The parts of the comparison: two grids of threads, the strips of an array, the table of counts. compare_panel() puts them
// together.
#pragma once

#include <imgui.h>

#include <cstdint>
#include <optional>

#include "base/launch_shape.h"
#include "ui/compare/compare_state.h"
#include "ui/workbench/workbench.h"

namespace warpwise::ui {

struct CompareScene {
    Workbench& wb;
    CompareState& state;
    const CompareFacts& facts;
    const ComparedRuns& runs;
    bool yours_older = false, lessons_older = false;  // of a text or of values that the draft no longer has

    const Look& look() const { return wb.look; }
    ImU32 faded(ImU32 colour, bool older) const;
};

// A side's threads as cells: a row is a warp, or, of many threads, a cell is several of them.
struct CellsLayout {
    std::uint64_t threads = 0, per_cell = 1, columns = 32, rows = 0, warps_per_block = 1, threads_per_block = 1;
    float cell_w = 0, cell_h = 0, gutter = 0, block_gap = 0;
    bool is_binned() const { return per_cell > 1; }
    float height() const;
    // Of a cell, counted row by row; threads past a block's end have none.
    std::optional<std::uint64_t> first_thread(std::uint64_t cell) const;
    ImVec2 corner_of(std::uint64_t cell) const;  // from the layout's corner
    std::optional<std::uint64_t> thread_at(ImVec2) const;
    std::uint64_t cell_of(std::uint64_t thread) const;
};
CellsLayout lay_out_cells(const Look&, const LaunchShape&, float width, float height);

// Of the two runs that were compared; null: none were.
const CompareFacts* shown_comparison(Workbench&);

// Both grids side by side in this height; what the pointed-at thread left stands below each.
void compare_grids(const CompareScene&, float height);
void compare_strips(const CompareScene&);
void compare_table(const CompareScene&);
// Of the chosen count, a bar for each text and size.
void compare_sweep(const CompareScene&, float width);

}  // namespace warpwise::ui
