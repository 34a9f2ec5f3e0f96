#include "ui/workbench/older_tag.h"

#include "ui/kit/draw.h"
#include "ui/kit/widgets.h"

namespace warpwise::ui {
namespace {

constexpr float kPadX = 8, kPadY = 2, kClock = 5, kGap = 5;  // unscaled

float height_of(const Look& look) { return look.px(Fonts::kSmall) * 1.25f + look.px(2 * kPadY); }
ImU32 ink_of(const Look& look) { return mix(look.theme.warn, look.theme.text, 0.35f); }

// The ground with a clock on it; where the words go.
ImVec2 draw_ground(ImDrawList& list, const Look& look, ImVec2 at, std::string_view text) {
    const float height = height_of(look), radius = look.px(kClock);
    const ImVec2 end{at.x + older_tag_width(look, text), at.y + height};
    list.AddRectFilled(at, end, mix(look.theme.panel, look.theme.warn, look.theme.dark ? 0.2f : 0.16f), height / 2);
    if (look.theme_name == ThemeName::high_contrast) list.AddRect(at, end, look.theme.warn, height / 2, look.px(1));
    const ImVec2 clock{at.x + look.px(kPadX) + radius, at.y + height / 2};
    list.AddCircle(clock, radius, ink_of(look), 0, look.px(1.3f));
    list.AddLine(clock, {clock.x, clock.y - radius * 0.6f}, ink_of(look), look.px(1.2f));
    list.AddLine(clock, {clock.x + radius * 0.55f, clock.y}, ink_of(look), look.px(1.2f));
    return {clock.x + radius + look.px(kGap), at.y + look.px(kPadY)};
}

}  // namespace

float older_tag_width(const Look& look, std::string_view text) {
    return text_width(look.fonts.regular, look.px(Fonts::kSmall), text) + look.px(2 * kPadX + 2 * kClock + kGap);
}

void draw_older_tag(ImDrawList& list, const Look& look, ImVec2 at, std::string_view text) {
    const ImVec2 words = draw_ground(list, look, at, text);
    put_text(list, look.fonts.regular, look.px(Fonts::kSmall), words, ink_of(look), text);
}

void older_tag(const Look& look, std::string_view text) {
    const ImVec2 at = ImGui::GetCursorScreenPos();
    ImGui::BeginGroup();
    const ImVec2 words = draw_ground(*ImGui::GetWindowDrawList(), look, at, text);
    {
        const FontScope font(look.fonts.regular, look.px(Fonts::kSmall));
        const ColourScope ink{{ImGuiCol_Text, ink_of(look)}};
        ImGui::SetCursorScreenPos(words);
        ImGui::TextUnformatted(text.data(), text.data() + text.size());
    }
    ImGui::SetCursorScreenPos(at);
    ImGui::Dummy({older_tag_width(look, text), height_of(look)});
    ImGui::EndGroup();
}

}  // namespace warpwise::ui
