// The image view's parts: what is shown and where (image_panel.cpp), its bar (image_controls.cpp), the canvas (image_canvas.cpp),
// the block beside the picture (image_callout.cpp) and the drawer (image_details.cpp).
#pragma once

#include <imgui.h>

#include <array>
#include <optional>

#include "ui/picture/image_facts.h"
#include "ui/picture/image_state.h"
#include "ui/picture/picture_stage.h"
#include "ui/picture/picture_way.h"
#include "ui/threads/array_strip.h"
#include "ui/workbench/workbench.h"

namespace warpwise::ui {

// Around the picture and in it where its kernel left nothing, dark in every theme: the palettes begin dark.
inline constexpr ImU32 kPictureGround = IM_COL32(16, 17, 24, 255);
// Of a picture of waste, in every theme: the brighter, the more. Yellow and not red: it is a cost, and nothing is wrong.
inline constexpr ImU32 kEvenWarp = IM_COL32(16, 17, 24, 255), kUnevenWarp = IM_COL32(255, 190, 40, 255);

// One frame's picture: the record that is shown, what it covers, and where it lies on the screen.
struct ImageScene {
    Workbench& wb;
    ImageState& state;
    const RunRecord* record = nullptr;                        // of the draft, and without outputs, while there is no picture
    PixelValues values;                                       // without any while there is no picture
    PixelValues before;                                       // what the kernel read, for the divider; without any: there is none
    std::shared_ptr<const std::vector<Array>> before_arrays;  // that hold it
    ImageSpec spec;                                           // of the record's parameters
    ImageWindow covers, window;                               // of the picture; of the canvas
    ImVec2 min, max;                                          // of the canvas
    float free_right = 0;                                     // where a drawer that lies over the canvas begins
    ImVec4 callout;            // the room beside the canvas for the enlarged block, x y to x y; of no width: none
    bool by_graphics = false;  // the GPU writes what is drawn (GraphicsPicture)
    bool is_input = false;     // what the kernel will read: nothing has run
    bool is_before = false;    // of the values before: the first picture of the new ones is being computed

    float width() const { return max.x - min.x; }
    float height() const { return max.y - min.y; }
    bool divides() const { return before.size() > 0 && values.size() > 0 && state.divides && !state.waste; }
    bool has_picture() const { return by_graphics || values.size() > 0; }
    // Where a pixel's upper left corner lies; fractions of pixels too.
    ImVec2 at_pixel(double x, double y) const;
    std::optional<std::array<int, 2>> pixel_at(ImVec2) const;
    double plane_x(float screen_x) const;
    double plane_y(float screen_y) const;
    double plane_per_point() const { return window.span / static_cast<double>(width()); }
    double plane_per_pixel() const { return covers.span / spec.width; }
    double pixels_per_point() const { return plane_per_point() / plane_per_pixel(); }
    gl::PicturePart shown_part() const;
};

// What the lesson's parameters zoom, else the picture itself.
bool zooms_parameters(const ImageSpec&);
ImageWindow window_of(const ImageSpec&, const ParameterValues&);
// The canvas as wide as it must be to show all of the picture; of cells that the mouse turns on and off, as many as can be clicked.
ImageWindow first_window(ImageScene&);
void set_window(ImageScene&, ImageWindow);

// The one bar above the picture.
void image_bar(ImageScene&, const StageLayout&);
// Draws the picture at min to max and takes the mouse and the keys.
void image_canvas(ImageScene&);
// What the kernel read, left of the divider, over the picture (image_divider.cpp).
void draw_before(ImageScene&, const gl::PicturePart&);
// The line between the two, which a drag and the arrow keys move. After the canvas.
void image_divider(ImageScene&);
// Whether a press of the left button draws into the picture: the chosen way, and with Shift the other one.
bool mouse_draws(const ImageScene&);
// Into a picture that moves (image_animation.cpp).
void draw_with_mouse(ImageScene&, bool active);
// What a press would change: the cell or the brush under the mouse.
void draw_brush(const ImageScene&);

// The picture that the GPU draws, its values on the host and its texture (image_way.cpp).
PixelValues graphics_values(ImageState&, const ImageSpec&);
std::uint32_t graphics_texture(ImageScene&, const gl::PicturePart&);

// Of the share of a warp's lanes that did work: only waste is warned of.
ImU32 lanes_ink(const Theme&, double useful);

// The chosen pixel, its value and its thread.
struct ChosenPixel {
    std::array<int, 2> pixel{};
    std::int64_t element = 0;
    double value = 0;
    std::optional<std::uint64_t> thread;
};
std::optional<ChosenPixel> chosen_pixel(const ImageScene&, std::optional<std::array<int, 2>>);

// The chosen pixel's facts: its thread, formula, value, and the lanes of its warp.
void image_details(ImageScene&);
// The block of the chosen pixel, enlarged beside the picture where there is room, else over the part of it that says least.
void draw_callout(ImageScene&);
// The same facts in a line or two, for the pointer.
void show_pixel_tooltip(const ImageScene&, std::array<int, 2> pixel);

}  // namespace warpwise::ui
