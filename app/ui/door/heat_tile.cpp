// A plate that a hand draws on in circles: a warm brush, and a cold one half a round behind it, so that the plate stays as warm as
// it is. A drag draws with the warm one.
#include <algorithm>
#include <cmath>
#include <numbers>
#include <string>

#include "experiment/picture/animation_player.h"
#include "gl/picture.h"
#include "ui/door/tile_picture.h"
#include "ui/picture/image_facts.h"

namespace warpwise::ui {
namespace {

constexpr int kPlateWidth = 224, kPlateHeight = 172;
constexpr int kStepsPerPicture = 4, kFixedHeatSteps = 60;
constexpr double kHandRound = 240;  // pictures of one round of the hand
constexpr double kWarmBrush = 6, kColdBrush = 12, kDraggedBrush = 8;
constexpr int kPointsOfStroke = 24;

class HeatTile final : public TilePicture {
  public:
    explicit HeatTile(const TileOrder& order) : is_fixed_(order.is_fixed), player_(*order.devices) {
        ExperimentRequest request;
        request.lesson = order.lesson->id;
        request.device = order.device;
        request.parameters = order.lesson->defaults();
        request.parameters["width"] = std::int64_t{kPlateWidth};
        request.parameters["height"] = std::int64_t{kPlateHeight};
        const ViewSpec* view = find_image_view(*order.lesson);
        auto spec = view == nullptr ? Result<ImageSpec>(usage_error("lesson '" + order.lesson->id + "' has no picture"))
                                    : image_spec(*order.lesson, *view, request.parameters);
        if (!spec) {
            problem_ = spec.error();
            return;
        }
        spec_ = std::move(*spec);
        player_.start(*order.lesson, std::move(request));
        if (is_fixed_)
            for (int i = 0; i <= kPointsOfStroke; ++i) paint(place_of(kHandRound * 0.46 * i / kPointsOfStroke), kWarmBrush, 1);
        player_.set_steps_per_frame(is_fixed_ ? kFixedHeatSteps : kStepsPerPicture);
        player_.play();
    }

    void tick() override {
        if (is_still()) return;
        auto newest = player_.poll();
        if (!newest) return;
        if (is_fixed_ && newest->steps < kFixedHeatSteps) return;
        picture_.set(spec_.width, spec_.height, colours_of(newest->state(), spec_, *palette_table(spec_.palette), 0xff000000u));
        has_picture_ = true;
        if (is_fixed_) return player_.pause();
        draw_round(static_cast<double>(++pictures_));
    }

    bool is_still() const override { return is_fixed_ && has_picture_; }
    std::optional<Error> error() const override { return problem_ ? problem_ : player_.error(); }

    void drag(float x, float y, float dx, float dy) override {
        const float reach = std::hypot(dx * kPlateWidth, dy * kPlateHeight);
        const int points = std::max(1, static_cast<int>(reach / 4));
        for (int i = 0; i < points; ++i) {
            const double back = static_cast<double>(i) / points;
            paint(
                {static_cast<double>(x) - back * static_cast<double>(dx), static_cast<double>(y) - back * static_cast<double>(dy)},
                kDraggedBrush, 1);
        }
    }
    void release() override {}

    std::uint32_t texture(int, int) override { return picture_.texture(); }

  private:
    struct Place {
        double x = 0, y = 0;  // shares
    };
    static Place place_of(double round) {
        const double angle = 2 * std::numbers::pi * round / kHandRound;
        return {0.5 - 0.3 * std::cos(angle), 0.5 - 0.26 * std::sin(angle) + 0.06 * std::sin(3 * angle)};
    }
    void paint(Place at, double radius, double value) {
        player_.paint({.x = std::lround(at.x * kPlateWidth),
                       .y = std::lround(at.y * kPlateHeight),
                       .width = kPlateWidth,
                       .radius = radius,
                       .value = value});
    }
    void draw_round(double round) {
        paint(place_of(round + kHandRound / 2), kColdBrush, 0);
        paint(place_of(round), kWarmBrush, 1);
    }

    const bool is_fixed_;
    bool has_picture_ = false;
    std::optional<Error> problem_;
    ImageSpec spec_;
    gl::Picture picture_;
    std::uint64_t pictures_ = 0;
    AnimationPlayer player_;
};

}  // namespace

std::unique_ptr<TilePicture> make_heat_tile(const TileOrder& order) { return std::make_unique<HeatTile>(order); }

}  // namespace warpwise::ui
