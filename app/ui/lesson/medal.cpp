#include "ui/lesson/medal.h"

#include <imgui.h>

#include "ui/kit/widgets.h"

namespace warpwise::ui {

void draw_medal(const Look& look, Medal medal) {
    const int steps = medal == Medal::gold ? 3 : medal == Medal::silver ? 2 : medal == Medal::bronze ? 1 : 0;
    const float edge = ImGui::GetTextLineHeight(), bar = edge / 5, gap = edge / 10;
    const ImVec2 at = ImGui::GetCursorScreenPos();
    ImDrawList& list = *ImGui::GetWindowDrawList();
    for (int i = 0; i < 3; ++i) {
        const float x = at.x + static_cast<float>(i) * (bar + gap), height = edge * (0.4f + 0.25f * static_cast<float>(i));
        const ImVec2 min{x, at.y + edge - height}, max{x + bar, at.y + edge};
        if (i < steps)
            list.AddRectFilled(min, max, look.theme.warn, look.px(1));
        else
            list.AddRect(min, max, mix(look.theme.panel, look.theme.muted, 0.7f), look.px(1));
    }
    ImGui::Dummy({3 * bar + 2 * gap, edge});
    ImGui::SameLine(0, look.px(8));
}

std::string medal_words(Medal medal) { return medal == Medal::none ? "No medal" : sentence(std::string(name_of(medal))); }

}  // namespace warpwise::ui
