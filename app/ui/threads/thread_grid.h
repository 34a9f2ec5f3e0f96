// The parts of the thread grid's view; thread_grid_panel() puts them together.
#pragma once

#include <imgui.h>

#include <optional>
#include <string>

#include "ui/threads/array_strip.h"
#include "ui/threads/thread_grid_state.h"
#include "ui/workbench/workbench.h"

namespace warpwise::ui {

// What drawing the canvas needs, made once per frame.
struct GridScene {
    Workbench& wb;
    LaunchFacts launch;
    ThreadGridState& state;
    GridLayout layout;
    ImVec2 min, max;   // of the canvas on screen
    float gutter = 0;  // left of the cells, when there is one block per row
    ImDrawList& list;

    const Look& look() const { return wb.look; }
    float width() const { return max.x - min.x; }
    float height() const { return max.y - min.y; }
    Box on_screen(const Box& in_layout) const {
        Box b = state.view.to_screen(in_layout);
        b.x += static_cast<double>(min.x);
        b.y += static_cast<double>(min.y);
        return b;
    }
    double cell_w() const { return layout.cell_w * state.view.zoom; }
    double cell_h() const { return layout.cell_h * state.view.zoom; }
    bool is_chosen(std::uint64_t thread) const { return wb.pointing.chosen_thread == thread; }
};

// thread_grid_draw.cpp
BlockGroups shown_groups(const GridScene&);
void draw_grid(GridScene&);
bool fits_a_number(const GridScene&);                   // whether a cell has room for either of its two numbers at this zoom
void draw_grid_axis(GridScene&, float y, float width);  // threadIdx.x above the canvas, or how to read it
void draw_minimap(GridScene&);
// The thread that stopped the run, marked in the grid; a race has two and stops nothing.
std::optional<std::uint64_t> faulty_thread(const LaunchFacts&);
// thread_grid_card.cpp: "Thread 7 of block 2", its formula with its numbers, and what it read and wrote.
float card_height(const Look&, const LaunchFacts&, float width);  // more lines where the formula is broken
void draw_thread_card(Workbench&, const LaunchFacts&, std::optional<std::uint64_t> thread, ImVec2 min, ImVec2 max);
void show_thread_tooltip(Workbench&, const LaunchFacts&, std::uint64_t thread);
std::string thread_effect(const Workbench&, const LaunchFacts&, std::uint64_t thread);
// The pop-up that Enter opens.
void thread_popup(Workbench&, const LaunchFacts&);

}  // namespace warpwise::ui
