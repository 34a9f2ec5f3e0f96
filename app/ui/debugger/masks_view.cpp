#include "ui/debugger/masks_view.h"

#include <fmt/format.h>

#include <algorithm>
#include <bit>
#include <cmath>
#include <string>
#include <vector>

#include "ui/kit/draw.h"
#include "ui/kit/tooltip.h"
#include "ui/kit/widgets.h"

namespace warpwise::ui {
namespace {

// A line of the picture: lanes that go on together, and where.
struct MaskRow {
    std::string title;  // "8 active, line 9"
    std::string help;
    std::uint32_t lanes = 0;
    int line = 0;
    LaneStatus status = LaneStatus::active;
    bool is_level = false;  // of the reconvergence stack
};

std::uint32_t mask_of(const DebugState& state, LaneStatus status) {
    std::uint32_t mask = 0;
    for (std::size_t lane = 0; lane < state.lanes.size(); ++lane)
        if (state.lanes[lane] == status) mask |= 1u << lane;
    return mask;
}

std::string lane_count(std::uint32_t mask) {
    const int lanes = std::popcount(mask);
    return fmt::format("{} lane{}", lanes, lanes == 1 ? "" : "s");
}

std::vector<MaskRow> rows_of(const DebugState& state) {
    std::vector<MaskRow> rows;
    const int line = state.frames.empty() ? 0 : state.frames.front().line;
    const auto add = [&](std::uint32_t lanes, std::string_view what, int at, LaneStatus status, std::string_view help) {
        if (lanes == 0) return;
        const std::string place = status == LaneStatus::exited ? "" : at > 0 ? fmt::format(", line {}", at) : ", after this call";
        rows.push_back({fmt::format("{} {}{}", std::popcount(lanes), what, place), fmt::format("{} {}", lane_count(lanes), help),
                        lanes, at, status, status == LaneStatus::waiting});
    };
    add(mask_of(state, LaneStatus::at_barrier), "at the barrier", line, LaneStatus::at_barrier,
        "wait for the other warps of the block");
    add(mask_of(state, LaneStatus::active), "active", line, LaneStatus::active, "execute this line");
    for (const ReconvergenceLevel& level : state.stack)
        if (level.is_other_side)
            add(level.mask, "on the other side", level.line, LaneStatus::waiting,
                "execute the other side of the branch when this side is done");
        else
            add(level.mask, "reconverge", level.line, LaneStatus::waiting, "continue together from here");
    add(mask_of(state, LaneStatus::exited), "exited", 0, LaneStatus::exited, "have returned from the kernel");
    return rows;
}

struct Places {
    float left = 0, cells = 0, pitch = 0, row = 0;  // `cells`: where lane 0 begins
    bool above = false;                             // names stand above the cells: beside them they have no room
};

// The lanes under the mouse and the line that a click on its row goes to.
void point_at_row(DebugView& view, const MaskRow& row, ImVec2 at, const Places& p) {
    if (!ImGui::IsItemHovered()) return;
    const float x = ImGui::GetMousePos().x;
    if (x >= p.cells) return point_at_lane(view, std::clamp(static_cast<int>((x - p.cells) / p.pitch), 0, kDebugLanes - 1));
    if (row.line > 0) {
        ImGui::SetMouseCursor(ImGuiMouseCursor_Hand);
        if (ImGui::IsMouseClicked(ImGuiMouseButton_Left)) view.show_line = row.line;
    }
    text_tooltip(view.look, row.line > 0 ? row.help + ". Click to show the line." : row.help + ".");
}

void draw_cells(DebugView& view, ImVec2 at, float height, const Places& p, std::uint32_t lanes, LaneStatus status,
                std::uint32_t absent, std::uint32_t running) {
    const Look& look = view.look;
    const Theme& t = look.theme;
    ImDrawList& list = *ImGui::GetWindowDrawList();
    const float gap = std::max(1.0f, look.px(1.5f));
    for (int lane = 0; lane < kDebugLanes; ++lane) {
        const ImVec2 min{std::round(p.cells + p.pitch * static_cast<float>(lane)), at.y};
        const ImVec2 max{std::round(p.cells + p.pitch * static_cast<float>(lane + 1)) - gap, at.y + height};
        const bool in = (lanes >> lane & 1) != 0, gone = (absent >> lane & 1) != 0;
        const bool runs = in && status == LaneStatus::waiting && (running >> lane & 1) != 0;  // it is one of those that meet
        const ImU32 fill = runs ? mix(t.panel, lane_look(t, LaneStatus::active).fill, 0.45f)
                           : in ? lane_look(t, status).fill
                                : lane_look(t, LaneStatus::absent).fill;
        list.AddRectFilled(min, max, fill, look.px(2));
        if (!in && !gone) list.AddRect(min, max, mix(t.panel, t.muted, 0.35f), look.px(2), std::max(1.0f, look.px(1)));
        if (gone)
            draw_lane_mark(list, look, min, max, LaneStatus::absent);
        else if (in && !runs)
            draw_lane_mark(list, look, min, max, status);
        if (view.state.shown_lane() == lane) list.AddRect(min, max, t.accent, look.px(2), look.px(2));
    }
}

constexpr int kMostLevels = 8;                                  // that have a box
constexpr float kInset = 4, kNames = 210, kRoomForNames = 660;  // unscaled

// The lanes of both pictures stand below one another, within the room of as many boxes as there can be, so that no step moves them.
Places places_here(const Look& look) {
    const float inset = look.px(kInset * 3), left = ImGui::GetCursorScreenPos().x, width = ImGui::GetContentRegionAvail().x;
    Places p{.left = left + inset};
    p.above = width < look.px(kRoomForNames);
    p.cells = p.left + (p.above ? 0 : look.px(kNames));
    p.pitch = (left + width - inset - p.cells) / kDebugLanes;
    p.row = look.px(p.above ? 44 : 26);
    return p;
}

void draw_lane_numbers(const Look& look, const Places& p) {
    const float size = look.px(Fonts::kSmall);
    const bool all = text_width(look.fonts.mono, size, "31") + look.px(2) <= p.pitch;
    const float y = ImGui::GetCursorScreenPos().y;
    ImDrawList& list = *ImGui::GetWindowDrawList();
    if (!p.above) put_text(list, look.fonts.regular, size, {p.left, y}, look.theme.muted, "lane");
    for (int lane = 0; lane < kDebugLanes; ++lane)
        if (all || lane % 4 == 0)
            put_text(list, look.fonts.mono, size, {p.cells + p.pitch * (static_cast<float>(lane) + 0.5f), y}, look.theme.muted,
                     std::to_string(lane), 0.5f);
    ImGui::Dummy({0, size + look.px(2)});
}

// All statuses, whatever the lanes do now: it stays as it is from step to step.
void legend_of_masks(const Look& look) {
    std::vector<LegendEntry> entries;
    for (const LaneStatus status : {LaneStatus::active, LaneStatus::waiting, LaneStatus::at_barrier, LaneStatus::exited})
        entries.push_back({.colour = lane_look(look.theme, status).fill,
                           .text = status == LaneStatus::waiting ? "waiting" : status_words(status),
                           .status = status});
    entries.push_back({.colour = mix(look.theme.panel, lane_look(look.theme, LaneStatus::active).fill, 0.45f),
                       .text = "active now, and one of those that reconverge"});
    draw_legend(look, entries);
    ImGui::Dummy({0, look.px(2)});
}

void draw_masks(DebugView& view, const std::vector<MaskRow>& rows, const Places& p) {
    const Look& look = view.look;
    const Theme& t = look.theme;
    ImDrawList& list = *ImGui::GetWindowDrawList();
    const std::uint32_t absent = mask_of(view.now(), LaneStatus::absent), running = mask_of(view.now(), LaneStatus::active);
    // a box around each level and those within it, drawn inwards from the outermost
    const int levels = static_cast<int>(std::min<std::ptrdiff_t>(std::ranges::count(rows, true, &MaskRow::is_level), kMostLevels));
    const float inset = std::min(look.px(kInset), look.px(3 * kInset) / static_cast<float>(std::max(levels, 1)));
    const bool above = p.above;
    const ImVec2 start = ImGui::GetCursorScreenPos();
    const float width = p.cells + p.pitch * kDebugLanes - p.left;
    const float top = start.y + look.px(3 * kInset), cell = look.px(20);  // the first row stays where it is
    int level = 0;
    for (std::size_t i = 0; i < rows.size(); ++i) {
        const IdScope id(static_cast<int>(i));
        const bool has_box = rows[i].is_level && level < levels;
        if (has_box) ++level;
        const ImVec2 at{p.left, top + static_cast<float>(i) * p.row + static_cast<float>(level) * inset};
        ImGui::SetCursorScreenPos(at);
        ImGui::InvisibleButton("##mask", {width, p.row - look.px(2)});
        point_at_row(view, rows[i], at, p);
        put_text_cut(list, rows[i].status == LaneStatus::active ? look.fonts.semibold : look.fonts.regular, look.px(14),
                     {at.x, at.y + look.px(1)}, rows[i].status == LaneStatus::active ? t.text : t.muted, rows[i].title,
                     above ? width : p.cells - p.left - look.px(8));
        draw_cells(view, {at.x, at.y + (above ? look.px(20) : 0)}, cell, p, rows[i].lanes, rows[i].status, absent, running);
        if (!has_box) continue;
        const float out = static_cast<float>(level) * inset;
        list.AddRect({p.left - out, top - out}, {p.left + width + out, at.y + p.row - look.px(3) + look.px(2)}, t.line, look.px(5),
                     std::max(1.0f, look.px(1)));
    }
    ImGui::SetCursorScreenPos(
        {start.x, top + static_cast<float>(rows.size()) * p.row + static_cast<float>(levels) * inset + look.px(6)});
    ImGui::Dummy({0, 0});
}

std::string activity_text(const DebugWarp& warp) {
    switch (warp.activity) {
        case WarpActivity::ready: return fmt::format("line {}", warp.line);
        case WarpActivity::at_barrier: return fmt::format("waiting, line {}", warp.line);
        case WarpActivity::done: break;
    }
    return "finished";
}

void draw_warp(DebugView& view, std::uint32_t number, const DebugWarp& warp, float width, Places p) {
    const Look& look = view.look;
    const Theme& t = look.theme;
    ImDrawList& list = *ImGui::GetWindowDrawList();
    const IdScope id(static_cast<int>(number));
    const ImVec2 at = ImGui::GetCursorScreenPos();
    const bool chosen = number == view.now().warp;
    const float height = look.px(20);
    const bool pressed = ImGui::InvisibleButton("##warp", {width, height}, ImGuiButtonFlags_EnableNav);
    if (pressed && !chosen) view.command = DebugCommand{.go = DebugGo::stay, .warp = number};
    if (ImGui::IsItemHovered()) {
        list.AddRectFilled(at, {at.x + width, at.y + height}, t.raised, look.px(3));
        text_tooltip(look, fmt::format("Warp {}, {}: {} of its lanes active, {} exited; {} warp instructions so far.{}", number,
                                       activity_text(warp), std::popcount(warp.active), std::popcount(warp.exited),
                                       with_separators(warp.steps), chosen ? "" : " Click to choose it."));
    }
    if (p.above) p.cells = at.x + width * 0.5f, p.pitch = (at.x + width - p.cells) / kDebugLanes;
    if (chosen) list.AddRectFilled(at, {at.x + look.px(3), at.y + height - look.px(3)}, t.accent, look.px(1));
    const float size = look.px(Fonts::kSmall), text_y = at.y + (height - size) / 2 - look.px(2);
    put_text(list, chosen ? look.fonts.semibold : look.fonts.regular, size, {at.x + look.px(9), text_y}, t.text,
             fmt::format("warp {}", number));
    put_text_cut(list, look.fonts.regular, size, {at.x + look.px(76), text_y}, t.muted, activity_text(warp),
                 p.cells - at.x - look.px(82));
    const float gap = p.pitch > look.px(6) ? 1.0f : 0.0f;
    const LaneStatus others = warp.activity == WarpActivity::at_barrier ? LaneStatus::at_barrier : LaneStatus::waiting;
    for (int lane = 0; lane < kDebugLanes; ++lane) {
        const auto has = [lane](std::uint32_t mask) { return (mask >> lane & 1) != 0; };
        const LaneStatus status = has(warp.absent)                                           ? LaneStatus::absent
                                  : has(warp.exited)                                         ? LaneStatus::exited
                                  : warp.activity == WarpActivity::done                      ? LaneStatus::exited
                                  : warp.activity == WarpActivity::ready && has(warp.active) ? LaneStatus::active
                                                                                             : others;
        const ImVec2 min{std::round(p.cells + p.pitch * static_cast<float>(lane)), at.y + look.px(3)};
        const ImVec2 max{std::round(p.cells + p.pitch * static_cast<float>(lane + 1)) - gap, at.y + height - look.px(4)};
        list.AddRectFilled(min, max, lane_look(t, status).fill);
        if (status != LaneStatus::waiting) draw_lane_mark(list, look, min, max, status);
    }
}

void draw_warps(DebugView& view, const Places& p) {
    const Look& look = view.look;
    const std::vector<DebugWarp>& warps = view.now().warps;
    const auto arrived = std::ranges::count(warps, WarpActivity::at_barrier, &DebugWarp::activity);
    const auto done = std::ranges::count(warps, WarpActivity::done, &DebugWarp::activity);
    const auto expected = static_cast<std::ptrdiff_t>(warps.size()) - done;
    section_label(look, "Warps of the block");
    text_in(look, look.theme.text,
            arrived > 0     ? fmt::format("{} of {} warps have arrived at the barrier.", arrived, expected)
            : expected == 0 ? std::string("All warps have finished.")
            : warps.size() == 1
                ? std::string("The only warp has not finished.")
                : fmt::format("No warp waits at a barrier. {} of {} warps have not finished.", expected, warps.size()));
    ImGui::PushStyleVar(ImGuiStyleVar_ItemSpacing, ImVec2(look.px(8), look.px(2)));
    const float width = ImGui::GetContentRegionAvail().x;
    for (std::size_t warp = 0; warp < warps.size(); ++warp)
        draw_warp(view, static_cast<std::uint32_t>(warp), warps[warp], width, p);
    ImGui::PopStyleVar();
}

}  // namespace

void draw_masks_view(DebugView& view) {
    const Look& look = view.look;
    const std::vector<MaskRow> rows = rows_of(view.now());
    if (ImGui::BeginChild("##masks", {0, 0}, ImGuiChildFlags_NavFlattened)) {
        legend_of_masks(look);
        const Places p = places_here(look);
        if (!rows.empty()) draw_lane_numbers(look, p);
        if (rows.empty())
            text_in(look, look.theme.text, fmt::format("Warp {} has finished.", view.now().warp));
        else
            draw_masks(view, rows, p);
        if (!view.now().warps.empty()) draw_warps(view, p);
    }
    ImGui::EndChild();
}

}  // namespace warpwise::ui
