// Two galaxies on their way into each other. A star that is dragged follows the mouse, and is heavy as long as it is held: its pull
// is then seen.
#include <array>
#include <chrono>
#include <future>
#include <memory>
#include <span>
#include <stop_token>
#include <string>
#include <utility>
#include <vector>

#include "experiment/picture/animation.h"
#include "gl/point_cloud.h"
#include "ui/door/tile_picture.h"
#include "ui/picture/points_facts.h"
#include "ui/picture/points_painter.h"

namespace warpwise::ui {
namespace {

constexpr std::int64_t kStars = 1024;
constexpr double kStarTimeStep = 0.01;
constexpr float kHeldMass = 0.3f;                                          // all stars together have a mass of 1.5
constexpr std::uint64_t kFixedStarSteps = 40, kStepsBeforeRestart = 2400;  // the galaxies have then fallen apart
constexpr float kCloser = 1.15f;                                           // than the lesson's camera: a tile is small

class GalaxyTile final : public TilePicture {
  public:
    explicit GalaxyTile(const TileOrder& order) : order_(order) {
        request_.lesson = order.lesson->id;
        request_.device = order.device;
        request_.parameters = order.lesson->defaults();
        request_.parameters["n"] = kStars;
        request_.parameters["dt"] = kStarTimeStep;
        const ViewSpec* view = find_points_view(*order.lesson);
        auto spec = view == nullptr ? Result<PointsSpec>(usage_error("lesson '" + order.lesson->id + "' has no particles"))
                                    : points_spec(*order.lesson, *view, request_.parameters);
        if (!spec) {
            error_ = spec.error();
            return;
        }
        spec_ = std::move(*spec);
        spec_.camera.zoom(kCloser);
    }
    ~GalaxyTile() override { stop_.request_stop(); }  // the future then waits for its end
    GalaxyTile(const GalaxyTile&) = delete;
    GalaxyTile& operator=(const GalaxyTile&) = delete;

    void tick() override {
        if (error_ || is_still()) return;
        if (running_.valid()) {
            if (running_.wait_for(std::chrono::seconds(0)) != std::future_status::ready) return;
            auto stars = running_.get();
            if (!stars) return void(error_ = stars.error());
            newest_ = std::make_shared<const std::vector<Array>>(std::move(*stars));
            steps_ += steps_asked();
            if (is_still()) return;
        }
        ask();
    }

    bool is_still() const override { return order_.is_fixed && steps_ >= kFixedStarSteps; }
    std::optional<Error> error() const override { return error_; }

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
            held_ = Held{static_cast<std::size_t>(*star), row[3], seen->depth, {}};
        }
        held_->place = place_under(x, y, held_->depth);
    }

    void release() override {
        if (held_) released_ = std::exchange(held_, std::nullopt);
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
        float mass = 0;   // its own
        float depth = 0;  // it moves in the plane that faces the camera
        std::array<float, 3> place{};
    };

    std::uint64_t steps_asked() const { return order_.is_fixed ? kFixedStarSteps : 1; }

    // The stars as the next step begins with them, where the mouse has changed them.
    std::vector<Array> changed_stars() {
        if ((!held_ && !released_) || !newest_ || newest_->size() < 2) return {};
        std::vector<Array> stars = *newest_;
        const Held& moved = held_ ? *held_ : *released_;
        const std::span<float> places = stars[0].as<float>(), velocities = stars[1].as<float>();
        const std::size_t row = 4 * moved.star;
        if (row + 4 > places.size() || row + 4 > velocities.size()) return {};
        for (std::size_t i = 0; i < 3; ++i) places[row + i] = moved.place[i], velocities[row + i] = 0;
        places[row + 3] = held_ ? kHeldMass : moved.mass;
        released_.reset();
        return stars;
    }

    void ask() {
        const bool begins = !animation_ || (steps_ >= kStepsBeforeRestart && !held_);
        if (begins) steps_ = 0;
        running_ = std::async(std::launch::async,
                              [this, begins, stars = begins ? std::vector<Array>() : changed_stars(),
                               steps = steps_asked()]() -> Result<std::vector<Array>> {
                                  if (begins) {
                                      auto made = Animation::make(*order_.lesson, request_, *order_.devices, stop_.get_token());
                                      if (!made) return std::unexpected(made.error());
                                      animation_.emplace(std::move(*made));
                                  }
                                  if (!stars.empty())
                                      if (const auto loaded = animation_->load(stars); !loaded)
                                          return std::unexpected(loaded.error());
                                  if (const auto stepped = animation_->step(steps, stop_.get_token()); !stepped)
                                      return std::unexpected(stepped.error());
                                  return animation_->shown();
                              });
    }

    std::span<const float> places_now() const {
        return newest_ && !newest_->empty() ? rows_of_four(&newest_->front()) : std::span<const float>();
    }

    std::array<float, 3> place_under(float x, float y, float depth) const {
        const gl::OrbitCamera::Axes axes = spec_.camera.axes();
        const std::array<float, 3> eye = spec_.camera.eye();
        const float aspect = static_cast<float>(width_) / static_cast<float>(height_);
        const float reach = gl::OrbitCamera::kTangentOfHalfView * depth;
        const float right = (2 * x - 1) * aspect * reach, up = (1 - 2 * y) * reach;
        std::array<float, 3> place{};
        for (std::size_t i = 0; i < 3; ++i) place[i] = eye[i] + axes.forward[i] * depth + axes.right[i] * right + axes.up[i] * up;
        return place;
    }

    const TileOrder order_;
    ExperimentRequest request_;
    std::optional<Error> error_;
    PointsSpec spec_;
    std::shared_ptr<const std::vector<Array>> newest_, shown_;
    std::uint64_t steps_ = 0;
    std::optional<Held> held_, released_;
    gl::PointCloud cloud_;
    float usual_mass_ = 1;
    int width_ = 0, height_ = 0;
    std::optional<Animation> animation_;  // of the thread that runs
    std::stop_source stop_;
    std::future<Result<std::vector<Array>>> running_;  // last: waits for what uses the rest
};

}  // namespace

std::unique_ptr<TilePicture> make_galaxy_tile(const TileOrder& order) { return std::make_unique<GalaxyTile>(order); }

}  // namespace warpwise::ui
