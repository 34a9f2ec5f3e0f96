// The image view's parts: the canvas (image_panel.cpp) and what stands beside and over it (image_details.cpp).
#pragma once

#include <imgui.h>

#include <array>
#include <optional>

#include "ui/array_strip.h"
#include "ui/image_facts.h"
#include "ui/workbench.h"

namespace warpwise::ui {

// One frame's picture: the record that is shown, what it covers, and where it lies on the screen.
struct ImageScene {
    Workbench& wb;
    ImageState& state;
    const RunRecord* record = nullptr;
    const Array* array = nullptr;
    ImageSpec spec;              // of the record's parameters
    ImageWindow covers, window;  // of the picture; of the canvas
    ImVec2 min, max;             // of the canvas

    float width() const { return max.x - min.x; }
    // Where a pixel's upper left corner lies; fractions of pixels too.
    ImVec2 at_pixel(double x, double y) const;
    std::optional<std::array<int, 2>> pixel_at(ImVec2) const;
    double plane_x(float screen_x) const;
    double plane_y(float screen_y) const;
    double plane_per_point() const { return window.span / static_cast<double>(width()); }
    double plane_per_pixel() const { return covers.span / spec.width; }
};

// What computes a moving picture: the learner's choice, or what can run a kernel that no CPU routine stands for.
DeviceKind frame_device(const Workbench&);

// Pictures that move (image_animation.cpp). The newest one as a record; without outputs when none has come yet. Keeps the player
// at what the draft says: another lesson, kernel, device, value or text starts anew.
const RunRecord& animation_record(Workbench&, ImageState&);
void animation_controls(ImageScene&);
void animation_keys(ImageScene&, bool canvas_focused, ImGuiID canvas);
void draw_with_mouse(ImageScene&, bool active);
// The pop-up that saves the animation as a file (image_export.cpp); what becomes of it is told by collect_export().
void export_popup(ImageScene&);

// The chosen pixel's facts: its thread, formula, value, and the lanes of its warp.
void image_details(ImageScene&);
// The block of the chosen pixel, enlarged in the corner that is farthest from it.
void draw_magnifier(ImageScene&);
// The same facts in a line or two, for the pointer.
void show_pixel_tooltip(const ImageScene&, std::array<int, 2> pixel);

}  // namespace warpwise::ui
