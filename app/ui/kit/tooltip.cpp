#include "ui/kit/tooltip.h"

#include <imgui.h>

namespace warpwise::ui {

bool begin_tooltip(const Look& look) {
    if (ImGui::IsAnyItemActive() && ImGui::IsMouseDown(ImGuiMouseButton_Left)) return false;
    ImGui::PushStyleVar(ImGuiStyleVar_WindowPadding, {look.px(12), look.px(8)});
    const bool open = ImGui::BeginTooltip();
    ImGui::PopStyleVar();
    return open;
}

void text_tooltip(const Look& look, std::string_view text) {
    if (text.empty() || !begin_tooltip(look)) return;
    ImGui::PushTextWrapPos(look.px(360));
    ImGui::TextUnformatted(text.data(), text.data() + text.size());
    ImGui::PopTextWrapPos();
    ImGui::EndTooltip();
}

}  // namespace warpwise::ui
