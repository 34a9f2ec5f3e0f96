// What moving pictures share, be they images or points: the player behind them, and the controls above them.
#pragma once

#include <imgui.h>

#include <functional>
#include <optional>
#include <string>

#include "ui/picture/moving_state.h"
#include "ui/workbench/workbench.h"

namespace warpwise::ui {

// What computes a moving picture: the learner's choice, or what can run a kernel that no CPU routine stands for.
DeviceKind frame_device(const Workbench&, DeviceKind wanted);

// The newest picture as a record; without outputs when none has come yet. Keeps the player at what the draft says: another lesson,
// kernel, device, value or text starts anew.
const RunRecord& animation_record(Workbench&, AnimationState&, DeviceKind wanted);
// The rate of the lesson, until the learner sets another.
void take_declared_steps(const Workbench&, AnimationState&);

// What plays a moving picture, as its buttons and keys see it.
struct Transport {
    bool playing = false;
    std::optional<Error> error;  // what ended it
    std::string progress;        // "step 12   frame 3   60 frames/s"
    std::function<void()> toggle, step, reset;
    int* steps_per_frame = nullptr;
};
Transport transport_of(AnimationState&);
std::string progress_text(std::uint64_t steps, std::uint64_t frames, double frames_per_s);
// Run or Pause, Step, Reset and the rate, named "###<view>_play" and so on; and what ended it. `more` draws the view's own
// buttons among them.
void transport_controls(const Look&, const Transport&, const std::string& view, const std::function<void()>& more = {});
// Space on the focused canvas, F10 in its window.
void transport_keys(const Transport&, bool canvas_focused, ImGuiID canvas);

// Drop-down lists. `chosen` stays empty while the lesson's palette is good.
void palette_choice(const Look&, const char* id, const std::string& shown, std::string& chosen);
void frame_device_choice(Workbench&, const char* id, DeviceKind& wanted);

// Right of the last item where it fits: how to use the canvas.
void hint_at_right(const Look&, const std::string& text);

}  // namespace warpwise::ui
