#include "ui/picture/picture_bar.h"

#include <fmt/format.h>
#include <imgui.h>

#include <algorithm>

#include "ui/kit/draw.h"
#include "ui/kit/widgets.h"

namespace warpwise::ui {
namespace {

void more_button(const Look& look, const char* id, std::span<const BarItem> items, const std::vector<bool>& in_bar) {
    const std::string popup = fmt::format("###{}_more_popup", id);
    if (quiet_button(look, fmt::format("More###{}_more", id).c_str())) ImGui::OpenPopup(popup.c_str());
    explain(look, "The other choices for the picture");
    if (!ImGui::BeginPopup(popup.c_str())) return;
    float widest = 0;
    for (std::size_t i = 0; i < items.size(); ++i)
        if (!in_bar[i]) widest = std::max(widest, items[i].width);
    ImGui::Dummy({widest, 0});  // or a row of choices would wrap in the pop-up that has yet to grow
    for (std::size_t i = 0; i < items.size(); ++i)
        if (!in_bar[i]) items[i].draw();
    ImGui::EndPopup();
}

}  // namespace

std::vector<bool> items_that_fit(std::span<const BarItem> items, float room, float gap, float more) {
    std::vector<bool> fits(items.size(), true);
    const auto taken = [&] {
        float width = 0;
        bool all = true;
        for (std::size_t i = 0; i < items.size(); ++i) {
            if (fits[i]) width += items[i].width + gap;
            all &= fits[i];
        }
        return all ? width - gap : width + more;
    };
    while (taken() > room) {
        std::size_t last = items.size();
        for (std::size_t i = 0; i < items.size(); ++i)
            if (fits[i] && (last == items.size() || items[i].rank >= items[last].rank)) last = i;
        if (last == items.size()) break;
        fits[last] = false;
    }
    return fits;
}

void picture_bar(const Look& look, const char* id, std::span<const BarItem> items, const BarItem* at_right) {
    const float gap = look.px(14), left = ImGui::GetCursorScreenPos().x, width = ImGui::GetContentRegionAvail().x;
    const float room = width - (at_right != nullptr ? at_right->width + gap : 0);
    const std::vector<bool> in_bar = items_that_fit(items, room, gap, button_width("More"));
    bool first = true;
    const auto place = [&] {
        if (!first) ImGui::SameLine(0, gap);
        first = false;
    };
    for (std::size_t i = 0; i < items.size(); ++i) {
        if (!in_bar[i]) continue;
        place();
        items[i].draw();
    }
    if (std::ranges::find(in_bar, false) != in_bar.end()) {
        place();
        more_button(look, id, items, in_bar);
    }
    if (at_right == nullptr) return;
    place();
    ImGui::SetCursorScreenPos({left + width - at_right->width, ImGui::GetCursorScreenPos().y});
    at_right->draw();
}

void bar_label(const Look& look, const char* label) {
    ImGui::AlignTextToFramePadding();
    {
        // sits on the line of the control's text
        const FontScope font(look.fonts.regular, look.px(Fonts::kSmall));
        ImGui::TextColored(to_vec4(look.theme.muted), "%s", label);
    }
    ImGui::SameLine(0, look.px(6));
}

float bar_label_width(const Look& look, const char* label) {
    return text_width(look.fonts.regular, look.px(Fonts::kSmall), label) + look.px(6);
}

float segmented_width(const Look& look, std::span<const std::string> names) {
    float width = 0;
    for (const std::string& name : names) width += button_width(name.c_str()) + look.px(3);
    return width;
}

}  // namespace warpwise::ui
