// What the points view keeps between frames.
#pragma once

#include <array>
#include <cstdint>
#include <memory>
#include <optional>
#include <string>
#include <vector>

#include "gl/point_cloud.h"
#include "ui/picture/moving_state.h"

namespace warpwise::ui {

struct PointsState : MovingState {
    std::string lesson;  // whose state this is
    gl::OrbitCamera camera;
    std::optional<std::int64_t> chosen;  // particle
    std::string palette;                 // instead of the lesson's
    bool moved = false;                  // since the button went down: a drag and no click
    std::array<int, 2> canvas{};         // its pixels in the last frame

    // What the cloud holds.
    gl::PointCloud cloud;
    std::shared_ptr<const std::vector<Array>> shown;
    std::uint64_t shown_version = 0;  // of what `graphics` read
    float usual_mass = 1;
};

}  // namespace warpwise::ui
