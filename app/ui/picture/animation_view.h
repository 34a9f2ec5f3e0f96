// What moving pictures share, be they images or points: the player behind them, and the controls above them.
#pragma once

#include <imgui.h>

#include <functional>
#include <optional>
#include <string>

#include "ui/picture/picture_bar.h"
#include "ui/picture/picture_stage.h"
#include "ui/shell/view_state.h"
#include "ui/shell/workbench.h"

namespace warpwise::ui {

// What computes a moving picture: the learner's choice, or what can run a kernel that no CPU routine stands for.
DeviceId frame_device(const Workbench&, const DeviceId& wanted);

// The newest picture as a record: that of the values before until the first one of these has come, and without outputs when there
// is none at all. Keeps the player at what the draft says: another lesson,
// kernel, device, value or text starts anew.
const RunRecord& animation_record(Workbench&, AnimationState&, const DeviceId& wanted);
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
// Play or Pause, Step and Restart, named "###<view>_play" and so on, and how many steps there are from one picture to the next.
BarItem transport_item(const Look&, const Transport&, const std::string& view);
BarItem speed_item(const Look&, const Transport&);
// Space on the focused canvas, F10 in its window.
void transport_keys(const Transport&, bool canvas_focused, ImGuiID canvas);

// "Palette [viridis]"; `chosen` stays empty while the lesson's palette is good.
BarItem palette_item(const Look&, const char* id, const std::string& shown, std::string& chosen);
// "Details": opens and folds the drawer.
BarItem drawer_item(const Look&, const char* id, bool open, std::optional<bool>& wanted);

// The drawer's child window at the cursor; end it with ImGui::EndChild(), whether it is seen or not.
bool begin_drawer(const Look&, const char* id, const StageLayout&);

// The line below a picture: what is shown, at the left, and how to use it, at the right where it fits. Always a line high.
float caption_height(const Look&);
void picture_caption(const Look&, const std::string& facts, const std::string& hint, ImU32 colour);
// What stands in the middle of a canvas without a picture: why, or that it is being computed, once that takes longer than a blink.
void no_picture(const Look&, MovingState&, ImVec2 min, ImVec2 max, const std::optional<Error>&);

}  // namespace warpwise::ui
