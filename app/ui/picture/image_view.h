// The image view's parts: the canvas (image_panel.cpp) and what stands beside and over it (image_details.cpp).
#pragma once

#include <imgui.h>

#include <array>
#include <optional>

#include "ui/picture/image_facts.h"
#include "ui/picture/image_state.h"
#include "ui/picture/picture_way.h"
#include "ui/threads/array_strip.h"
#include "ui/workbench/workbench.h"

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
    bool by_graphics = false;    // the GPU writes what is drawn (GraphicsPicture)

    float width() const { return max.x - min.x; }
    // Where a pixel's upper left corner lies; fractions of pixels too.
    ImVec2 at_pixel(double x, double y) const;
    std::optional<std::array<int, 2>> pixel_at(ImVec2) const;
    double plane_x(float screen_x) const;
    double plane_y(float screen_y) const;
    double plane_per_point() const { return window.span / static_cast<double>(width()); }
    double plane_per_pixel() const { return covers.span / spec.width; }
};

// Into a picture that moves (image_animation.cpp).
void draw_with_mouse(ImageScene&, bool active);

// The picture that the GPU draws, its values on the host and its texture (image_way.cpp).
struct WasteColours {
    ImU32 even, uneven;
};
// Yellow for waste and not red: it is a cost, and nothing is wrong.
inline WasteColours waste_colours(const Theme& theme) { return {theme.ground, theme.warn}; }
const Array& graphics_values(ImageState&, const ImageSpec&);
std::uint32_t graphics_texture(ImageScene&);

// The chosen pixel's facts: its thread, formula, value, and the lanes of its warp.
void image_details(ImageScene&);
// The block of the chosen pixel, enlarged in the corner that is farthest from it.
void draw_magnifier(ImageScene&);
// The same facts in a line or two, for the pointer.
void show_pixel_tooltip(const ImageScene&, std::array<int, 2> pixel);

}  // namespace warpwise::ui
