// What the image view keeps between frames.
#pragma once

#include <array>
#include <cstdint>
#include <memory>
#include <optional>
#include <string>
#include <vector>

#include "gl/picture.h"
#include "gl/picture_part.h"
#include "ui/picture/image_facts.h"
#include "ui/picture/moving_state.h"
#include "ui/picture/shown_lanes.h"

namespace warpwise::ui {

// What a picture covers, in the plane of the lesson's zoom parameters or, without them, in pixels.
struct ImageWindow {
    double centre_x = 0, centre_y = 0, span = 1;  // span: its width
    bool operator==(const ImageWindow&) const = default;
};

struct ImageState : MovingState {
    std::string lesson;                 // whose state this is
    std::optional<RunRecord> frame;     // the newest frame of a moving picture
    std::string asked;                  // the draft whose frame was asked for without a gesture
    std::optional<Error> frame_error;   // why the newest frame that was asked for is not there
    RunRecord blank;                    // the draft, while there is no picture of it
    std::optional<ImageWindow> window;  // of lessons without zoom parameters, once zoomed
    bool whole = false;                 // of pictures whose cells are drawn one by one: all of it, and not cells to click
    bool inspects = false;              // the mouse asks for pixels where it would draw
    bool draws_low = false;             // with the second of the view's brushes
    std::string focus_key;              // the start whose living cells lie around `focus`
    std::array<double, 2> focus{};
    std::optional<std::array<int, 2>> chosen;
    std::optional<ShownLanes> lanes;  // of the chosen pixel's warp, in the last frame
    std::string palette;              // instead of the lesson's
    bool waste = false;
    std::size_t callout_corner = 0;  // of the picture, where the enlarged block stands
    bool dragging = false;
    double gesture_ends_s = 0;

    std::optional<gl::ArrayColours> array_colours;
    ImageSpec array_colours_spec;  // what they were made for
    std::shared_ptr<const gl::WarpShades> shades;
    std::uint64_t shades_map = 0;

    // Left of the divider: the input of the run that is shown.
    bool divides = true;
    double divider = 0.5;  // of the canvas's width
    gl::Picture before_picture;
    std::shared_ptr<const std::vector<Array>> before_shown;
    ImageSpec before_spec;
    gl::PicturePart before_part;
    ValueRange before_range;

    // What the texture holds.
    gl::Picture picture;
    std::shared_ptr<const std::vector<Array>> shown;
    ImageSpec shown_spec;
    gl::PicturePart shown_part;
    bool shown_waste = false;
    std::uint64_t shown_map = 0;
    ValueRange range;           // of the values of `shown`
    std::vector<float> wastes;  // of its warps, while they are shown
    PixelMap map;
    std::uint64_t map_version = 0, facts_version = 0;
};

}  // namespace warpwise::ui
