#include "ui/picture/points_painter.h"

#include <algorithm>
#include <cmath>
#include <utility>

#include "ui/picture/image_palette.h"

namespace warpwise::ui {
namespace {

// A thousand particles may be larger than a hundred thousand, and a large picture shows all of them larger.
float point_pixels(std::size_t count, float height) {
    const double crowd = std::pow(2048.0 / static_cast<double>(std::max<std::size_t>(1, count)), 0.2);
    return std::clamp(height * 0.014f * static_cast<float>(crowd), 2.0f, 16.0f);
}

}  // namespace

gl::PointCloud::Look points_look(const PointsSpec& spec, std::size_t count, float usual_mass, float height) {
    gl::PointCloud::Look look;
    look.palette = *palette_table(spec.palette);
    look.low = static_cast<float>(spec.low);
    look.high = static_cast<float>(spec.high);
    look.ground = kPointsGround;
    look.point_pixels = point_pixels(count, height);
    look.usual_mass = usual_mass;
    return look;
}

PointsPainter::PointsPainter(PointsSpec spec, gl::OrbitCamera camera, int width, int height)
    : spec_(std::move(spec)), camera_(camera), width_(width), height_(height) {}

Result<Image> PointsPainter::paint(std::vector<Array> arrays, const std::stop_token& stop) {
    std::unique_lock lock(mutex_);
    painted_.reset();
    asked_ = std::move(arrays);
    if (!answered_.wait(lock, stop, [this] { return painted_.has_value(); })) return failure("the export was cancelled");
    return *std::exchange(painted_, std::nullopt);
}

void PointsPainter::answer(Result<Image> picture) {
    const std::lock_guard lock(mutex_);
    painted_ = std::move(picture);
    answered_.notify_one();
}

Result<void> PointsPainter::draw(const std::vector<Array>& arrays) {
    const std::span<const float> places = arrays.empty() ? std::span<const float>() : rows_of_four(&arrays.front());
    cloud_.set(places, rows_of_four(find_array(arrays, spec_.vectors)));
    const gl::PointCloud::Look look = points_look(spec_, cloud_.size(), usual_mass(places), static_cast<float>(height_));
    const std::uint32_t texture = cloud_.texture(width_, height_, camera_, look);
    if (texture == 0) return failure("this display cannot draw particles");
    return reader_.begin(texture, width_, height_);
}

void PointsPainter::serve() {
    if (is_read_) {
        auto picture = reader_.poll();
        if (picture && !*picture) return;  // not there yet
        is_read_ = false;
        picture ? answer(std::move(**picture)) : answer(std::unexpected(picture.error()));
        return;
    }
    std::optional<std::vector<Array>> arrays;
    {
        const std::lock_guard lock(mutex_);
        arrays = std::exchange(asked_, std::nullopt);
    }
    if (!arrays) return;
    if (auto drawn = draw(*arrays); !drawn) return answer(std::unexpected(drawn.error()));
    is_read_ = true;
}

}  // namespace warpwise::ui
