#include "ui/debugger/debugger_controls.h"

#include <fmt/format.h>
#include <imgui.h>

#include <algorithm>
#include <string>

#include "ui/debugger/debug_steps.h"
#include "ui/debugger/debugger_icons.h"
#include "ui/debugger/debugger_state.h"
#include "ui/kit/draw.h"
#include "ui/kit/widgets.h"
#include "ui/workbench/workbench.h"

namespace warpwise::ui {
namespace {

constexpr float kHeight = 48, kLeastWidth = 46, kPadding = 8, kIcon = 18, kGroupGap = 12;  // unscaled
constexpr float kLowHeight = 28, kLowWidth = 26, kLowGap = 6;                              // without keys
constexpr const char* kEndKeys = "Shift+F5";

float width_of(const Look& look, const char* keys, bool is_low) {
    if (is_low) return look.px(kLowWidth);
    return std::max(look.px(kLeastWidth), text_width(look.fonts.regular, look.px(Fonts::kSmall), keys) + 2 * look.px(kPadding));
}

float width_of(const Look& look, MoveGroup group, bool is_low) {
    float width = 0;
    for (const DebugMove& move : debug_moves())
        if (move.group == group) width += width_of(look, move.keys, is_low);
    return width;
}

float whole_width(const Look& look, bool is_low) {
    return width_of(look, MoveGroup::back, is_low) + width_of(look, MoveGroup::step, is_low) +
           width_of(look, MoveGroup::run, is_low) + width_of(look, kEndKeys, is_low) + 3 * look.px(is_low ? kLowGap : kGroupGap);
}

// Icons alone, with their keys in the tooltips, where one row has no room for the keys: three rows of them took the panel's height.
bool is_low(const Look& look) { return whole_width(look, false) > ImGui::GetContentRegionAvail().x; }

// The ground of a group whose first button comes next.
void draw_ground(const Look& look, float width, bool is_low) {
    const ImVec2 min = ImGui::GetCursorScreenPos(), max{min.x + width, min.y + look.px(is_low ? kLowHeight : kHeight)};
    ImDrawList& list = *ImGui::GetWindowDrawList();
    list.AddRectFilled(min, max, look.theme.raised, look.px(6));
    list.AddRect(min, max, look.theme.line, look.px(6));
}

struct Control {
    const char* id;
    const char* name;
    const char* keys;
    const char* help;
    bool possible = true, filled = false, first = false, is_low = false;
};

// The icon, the keys below it. True when pressed; `draw` gets the place and the ink of the icon.
template <typename Draw>
bool control(const Look& look, const Control& c, const Draw& draw) {
    const Theme& theme = look.theme;
    const ImVec2 at = ImGui::GetCursorScreenPos(), size{width_of(look, c.keys, c.is_low), look.px(c.is_low ? kLowHeight : kHeight)};
    ImDrawList& list = *ImGui::GetWindowDrawList();
    const float inset = look.px(c.is_low ? 6 : 10);
    if (!c.first && !c.filled)
        list.AddLine({at.x, at.y + inset}, {at.x, at.y + size.y - inset}, theme.line, std::max(1.0f, look.px(1)));
    const bool filled = c.filled && c.possible;
    const ImU32 ground = filled ? theme.accent : with_alpha(theme.raised, 0);
    const ImU32 ink = filled ? theme.accent_ink : theme.text;
    bool pressed = false;
    {
        const DisabledScope disabled(!c.possible);
        const ColourScope colours{
            {ImGuiCol_Button, ground},
            {ImGuiCol_ButtonHovered, filled ? mix(theme.accent, theme.text, 0.15f) : mix(theme.raised, theme.text, 0.10f)},
            {ImGuiCol_ButtonActive, mix(filled ? theme.accent : theme.raised, theme.text, 0.25f)},
            {ImGuiCol_Border, with_alpha(theme.line, 0)}};
        ImGui::PushStyleVar(ImGuiStyleVar_FrameRounding, look.px(6));
        pressed = ImGui::Button(fmt::format("###{}", c.id).c_str(), size);
        ImGui::PopStyleVar();
    }
    ImGui::LogText("%s ", c.name);  // drawn by hand, so logged by hand
    const float dim = c.possible ? 1.0f : 0.38f;
    draw(list, ImVec2{at.x + size.x / 2, at.y + look.px(c.is_low ? 14 : 18)}, with_alpha(ink, dim));
    if (!c.is_low)
        put_text(list, look.fonts.regular, look.px(Fonts::kSmall), {at.x + size.x / 2, at.y + size.y - look.px(19)},
                 with_alpha(filled ? ink : theme.muted, c.possible ? 1.0f : 0.5f), c.keys, 0.5f);
    explain(look, fmt::format("{} ({})\n{}", c.name, c.keys, c.help));
    return pressed;
}

}  // namespace

bool debugger_controls_are_low(const Workbench& bench) { return is_low(bench.look); }

float debugger_controls_width(const Workbench& bench) { return whole_width(bench.look, is_low(bench.look)); }

void debugger_controls(Workbench& bench, bool busy) {
    const Look& look = bench.look;
    const DebugState& now = *bench.state<DebuggerState>().now;
    const DebugGo likely = likely_move(now);
    ImGui::PushStyleVar(ImGuiStyleVar_ItemSpacing, {0, look.px(6)});
    const float left = ImGui::GetCursorScreenPos().x, right = left + ImGui::GetContentRegionAvail().x;
    const bool low = is_low(look);
    const float gap = look.px(low ? kLowGap : kGroupGap);
    const auto begin_group = [&](float width) {
        const float next = ImGui::GetItemRectMax().x + gap;
        if (next + width <= right) ImGui::SameLine(0, gap);
        draw_ground(look, width, low);
    };
    const DebugMove* before = nullptr;
    for (const DebugMove& move : debug_moves()) {
        const bool first = before == nullptr || before->group != move.group;
        if (before == nullptr)
            draw_ground(look, width_of(look, move.group, low), low);
        else if (first)
            begin_group(width_of(look, move.group, low));
        else
            ImGui::SameLine();
        before = &move;
        const Control c{move.id,           move.name, move.keys, move.help, !busy && is_possible(now, move.go),
                        move.go == likely, first,     low};
        if (control(look, c, [&](ImDrawList& list, ImVec2 middle, ImU32 ink) {
                draw_move_icon(list, move.go, middle, look.px(kIcon), ink);
            }))
            debug_go(bench, move.go);
    }
    begin_group(width_of(look, kEndKeys, low));
    const Control end{"debug_end", "End the debugger", kEndKeys, "Closes the session; breakpoints stay.", true, false, true, low};
    if (control(look, end, [&](ImDrawList& list, ImVec2 middle, ImU32 ink) { draw_stop_icon(list, middle, look.px(kIcon), ink); }))
        bench.post(ask::DebugClose{});
    ImGui::PopStyleVar();
}

}  // namespace warpwise::ui
