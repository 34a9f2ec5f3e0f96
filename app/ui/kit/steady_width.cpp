#include "ui/kit/steady_width.h"

#include <imgui.h>
#include <imgui_internal.h>

#include <algorithm>

namespace warpwise::ui {

void keep_width_beside_scrollbar() {
    ImGuiWindow& window = *ImGui::GetCurrentWindow();
    // the bar and a gap; a margin that is narrower than both is widened always, with or without the bar
    const float bar = ImGui::GetStyle().ScrollbarSize, gap = bar / 3, margin = std::max(window.WindowPadding.x, bar + gap);
    // the right edge scrolls as the left one does: contents that widen as they are scrolled sideways never come to an end
    const float right = window.Pos.x + window.Size.x - margin - window.WindowBorderSize - window.Scroll.x;
    window.WorkRect.Max.x = window.ContentRegionRect.Max.x = std::max(window.WorkRect.Min.x + 1, right);
    window.ParentWorkRect.Max.x = window.WorkRect.Max.x;
    // what stands below the bar is margin: without a bar of its own there is nothing to scroll to sideways
    if ((window.Flags & ImGuiWindowFlags_HorizontalScrollbar) == 0) window.ScrollMax.x = 0;
}

}  // namespace warpwise::ui
