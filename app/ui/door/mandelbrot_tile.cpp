// The Mandelbrot set, slowly closer and away again. A drag moves it, and it then stays where it was put.
#include <chrono>
#include <cmath>
#include <future>
#include <numbers>
#include <stop_token>
#include <string>
#include <utility>

#include "experiment/run/runner.h"
#include "gl/picture.h"
#include "ui/door/tile_picture.h"
#include "ui/picture/image_facts.h"

namespace warpwise::ui {
namespace {

constexpr int kPixelsWide = 224, kPixelsHigh = 172;
constexpr double kZoomRound = 450;  // pictures from the whole set to the closest view and back
constexpr double kWholeSpan = 3.2, kWholeX = -0.65, kWholeY = 0;
constexpr double kClosestSpan = 0.012, kClosestX = -0.7443, kClosestY = 0.1213;  // f32 tells its pixels apart
constexpr double kFirstView = 0.41;  // of a round: where it begins, and the fixed picture

class MandelbrotTile final : public TilePicture {
  public:
    explicit MandelbrotTile(const TileOrder& order) : order_(order) { look(kFirstView * kZoomRound); }
    ~MandelbrotTile() override { stop_.request_stop(); }  // the future then waits for its end
    MandelbrotTile(const MandelbrotTile&) = delete;
    MandelbrotTile& operator=(const MandelbrotTile&) = delete;

    void tick() override {
        if (error_) return;
        if (running_.valid()) {
            if (running_.wait_for(std::chrono::seconds(0)) != std::future_status::ready) return;
            take(running_.get());
        }
        if (asked_ != wanted_) return ask();
        if (is_still()) return;
        look(++at_);
        ask();
    }

    bool is_still() const override { return has_picture_ && asked_ == wanted_ && (order_.is_fixed || is_moved_); }
    std::optional<Error> error() const override { return error_; }

    void drag(float, float, float dx, float dy) override {
        is_moved_ = true;
        wanted_.centre_x -= static_cast<double>(dx) * wanted_.span;
        wanted_.centre_y -= static_cast<double>(dy) * wanted_.span * kPixelsHigh / kPixelsWide;
    }
    void release() override {}

    std::uint32_t texture(int, int) override { return picture_.texture(); }

  private:
    struct Window {
        double centre_x = 0, centre_y = 0, span = 0;
        bool operator==(const Window&) const = default;
    };

    void look(double at) {
        at_ = at;
        const double closer = (1 - std::cos(2 * std::numbers::pi * at / kZoomRound)) / 2;
        wanted_.span = kWholeSpan * std::pow(kClosestSpan / kWholeSpan, closer);
        const double away = (wanted_.span - kClosestSpan) / (kWholeSpan - kClosestSpan);  // towards one point of the picture
        wanted_.centre_x = kClosestX + away * (kWholeX - kClosestX);
        wanted_.centre_y = kClosestY + away * (kWholeY - kClosestY);
    }

    void ask() {
        asked_ = wanted_;
        ExperimentRequest request;
        request.lesson = order_.lesson->id;
        request.kernel = order_.lesson->kernels.empty() ? "" : order_.lesson->kernels.front().id;
        request.device = order_.device;
        request.parameters = order_.lesson->defaults();
        request.parameters["width"] = std::int64_t{kPixelsWide};
        request.parameters["height"] = std::int64_t{kPixelsHigh};
        request.parameters["centre_x"] = asked_.centre_x;
        request.parameters["centre_y"] = asked_.centre_y;
        request.parameters["span"] = asked_.span;
        request.repeats = 0;
        request.trace = Trace::none;
        request.compare = false;
        running_ = std::async(std::launch::async, [this, request = std::move(request)] {
            RunHooks hooks;
            hooks.stop = stop_.get_token();
            hooks.kept = &kept_;
            return run_experiment(*order_.lesson, request, *order_.devices, hooks);
        });
    }

    void take(Result<RunRecord> record) {
        const ViewSpec* view = find_image_view(*order_.lesson);
        if (!record) return void(error_ = record.error());
        if (record->fault) return void(error_ = failure(text_of(*record->fault)).error());
        if (!record->outputs || record->outputs->empty() || view == nullptr)
            return void(error_ = failure("the kernel left no picture").error());
        const auto spec = image_spec(*order_.lesson, *view, record->request.parameters);
        if (!spec) return void(error_ = spec.error());
        picture_.set(spec->width, spec->height,
                     colours_of(record->outputs->front(), *spec, *palette_table(spec->palette), 0xff120b0au));
        has_picture_ = true;
    }

    const TileOrder order_;
    Window wanted_, asked_;
    double at_ = 0;
    bool is_moved_ = false, has_picture_ = false;
    std::optional<Error> error_;
    gl::Picture picture_;
    KeptPrograms kept_;  // of the thread that runs
    std::stop_source stop_;
    std::future<Result<RunRecord>> running_;  // last: waits for what uses the rest
};

}  // namespace

std::unique_ptr<TilePicture> make_mandelbrot_tile(const TileOrder& order) { return std::make_unique<MandelbrotTile>(order); }

}  // namespace warpwise::ui
