// What the image view keeps between frames.
#pragma once

#include <array>
#include <cstdint>
#include <memory>
#include <optional>
#include <string>
#include <vector>

#include "gl/picture.h"
#include "ui/picture/image_facts.h"
#include "ui/picture/moving_state.h"

namespace warpwise::ui {

// What a picture covers, in the plane of the lesson's zoom parameters or, without them, in pixels.
struct ImageWindow {
    double centre_x = 0, centre_y = 0, span = 1;  // span: its width
    bool operator==(const ImageWindow&) const = default;
};

struct ImageState : MovingState {
    std::string lesson;                 // whose state this is
    std::optional<RunRecord> frame;     // the newest frame of a moving picture
    std::optional<ImageWindow> window;  // of lessons without zoom parameters, once zoomed
    std::optional<std::array<int, 2>> chosen;
    std::string palette;  // instead of the lesson's
    bool waste = false;
    Array unpacked_cells;  // of the packed array that is shown
    std::shared_ptr<const std::vector<Array>> unpacked_from;
    bool dragging = false;
    double gesture_ends_s = 0;

    Array graphics_cells;  // the newest state of `graphics` on the host, a pixel an element
    std::uint64_t graphics_cells_version = 0;
    std::optional<gl::ArrayColours> array_colours;
    ImageSpec array_colours_spec;  // what they were made for
    std::shared_ptr<const gl::WarpShades> shades;
    std::uint64_t shades_map = 0;

    // What the texture holds.
    gl::Picture picture;
    std::shared_ptr<const std::vector<Array>> shown;
    ImageSpec shown_spec;
    bool shown_waste = false;
    std::uint64_t shown_map = 0;
    PixelMap map;
    std::uint64_t map_version = 0, facts_version = 0;
};

}  // namespace warpwise::ui
