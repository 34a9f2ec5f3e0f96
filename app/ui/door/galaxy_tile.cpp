// Two galaxies on their way into each other. A star that is dragged follows the mouse, and is heavy as long as it is held: its pull
// is then seen.
#include <array>
#include <memory>
#include <span>
#include <string>
#include <utility>
#include <vector>

#include "experiment/picture/animation_player.h"
#include "gl/point_cloud.h"
#include "ui/door/tile_picture.h"
#include "ui/picture/points_facts.h"
#include "ui/picture/points_painter.h"

namespace warpwise::ui {
namespace {

constexpr std::int64_t kStars = 1024;
constexpr double kTimeStep = 0.01, kHeldMass = 0.3;                    // all stars together have a mass of 1.5
constexpr std::uint64_t kFixedSteps = 40, kStepsBeforeRestart = 2400;  // the galaxies have then fallen apart
constexpr float kCloser = 1.15f;                                       // than the lesson's camera: a tile is small

class GalaxyTile final : public TilePicture {
  public:
    explicit GalaxyTile(const TileOrder& order) : is_fixed_(order.is_fixed), player_(*order.devices) {
        ExperimentRequest request;
        request.lesson = order.lesson->id;
        request.device = order.device;
        request.parameters = order.lesson->defaults();
        request.parameters["n"] = kStars;
        request.parameters["dt"] = kTimeStep;
        const ViewSpec* view = find_points_view(*order.lesson);
        auto spec = view == nullptr ? Result<PointsSpec>(usage_error("lesson '" + order.lesson->id + "' has no particles"))
                                    : points_spec(*order.lesson, *view, request.parameters);
        if (!spec) {
            problem_ = spec.error();
            return;
        }
        spec_ = std::move(*spec);
        spec_.camera.zoom(kCloser);
        player_.start(*order.lesson, std::move(request));
        player_.set_steps_per_frame(is_fixed_ ? static_cast<int>(kFixedSteps) : 1);
        player_.play();
    }

    void tick() override {
        if (is_still()) return;
        auto newest = player_.poll();
        if (!newest) return;
        if (is_fixed_ && newest->steps < kFixedSteps) return;
        newest_ = std::move(newest->arrays);
        if (is_fixed_) return player_.pause();
        if (newest->steps >= kStepsBeforeRestart && !held_) player_.reset();
    }

    bool is_still() const override { return is_fixed_ && newest_; }
    std::optional<Error> error() const override { return problem_ ? problem_ : player_.error(); }

    void drag(float x, float y, float, float) override {
        const auto places = places_now();
        if (places.empty() || width_ <= 0 || height_ <= 0) return;
        const auto width = static_cast<float>(width_), height = static_cast<float>(height_);
        const gl::Projection projection(spec_.camera, width, height);
        if (!held_) {
            const auto star = particle_at(places, projection, x * width, y * height, width + height);  // the nearest one
            if (!star) return;
            const float* const row = &places[4 * static_cast<std::size_t>(*star)];
            const auto seen = projection.of({row[0], row[1], row[2]});
            if (!seen) return;
            held_ = Held{static_cast<std::size_t>(*star), static_cast<double>(row[3]), seen->depth};
        }
        const auto [at_x, at_y, at_z] = place_under(x, y, held_->depth);
        player_.set({0, 4 * held_->star, {at_x, at_y, at_z, kHeldMass}});
        player_.set({1, 4 * held_->star, {0, 0, 0}});
    }

    void release() override {
        if (held_) player_.set({0, 4 * held_->star + 3, {held_->mass}});
        held_.reset();
    }

    std::uint32_t texture(int width, int height) override {
        width_ = width, height_ = height;
        const auto places = places_now();
        if (places.empty()) return 0;
        if (shown_ != newest_) {
            cloud_.set(places, rows_of_four(find_array(*newest_, spec_.vectors)));
            usual_mass_ = usual_mass(places);
            shown_ = newest_;
        }
        return cloud_.texture(width, height, spec_.camera,
                              points_look(spec_, cloud_.size(), usual_mass_, static_cast<float>(height)));
    }
    bool is_upside_down() const override { return true; }

  private:
    struct Held {
        std::size_t star = 0;
        double mass = 0;
        float depth = 0;  // it moves in the plane that faces the camera
    };

    std::span<const float> places_now() const {
        return newest_ && !newest_->empty() ? rows_of_four(&newest_->front()) : std::span<const float>();
    }

    std::array<double, 3> place_under(float x, float y, float depth) const {
        const gl::OrbitCamera::Axes axes = spec_.camera.axes();
        const std::array<float, 3> eye = spec_.camera.eye();
        const float aspect = static_cast<float>(width_) / static_cast<float>(height_);
        const float reach = gl::OrbitCamera::tangent_of_half_view * depth;
        const float right = (2 * x - 1) * aspect * reach, up = (1 - 2 * y) * reach;
        std::array<double, 3> place{};
        for (std::size_t i = 0; i < 3; ++i)
            place[i] = static_cast<double>(eye[i] + axes.forward[i] * depth + axes.right[i] * right + axes.up[i] * up);
        return place;
    }

    const bool is_fixed_;
    std::optional<Error> problem_;
    PointsSpec spec_;
    std::shared_ptr<const std::vector<Array>> newest_, shown_;
    std::optional<Held> held_;
    gl::PointCloud cloud_;
    float usual_mass_ = 1;
    int width_ = 0, height_ = 0;
    AnimationPlayer player_;
};

}  // namespace

std::unique_ptr<TilePicture> make_galaxy_tile(const TileOrder& order) { return std::make_unique<GalaxyTile>(order); }

}  // namespace warpwise::ui
