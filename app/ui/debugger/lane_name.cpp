#include "ui/debugger/lane_name.h"

#include <fmt/format.h>
#include <imgui.h>

#include <algorithm>
#include <string>

#include "ui/kit/draw.h"
#include "ui/kit/tooltip.h"
#include "ui/kit/widgets.h"

namespace warpwise::ui {
namespace {

constexpr const char* kPinIcon = "\xef\x82\x8d";  // Fork Awesome's thumb-tack

std::string name_help(const LaneRow& row) {
    switch (row.kind) {
        case LaneRow::Kind::thread: return "The thread's index in its block along this axis.";
        case LaneRow::Kind::address: return "The address that each lane accesses, in bytes from the start of the array.";
        case LaneRow::Kind::sector:
            return "The 32-byte sector that each lane's address lies in, counted from the start of the array.";
        case LaneRow::Kind::bank: return "The bank of shared memory that each lane's address lies in: 32 banks, 4 bytes wide.";
        case LaneRow::Kind::operand:
            return fmt::format("{}: {} of {}, {} byte{} per lane.", row.path, row.role == "read" ? "what the lanes read" : row.role,
                               row.access->array.empty() ? "memory" : row.access->array, row.access->bytes,
                               row.access->bytes == 1 ? "" : "s");
        case LaneRow::Kind::strip:
        case LaneRow::Kind::heading:
        case LaneRow::Kind::more: return {};
        case LaneRow::Kind::value: break;
    }
    if (row.value == nullptr)
        return row.problem.empty() ? "A pinned expression, evaluated in each lane." : sentence(row.problem) + ".";
    const DebugValue& value = *row.value;
    std::string text = value.type + " " + row.path;
    if (value.is_argument) text += ", an argument";
    if (value.line > 0) text += fmt::format(", declared on line {}", value.line);
    if (value.count > 0) text += fmt::format("; {} {}", value.count, value.kind == ValueKind::structure ? "members" : "elements");
    return text;
}

void toggle_pin(DebuggerState& state, const std::string& path) {
    if (const auto found = std::ranges::find(state.pinned, path); found != state.pinned.end())
        state.pinned.erase(found);
    else
        state.pinned.push_back(path);
}

// The name as a whole where there is room, and beside it, or else below it, what the row shows of the operand. Where neither has
// room, the operand is written, and "after" in the next row says which is which.
void draw_operand_name(const LaneGrid& grid, const LaneTableState& state, const LaneRow& row, ImVec2 at, float height,
                       float right) {
    const Look& look = grid.look();
    ImDrawList& list = *ImGui::GetWindowDrawList();
    const float size = grid.text_size(), name = text_width(look.fonts.mono, size, row.name),
                role = text_width(look.fonts.regular, size, row.role);
    const bool is_beside = name + (name > 0 ? look.px(8) : 0) + role + look.px(6) <= right - at.x;
    const bool has_strip = state.shows_addresses == 0 && row.part == LaneRow::Part::read &&
                           (row.access->space == MemorySpace::global || row.access->space == MemorySpace::shared);
    const bool is_below = !is_beside && (has_strip || height >= look.px(34));
    float y = at.y;
    if (is_below) {
        y -= look.px(3);
        put_text(list, look.fonts.regular, size, {at.x, y + look.px(14)}, look.theme.muted, row.role);
    } else if (is_beside) {
        put_text(list, look.fonts.regular, size, {right - look.px(6), y}, look.theme.muted, row.role, 1);
    }
    const float character = text_width(look.fonts.mono, size, "0");
    put_text(list, look.fonts.mono, size, {at.x, y}, look.theme.text,
             cut_in_the_middle(row.name, static_cast<int>((right - at.x) / character)));
}

// Which lanes stand on which deck, at the right of the name: each where nothing else stands.
void draw_deck_names(const LaneGrid& grid, const LaneRow& row, ImVec2 at, float height, float indent, float room) {
    const Look& look = grid.look();
    ImDrawList& list = *ImGui::GetWindowDrawList();
    const float size = grid.text_size(), deck = height / 2, gap = look.px(8);
    const bool is_operand = row.kind == LaneRow::Kind::operand;
    const float name = text_width(look.fonts.mono, size, row.name), role = text_width(look.fonts.regular, size, row.role);
    const bool role_beside = is_operand && role > 0 && name + (name > 0 ? gap : 0) + role <= room;
    const float taken[] = {role_beside ? room : indent + name, is_operand && !role_beside ? role : 0};
    const char* const words[] = {"even", "odd"};
    for (int i = 0; i < 2; ++i) {
        const float width = text_width(look.fonts.regular, size, words[i]);
        if (taken[i] + gap + width > room) continue;
        put_text(list, look.fonts.regular, size,
                 {at.x + room, at.y + deck * static_cast<float>(i) + (deck - size) / 2 - look.px(1)},
                 with_alpha(look.theme.muted, 0.8f), words[i], 1);
    }
}

}  // namespace

void draw_lane_name(LaneGrid& grid, LaneTableState& state, const LaneRow& row, float height, int decks) {
    const Look& look = grid.look();
    const Theme& t = look.theme;
    ImDrawList& list = *ImGui::GetWindowDrawList();
    const ImVec2 at = ImGui::GetCursorScreenPos();
    const bool is_operand = row.kind == LaneRow::Kind::operand, has_pin = row.kind == LaneRow::Kind::value && !row.path.empty();
    const float pin = has_pin ? look.px(18) : 0, indent = look.px(14) * static_cast<float>(row.depth);
    const bool pressed = ImGui::InvisibleButton("##name", {grid.name - pin, height}, ImGuiButtonFlags_EnableNav);
    bool hovered = ImGui::IsItemHovered();
    explain(look, name_help(row));
    if (pressed && row.can_expand && !state.expanded.insert(row.key).second) state.expanded.erase(row.key);
    if (pin > 0) {
        ImGui::SetCursorScreenPos({at.x + grid.name - pin, at.y});
        if (ImGui::InvisibleButton("##pin", {pin, height}, ImGuiButtonFlags_EnableNav)) toggle_pin(grid.view.state, row.path);
        hovered |= ImGui::IsItemHovered() || ImGui::IsItemFocused();
        explain(look, row.is_pin ? "Unpin it." : "Pin it to the top.");
        if (row.is_pin || hovered)
            put_text(list, look.fonts.icons_in_regular, look.px(12), {at.x + grid.name - pin + look.px(2), at.y + look.px(4)},
                     row.is_pin ? t.accent : t.muted, kPinIcon);
    }
    float x = at.x + indent, room = grid.name - pin;
    if (row.can_expand) {
        const ImVec2 middle{x + look.px(5), at.y + grid.line / 2 - look.px(1)};
        const float size = look.px(4);
        if (row.is_expanded)
            list.AddTriangleFilled({middle.x - size, middle.y - size / 2}, {middle.x + size, middle.y - size / 2},
                                   {middle.x, middle.y + size * 0.75f}, t.muted);
        else
            list.AddTriangleFilled({middle.x - size / 2, middle.y - size}, {middle.x + size * 0.75f, middle.y},
                                   {middle.x - size / 2, middle.y + size}, t.muted);
        x += look.px(14);
    }
    const float y = at.y + std::max(0.0f, (std::min(height, grid.line) - grid.text_size()) / 2 - look.px(1));
    const bool own = row.kind == LaneRow::Kind::value || is_operand;
    if (decks == 2) draw_deck_names(grid, row, {at.x, at.y}, height, x - at.x, room - look.px(6));
    if (is_operand) return draw_operand_name(grid, state, row, {x, y}, height, at.x + room - look.px(2));
    put_text_cut(list, own ? look.fonts.mono : look.fonts.regular, grid.text_size(), {x, y},
                 own && row.problem.empty() ? t.text : t.muted, row.name, at.x + room - x - look.px(2));
}

}  // namespace warpwise::ui
