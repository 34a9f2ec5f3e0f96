// Chords that are tapped. Dear ImGui takes all key events of a frame together, and a frame may be long: "F10 down, Shift up" within
// one would be a plain F10. A change of a modifier that follows a key's press waits for the next frame, with all that came after
// it.
#pragma once

#include <imgui_internal.h>

namespace warpwise::ui {

// Around ImGui::NewFrame().
class ChordOrder {
  public:
    ChordOrder();   // takes what must wait out of the queue
    ~ChordOrder();  // puts it back, behind what the frame has left there
    ChordOrder(const ChordOrder&) = delete;
    ChordOrder& operator=(const ChordOrder&) = delete;

  private:
    ImVector<ImGuiInputEvent> waiting_;
};

}  // namespace warpwise::ui
