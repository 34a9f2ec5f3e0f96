#include "ui/kit/overlay.h"

#include <imgui.h>
#include <imgui_internal.h>

#include <algorithm>
#include <cmath>

#include "ui/kit/widgets.h"

namespace warpwise::ui {
namespace {

// Every overlay notes in its own storage when it was drawn last.
ImGuiID drawn_key() {
    static const ImGuiID key = ImHashStr("overlay drawn in frame");
    return key;
}

// The overlay in front, of this frame or the last.
const ImGuiWindow* front_overlay() {
    const ImGuiContext& context = *ImGui::GetCurrentContext();
    for (int i = context.Windows.Size - 1; i >= 0; --i)
        if (context.Windows[i]->StateStorage.GetInt(drawn_key(), -2) >= context.FrameCount - 1) return context.Windows[i];
    return nullptr;
}

bool any_popup() { return ImGui::IsPopupOpen(nullptr, ImGuiPopupFlags_AnyPopupId | ImGuiPopupFlags_AnyPopupLevel); }

}  // namespace

bool anything_to_escape() { return any_popup() || front_overlay() != nullptr; }

void centre_next_window(const Look& look, float width, float height) {
    const ImGuiViewport& viewport = *ImGui::GetMainViewport();
    ImGui::SetNextWindowPos(viewport.GetCenter(), ImGuiCond_Appearing, {0.5f, 0.5f});
    ImGui::SetNextWindowSize(
        {std::min(look.px(width), viewport.Size.x * 0.94f), std::min(look.px(height), viewport.Size.y * 0.9f)});
}

bool begin_overlay(const Look& look, const char* name, bool* open, ImGuiWindowFlags flags) {
    const ImU32 ground = mix(look.theme.panel, look.theme.raised, 0.6f);
    const ColourScope colours{{ImGuiCol_WindowBg, ground},
                              {ImGuiCol_TitleBg, ground},
                              {ImGuiCol_TitleBgActive, ground},
                              {ImGuiCol_Border, mix(look.theme.line, look.theme.text, 0.25f)}};
    ImGui::PushStyleVar(ImGuiStyleVar_WindowBorderSize, std::max(1.0f, std::floor(look.scale)));
    ImGui::PushStyleVar(ImGuiStyleVar_WindowRounding, look.px(8));
    const bool visible = ImGui::Begin(
        name, open, flags | ImGuiWindowFlags_NoCollapse | ImGuiWindowFlags_NoDocking | ImGuiWindowFlags_NoSavedSettings);
    ImGui::PopStyleVar(2);
    ImGuiWindow& window = *ImGui::GetCurrentWindow();
    const bool front = front_overlay() == nullptr || front_overlay() == &window;
    window.StateStorage.SetInt(drawn_key(), ImGui::GetFrameCount());
    // wherever the focus is: a learner who clicked beside the overlay wants it gone as well
    if (open != nullptr && front && !any_popup() && ImGui::IsKeyPressed(ImGuiKey_Escape, false)) {
        *open = false;
        window.StateStorage.SetInt(drawn_key(), -2);
        // one key closes one overlay: those that are drawn later in this frame do not see it
        ImGui::SetKeyOwner(ImGuiKey_Escape, window.ID, ImGuiInputFlags_LockThisFrame);
    }
    return visible;
}

}  // namespace warpwise::ui
