// What a picture that may move keeps between frames, be it an image or points.
#pragma once

#include <array>
#include <cstdint>
#include <memory>
#include <optional>
#include <string>

#include "experiment/picture/animation_player.h"
#include "ui/picture/graphics_picture.h"

namespace warpwise::ui {

// A picture that moves, as the lesson's view says with `swap`.
struct AnimationState {
    std::unique_ptr<AnimationPlayer> player;
    std::string key;   // of the lesson, kernel, device, values and text that the player runs
    RunRecord record;  // the newest picture as what a run left; without outputs: none has come yet
    RunRecord before;  // the last one of the values before, shown until the first of these has come
    AnimationPlayer::Picture newest;
    int steps_per_frame = 0;                  // 0: as the lesson has it
    std::optional<std::array<int, 2>> brush;  // where the stroke that is being drawn has come to
    double brush_value = 1;                   // what it draws
};

// The path of a picture to the screen: the GPU writes what OpenGL draws; copied through the host; computed by or for the host.
enum class PictureWay { interop, copy, host };

// Milliseconds, of the host's way, by the clock.
struct HostTimes {
    std::optional<double> kernel_ms, colours_ms, upload_ms;
};

struct MovingState {
    AnimationState animation;
    DeviceId frame_device = DeviceKind::cpu_threads;
    bool moves = false;                    // the lesson has an animation, and this frame shows it
    PictureWay way = PictureWay::interop;  // wanted
    std::string way_why;                   // why it is not the one that is used
    std::unique_ptr<GraphicsPicture> graphics;
    RunRecord graphics_record;  // its picture as what a run left
    HostTimes host_times;
    std::uint64_t costs_noted = 0;  // frames of the GPU's picture when its times were noted
    std::optional<bool> drawer;     // the details, as the learner opened or folded them; else there is room or not
    double awaited_s = 0;           // since when the first picture has been awaited; 0: it is there
};

}  // namespace warpwise::ui
