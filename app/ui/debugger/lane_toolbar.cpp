#include "ui/debugger/lane_toolbar.h"

#include <fmt/format.h>
#include <imgui.h>
#include <imgui_stdlib.h>

#include <algorithm>
#include <array>
#include <string>
#include <vector>

#include "ui/debugger/lane_grid.h"
#include "ui/kit/draw.h"
#include "ui/kit/widgets.h"

namespace warpwise::ui {
namespace {

constexpr float kSectorSample = 36;  // unscaled
constexpr float kLowRoom = 220;      // unscaled: in a panel of less height the controls are one row

// An expression that stays at the top: "i % 32", "tile[3]", "sum / n".
void pin_field(DebugView& view, LaneTableState& state, float width) {
    ImGui::SetNextItemWidth(width);
    if (ImGui::InputTextWithHint("##pin_expression", "Pin an expression", &state.typed, ImGuiInputTextFlags_EnterReturnsTrue) &&
        !state.typed.empty()) {
        if (std::ranges::find(view.state.pinned, state.typed) == view.state.pinned.end()) view.state.pinned.push_back(state.typed);
        state.typed.clear();
    }
    explain(view.look,
            "Shows the value of an expression in every lane, such as i % 32 or tile[3]. Press Enter to pin it to the top.");
}

// A line, as the strips are. Colours of sectors stand for nothing by themselves, only for where one ends and the next one begins.
void strip_entry(const Look& look, std::array<ImU32, 3> colours, std::string_view text, float width) {
    ImDrawList& list = *ImGui::GetWindowDrawList();
    ImGui::SameLine();
    const ImVec2 at = ImGui::GetCursorScreenPos();
    ImGui::Dummy({width, look.px(18)});
    const float each = look.px(kSectorSample / 3), y = std::round(at.y + look.px(7));
    for (std::size_t place = 0; place < colours.size(); ++place) {
        const float x = std::round(at.x + each * static_cast<float>(place));
        list.AddRectFilled({x, y}, {std::round(x + each - look.px(1)), std::round(y + look.px(4))}, colours[place], look.px(2));
    }
    put_text(list, look.fonts.regular, look.px(Fonts::kSmall), {at.x + look.px(kSectorSample + 6), at.y + look.px(1)},
             look.theme.muted, text);
}

// What the strips below the operands mean, where it takes no room from the controls, which would move by it.
void legend_of_strips(const Look& look, const LaneColours& colours, float controls) {
    const float spacing = ImGui::GetStyle().ItemSpacing.x, begin = ImGui::GetItemRectMax().x + spacing,
                right = ImGui::GetCursorScreenPos().x + ImGui::GetContentRegionAvail().x;
    const float taken = begin + controls <= right ? spacing + controls : 0;  // else they go to the next row anyway
    const float size = look.px(Fonts::kSmall);
    if (colours.banks && !colours.sectors) {
        const ImU32 colour = colours.conflicts ? look.theme.bad : look.theme.good;
        const std::string_view text = colours.conflicts ? "bank conflict" : "no bank conflict";
        const float width = look.px(kSectorSample + 14) + text_width(look.fonts.regular, size, text);
        if (begin + width + taken <= right) strip_entry(look, {colour, colour, colour}, text, width);
        return;
    }
    for (const std::string_view text : {"one colour per 32-byte sector", "one colour per sector"}) {
        const float width = look.px(kSectorSample + 14) + text_width(look.fonts.regular, size, text);
        if (begin + width + taken <= right) {
            const Theme& t = look.theme;
            return strip_entry(look, {sector_colour(t, 0), sector_colour(t, 1), sector_colour(t, 2)}, text, width);
        }
    }
}

// Where rows of the table have no room, the legend is words.
std::string legend_in_words(const DebugView& view, bool faults) {
    std::string text;
    for (const LaneStatus status :
         {LaneStatus::active, LaneStatus::waiting, LaneStatus::at_barrier, LaneStatus::exited, LaneStatus::absent})
        if (const auto lanes = std::ranges::count(view.now().lanes, status); lanes > 0)
            text += fmt::format("{}{} {}", text.empty() ? "" : ", ", lanes, status_words(status));
    text += ". A marked corner: the value has changed.";
    return faults ? text + " Red: out of bounds." : text;
}

void legend(const DebugView& view, bool faults) {
    const Look& look = view.look;
    const DebugState& now = view.now();
    std::vector<std::string> texts;
    std::vector<LegendEntry> entries;
    texts.reserve(8);
    for (const LaneStatus status :
         {LaneStatus::active, LaneStatus::waiting, LaneStatus::at_barrier, LaneStatus::exited, LaneStatus::absent}) {
        const auto lanes = std::ranges::count(now.lanes, status);
        if (lanes == 0) continue;
        texts.push_back(fmt::format("{} {}", lanes, status == LaneStatus::waiting ? "waiting" : status_words(status)));
        entries.push_back({.shape = status == LaneStatus::absent ? LegendEntry::Shape::hatched : LegendEntry::Shape::filled,
                           .colour = status == LaneStatus::absent ? look.theme.muted : lane_look(look.theme, status).fill,
                           .text = texts.back(),
                           .status = status});
    }
    entries.push_back({LegendEntry::Shape::filled, mix(cell_ground(look.theme), look.theme.accent, 0.45f), "changed"});
    if (faults) entries.push_back({LegendEntry::Shape::filled, look.theme.bad, "out of bounds"});
    draw_legend(look, entries);
}

}  // namespace

void draw_lane_toolbar(DebugView& view, LaneTableState& state, const LaneColours& colours) {
    const Look& look = view.look;
    const bool is_low = ImGui::GetContentRegionAvail().y < look.px(kLowRoom);
    if (!is_low) legend(view, colours.faults);
    const FontScope font(look.fonts.regular, look.px(Fonts::kSmall));
    ImGui::PushStyleVar(ImGuiStyleVar_FramePadding, ImVec2(look.px(8), look.px(2)));
    const std::vector<std::string> ways{"Sectors", "Addresses"};
    const float spacing = ImGui::GetStyle().ItemSpacing.x, combo = is_low ? ImGui::GetFrameHeight() : look.px(130),
                toggle = button_width("Sectors") + button_width("Addresses") + look.px(6),
                mark = is_low ? ImGui::CalcTextSize("?").x + spacing : 0,
                left = ImGui::GetContentRegionAvail().x - mark - combo - toggle - 2 * spacing,
                field = is_low ? std::clamp(left, look.px(60), look.px(150)) : look.px(150),
                all = mark + field + combo + toggle + 2 * spacing;
    if (is_low) {
        ImGui::AlignTextToFramePadding();
        ImGui::TextColored(to_vec4(look.theme.muted), "?");
        explain(look, legend_in_words(view, colours.faults));
        ImGui::SameLine();
    } else {
        if (state.shows_addresses == 0) legend_of_strips(look, colours, all);
        place_beside(all);
        ImGui::SetCursorPosX(ImGui::GetCursorPosX() + std::max(0.0f, ImGui::GetContentRegionAvail().x - all));
    }
    pin_field(view, state, field);
    place_beside(combo);
    ImGui::SetNextItemWidth(combo);
    const char* const orders[] = {"As declared", "Changed first", "By name"};
    if (ImGui::BeginCombo("##order", orders[static_cast<int>(view.state.order)],
                          is_low ? ImGuiComboFlags_NoPreview : ImGuiComboFlags_None)) {
        for (const VariableOrder order : {VariableOrder::declared, VariableOrder::changed_first, VariableOrder::by_name})
            if (ImGui::Selectable(orders[static_cast<int>(order)], view.state.order == order)) view.state.order = order;
        ImGui::EndCombo();
    }
    explain(look, "The order of the variables. As declared: the kernel's arguments come last.");
    place_beside(toggle);
    const std::vector<std::string> help{
        "Shows a strip below each memory operand: lanes above the same colour access the same 32-byte sector. In shared memory the "
        "strip is red where lanes conflict over a bank, and green elsewhere. There is no strip below lanes that make no access.",
        "Shows the addresses of the lanes below each memory operand, with their sectors or banks."};
    segmented(look, "places", ways, state.shows_addresses, help);
    ImGui::PopStyleVar();
}

}  // namespace warpwise::ui
