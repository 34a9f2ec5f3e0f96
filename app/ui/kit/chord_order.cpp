#include "ui/kit/chord_order.h"

#include <imgui_internal.h>

namespace warpwise::ui {
namespace {

bool is_modifier(ImGuiKey key) { return (key & ImGuiMod_Mask_) != 0 || (key >= ImGuiKey_LeftCtrl && key <= ImGuiKey_RightSuper); }

}  // namespace

ChordOrder::ChordOrder() {
    ImVector<ImGuiInputEvent>& queue = ImGui::GetCurrentContext()->InputEventsQueue;
    bool pressed = false;
    for (int i = 0; i < queue.Size; ++i) {
        if (queue[i].Type != ImGuiInputEventType_Key) continue;
        if (!is_modifier(queue[i].Key.Key)) {
            pressed |= queue[i].Key.Down;
            continue;
        }
        if (!pressed) continue;
        for (int k = i; k < queue.Size; ++k) waiting_.push_back(queue[k]);
        queue.resize(i);
        return;
    }
}

ChordOrder::~ChordOrder() {
    ImVector<ImGuiInputEvent>& queue = ImGui::GetCurrentContext()->InputEventsQueue;
    for (const ImGuiInputEvent& event : waiting_) queue.push_back(event);
}

}  // namespace warpwise::ui
