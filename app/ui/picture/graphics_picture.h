// The image view's picture where a GPU writes it for OpenGL in this process: the device, the lesson's program on it, its buffers,
// and the picture drawn from them. All on the thread of the GL context.
#pragma once

#include <chrono>
#include <cstdint>
#include <functional>
#include <future>
#include <map>
#include <memory>
#include <optional>
#include <string>
#include <vector>

#include "device/gpu/cuda_loader.h"
#include "experiment/picture/graphics_animation.h"
#include "experiment/record/rate_meter.h"
#include "gl/array_picture.h"
#include "gl/shared_buffer.h"
#include "ui/picture/image_facts.h"

namespace warpwise::ui {

class GraphicsPicture {
  public:
    struct Order {
        const Lesson* lesson = nullptr;  // outlives the picture
        ExperimentRequest request;
        PicturePath path = PicturePath::interop;
        bool moves = false;  // false: other values of the parameters run the kernel again on the same arrays
    };
    enum class Stage { preparing, ready, failed };
    using DeviceMaker = std::function<Result<std::unique_ptr<GraphicsDevice>>()>;

    // Asks for the device when the first order comes.
    explicit GraphicsPicture(DeviceMaker = make_graphics_device);

    // Makes what the order needs, a part a call; cheap once it is ready. After `failed`, why_not() says why, until the order
    // is another or retry() was called.
    Stage keep(const Order&);
    const std::string& why_not() const { return why_not_; }
    // While ready: the way the picture takes, and why it is a copy where interop was asked for.
    PicturePath path() const { return animation_ ? animation_->path() : PicturePath::interop; }
    const std::string& why_copied() const { return why_copied_; }
    void retry();
    // A fault ruined CUDA for this process: the driver then never comes back from giving up the OpenGL context.
    bool lost_gpu() const { return lost_gpu_; }
    // The order's program and arrays go; the device stays.
    void drop();

    // While ready. What goes wrong makes the next keep() fail.
    void play(bool on);
    bool playing() const { return playing_; }
    void step();
    void reset();
    void paint(std::int64_t x, std::int64_t y, double radius, std::int64_t width, double value);
    // Runs what is due for this frame.
    void advance(int steps_per_frame);
    // The same, and draws the first array as an image. The texture is 0 when nothing could be drawn.
    std::uint32_t frame(const ImageSpec&, const gl::ArrayColours&, int steps_per_frame, const gl::PicturePart&,
                        std::shared_ptr<const gl::WarpShades> = nullptr);
    // The GL buffer that an array of drawn() is in now; 0: none, as for the array that a step writes when it goes by copy.
    std::uint32_t buffer(const std::string& array) const;
    const std::vector<DrawnArray>& drawn() const { return drawn_; }
    // The newest state on the host, read at most ten times per second while it plays, which waits for the GPU; null before the
    // first.
    const Array* state();
    // That, and the other array that the view of points needs; `anew` false: as they were read last, without waiting.
    const std::vector<Array>& states(bool anew = true);
    std::uint64_t state_version() const { return read_version_; }
    bool is_behind() const { return read_version_ != version_; }  // what the host has is older than what is drawn

    std::uint64_t steps() const { return animation_ ? animation_->steps_done() : 0; }
    std::uint64_t frames() const { return frames_; }
    double frames_per_s() const { return rate_.per_second(); }
    PictureTimes times() { return animation_ ? animation_->times() : PictureTimes(); }
    double draw_ms() const { return draw_ms_; }
    void set_draw_ms(double ms) { draw_ms_ = ms; }  // of who draws from buffer()

  private:
    Stage fail(std::string why);
    Result<void> make(const Order&);
    Result<void> make_by(PicturePath, const Order&);
    void check(const Result<void>&);
    void changed() { ++version_; }
    // Not what a step writes: after it the two have changed places.
    std::vector<std::string> shown_ids() const;

    DeviceMaker make_device_;
    // Destroyed from the last to the first: the arrays before the buffers, both before the device.
    std::optional<Result<std::unique_ptr<GraphicsDevice>>> device_;
    std::shared_ptr<Program> program_;
    std::future<Result<std::shared_ptr<Program>>> compiling_;  // its end is waited for before the device goes
    std::map<std::string, gl::SharedBuffer> buffers_;          // by array
    gl::ArrayPicture picture_;
    std::optional<GraphicsAnimation> animation_;

    std::string program_key_, state_key_, values_key_, why_not_, why_copied_;
    std::vector<DrawnArray> drawn_;
    bool lost_gpu_ = false;
    bool failed_ = false, playing_ = false, run_due_ = false;
    std::uint64_t frames_ = 0, version_ = 0, read_version_ = 0;
    RateMeter rate_;
    double draw_ms_ = 0;
    std::vector<Array> read_;
    std::optional<std::chrono::steady_clock::time_point> read_at_;
};

}  // namespace warpwise::ui
