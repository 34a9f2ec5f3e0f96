#include "ui/debugger/flow_picture.h"

#include <fmt/format.h>
#include <imgui_internal.h>

#include <algorithm>
#include <bit>
#include <cmath>
#include <string>
#include <vector>

#include "ui/debugger/access_pattern.h"
#include "ui/kit/draw.h"
#include "ui/kit/lane_colour.h"
#include "ui/kit/tooltip.h"
#include "ui/kit/widgets.h"

namespace warpwise::ui {
namespace {

constexpr float kCell = 22, kArrows = 38, kArrowsOfTwo = 64, kApart = 6, kLabels = 20, kWidest = 44, kGap = 8;  // unscaled

struct FlowScene {
    DebugView& view;
    const Flow& flow;
    ImDrawList& list;
    float left = 0, room = 0;
    std::vector<float> from_y, to_y;  // of the rows of cells, by row of the flow
    float end = 0;

    const Look& look() const { return view.look; }
    const Theme& theme() const { return view.look.theme; }
    float small() const { return look().px(Fonts::kSmall); }
    float cell() const { return look().px(kCell); }
};

std::size_t gaps_of(const FlowColumns& columns, std::size_t before) {
    std::size_t gaps = 0;
    for (std::size_t i = 1; i <= before && i < columns.elements.size(); ++i) gaps += columns.has_gap_before(i) ? 1 : 0;
    return gaps;
}
// Of a column, with the space to the next one.
float pitch_of(const FlowScene& s, const FlowColumns& columns) {
    const float gaps = s.look().px(kGap) * static_cast<float>(gaps_of(columns, columns.elements.size()));
    const auto count = static_cast<float>(std::max<std::size_t>(columns.elements.size(), 1));
    return std::clamp((s.room - gaps) / count, s.look().px(4), s.look().px(kWidest));
}
// A short row stands in the middle.
float x_of(const FlowScene& s, const FlowColumns& columns, std::size_t column) {
    const float pitch = pitch_of(s, columns), gap = s.look().px(kGap);
    const float wide =
        pitch * static_cast<float>(columns.elements.size()) + gap * static_cast<float>(gaps_of(columns, columns.elements.size()));
    const float begin = s.left + std::max(0.0f, s.room - wide) / 2;
    return std::round(begin + pitch * static_cast<float>(column) + gap * static_cast<float>(gaps_of(columns, column)));
}
float middle_of(const FlowScene& s, const FlowColumns& columns, int column) {
    return x_of(s, columns, static_cast<std::size_t>(column)) + (pitch_of(s, columns) - 1) / 2;
}

// Where the rows stand, from `top` down.
void place_rows(FlowScene& s, float top) {
    const Look& look = s.look();
    float y = top;
    const bool one = s.flow.is_one_array();
    if (one && !s.flow.rows.empty() && !s.flow.rows.front().arrows.empty()) y += s.cell();  // the elements before the first write
    for (const FlowRow& row : s.flow.rows) {
        const bool has_arrows = !row.arrows.empty();
        if (one) {
            s.from_y.push_back(y - s.cell());
            y += y == top ? 0 : look.px(has_arrows ? kArrows : kApart);
        } else {
            s.from_y.push_back(y);
            y += has_arrows ? s.cell() + look.px(kArrowsOfTwo) : 0;
        }
        s.to_y.push_back(y);
        y += s.cell() + (one ? 0 : look.px(kLabels));
    }
    s.end = y + look.px(4);
}

// Where it fits.
void put_value(const FlowScene& s, ImVec2 min, ImVec2 max, ImU32 ink, const std::string& text) {
    if (text.empty() || text_width(s.look().fonts.mono, s.small(), text) > max.x - min.x - s.look().px(1)) return;
    put_text(s.list, s.look().fonts.mono, s.small(), {(min.x + max.x) / 2, min.y + (s.cell() - s.small()) / 2 - s.look().px(1)},
             ink, text, 0.5f);
}

void draw_written(const FlowScene& s, const FlowRow& row, const FlowTarget& target, ImVec2 min, ImVec2 max) {
    const Theme& t = s.theme();
    const int lanes = std::popcount(target.lanes), lane = std::countr_zero(target.lanes);
    const float radius = s.look().px(2);
    if (lanes == 1) {
        s.list.AddRectFilled(min, max, lane_colour(t, lane), radius);
        return put_value(s, min, max, lane_ink(t, lane), target.value);
    }
    // several lanes meet here: told by a pattern and a number too
    s.list.AddRectFilled(min, max, mix(t.panel, row.is_atomic ? t.muted : t.warn, 0.3f), radius);
    if (!row.is_atomic) draw_hatch(s.list, min, max, mix(t.panel, t.warn, 0.55f), s.look().px(6));
    s.list.AddRect(min, max, row.is_atomic ? t.muted : t.warn, radius, std::max(1.0f, s.look().px(2)));
    put_value(s, min, max, t.text, fmt::format("\u00d7{}", lanes));
}

// `written` and `read`: the rows of the flow that end here and that begin here; either may be null.
void draw_cells(const FlowScene& s, const FlowColumns& columns, float y, const FlowRow* written, const FlowRow* read) {
    const Theme& t = s.theme();
    const std::size_t count = columns.elements.size();
    const float pitch = pitch_of(s, columns), width = std::max(1.0f, std::floor(pitch) - 1);
    const auto target_at = [&](std::size_t column) { return written != nullptr ? target_in(*written, columns, column) : nullptr; };
    const auto read_at = [&](std::size_t column) { return read != nullptr ? arrow_from(*read, columns, column) : nullptr; };
    std::vector<char> is_used(count);
    for (std::size_t column = 0; column < count; ++column) {
        const float x = x_of(s, columns, column);
        is_used[column] = target_at(column) != nullptr || read_at(column) != nullptr;
        s.list.AddRectFilled({x, y}, {x + width, y + s.cell()}, mix(t.panel, cell_ground(t), 0.7f), s.look().px(2));
        if (columns.has_gap_before(column))
            s.list.AddCircleFilled({x - s.look().px(kGap) / 2 - 0.5f, y + s.cell() / 2}, std::max(1.0f, s.look().px(1.2f)),
                                   t.muted);
    }
    for (std::size_t column = 0; column < count; ++column) {
        if (is_used[column] == 0) continue;
        const FlowTarget* const target = target_at(column);
        const FlowArrow* const from = read_at(column);
        const std::string& value = target != nullptr ? target->value : from->value;
        ImVec2 min{x_of(s, columns, column), y}, max{min.x + width, y + s.cell()};
        // a long value takes room from neighbours that have nothing to show
        const float wanted = text_width(s.look().fonts.mono, s.small(), value) + s.look().px(6), more = (wanted - width) / 2;
        const bool is_free = (column == 0 || is_used[column - 1] == 0) && (column + 1 == count || is_used[column + 1] == 0);
        const float most = pitch - s.look().px(1) - (column + 2 < count && column >= 2 ? pitch / 2 : 0);
        if (more > 0 && more <= most && is_free) {
            const bool is_first = column == 0, is_last = column + 1 == count;
            min.x -= is_first ? 0 : is_last ? 2 * more : more, max.x += is_last ? 0 : is_first ? 2 * more : more;
        }
        if (target != nullptr) {
            draw_written(s, *written, *target, min, max);
        } else {
            s.list.AddRectFilled(min, max, t.panel, s.look().px(2));
            s.list.AddRect(min, max, t.muted, s.look().px(2), std::max(1.0f, s.look().px(1)));
            put_value(s, min, max, t.text, from->value);
        }
    }
}

// The elements' numbers, of every second, fourth, ... column where they would run into each other.
void draw_labels(const FlowScene& s, const FlowColumns& columns, float y) {
    if (columns.elements.empty()) return;
    const float wide = text_width(s.look().fonts.mono, s.small(), std::to_string(columns.elements.back())) + s.look().px(6);
    float told = -1e9f;
    for (std::size_t column = 0; column < columns.elements.size(); ++column) {
        const float x = middle_of(s, columns, static_cast<int>(column));
        if (x - told < wide) continue;
        told = x;
        put_text(s.list, s.look().fonts.mono, s.small(), {x, y}, s.theme().muted, std::to_string(columns.elements[column]), 0.5f);
    }
}

void draw_arrows(const FlowScene& s, std::size_t at) {
    const FlowRow& row = s.flow.rows[at];
    const int marked = s.view.state.shown_lane();
    const float head = s.look().px(4), top = s.from_y[at] + s.cell() + 1, bottom = s.to_y[at] - 1;
    for (const bool pass : {false, true})
        for (const FlowArrow& arrow : row.arrows) {
            if ((arrow.lane == marked) != pass) continue;
            const int from = s.flow.from_columns.column_of(arrow.from), to = s.flow.to_columns.column_of(arrow.to);
            if (to < 0) continue;
            const ImVec2 end{middle_of(s, s.flow.to_columns, to), bottom};
            // from an element that has no column, at the right: a short one
            const ImVec2 begin =
                from >= 0 ? ImVec2{middle_of(s, s.flow.from_columns, from), top}
                          : ImVec2{end.x + std::min(pitch_of(s, s.flow.to_columns), s.look().px(12)), bottom - (bottom - top) / 2};
            const ImU32 colour = marked < 0 || pass ? lane_colour(s.theme(), arrow.lane)
                                                    : mix(s.theme().panel, lane_colour(s.theme(), arrow.lane), 0.45f);
            draw_lane_curve(s.list, s.look(), begin, {end.x, end.y - head}, colour, pass);
            s.list.AddTriangleFilled({end.x - head * 0.8f, end.y - head * 1.5f}, {end.x + head * 0.8f, end.y - head * 1.5f}, end,
                                     colour);
        }
}

int column_at(const FlowScene& s, const FlowColumns& columns, float x) {
    for (std::size_t column = 0; column < columns.elements.size(); ++column)
        if (const float begin = x_of(s, columns, column); x >= begin && x < begin + pitch_of(s, columns))
            return static_cast<int>(column);
    return -1;
}

// What is under the mouse: the row that it belongs to; -1: none.
int explain_picture(FlowScene& s) {
    const ImVec2 mouse = ImGui::GetMousePos();
    const auto in_cells = [&](float y) { return mouse.y >= y && mouse.y < y + s.cell(); };
    int under = -1;
    for (std::size_t i = 0; i < s.flow.rows.size(); ++i) {
        const FlowRow& row = s.flow.rows[i];
        if (mouse.y >= s.from_y[i] && mouse.y < s.to_y[i] + s.cell()) under = static_cast<int>(i);
        std::string text;
        int lane = -1;
        if (in_cells(s.to_y[i])) {
            if (const int column = column_at(s, s.flow.to_columns, mouse.x); column >= 0) {
                if (const FlowTarget* target = target_in(row, s.flow.to_columns, static_cast<std::size_t>(column))) {
                    lane = std::countr_zero(target->lanes);
                    text = flow_text(s.flow, row, target->element);
                }
            }
        } else if (in_cells(s.from_y[i])) {
            if (const int column = column_at(s, s.flow.from_columns, mouse.x); column >= 0) {
                const auto at = static_cast<std::size_t>(column);
                const FlowArrow* const arrow = arrow_from(row, s.flow.from_columns, at);
                // in one array, what was written there is told first
                const bool was_written =
                    s.flow.is_one_array() && i > 0 && target_in(s.flow.rows[i - 1], s.flow.to_columns, at) != nullptr;
                if (arrow != nullptr && !was_written) {
                    lane = arrow->lane;
                    text = flow_read_text(s.flow, row, arrow->from);
                }
            }
        }
        if (text.empty()) continue;
        if (lane >= 0) point_at_lane(s.view, lane);
        text_tooltip(s.look(), text);
        break;
    }
    return under;
}

bool choose_by_keys(ImGuiID id, int rows, int& chosen) {
    for (const ImGuiKey key : {ImGuiKey_UpArrow, ImGuiKey_DownArrow, ImGuiKey_Home, ImGuiKey_End}) ImGui::SetKeyOwner(key, id);
    const auto pressed = [&](ImGuiKey key) { return ImGui::IsKeyPressed(key, ImGuiInputFlags_Repeat, id); };
    const int before = chosen;
    if (pressed(ImGuiKey_UpArrow)) chosen = std::max(chosen - 1, 0);
    if (pressed(ImGuiKey_DownArrow)) chosen = std::min(chosen + 1, rows - 1);
    if (pressed(ImGuiKey_Home)) chosen = 0;
    if (pressed(ImGuiKey_End)) chosen = rows - 1;
    return chosen != before;
}

void draw_row(const FlowScene& s, std::size_t i, bool is_chosen) {
    const Look& look = s.look();
    const Theme& t = s.theme();
    const FlowRow& row = s.flow.rows[i];
    const bool one = s.flow.is_one_array();
    const float gutter = s.left - look.px(8);
    if (is_chosen) {
        const float top = row.arrows.empty() ? s.to_y[i] : s.from_y[i] + (one ? s.cell() : 0);
        s.list.AddRectFilled({gutter + look.px(3), top}, {gutter + look.px(6), s.to_y[i] + s.cell()}, t.accent);
    }
    put_text(s.list, look.fonts.mono, s.small(), {gutter, s.to_y[i] + (s.cell() - s.small()) / 2 - look.px(1)},
             is_chosen ? t.text : t.muted, fmt::format("line {}", row.line), 1);
    draw_arrows(s, i);
    const FlowRow* const next = i + 1 < s.flow.rows.size() ? &s.flow.rows[i + 1] : nullptr;
    if (one) {
        draw_cells(s, s.flow.to_columns, s.to_y[i], &row, next);
        if (i == 0 && !row.arrows.empty()) draw_cells(s, s.flow.to_columns, s.from_y[0], nullptr, &row);
        return;
    }
    if (!row.arrows.empty()) {
        put_text(s.list, look.fonts.mono, s.small(), {gutter, s.from_y[i] + (s.cell() - s.small()) / 2 - look.px(1)}, t.muted,
                 s.flow.from.name, 1);
        draw_cells(s, s.flow.from_columns, s.from_y[i], nullptr, &row);
    }
    draw_cells(s, s.flow.to_columns, s.to_y[i], &row, nullptr);
    draw_labels(s, s.flow.to_columns, s.to_y[i] + s.cell() + look.px(1));
    put_text(s.list, look.fonts.mono, s.small(), {gutter, s.to_y[i] + s.cell() + look.px(1)}, t.muted, s.flow.to.name, 1);
}

}  // namespace

void draw_flow(DebugView& view, const Flow& flow, int& chosen) {
    const Look& look = view.look;
    const bool has_scroll = ImGui::BeginChild("##flow_rows", {0, 0}, ImGuiChildFlags_NavFlattened);
    if (!has_scroll) return ImGui::EndChild();
    const ImVec2 at = ImGui::GetCursorScreenPos();
    FlowScene s{.view = view, .flow = flow, .list = *ImGui::GetWindowDrawList()};
    s.left = at.x + label_gutter(look) + look.px(8);
    s.room = at.x + ImGui::GetContentRegionAvail().x - s.left - look.px(12);
    const float top = at.y + look.px(kLabels);
    if (flow.is_one_array())
        put_text(s.list, look.fonts.mono, s.small(), {s.left - look.px(8), at.y}, look.theme.muted, flow.from.name, 1);
    draw_labels(s, flow.from_columns, at.y);
    place_rows(s, top);
    ImGui::SetCursorScreenPos({at.x, top});
    ImGui::InvisibleButton("##flow", {std::max(look.px(40), ImGui::GetContentRegionAvail().x), std::max(s.end - top, look.px(20))},
                           ImGuiButtonFlags_EnableNav);
    if (ImGui::IsItemHovered()) {
        const int under = explain_picture(s);
        if (ImGui::IsMouseClicked(ImGuiMouseButton_Left) && under >= 0) chosen = under;
    }
    if (ImGui::IsItemFocused() && choose_by_keys(ImGui::GetItemID(), static_cast<int>(flow.rows.size()), chosen) && chosen >= 0)
        ImGui::SetScrollFromPosY(s.to_y[static_cast<std::size_t>(chosen)] - ImGui::GetWindowPos().y, 0.5f);
    for (std::size_t i = 0; i < flow.rows.size(); ++i)
        if (ImGui::IsRectVisible({at.x, std::min(s.from_y[i], s.to_y[i]) - s.cell()}, {at.x + 1, s.to_y[i] + 2 * s.cell()}))
            draw_row(s, i, static_cast<int>(i) == chosen);
    ImGui::EndChild();
}

}  // namespace warpwise::ui
