// How a thread's or an element's cell looks in every view: fill, and a pattern where a colour alone would not do.
#pragma once

#include <imgui.h>

#include <cstdint>

#include "ui/kit/draw.h"
#include "ui/threads/thread_grid_facts.h"
#include "ui/threads/thread_grid_layout.h"

namespace warpwise::ui {

struct CellLook {
    ImU32 fill = 0, pattern = 0, ink = 0;
};
CellLook cell_look(const Theme&, std::uint64_t block, ThreadState);
void draw_cell(ImDrawList&, ImVec2 min, ImVec2 max, const CellLook&, ThreadState, float rounding, float pattern_step);

inline ImVec2 corner(const Box& b) { return {static_cast<float>(b.x), static_cast<float>(b.y)}; }
inline ImVec2 far_corner(const Box& b) { return {static_cast<float>(b.x + b.w), static_cast<float>(b.y + b.h)}; }

}  // namespace warpwise::ui
