// What moving pictures share, be they images or points: the player behind them, and the controls above them.
#pragma once

#include <imgui.h>

#include <functional>
#include <string>

#include "ui/view_state.h"
#include "ui/workbench.h"

namespace warpwise::ui {

// What computes a moving picture: the learner's choice, or what can run a kernel that no CPU routine stands for.
DeviceKind frame_device(const Workbench&, DeviceKind wanted);

// The newest picture as a record; without outputs when none has come yet. Keeps the player at what the draft says: another lesson,
// kernel, device, value or text starts anew.
const RunRecord& animation_record(Workbench&, AnimationState&, DeviceKind wanted);
// A first picture is being computed: whoever waits for runs waits for it too.
bool awaits_picture(const Workbench&);
// Run or Pause, Step, Reset and the rate, named "###<view>_play" and so on; and what ended the animation. `more` draws the view's
// own buttons among them.
void animation_controls(Workbench&, AnimationState&, const std::string& view, const std::function<void()>& more = {});
// Space on the focused canvas, F10 in its window.
void animation_keys(AnimationState&, bool canvas_focused, ImGuiID canvas);

// Drop-down lists. `chosen` stays empty while the lesson's palette is good.
void palette_choice(const Look&, const char* id, const std::string& shown, std::string& chosen);
void frame_device_choice(Workbench&, const char* id, DeviceKind& wanted);

// Right of the last item where it fits: how to use the canvas.
void hint_at_right(const Look&, const std::string& text);

}  // namespace warpwise::ui
