#include "ui/debugger/lane_table.h"

#include <fmt/format.h>
#include <imgui_internal.h>
#include <imgui_stdlib.h>

#include <algorithm>
#include <bit>
#include <cmath>
#include <cstddef>
#include <optional>
#include <vector>

#include "ui/debugger/cause_card.h"
#include "ui/debugger/lane_rows.h"
#include "ui/kit/draw.h"
#include "ui/kit/tooltip.h"
#include "ui/kit/widgets.h"

namespace warpwise::ui {
namespace {

constexpr const char* kPinIcon = "\xef\x82\x8d";  // Fork Awesome's thumb-tack
constexpr int kMostCharacters = 7, kCharactersOfReal = 5;

// Of the table, below its head.
struct Line {
    std::size_t row = 0;
    int fold = 0;
    std::optional<std::string> whole;  // what stands in it once, across all cells
};

struct Table {
    DebugView& view;
    LaneTableState& state;
    const DebugState& now;
    LaunchShape shape;
    std::vector<LaneRow> rows;
    std::vector<Line> lines;
    int columns = kDebugLanes;  // lanes side by side
    float cell = 0, name = 0, line = 0;

    const Look& look() const { return view.look; }
    int folds() const { return kDebugLanes / columns; }
    float text_size() const { return look().px(Fonts::small); }
};

bool is_active(const Table& table, int lane) { return table.now.lanes[static_cast<std::size_t>(lane)] == LaneStatus::active; }

// Characters that the widest cell asks for, of the rows that there are.
void measure(Table& table) {
    LaneTableState& state = table.state;
    const std::string function = table.now.frames.empty() ? std::string() : table.now.frames.front().function;
    if (state.function != function) {
        state.function = function;
        state.characters = 2;
        state.name_width = state.lines = 0;
    }
    const DebugAccess* shown = shown_access(table.view.state);
    if (state.measured == table.view.state.now && state.measured_rows == table.rows.size() && state.measured_access == shown)
        return;
    state.measured_access = shown;
    state.measured = table.view.state.now;
    state.measured_rows = table.rows.size();
    for (const LaneRow& row : table.rows) {
        const float indent = 14 * static_cast<float>(row.depth) + (row.can_expand ? 38 : 24);
        const float name = text_width(table.look().fonts.mono, table.text_size(), row.name) / table.look().scale;
        state.name_width = std::clamp(name + indent, std::max(state.name_width, 84.0f), 190.0f);
        const bool is_real = row.value != nullptr && row.value->kind == ValueKind::floating;
        state.characters = std::max(state.characters, std::min(cell_characters(row, table.now, table.shape),
                                                               is_real ? kCharactersOfReal : kMostCharacters));
    }
}

// All lanes in one row where they fit, else two rows of 16, else a row that scrolls.
void choose_columns(Table& table, float width) {
    const Look& look = table.look();
    const float character = text_width(look.fonts.mono, table.text_size(), "0");
    const float needed = character * static_cast<float>(table.state.characters) + look.px(3);
    table.name = look.px(table.state.name_width);
    const float room = width - table.name - ImGui::GetStyle().ScrollbarSize;
    table.columns = room >= needed * kDebugLanes || room < needed * kDebugLanes / 2 ? kDebugLanes : kDebugLanes / 2;
    table.cell = std::max(needed, std::floor(room / static_cast<float>(table.columns)));
    table.line = look.px(22);
}

bool has_cells(const LaneRow& row) { return row.kind != LaneRow::Kind::heading && row.kind != LaneRow::Kind::more; }

// A variable takes a line per fold, and one where all lanes have one value that needs no cells.
void lay_lines(Table& table) {
    for (std::size_t i = 0; i < table.rows.size(); ++i) {
        const int cell = table.folds() > 1 ? 0 : table.state.characters;
        const std::optional<std::string> whole = whole_row_text(table.rows[i], table.now, table.shape, cell);
        const int folds = has_cells(table.rows[i]) && !whole ? table.folds() : 1;
        for (int fold = 0; fold < folds; ++fold) table.lines.push_back({i, fold, whole});
    }
}

struct Cell {
    ImVec2 min, max;
    bool is_marked = false;
};
// Of the table's current column; the marked lane's column has an edge.
Cell begin_cell(Table& table, int lane) {
    const ImVec2 at = ImGui::GetCursorScreenPos();
    const float gap = std::max(1.0f, table.look().px(1.5f));
    Cell cell{at, {at.x + table.cell - gap, at.y + table.line - gap}, table.view.state.shown_lane() == lane};
    if (table.folds() > 1) {  // the rows of a variable stand closer together
        const float closer = std::floor(table.look().px(2));
        (lane < table.columns ? cell.min.y : cell.max.y) += lane < table.columns ? closer : -closer;
        if (lane < table.columns) cell.max.y += gap - 1;
    }
    if (ImGui::IsWindowHovered() && ImGui::IsMouseHoveringRect(at, {at.x + table.cell, at.y + table.line}))
        point_at_lane(table.view, lane);
    return cell;
}
void end_cell(Table& table, const Cell& cell) {
    if (!cell.is_marked) return;
    ImDrawList& list = *ImGui::GetWindowDrawList();
    const float line = std::max(1.0f, table.look().px(1.5f));
    const float left = cell.min.x - 1, right = cell.max.x;
    if (table.folds() > 1)
        return list.AddRect({left, cell.min.y}, {right + 1, cell.max.y}, table.look().theme.accent, table.look().px(2), line);
    list.AddRectFilled({left, cell.min.y}, {left + line, cell.min.y + table.line}, table.look().theme.accent);
    list.AddRectFilled({right - line + 1, cell.min.y}, {right + 1, cell.min.y + table.line}, table.look().theme.accent);
}

void text_in_cell(const Table& table, const Cell& cell, ImU32 ink, std::string_view text) {
    put_text(*ImGui::GetWindowDrawList(), table.look().fonts.mono, table.text_size(),
             {(cell.min.x + cell.max.x) / 2, cell.min.y + (cell.max.y - cell.min.y - table.text_size()) / 2 - table.look().px(1)},
             ink, text, 0.5f);
}

void label(const Table& table, std::string_view text, bool strong = false) {
    const ImVec2 at = ImGui::GetCursorScreenPos();
    put_text_cut(*ImGui::GetWindowDrawList(), strong ? table.look().fonts.semibold : table.look().fonts.regular, table.text_size(),
                 {at.x, at.y + table.look().px(3)}, strong ? table.look().theme.text : table.look().theme.muted, text,
                 table.name - table.look().px(6));
}

void header_line(Table& table, int fold) {
    const Theme& t = table.look().theme;
    ImGui::TableNextRow(ImGuiTableRowFlags_None, table.line);
    ImGui::TableSetColumnIndex(0);
    label(table, "lane", true);
    for (int column = 0; column < table.columns; ++column) {
        if (!ImGui::TableSetColumnIndex(column + 1)) continue;
        const int lane = fold * table.columns + column;
        const IdScope id(lane);
        const ImVec2 at = ImGui::GetCursorScreenPos();
        ImGui::InvisibleButton("##lane", {table.cell, table.line}, ImGuiButtonFlags_EnableNav);
        if (ImGui::IsItemFocused() && ImGui::IsKeyPressed(ImGuiKey_Enter)) table.view.state.pinned_lane = lane;
        ImGui::SetCursorScreenPos(at);
        const Cell cell = begin_cell(table, lane);
        if (cell.is_marked)
            ImGui::GetWindowDrawList()->AddRectFilled({cell.min.x - 1, cell.min.y}, {cell.max.x + 1, cell.min.y + table.line},
                                                      t.accent, table.look().px(3));
        text_in_cell(table, cell, cell.is_marked ? t.accent_ink : t.muted, std::to_string(lane));
    }
}

void status_line(Table& table, int fold) {
    ImDrawList& list = *ImGui::GetWindowDrawList();
    ImGui::TableNextRow(ImGuiTableRowFlags_None, table.line);
    ImGui::TableSetColumnIndex(0);
    label(table, "status");
    for (int column = 0; column < table.columns; ++column) {
        if (!ImGui::TableSetColumnIndex(column + 1)) continue;
        const int lane = fold * table.columns + column;
        const LaneStatus status = table.now.lanes[static_cast<std::size_t>(lane)];
        const Cell cell = begin_cell(table, lane);
        list.AddRectFilled(cell.min, cell.max, lane_look(table.look().theme, status).fill, table.look().px(3));
        draw_lane_mark(list, table.look(), cell.min, cell.max, status);
        if (table.view.state.hovered_lane == lane && ImGui::IsMouseHoveringRect(cell.min, cell.max))
            text_tooltip(table.look(), fmt::format("Lane {}: {}", lane, status_words(status)));
        end_cell(table, cell);
    }
}

std::string name_help(const LaneRow& row) {
    switch (row.kind) {
        case LaneRow::Kind::thread: return "The thread's index in its block along this axis.";
        case LaneRow::Kind::address: return "The address that each lane accesses, in bytes from the start of the array.";
        case LaneRow::Kind::sector:
            return "The 32-byte sector that each lane's address lies in, counted from the start of the array.";
        case LaneRow::Kind::bank: return "The bank of shared memory that each lane's address lies in: 32 banks, 4 bytes wide.";
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

void draw_name(Table& table, const LaneRow& row) {
    const Look& look = table.look();
    const Theme& t = look.theme;
    ImDrawList& list = *ImGui::GetWindowDrawList();
    const ImVec2 at = ImGui::GetCursorScreenPos();
    const float pin = row.kind == LaneRow::Kind::value ? look.px(18) : 0, indent = look.px(14) * static_cast<float>(row.depth);
    const bool pressed = ImGui::InvisibleButton("##name", {table.name - pin, table.line}, ImGuiButtonFlags_EnableNav);
    bool hovered = ImGui::IsItemHovered();
    explain(look, name_help(row));
    if (pressed && row.can_expand && !table.state.expanded.insert(row.key).second) table.state.expanded.erase(row.key);
    if (pin > 0) {
        ImGui::SetCursorScreenPos({at.x + table.name - pin, at.y});
        if (ImGui::InvisibleButton("##pin", {pin, table.line}, ImGuiButtonFlags_EnableNav)) toggle_pin(table.view.state, row.path);
        hovered |= ImGui::IsItemHovered() || ImGui::IsItemFocused();
        explain(look, row.is_pin ? "Unpin it." : "Pin it to the top.");
        if (row.is_pin || hovered)
            put_text(list, look.fonts.icons_in_regular, look.px(12), {at.x + table.name - pin + look.px(2), at.y + look.px(4)},
                     row.is_pin ? t.accent : t.muted, kPinIcon);
    }
    float x = at.x + indent;
    if (row.can_expand) {
        const ImVec2 middle{x + look.px(5), at.y + table.line / 2 - look.px(1)};
        const float size = look.px(4);
        if (row.is_expanded)
            list.AddTriangleFilled({middle.x - size, middle.y - size / 2}, {middle.x + size, middle.y - size / 2},
                                   {middle.x, middle.y + size * 0.75f}, t.muted);
        else
            list.AddTriangleFilled({middle.x - size / 2, middle.y - size}, {middle.x + size * 0.75f, middle.y},
                                   {middle.x - size / 2, middle.y + size}, t.muted);
        x += look.px(14);
    }
    const bool own = row.kind == LaneRow::Kind::value;
    put_text_cut(list, own ? look.fonts.mono : look.fonts.regular, table.text_size(), {x, at.y + look.px(3)},
                 own && row.problem.empty() ? t.text : t.muted, row.name, at.x + table.name - pin - x - look.px(2));
}

void explain_cell(Table& table, const LaneRow& row, int lane) {
    const std::string text = cell_text(row, table.now, table.shape, lane);
    if (!begin_tooltip(table.look())) return;
    const std::string& name = row.path.empty() ? row.name : row.path;
    if (text.empty())
        ImGui::TextUnformatted(fmt::format("{} has no value in lane {}", name, lane).c_str());
    else
        ImGui::TextUnformatted(fmt::format("{} in lane {}: {}", name, lane, text).c_str());
    const DebugValue* value = row.value;
    if (value != nullptr && value->kind == ValueKind::pointer && !text.empty())
        ImGui::TextUnformatted(fmt::format("0x{:x}", value->bits[static_cast<std::size_t>(lane)]).c_str());
    if (value != nullptr && !value->type.empty()) ImGui::TextUnformatted(value->type.c_str());
    if ((changed_lanes(row) >> lane & 1) != 0) ImGui::TextUnformatted("changed by the last step");
    if (!is_active(table, lane))
        ImGui::TextUnformatted(
            fmt::format("the lane is not active: {}", status_words(table.now.lanes[static_cast<std::size_t>(lane)])).c_str());
    ImGui::EndTooltip();
}

// Colour of the cells that say where an access goes: red only where it costs.
ImU32 access_ground(const Table& table, const LaneRow& row) {
    const Theme& t = table.look().theme;
    if (row.access == nullptr || row.kind == LaneRow::Kind::address) return cell_ground(t);
    return mix(t.panel, cause_of(*row.access).costs() ? t.bad : t.good, t.dark ? 0.42f : 0.25f);
}

void draw_cell_of(Table& table, const LaneRow& row, int lane, ImU32 row_ground) {
    const Look& look = table.look();
    const Theme& t = look.theme;
    ImDrawList& list = *ImGui::GetWindowDrawList();
    const Cell cell = begin_cell(table, lane);
    if (table.now.lanes[static_cast<std::size_t>(lane)] != LaneStatus::absent) {
        const bool changed = (changed_lanes(row) >> lane & 1) != 0;
        const std::string text = short_cell_text(row, table.now, table.shape, lane, table.state.characters);
        const ImU32 ground = text.empty() ? cell_ground(t) : row_ground;  // a lane without a part in the access
        list.AddRectFilled(cell.min, cell.max, changed ? mix(ground, t.accent, t.dark ? 0.30f : 0.22f) : ground, look.px(2));
        if (changed)
            list.AddTriangleFilled(cell.min, {cell.min.x + look.px(6), cell.min.y}, {cell.min.x, cell.min.y + look.px(6)},
                                   t.accent);
        const ImU32 ink = is_active(table, lane) ? t.text : t.muted;
        if (text.empty())
            list.AddCircleFilled({std::round((cell.min.x + cell.max.x) / 2), std::round((cell.min.y + cell.max.y) / 2)},
                                 std::max(1.0f, look.px(1.3f)), mix(ground, t.muted, 0.7f));
        else
            text_in_cell(table, cell, ink, text);
        if (table.view.state.hovered_lane == lane && ImGui::IsMouseHoveringRect(cell.min, cell.max)) explain_cell(table, row, lane);
    }
    end_cell(table, cell);
}

// One value for all lanes, across their cells. It stays in sight when the cells are scrolled.
void draw_whole(Table& table, const LaneRow& row, const std::string& text) {
    const Look& look = table.look();
    const Theme& t = look.theme;
    const ImGuiTable& inner = *ImGui::GetCurrentTable();
    const float gap = std::max(1.0f, look.px(1.5f));
    const ImVec2 min{inner.Columns[1].MinX, inner.RowPosY1},
        max{min.x + table.cell * static_cast<float>(table.columns) - gap, min.y + table.line - gap};
    const float seen_from = std::max(min.x, inner.InnerClipRect.Min.x + table.name),
                seen_to = std::min(max.x, inner.InnerClipRect.Max.x);
    const std::uint32_t changed = changed_lanes(row);
    ImGui::TablePushBackgroundChannel();
    ImGui::PushClipRect({seen_from, min.y}, {seen_to, max.y}, true);
    ImDrawList& list = *ImGui::GetWindowDrawList();
    list.AddRectFilled(min, max, changed != 0 ? mix(cell_ground(t), t.accent, t.dark ? 0.30f : 0.22f) : cell_ground(t), look.px(2));
    if (changed != 0) list.AddTriangleFilled(min, {min.x + look.px(6), min.y}, {min.x, min.y + look.px(6)}, t.accent);
    put_text_cut(list, look.fonts.mono, table.text_size(),
                 {seen_from + look.px(9), min.y + (max.y - min.y - table.text_size()) / 2 - look.px(1)}, t.text, text,
                 seen_to - seen_from - look.px(12));
    ImGui::PopClipRect();
    ImGui::TablePopBackgroundChannel();
    if (!ImGui::IsWindowHovered() || !ImGui::IsMouseHoveringRect({seen_from, min.y}, {seen_to, max.y})) return;
    if (!begin_tooltip(look)) return;
    const std::string& name = row.path.empty() ? row.name : row.path;
    if (row.can_expand)
        ImGui::TextUnformatted(fmt::format("{}: {}. Click its name to see the elements.", name, text).c_str());
    else
        ImGui::TextUnformatted(fmt::format("{} in every lane: {}", name, text).c_str());
    if (changed != 0) ImGui::TextUnformatted("changed by the last step");
    ImGui::EndTooltip();
}

void draw_line(Table& table, const Line& line) {
    const LaneRow& row = table.rows[line.row];
    const IdScope id(static_cast<int>(line.row) * 2 + line.fold);
    ImGui::TableNextRow(ImGuiTableRowFlags_None, table.line);
    ImGui::TableSetColumnIndex(0);
    if (line.fold == 0) {
        if (!has_cells(row))
            label(table, row.name, row.kind == LaneRow::Kind::heading);
        else
            draw_name(table, row);
    }
    if (line.whole) draw_whole(table, row, *line.whole);
    if (table.folds() > 1 && (line.whole || !has_cells(row))) return;
    const ImU32 ground = access_ground(table, row);
    for (int column = 0; column < table.columns; ++column) {
        if (!ImGui::TableSetColumnIndex(column + 1)) continue;
        const int lane = line.fold * table.columns + column;
        if (has_cells(row) && !line.whole) {
            draw_cell_of(table, row, lane, ground);
            continue;
        }
        const Cell cell = begin_cell(table, lane);
        if (!line.whole) end_cell(table, cell);  // no edge through words
    }
}

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

void toolbar(DebugView& view, LaneTableState& state) {
    const Look& look = view.look;
    std::vector<std::string> texts;
    std::vector<LegendEntry> entries;
    for (const LaneStatus status :
         {LaneStatus::active, LaneStatus::waiting, LaneStatus::at_barrier, LaneStatus::exited, LaneStatus::absent}) {
        const auto lanes = std::ranges::count(view.now().lanes, status);
        if (lanes > 0) texts.push_back(fmt::format("{} {}", lanes, status_words(status)));
    }
    texts.push_back("changed");
    std::size_t next = 0;
    for (const LaneStatus status :
         {LaneStatus::active, LaneStatus::waiting, LaneStatus::at_barrier, LaneStatus::exited, LaneStatus::absent})
        if (std::ranges::count(view.now().lanes, status) > 0)
            entries.push_back({.shape = status == LaneStatus::absent ? LegendEntry::Shape::hatched : LegendEntry::Shape::filled,
                               .colour = status == LaneStatus::absent ? look.theme.muted : lane_look(look.theme, status).fill,
                               .text = texts[next++],
                               .status = status});
    entries.push_back({LegendEntry::Shape::filled, mix(cell_ground(look.theme), look.theme.accent, 0.45f), texts.back()});
    draw_legend(look, entries);
    const FontScope font(look.fonts.regular, look.px(Fonts::small));
    ImGui::PushStyleVar(ImGuiStyleVar_FramePadding, ImVec2(look.px(8), look.px(2)));
    const float field = look.px(150), combo = look.px(130), both = field + combo + ImGui::GetStyle().ItemSpacing.x;
    place_beside(both);
    ImGui::SetCursorPosX(ImGui::GetCursorPosX() + std::max(0.0f, ImGui::GetContentRegionAvail().x - both));
    pin_field(view, state, field);
    place_beside(combo);
    ImGui::SetNextItemWidth(combo);
    const char* const orders[] = {"As declared", "Changed first", "By name"};
    if (ImGui::BeginCombo("##order", orders[static_cast<int>(view.state.order)])) {
        for (const VariableOrder order : {VariableOrder::declared, VariableOrder::changed_first, VariableOrder::by_name})
            if (ImGui::Selectable(orders[static_cast<int>(order)], view.state.order == order)) view.state.order = order;
        ImGui::EndCombo();
    }
    ImGui::PopStyleVar();
    explain(look, "The order of the variables.");
}

// What the rows take, so that the cause stands right below them; 0: all that is left, where there is no room for both.
float table_height(Table& table) {
    const Look& look = table.look();
    LaneTableState& state = table.state;
    const auto lines = static_cast<float>(table.lines.size() + 2 * static_cast<std::size_t>(table.folds()));
    state.lines = std::max(state.lines, lines);
    const bool scrolls = table.name + table.cell * static_cast<float>(table.columns) > ImGui::GetContentRegionAvail().x;
    const float wanted = state.lines * table.line + (scrolls ? ImGui::GetStyle().ScrollbarSize : 0) + look.px(4);
    const float room = ImGui::GetContentRegionAvail().y - look.px(state.card_height) - ImGui::GetStyle().ItemSpacing.y;
    if (room < look.px(180)) return 0;
    return std::min(wanted, room);
}

}  // namespace

void draw_lane_table(DebugView& view, LaneTableState& state) {
    if (view.now().frames.empty())
        return empty_state(view.look, fmt::format("Warp {} has finished", view.now().warp), "Choose another warp, or step back.");
    toolbar(view, state);
    const LaunchShape shape = view.state.subject ? view.state.subject->shape : LaunchShape{.block = {32, 1, 1}};
    Table table{.view = view, .state = state, .now = view.now(), .shape = shape};
    table.rows = lane_rows(table.now,
                           {.pinned = view.state.pinned,
                            .expanded = state.expanded,
                            .order = view.state.order,
                            .shape = shape,
                            .arrays = view.state.arrays ? std::span(*view.state.arrays) : std::span<const DebugArray>()},
                           shown_access(view.state));
    measure(table);
    choose_columns(table, ImGui::GetContentRegionAvail().x);
    lay_lines(table);
    ImGui::PushStyleVar(ImGuiStyleVar_CellPadding, ImVec2(0, 0));
    constexpr ImGuiTableFlags flags = ImGuiTableFlags_ScrollX | ImGuiTableFlags_ScrollY | ImGuiTableFlags_SizingFixedFit |
                                      ImGuiTableFlags_NoPadInnerX | ImGuiTableFlags_NoPadOuterX | ImGuiTableFlags_NoSavedSettings |
                                      ImGuiTableFlags_NoBordersInBody;
    const std::string id = fmt::format("##lanes_{}", table.columns);
    const float height = table_height(table);
    if (ImGui::BeginTable(id.c_str(), table.columns + 1, flags, {0, height})) {
        const int folds = table.folds();
        ImGui::TableSetupScrollFreeze(1, 2 * folds);
        ImGui::TableSetupColumn("name", ImGuiTableColumnFlags_WidthFixed, table.name);
        for (int column = 0; column < table.columns; ++column)
            ImGui::TableSetupColumn("", ImGuiTableColumnFlags_WidthFixed, table.cell);
        for (int fold = 0; fold < folds; ++fold) header_line(table, fold), status_line(table, fold);
        ImGuiListClipper clipper;
        clipper.Begin(static_cast<int>(table.lines.size()), table.line);
        while (clipper.Step())
            for (int line = clipper.DisplayStart; line < clipper.DisplayEnd; ++line)
                draw_line(table, table.lines[static_cast<std::size_t>(line)]);
        ImGui::EndTable();
    }
    ImGui::PopStyleVar();
    if (height <= 0) return;
    const float top = ImGui::GetCursorPosY();
    draw_cause_card(view, 1);
    state.card_height = (ImGui::GetCursorPosY() - top) / view.look.scale;
}

}  // namespace warpwise::ui
