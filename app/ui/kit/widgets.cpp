#include "ui/kit/widgets.h"

#include <imgui_internal.h>

#include <algorithm>
#include <cmath>
#include <string>

#include "ui/kit/tooltip.h"

namespace warpwise::ui {

std::string sentence(std::string text) {
    if (!text.empty() && text[0] >= 'a' && text[0] <= 'z') text[0] = static_cast<char>(text[0] - 'a' + 'A');
    return text;
}
namespace {

constexpr float kEmptyStateWidth = 380;  // unscaled

const char* end_of(std::string_view text) { return text.data() + text.size(); }

void plain(std::string_view text) { ImGui::TextUnformatted(text.data(), end_of(text)); }

float width_of(std::string_view text) { return ImGui::CalcTextSize(text.data(), end_of(text)).x; }

bool filled_button(const Look& look, const char* label, ImVec2 size) {
    const ColourScope colours{{ImGuiCol_Button, look.theme.accent},
                              {ImGuiCol_ButtonHovered, mix(look.theme.accent, look.theme.text, 0.15f)},
                              {ImGuiCol_ButtonActive, mix(look.theme.accent, look.theme.text, 0.30f)},
                              {ImGuiCol_Border, look.theme.accent},
                              {ImGuiCol_Text, look.theme.accent_ink}};
    return ImGui::Button(label, size);
}

}  // namespace

ColourScope::ColourScope(std::initializer_list<std::pair<ImGuiCol, ImU32>> colours) : count_(static_cast<int>(colours.size())) {
    for (const auto& [slot, colour] : colours) ImGui::PushStyleColor(slot, colour);
}

void section_label(const Look& look, const char* text) {
    ImGui::Dummy({0, look.px(2)});
    const FontScope font(look.fonts.semibold, look.px(Fonts::kSmall));
    ImGui::TextColored(to_vec4(look.theme.muted), "%s", text);
}

void heading(const Look& look, std::string_view text) {
    const FontScope font(look.fonts.semibold, look.px(Fonts::kHeading));
    ImGui::PushTextWrapPos(0);
    plain(text);
    ImGui::PopTextWrapPos();
}

void text_in(const Look&, ImU32 colour, std::string_view text) {
    const ColourScope colours{{ImGuiCol_Text, colour}};
    ImGui::PushTextWrapPos(0);
    plain(text);
    ImGui::PopTextWrapPos();
}

void muted_text(const Look& look, std::string_view text) {
    const FontScope font(look.fonts.regular, look.px(Fonts::kSmall));
    text_in(look, look.theme.muted, text);
}

void mono_text(const Look& look, std::string_view text) {
    const FontScope font(look.fonts.mono, look.px(Fonts::kCode));
    plain(text);
}

void explain(const Look& look, std::string_view text) {
    if (text.empty()) return;
    // Once its item is pressed an explanation would cover what the press brought: it comes again when the mouse does.
    ImGuiStorage& pressed = *ImGui::GetStateStorage();
    const ImGuiID key = ImHashStr("pressed", 0, ImGui::GetItemID());
    const bool under_mouse = ImGui::IsItemHovered(ImGuiHoveredFlags_AllowWhenDisabled);  // what was begun may disable its button
    if (ImGui::IsItemActivated())
        pressed.SetBool(key, true);
    else if (pressed.GetBool(key) && !under_mouse && !ImGui::IsItemActive())
        pressed.SetBool(key, false);
    if (!pressed.GetBool(key) && ImGui::IsItemHovered(ImGuiHoveredFlags_ForTooltip | ImGuiHoveredFlags_AllowWhenDisabled))
        item_tooltip(look, text);
}

bool primary_button(const Look& look, const char* label, const char* shortcut, float width, bool enabled) {
    const DisabledScope disabled(!enabled);
    const std::string name = label, words = name.substr(0, name.find("###"));
    const std::string id = words == name ? "###" + name : name.substr(words.size());
    const std::string shown = shortcut != nullptr ? words + "   " + shortcut + id : name;
    const FontScope font(look.fonts.semibold, look.px(Fonts::kBody));
    const float height = ImGui::GetFrameHeight() + look.px(6);
    return filled_button(look, shown.c_str(), {width < 0 ? ImGui::GetContentRegionAvail().x : width, height});
}

bool quiet_button(const Look&, const char* label, bool enabled, float width) {
    const DisabledScope disabled(!enabled);
    return ImGui::Button(label, {width < 0 ? ImGui::GetContentRegionAvail().x : width, 0});
}

bool icon_button(const Look& look, const char* id, const char* icon, std::string_view help) {
    const ColourScope colours{{ImGuiCol_Button, with_alpha(look.theme.panel, 0)},
                              {ImGuiCol_Border, with_alpha(look.theme.line, 0)}};
    const bool pressed = ImGui::Button((std::string(icon) + "###" + id).c_str());
    explain(look, help);
    return pressed;
}

namespace {

// A name that is wider than the line goes on in a second one.
std::string label_within(const std::string& name, float width) {
    if (width_of(name) <= width) return name;
    std::size_t at = std::string::npos;
    for (std::size_t space = name.find(' '); space != std::string::npos; space = name.find(' ', space + 1))
        if (width_of(name.substr(0, space)) <= width) at = space;
    return at == std::string::npos ? name : name.substr(0, at) + "\n" + name.substr(at + 1) + "###" + name;
}

}  // namespace

bool segmented(const Look& look, const char* id, std::span<const std::string> names, int& chosen,
               std::span<const std::string> help) {
    const IdScope scope(id);
    bool changed = false;
    const float left = ImGui::GetCursorScreenPos().x, right = left + ImGui::GetContentRegionAvail().x;
    ImGui::PushStyleVar(ImGuiStyleVar_ItemSpacing, ImVec2(look.px(3), look.px(4)));
    for (std::size_t i = 0; i < names.size(); ++i) {
        const float width = width_of(names[i]) + 2 * ImGui::GetStyle().FramePadding.x;
        if (i > 0 && ImGui::GetItemRectMax().x + look.px(3) + width <= right) ImGui::SameLine();
        const bool on = static_cast<int>(i) == chosen;
        const std::string label = label_within(names[i], right - left - 2 * ImGui::GetStyle().FramePadding.x);
        const bool pressed = on ? filled_button(look, label.c_str(), {}) : ImGui::Button(label.c_str());
        if (i < help.size()) explain(look, help[i]);
        if (pressed && !on) {
            chosen = static_cast<int>(i);
            changed = true;
        }
    }
    ImGui::PopStyleVar();
    return changed;
}

bool chip(const Look& look, const char* id, std::string_view text, ImU32 dot) {
    const FontScope font(look.fonts.regular, look.px(14));
    const float height = ImGui::GetFrameHeight(), radius = look.px(4.5f), pad = look.px(12);
    const ImVec2 size(pad * 2 + radius * 2 + look.px(8) + width_of(text), height);
    const ImVec2 at = ImGui::GetCursorScreenPos();
    const bool clicked = ImGui::InvisibleButton(id, size, ImGuiButtonFlags_EnableNav);
    ImGui::LogText("[ %.*s ] ", static_cast<int>(text.size()), text.data());  // drawn by hand, so logged by hand
    const ImU32 fill = ImGui::IsItemHovered() ? mix(look.theme.raised, look.theme.text, 0.08f) : look.theme.raised;
    ImDrawList& draw = *ImGui::GetWindowDrawList();
    draw.AddRectFilled(at, {at.x + size.x, at.y + size.y}, fill, height / 2);
    draw.AddCircleFilled({at.x + pad + radius, at.y + height / 2}, radius, dot);
    draw.AddText({at.x + pad + radius * 2 + look.px(8), std::round(at.y + (height - ImGui::GetFontSize()) / 2)}, look.theme.text,
                 text.data(), end_of(text));
    return clicked;
}

Card::Card(const Look& look, const char* id, ImU32 background, ImU32 edge) : edge_(edge), scale_(look.scale) {
    ImGui::PushStyleColor(ImGuiCol_ChildBg, background);
    ImGui::PushStyleVar(ImGuiStyleVar_WindowPadding, ImVec2(look.px(edge != 0 ? 15 : 12), look.px(10)));
    // flattened: the keyboard goes to the controls within, never to the card itself
    ImGui::BeginChild(id, {0, 0},
                      ImGuiChildFlags_AutoResizeY | ImGuiChildFlags_AlwaysUseWindowPadding | ImGuiChildFlags_NavFlattened);
    ImGui::PopStyleVar();
    ImGui::PopStyleColor();
}

Card::~Card() {
    if (edge_ != 0) {
        const ImVec2 at = ImGui::GetWindowPos(), size = ImGui::GetWindowSize();
        ImGui::GetWindowDrawList()->AddRectFilled(at, {at.x + 3 * scale_, at.y + size.y}, edge_, 2 * scale_);
    }
    ImGui::EndChild();
}

void key_value(const Look& look, std::string_view key, std::string_view value, std::string_view help, ImU32 colour) {
    ImGui::BeginGroup();
    {
        const FontScope font(look.fonts.regular, look.px(Fonts::kSmall));
        ImGui::TextColored(to_vec4(look.theme.muted), "%.*s", static_cast<int>(key.size()), key.data());
    }
    ImGui::SameLine();
    {
        const FontScope font(look.fonts.mono, look.px(Fonts::kSmall));
        const float room = ImGui::GetContentRegionAvail().x, width = width_of(value);
        if (width <= room)
            ImGui::SetCursorPosX(ImGui::GetCursorPosX() + room - width);
        else
            ImGui::NewLine();  // a value that does not fit beside its key goes below it, never under the edge
        text_in(look, colour != 0 ? colour : look.theme.text, value);
    }
    ImGui::EndGroup();
    explain(look, help);
}

float empty_state_left(const Look& look) {
    const float room = ImGui::GetContentRegionAvail().x;
    return ImGui::GetCursorPosX() + std::max(0.0f, (room - look.px(kEmptyStateWidth)) / 2);
}

void empty_state(const Look& look, std::string_view what, std::string_view next) {
    const ImVec2 room = ImGui::GetContentRegionAvail();
    const float width = std::min(room.x, look.px(kEmptyStateWidth));
    const float left = empty_state_left(look);
    ImGui::SetCursorPosY(ImGui::GetCursorPosY() + std::max(0.0f, room.y / 2 - look.px(48)));
    for (const auto& [text, colour] : {std::pair{what, look.theme.text}, std::pair{next, look.theme.muted}}) {
        ImGui::SetCursorPosX(left);
        ImGui::PushTextWrapPos(left + width);
        const ColourScope colours{{ImGuiCol_Text, colour}};
        plain(text);
        ImGui::PopTextWrapPos();
    }
}

bool small_button(const Look& look, const char* label) {
    const FontScope font(look.fonts.regular, look.px(Fonts::kSmall));
    ImGui::PushStyleVar(ImGuiStyleVar_FramePadding, ImVec2(look.px(8), look.px(3)));
    const bool pressed = ImGui::Button(label);
    ImGui::PopStyleVar();
    return pressed;
}

}  // namespace warpwise::ui
