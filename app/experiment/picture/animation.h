// A kernel run over and over on arrays that are kept: what a step wrote is what the next one reads. No window in here; the
// caller decides when and on which thread to step.
#pragma once

#include <cstdint>
#include <memory>
#include <optional>
#include <span>
#include <stop_token>
#include <string>
#include <vector>

#include "experiment/record/record.h"
#include "experiment/run/device_set.h"

namespace warpwise {

// Of a lesson's view of kind image or points: swap = ["now", "next"], steps_per_frame = 2. A kernel reads the first array and
// writes the second; after each step they change places, so that the first one always holds the newest state. Kernels that take
// other arrays have a pair of their own: swap = ["now", "next", "now_bits", "next_bits"].
struct AnimationSpec {
    std::string read, written;
    int steps_per_frame = 1;
    std::string also_shown;  // an array that the view of points needs beside the state ("velocity"); may be empty
};
// The kernel's pair, else the first. Nothing when the lesson has no animation; an Error when its options do not fit.
std::optional<Result<AnimationSpec>> declared_animation(const Lesson&, const KernelSpec* kernel = nullptr);

class Animation {
  public:
    // Compiles the request's kernel for its device, or finds its CPU routine, and fills the arrays. The lesson and the devices
    // outlive the animation.
    static Result<Animation> make(const Lesson&, const ExperimentRequest&, DeviceSet&, const std::stop_token& stop = {});
    ~Animation();
    Animation(Animation&&) noexcept;
    Animation& operator=(Animation&&) noexcept;

    // An Error is a fault's text; the state is then that before the step.
    Result<void> step(std::uint64_t count = 1, const std::stop_token& stop = {});
    // The arrays as they were at the start.
    Result<void> reset();
    // Goes on from these arrays, in the order of shown(), as if no step had been done; those that are left out stay as they are.
    // An Error when one has another shape or dtype.
    Result<void> load(std::span<const Array> arrays);
    std::uint64_t steps_done() const;
    const Array& state() const;  // the newest
    // Copies of the state and, when the view needs it, the other array.
    std::vector<Array> shown() const;
    // Sets the cells of a disc around (x, y) of a state with rows of `width` cells; outside of it nothing happens. In an array of
    // u32 whose rows have a word for 32 cells, the cells are its bits, the lowest leftmost.
    void paint(std::int64_t x, std::int64_t y, double radius, std::int64_t width, double value);

  private:
    struct State;
    explicit Animation(std::unique_ptr<State>);
    std::unique_ptr<State> state_;
};

}  // namespace warpwise
