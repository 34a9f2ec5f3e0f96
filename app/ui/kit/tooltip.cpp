#include "ui/kit/tooltip.h"

#include <imgui.h>
#include <imgui_internal.h>

#include <algorithm>
#include <cmath>

namespace warpwise::ui {
namespace {

constexpr float kWidest = 400, kGap = 6, kTallestControl = 60;  // unscaled
constexpr ImVec2 kPadding{12, 8};
constexpr std::size_t kReadingMeasure = 72;

void wrapped(const Look& look, std::string_view text) {
    ImGui::PushTextWrapPos(ImGui::GetCursorPosX() + look.px(kWidest));
    ImGui::TextUnformatted(text.data(), text.data() + text.size());
    ImGui::PopTextWrapPos();
}

}  // namespace

bool begin_tooltip(const Look& look) {
    if (ImGui::IsAnyItemActive() && ImGui::IsMouseDown(ImGuiMouseButton_Left)) return false;
    ImGui::PushStyleVar(ImGuiStyleVar_WindowPadding, {look.px(kPadding.x), look.px(kPadding.y)});
    const bool open = ImGui::BeginTooltip();
    ImGui::PopStyleVar();
    return open;
}

void text_tooltip(const Look& look, std::string_view text) {
    if (text.empty() || !begin_tooltip(look)) return;
    wrapped(look, text);
    ImGui::EndTooltip();
}

ImVec2 place_beside_item(ImVec2 item_min, ImVec2 item_max, ImVec2 size, ImVec2 screen_min, ImVec2 screen_max, float gap,
                         float wanted_x) {
    const auto within = [](float at, float length, float low, float high) { return std::max(low, std::min(at, high - length)); };
    const float x = within(wanted_x, size.x, screen_min.x, screen_max.x);
    if (item_max.y + gap + size.y <= screen_max.y) return {x, item_max.y + gap};
    if (item_min.y - gap - size.y >= screen_min.y) return {x, item_min.y - gap - size.y};
    const float y = within(item_min.y, size.y, screen_min.y, screen_max.y);
    if (item_max.x + gap + size.x <= screen_max.x) return {item_max.x + gap, y};
    return {std::max(screen_min.x, item_min.x - gap - size.x), y};
}

void item_tooltip(const Look& look, std::string_view text) {
    if (text.empty()) return;
    const ImRect item = ImGui::GetCurrentContext()->LastItemData.Rect;
    const ImVec2 mouse = ImGui::GetMousePos();
    if (item.GetHeight() <= look.px(kTallestControl)) {
        const ImGuiViewport& viewport = *ImGui::GetMainViewport();
        const ImVec2 room{std::floor(look.px(kPadding.x)), std::floor(look.px(kPadding.y))};
        const ImVec2 words = ImGui::CalcTextSize(text.data(), text.data() + text.size(), false, look.px(kWidest));
        const ImVec2 size{words.x + 2 * room.x, words.y + 2 * room.y};
        const float edge = look.px(4);
        // a wide row has its text where the mouse is
        const float x = item.Contains(mouse) ? std::max(item.Min.x, mouse.x - size.x / 2) : item.Min.x;
        ImGui::SetNextWindowPos(place_beside_item(
            item.Min, item.Max, size, {viewport.Pos.x + edge, viewport.Pos.y + edge},
            {viewport.Pos.x + viewport.Size.x - edge, viewport.Pos.y + viewport.Size.y - edge}, look.px(kGap), x));
    }
    if (begin_tooltip(look)) {
        wrapped(look, text);
        ImGui::EndTooltip();
    } else {
        ImGui::GetCurrentContext()->NextWindowData.ClearFlags();
    }
}

std::string at_reading_measure(std::string_view text) {
    std::string lines;
    std::size_t length = 0;
    while (!text.empty()) {
        const std::size_t end = std::min(text.find_first_of(" \n"), text.size());
        const std::string_view word = text.substr(0, end);
        if (length > 0 && length + 1 + word.size() > kReadingMeasure) {
            lines += '\n';
            length = 0;
        } else if (length > 0) {
            lines += ' ';
            ++length;
        }
        lines += word;
        length += word.size();
        if (end < text.size() && text[end] == '\n') {
            lines += '\n';
            length = 0;
        }
        text.remove_prefix(std::min(end + 1, text.size()));
    }
    return lines;
}

}  // namespace warpwise::ui
