// The points view's parts: the canvas (points_panel.cpp) and what stands beside and over it (points_details.cpp).
#pragma once

#include <imgui.h>

#include <span>

#include "ui/picture/points_facts.h"
#include "ui/shell/workbench.h"
#include "ui/threads/array_strip.h"

namespace warpwise::ui {

// One frame's particles, and where they lie on the screen.
struct PointsScene {
    Workbench& wb;
    PointsState& state;
    const RunRecord& record;  // whose particles they are
    PointsSpec spec;
    std::span<const float> places, vectors;  // rows of four, on the host
    std::size_t count = 0;                   // of particles that are drawn
    bool by_graphics = false;                // the GPU writes what is drawn (GraphicsPicture)
    bool is_new = false;                     // other particles than in the last frame
    LaunchFacts launch;                      // of the draft
    ImVec2 min{}, max{};                     // of the canvas

    float width() const { return max.x - min.x; }
    float height() const { return max.y - min.y; }
    gl::Projection projection() const { return {state.camera, width(), height()}; }
    // Nothing for a particle behind the eye.
    std::optional<ImVec2> on_screen(const gl::Projection&, std::int64_t particle) const;
    std::optional<std::uint64_t> thread_of(std::int64_t particle) const;
};

// The chosen particle's facts: its thread, formula, place and speed.
void points_details(PointsScene&);
// Rings around the chosen particle and around those of its warp.
void draw_chosen(const PointsScene&);
// The same facts in a line or two, for the pointer.
void show_particle_tooltip(const PointsScene&, std::int64_t particle);

}  // namespace warpwise::ui
