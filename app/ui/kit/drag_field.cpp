#include "ui/kit/drag_field.h"

#include <algorithm>
#include <cstring>
#include <string>

namespace warpwise::ui {
namespace {

constexpr float kDragFieldWidth = 58;         // unscaled
constexpr float kValuesPerPixel = 1 / 10.0f;  // of the mouse

}  // namespace

float drag_field_width(const Look& look, const char* label) {
    return ImGui::CalcTextSize(label, nullptr, true).x + ImGui::GetStyle().ItemInnerSpacing.x + look.px(kDragFieldWidth);
}

bool drag_field(const Look& look, const char* label, std::int64_t& value, const NumberRange& range, std::string_view help) {
    ImGui::BeginGroup();
    ImGui::AlignTextToFramePadding();
    ImGui::PushStyleColor(ImGuiCol_Text, look.theme.muted);
    ImGui::TextUnformatted(label, std::strstr(label, "###"));
    ImGui::PopStyleColor();
    explain(look, help);
    ImGui::SameLine(0, ImGui::GetStyle().ItemInnerSpacing.x);
    std::int64_t moved = value;
    const char* const id = std::strstr(label, "###");
    {
        const FontScope font(look.fonts.mono, look.px(Fonts::kCode));
        ImGui::SetNextItemWidth(look.px(kDragFieldWidth));
        ImGui::DragScalar(id != nullptr ? id : label, ImGuiDataType_S64, &moved, kValuesPerPixel, &range.min, &range.max, "%lld",
                          ImGuiSliderFlags_AlwaysClamp);
    }
    explain(look, help);
    ImGui::EndGroup();
    moved = std::clamp(moved, range.min, std::max(range.min, range.max));
    const bool changed = moved != value;
    value = moved;
    return changed;
}

}  // namespace warpwise::ui
