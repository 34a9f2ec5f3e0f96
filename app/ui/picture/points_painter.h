// Particles as pictures: their look, and their drawing for the frames of an export.
#pragma once

#include <condition_variable>
#include <cstddef>
#include <cstdint>
#include <mutex>
#include <optional>
#include <stop_token>
#include <vector>

#include "gl/point_cloud.h"
#include "gl/texture_reader.h"
#include "ui/picture/animation_export.h"
#include "ui/picture/points_facts.h"

namespace warpwise::ui {

constexpr std::uint32_t kPointsGround = 0xff120b0au;  // light is added to it, so it is dark in every theme

// Of `count` particles on a picture that is `height` pixels tall.
gl::PointCloud::Look points_look(const PointsSpec&, std::size_t count, float usual_mass, float height);

// The export's thread asks, and the thread of the GL context draws: it makes the painter, serves it, and destroys it.
class PointsPainter final : public FramePainter {
  public:
    // What is shown: pixels, the camera, and colours by `spec`.
    PointsPainter(PointsSpec spec, gl::OrbitCamera camera, int width, int height);

    Result<Image> paint(std::vector<Array> arrays, const std::stop_token&) override;
    void serve() override;

  private:
    Result<void> draw(const std::vector<Array>&);
    void answer(Result<Image>);

    const PointsSpec spec_;
    const gl::OrbitCamera camera_;
    const int width_, height_;

    std::mutex mutex_;  // of the two that follow
    std::condition_variable_any answered_;
    std::optional<std::vector<Array>> asked_;
    std::optional<Result<Image>> painted_;

    // Of the thread that serves.
    gl::PointCloud cloud_;
    gl::TextureReader reader_;
    bool is_read_ = false;  // the picture that was asked for is on its way to the host
};

}  // namespace warpwise::ui
