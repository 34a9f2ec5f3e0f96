// An animation on a thread of its own. The caller gives orders and polls the newest picture; neither waits for a step. The next
// picture is computed once the last one has been taken, so that an animation that is not looked at costs nothing.
#pragma once

#include <cstdint>
#include <memory>
#include <optional>
#include <vector>

#include "experiment/picture/animation.h"

namespace warpwise {

class AnimationPlayer {
  public:
    struct Picture {
        std::shared_ptr<const std::vector<Array>> arrays;  // the state, then what Animation::shown() adds
        std::uint64_t steps = 0;                           // since the start
        std::uint64_t frames = 0;                          // computed while playing, since the start
        double compute_ms = 0;                             // of this picture\'s steps
        double frames_per_s = 0;                           // over the last half second of playing; 0: not known yet
        const Array& state() const { return arrays->front(); }
    };
    struct Stroke {
        std::int64_t x = 0, y = 0, width = 0;  // in elements; width: of a row
        double radius = 0, value = 0;
    };

    // The devices, and each lesson that is started, outlive the player.
    explicit AnimationPlayer(DeviceSet&);
    ~AnimationPlayer();  // stops the step that runs, and joins

    // Leaves what was there, and shows the new animation's first state. It pauses there.
    void start(const Lesson&, ExperimentRequest);
    void play();
    void pause();
    void step();   // one step, and pauses
    void reset();  // the state of the start; plays on if it played
    void paint(const Stroke&);
    void set_steps_per_frame(int);

    bool playing() const;
    bool ready() const;                  // poll() has one
    std::optional<Picture> poll();       // nothing: no newer one than the last
    std::optional<Error> error() const;  // what ended the animation; start() or reset() clears it

  private:
    struct State;
    std::unique_ptr<State> state_;
};

}  // namespace warpwise
