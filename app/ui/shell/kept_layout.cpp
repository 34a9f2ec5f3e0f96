#include "ui/shell/kept_layout.h"

#include <imgui_internal.h>

#include "ui/shell/views.h"

namespace warpwise::ui {
namespace {

// The borders between docks belong to the window behind them, as its tab bars do: only a border shows the cursor of resizing.
bool drags_border(ImGuiID dockspace) {
    const ImGuiContext& context = *ImGui::GetCurrentContext();
    const ImGuiDockNode* node = ImGui::DockBuilderGetNode(dockspace);
    if (node == nullptr || context.ActiveId == 0 || context.ActiveIdWindow != node->HostWindow) return false;
    const ImGuiMouseCursor cursor = ImGui::GetMouseCursor();
    return (cursor == ImGuiMouseCursor_ResizeEW || cursor == ImGuiMouseCursor_ResizeNS) &&
           ImGui::IsMouseDragging(ImGuiMouseButton_Left, 1);
}

}  // namespace

void note_moved_views(KeptLayout& kept, ImGuiID dockspace) {
    if (drags_border(dockspace)) kept.moved = true;
    for (const View& view : all_views()) {
        const ImGuiWindow* const window = ImGui::FindWindowByName(window_name(view).c_str());
        if (window == nullptr || !window->Active) continue;
        const auto [known, is_new] = kept.docks.try_emplace(view.id, window->DockId);
        if (!is_new && known->second != window->DockId) kept.moved = true;
    }
}

}  // namespace warpwise::ui
