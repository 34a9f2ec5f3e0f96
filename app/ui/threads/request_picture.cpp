#include "ui/threads/request_picture.h"

#include <fmt/format.h>
#include <imgui_internal.h>

#include <algorithm>
#include <bit>
#include <cmath>
#include <string>
#include <vector>

#include "base/number_text.h"
#include "ui/kit/draw.h"
#include "ui/kit/lane_colour.h"
#include "ui/kit/tooltip.h"
#include "ui/threads/request_layout.h"

namespace warpwise::ui {
namespace {

constexpr float kLaneHeight = 24, kSectorHeight = 34, kLabelHeight = 20, kHeading = 20;  // unscaled
constexpr float kLowestCurves = 44, kHighestCurves = 110, kLegendHeight = 34;            // ... what is below the picture
constexpr int kStepsOfCurve = 24;

struct Scene {
    const Look& look;
    const RequestFacts& facts;
    std::vector<RequestItem> items;
    ImDrawList& list;
    ImVec2 at;  // of the row of lanes
    float width = 0, sectors_top = 0;
    int marked = -1;  // the lane under the mouse, or else the chosen one

    const Theme& theme() const { return look.theme; }
    float small() const { return look.px(Fonts::kSmall); }
    float lane_x(int lane) const { return std::round(at.x + width * static_cast<float>(lane) / kLanesOfWarp); }
    float lane_bottom() const { return at.y + look.px(kLaneHeight); }
    float sectors_bottom() const { return sectors_top + look.px(kSectorHeight); }
    bool takes_part(int lane) const { return (facts.mask >> lane & 1) != 0; }
    // Where one lane is marked, the colours of the others step back.
    ImU32 colour_of(int lane) const {
        const ImU32 colour = lane_colour(theme(), lane);
        return marked < 0 || marked == lane ? colour : mix(theme().panel, colour, 0.35f);
    }
};

void draw_lanes(const Scene& s) {
    const Theme& t = s.theme();
    for (int lane = 0; lane < kLanesOfWarp; ++lane) {
        const ImVec2 min{s.lane_x(lane), s.at.y}, max{s.lane_x(lane + 1) - 1, s.lane_bottom()};
        if (s.takes_part(lane))
            s.list.AddRectFilled(min, max, s.colour_of(lane), s.look.px(2));
        else
            s.list.AddRect(min, max, mix(t.panel, t.muted, 0.5f), s.look.px(2));
        if (lane == s.marked) s.list.AddRect(min, max, t.text, s.look.px(2), s.look.px(2));
    }
    // the numbers: of all lanes in their cells, or else of some above
    const bool tells_all = s.width / kLanesOfWarp >= text_width(s.look.fonts.mono, s.small(), "31") + s.look.px(3);
    for (int lane = 0; lane < kLanesOfWarp; ++lane) {
        const float middle = (s.lane_x(lane) + s.lane_x(lane + 1) - 1) / 2, in_cell = (s.look.px(kLaneHeight) - s.small()) / 2;
        const ImU32 ink = s.takes_part(lane) && (s.marked < 0 || s.marked == lane) ? lane_ink(t, lane) : t.muted;
        if (tells_all)
            put_text(s.list, s.look.fonts.mono, s.small(), {middle, s.at.y + in_cell - s.look.px(1)}, ink, std::to_string(lane),
                     0.5f);
        else if (lane % 8 == 0 || lane == kLanesOfWarp - 1)
            put_text(s.list, s.look.fonts.mono, s.small(), {middle, s.at.y - s.look.px(kHeading)}, t.muted, std::to_string(lane),
                     0.5f);
    }
    if (tells_all)
        put_text(s.list, s.look.fonts.regular, s.small(), {s.at.x, s.at.y - s.look.px(kHeading)}, t.muted, "Lanes of the warp");
}

void draw_curves(const Scene& s) {
    const auto curve = [&](int lane, float thickness) {
        const ImVec2 from{(s.lane_x(lane) + s.lane_x(lane + 1) - 1) / 2, s.lane_bottom()},
            to{s.at.x + lane_target(s.facts, s.items, lane), s.sectors_top};
        const float bend = (to.y - from.y) * 0.5f;
        s.list.AddBezierCubic(from, {from.x, from.y + bend}, {to.x, to.y - bend}, to, s.colour_of(lane), thickness, kStepsOfCurve);
    };
    for (int lane = 0; lane < kLanesOfWarp; ++lane)
        if (s.takes_part(lane) && lane != s.marked) curve(lane, std::max(1.0f, s.look.px(1.2f)));
    if (s.marked >= 0 && s.takes_part(s.marked)) curve(s.marked, s.look.px(3));
}

// Whether each element that is read has room for its number.
bool has_room_for_numbers(const Scene& s) {
    const std::string first = std::to_string(s.facts.element_of(s.facts.touched.front().address)),
                      last = std::to_string(s.facts.element_of(s.facts.touched.back().address + kSectorBytes - 1));
    const float wide = std::max(text_width(s.look.fonts.mono, s.small(), first), text_width(s.look.fonts.mono, s.small(), last));
    return wide + s.look.px(3) <= s.items.front().width * static_cast<float>(s.facts.shape.element) / kSectorBytes;
}

// Elements of a touched sector: used ones in the lane's colour, the others hatched.
void draw_elements(const Scene& s, const RequestItem& item, bool with_numbers) {
    const Theme& t = s.theme();
    const TouchedSector& sector = s.facts.touched[item.place];
    const auto size = static_cast<std::uint32_t>(s.facts.shape.element);
    const float apart = item.width * static_cast<float>(size) / kSectorBytes >= s.look.px(4) ? 1.0f : 0.0f;
    const auto area_of = [&](std::uint32_t byte) {
        const float begin = std::round(s.at.x + byte_offset(item, byte)), end = std::round(s.at.x + byte_offset(item, byte + size));
        return ImRect(begin, s.sectors_top, end - apart, s.sectors_bottom());
    };
    for (std::uint32_t byte = 0; byte < kSectorBytes; byte += size) {
        if (sector.users[byte] != 0) continue;
        const ImRect area = area_of(byte);
        s.list.AddRectFilled(area.Min, area.Max, mix(t.panel, t.muted, 0.22f));
        draw_hatch(s.list, area.Min, area.Max, mix(t.panel, t.muted, 0.5f), s.look.px(5));
    }
    // above them, and never too narrow to be seen
    for (std::uint32_t byte = 0; byte < kSectorBytes; byte += size) {
        const std::uint32_t users = sector.users[byte];
        if (users == 0) continue;
        const ImRect area = area_of(byte);
        const bool is_marked = s.marked >= 0 && (users >> s.marked & 1) != 0;
        const int lane = is_marked ? s.marked : std::countr_zero(users);
        const float right = std::max(area.Max.x, area.Min.x + s.look.px(apart > 0 ? 1 : 2));
        s.list.AddRectFilled(area.Min, {right, area.Max.y}, s.colour_of(lane));
        if (with_numbers)
            put_text(s.list, s.look.fonts.mono, s.small(),
                     {area.GetCenter().x, area.Min.y + (area.GetHeight() - s.small()) / 2 - s.look.px(1)},
                     s.marked >= 0 && !is_marked ? t.text : lane_ink(t, lane),
                     std::to_string(s.facts.element_of(sector.address + byte)), 0.5f);
    }
}

void draw_item(const Scene& s, const RequestItem& item, bool with_numbers) {
    const Theme& t = s.theme();
    const ImVec2 min{std::round(s.at.x + item.x), s.sectors_top}, max{std::round(s.at.x + item.x + item.width), s.sectors_bottom()};
    if (item.kind == RequestItem::Kind::untouched) {
        s.list.AddRect(min, max, mix(t.panel, t.muted, 0.35f), s.look.px(2));
        return;
    }
    if (item.kind == RequestItem::Kind::touched) {
        draw_elements(s, item, with_numbers);
        const float out = std::max(1.0f, s.look.px(1.5f));
        s.list.AddRect({min.x - out, min.y - out}, {max.x + out, max.y + out}, t.muted, s.look.px(2), std::max(1.0f, s.look.px(1)));
        return;
    }
    // as many dots as there is room for, three at most
    const float radius = std::max(0.8f, s.look.px(1.3f)), step = radius * 4, middle = (min.x + max.x) / 2;
    const int dots = item.width >= step * 2 + radius * 2 ? 3 : 1;
    for (int dot = 0; dot < dots; ++dot)
        s.list.AddCircleFilled({middle + step * (static_cast<float>(dot) - static_cast<float>(dots - 1) / 2), (min.y + max.y) / 2},
                               radius, t.muted);
}

// The byte that each sector begins at; of every second, fourth, ... one where they would run into each other.
void draw_addresses(const Scene& s) {
    const auto text_of = [&](const RequestItem& item) {
        return (&item == &s.items.front() ? "byte " : "") + with_separators(s.facts.byte_of(item.address));
    };
    float wide = 0;
    std::vector<const RequestItem*> sectors;
    for (const RequestItem& item : s.items) {
        if (item.kind == RequestItem::Kind::gap) continue;
        sectors.push_back(&item);
        wide = std::max(wide, text_width(s.look.fonts.mono, s.small(), text_of(item)));
    }
    const float pitch = (sectors.back()->x - sectors.front()->x) / static_cast<float>(std::max<std::size_t>(sectors.size() - 1, 1));
    std::size_t every = 1;
    while (every < sectors.size() && static_cast<float>(every) * pitch < wide + s.look.px(8)) every *= 2;
    for (std::size_t i = 0; i < sectors.size(); i += every)
        put_text(s.list, s.look.fonts.mono, s.small(), {s.at.x + sectors[i]->x, s.sectors_bottom() + s.look.px(4)}, s.theme().muted,
                 text_of(*sectors[i]));
}

int lane_at(const Scene& s, float x) {
    return std::clamp(static_cast<int>((x - s.at.x) / s.width * kLanesOfWarp), 0, kLanesOfWarp - 1);
}

const RequestItem* item_at(const Scene& s, float x) {
    const auto found = std::ranges::find_if(
        s.items, [&](const RequestItem& item) { return x >= s.at.x + item.x && x < s.at.x + item.x + item.width; });
    return found != s.items.end() ? &*found : nullptr;
}

// What is under the mouse in the row of sectors: the lane that uses it, if one does.
int explain_sectors(const Scene& s, float x) {
    const RequestItem* const item = item_at(s, x);
    if (item == nullptr) return -1;
    if (item->kind != RequestItem::Kind::touched) {
        text_tooltip(s.look, item->kind == RequestItem::Kind::untouched
                                 ? "A sector that no lane touches: it is not moved."
                                 : fmt::format("Left out here: {} that no lane touches.",
                                               item->skipped == 1 ? "one sector" : with_separators(item->skipped) + " sectors"));
        return -1;
    }
    const auto byte = std::min(static_cast<std::uint32_t>((x - s.at.x - item->x) / item->width * kSectorBytes), kSectorBytes - 1);
    const TouchedSector& sector = s.facts.touched[item->place];
    text_tooltip(s.look, byte_text(s.facts, sector, byte));
    return sector.users[byte] != 0 ? std::countr_zero(sector.users[byte]) : -1;
}

void choose_by_keys(ImGuiID id, int& chosen) {
    for (const ImGuiKey key : {ImGuiKey_LeftArrow, ImGuiKey_RightArrow, ImGuiKey_Home, ImGuiKey_End}) ImGui::SetKeyOwner(key, id);
    const auto pressed = [&](ImGuiKey key) { return ImGui::IsKeyPressed(key, ImGuiInputFlags_Repeat, id); };
    if (pressed(ImGuiKey_LeftArrow)) chosen = std::max(chosen - 1, 0);
    if (pressed(ImGuiKey_RightArrow)) chosen = std::min(chosen + 1, kLanesOfWarp - 1);
    if (pressed(ImGuiKey_Home)) chosen = 0;
    if (pressed(ImGuiKey_End)) chosen = kLanesOfWarp - 1;
}

}  // namespace

void draw_request(const Look& look, const RequestFacts& facts, int& chosen_lane) {
    const ImVec2 corner = ImGui::GetCursorScreenPos();
    const float out = look.px(3);  // for the frames around the first and the last sector
    const float width = std::max(look.px(160), ImGui::GetContentRegionAvail().x - 2 * out);
    Scene s{.look = look,
            .facts = facts,
            .items = request_items(facts, width, {.widest = look.px(210), .gap = look.px(16), .space = look.px(5)}),
            .list = *ImGui::GetWindowDrawList(),
            .at = {corner.x + out, corner.y + look.px(kHeading)},
            .width = width,
            .marked = chosen_lane};
    const float others = look.px(kHeading + kLaneHeight + kSectorHeight + kLabelHeight + kLegendHeight);
    const float curves = std::clamp(ImGui::GetContentRegionAvail().y - others, look.px(kLowestCurves), look.px(kHighestCurves));
    s.sectors_top = std::round(s.lane_bottom() + curves);
    ImGui::SetCursorScreenPos({corner.x, s.at.y});
    ImGui::InvisibleButton("##request_lanes", {width + 2 * out, look.px(kLaneHeight)});
    const float x = ImGui::GetMousePos().x;
    if (ImGui::IsItemHovered()) {
        s.marked = lane_at(s, x);
        text_tooltip(look, lane_text(facts, s.marked));
    }
    if (ImGui::IsItemClicked()) chosen_lane = chosen_lane == s.marked ? -1 : s.marked;
    if (ImGui::IsItemFocused()) choose_by_keys(ImGui::GetItemID(), chosen_lane);
    ImGui::SetCursorScreenPos({corner.x, s.sectors_top});
    ImGui::InvisibleButton("##request_sectors", {width + 2 * out, look.px(kSectorHeight)});
    if (ImGui::IsItemHovered())
        if (const int lane = explain_sectors(s, x); lane >= 0) s.marked = lane;
    draw_curves(s);
    draw_lanes(s);
    const bool with_numbers = has_room_for_numbers(s);
    for (const RequestItem& item : s.items) draw_item(s, item, with_numbers);
    draw_addresses(s);
    ImGui::SetCursorScreenPos({corner.x, s.sectors_bottom() + look.px(kLabelHeight)});
    ImGui::Dummy({width + 2 * out, look.px(4)});
}

}  // namespace warpwise::ui
