#include "ui/debugger/lane_table.h"

#include <fmt/format.h>
#include <imgui.h>

#include <algorithm>
#include <bit>
#include <cmath>
#include <cstddef>
#include <optional>
#include <vector>

#include "base/thread_name.h"
#include "ui/debugger/cause_card.h"
#include "ui/debugger/lane_grid.h"
#include "ui/debugger/lane_name.h"
#include "ui/debugger/lane_rows.h"
#include "ui/debugger/lane_toolbar.h"
#include "ui/kit/draw.h"
#include "ui/kit/tooltip.h"
#include "ui/kit/widgets.h"

namespace warpwise::ui {
namespace {

constexpr float kRoomForBoth = 420, kRoomForCard = 260;  // unscaled: of the tables and the cards; below the second a line is left
constexpr float kLeastCell = 18;                         // unscaled: below it the cells scroll
// A cell of a table of 32 columns must have this width, to come to 32 and to stay there: two digits have room, and longer values
// stand on two decks, which take no more height than two rows of 16 lanes.
constexpr float kWideEnough = 19.2f, kTooNarrow = 18.4f;
constexpr float kWideCell = 26;                      // three digits; what 32 of them leave is for names
constexpr float kLeastName = 98, kWidestName = 190;  // unscaled

struct Table {
    LaneGrid grid;
    LaneTableState& state;
    std::vector<Operand> operands;
    std::vector<LaneRow> rows, operand_rows;

    DebugView& view() const { return grid.view; }
    const Look& look() const { return grid.look(); }
};

// Names have a part of the panel, whatever they are, so that the cells stand still from step to step.
void choose_columns(Table& table, float width) {
    const Look& look = table.look();
    LaneTableState& state = table.state;
    const float scrollbar = ImGui::GetStyle().ScrollbarSize, unscaled = width / look.scale;
    const float left = unscaled - scrollbar / look.scale - kDebugLanes * kWideCell;
    state.name_width = std::clamp(std::round(std::max(unscaled * 0.115f, left)), kLeastName, kWidestName);
    LaneGrid& grid = table.grid;
    grid.name = look.px(state.name_width);
    const float room = width - grid.name - scrollbar, each = room / kDebugLanes / look.scale;
    if (state.width != width) {
        state.width = width;
        state.columns = each >= (state.columns == kDebugLanes ? kTooNarrow : kWideEnough) ? kDebugLanes : kDebugLanes / 2;
    }
    grid.columns = state.columns;
    grid.cell = std::max(look.px(kLeastCell), room / static_cast<float>(grid.columns));
    grid.line = std::round(look.px(23));
    const float character = text_width(look.fonts.mono, grid.text_size(), "0");
    grid.characters = std::max(1, static_cast<int>((grid.cell - look.px(2.5f)) / character));
}

void label(const Table& table, std::string_view text, bool strong = false) {
    const ImVec2 at = ImGui::GetCursorScreenPos();
    put_text_cut(*ImGui::GetWindowDrawList(), strong ? table.look().fonts.semibold : table.look().fonts.regular,
                 table.grid.text_size(), {at.x, at.y + table.look().px(3)},
                 strong ? table.look().theme.text : table.look().theme.muted, text, table.grid.name - table.look().px(6));
}

std::uint32_t faulting_lanes(const Table& table) {
    std::uint32_t lanes = 0;
    for (const Operand& operand : table.operands) lanes |= operand.access->faulting;
    return lanes;
}

// The lane whose next access is the one that the block's data race is told of.
std::uint32_t racing_lane(const Table& table) {
    const DebugOverview* overview = table.view().state.overview.get();
    const DebugState& now = table.grid.now();
    if (overview == nullptr || !overview->race || !overview->race->thread) return 0;
    if (now.position != overview->race_position || now.warp != overview->race_warp) return 0;
    return 1u << linear_thread(table.grid.shape, {0, 0, 0}, *overview->race->thread) % kDebugLanes;
}

std::uint32_t accused_lanes(const Table& table) { return faulting_lanes(table) | racing_lane(table); }

bool all_active(const LaneGrid& grid) {
    return std::ranges::all_of(grid.now().lanes, [](LaneStatus status) { return status == LaneStatus::active; });
}

void header_line(Table& table, int fold) {
    const Look& look = table.look();
    const Theme& t = look.theme;
    LaneGrid& grid = table.grid;
    ImGui::TableNextRow(ImGuiTableRowFlags_None, grid.line);
    ImGui::TableSetColumnIndex(0);
    label(table, "lane", true);
    if (!ImGui::TableSetColumnIndex(1)) return;
    const ImVec2 at = ImGui::GetCursorScreenPos();
    const std::uint32_t racing = racing_lane(table), accused = faulting_lanes(table) | racing;
    const bool has_status = grid.folds() > 1 && !all_active(grid);
    const float two_digits = text_width(look.fonts.mono, grid.text_size(), "00");
    for (int column = 0; column < grid.columns; ++column) {
        const int lane = fold * grid.columns + column;
        const IdScope id(lane);
        const ImVec2 min{std::round(at.x + grid.cell * static_cast<float>(column)), at.y};
        const ImVec2 max{std::round(at.x + grid.cell * static_cast<float>(column + 1)), at.y + grid.line};
        ImGui::SetCursorScreenPos(min);
        ImGui::InvisibleButton("##lane", {max.x - min.x, grid.line}, ImGuiButtonFlags_EnableNav);
        if (ImGui::IsItemHovered()) point_at_lane(table.view(), lane);
        if (ImGui::IsItemFocused() && ImGui::IsKeyPressed(ImGuiKey_Enter)) table.view().state.pinned_lane = lane;
        const bool is_marked = table.view().state.shown_lane() == lane, faults = (accused >> lane & 1) != 0;
        ImDrawList& list = *ImGui::GetWindowDrawList();
        const float gap = std::max(1.0f, look.px(1.5f));
        float middle = (min.x + max.x - gap) / 2;
        ImU32 ink = t.muted;
        if (has_status) {  // the number at the left, the mark at the right; where one alone has room, the number
            const LaneStatus status = grid.now().lanes[static_cast<std::size_t>(lane)];
            const ImVec2 end{max.x - gap, max.y - gap};
            list.AddRectFilled(min, end, lane_look(t, status).fill, look.px(3));
            ink = lane_look(t, status).ink;
            if (status != LaneStatus::active && (end.x - min.x) / 2 >= two_digits) {
                draw_lane_mark(list, look, {middle, min.y}, end, status);
                middle = (min.x + middle) / 2;
            }
        }
        if (is_marked || faults) list.AddRectFilled({min.x - 1, min.y}, max, faults ? t.bad : t.accent, look.px(3));
        put_text(list, look.fonts.mono, grid.text_size(), {middle, min.y + (grid.line - grid.text_size()) / 2 - look.px(1)},
                 faults      ? t.panel
                 : is_marked ? t.accent_ink
                             : ink,
                 std::to_string(lane), 0.5f);
        if (ImGui::IsItemHovered() && (racing >> lane & 1) != 0)
            text_tooltip(look, fmt::format("Lane {}: its access races", lane));
        else if (has_status && ImGui::IsItemHovered())
            text_tooltip(look, fmt::format("Lane {}: {}", lane, status_words(grid.now().lanes[static_cast<std::size_t>(lane)])));
    }
}

void status_line(Table& table, int fold) {
    const Look& look = table.look();
    LaneGrid& grid = table.grid;
    ImDrawList& list = *ImGui::GetWindowDrawList();
    ImGui::TableNextRow(ImGuiTableRowFlags_None, grid.line);
    ImGui::TableSetColumnIndex(0);
    label(table, "status");
    if (!ImGui::TableSetColumnIndex(1)) return;
    const ImVec2 at = ImGui::GetCursorScreenPos();
    const float gap = std::max(1.0f, look.px(1.5f));
    draw_marked_column(grid, at, grid.line, fold);
    for (int column = 0; column < grid.columns; ++column) {
        const int lane = fold * grid.columns + column;
        const LaneStatus status = grid.now().lanes[static_cast<std::size_t>(lane)];
        const ImVec2 min{std::round(at.x + grid.cell * static_cast<float>(column)), at.y};
        const ImVec2 max{std::round(at.x + grid.cell * static_cast<float>(column + 1)) - gap, at.y + grid.line - gap};
        list.AddRectFilled(min, max, lane_look(look.theme, status).fill, look.px(3));
        draw_lane_mark(list, look, min, max, status);
        if (!ImGui::IsWindowHovered() || !ImGui::IsMouseHoveringRect(min, {max.x + gap, max.y + gap})) continue;
        point_at_lane(table.view(), lane);
        text_tooltip(look, fmt::format("Lane {}: {}", lane, status_words(status)));
    }
}

void explain_cell(Table& table, const LaneRow& row, const LaidRow& laid, int lane) {
    const std::string& text = laid.texts[static_cast<std::size_t>(lane)];
    if (!begin_tooltip(table.look())) return;
    const std::string& name = row.path.empty() ? row.name : row.path;
    const auto line = [](const std::string& words) { ImGui::TextUnformatted(words.c_str()); };
    const bool faults = row.access != nullptr && (row.access->faulting >> lane & 1) != 0;
    if (faults)
        line(fmt::format("{} in lane {}: no such element", name, lane));
    else if (text.empty())
        line(fmt::format("{} has no value in lane {}", name, lane));
    else
        line(fmt::format("{} in lane {}{}: {}", name, lane, row.role.empty() || row.role == "read" ? "" : " " + row.role, text));
    const DebugValue* value = row.value;
    if (value != nullptr && value->kind == ValueKind::pointer && !text.empty())
        line(fmt::format("0x{:x}", value->bits[static_cast<std::size_t>(lane)]));
    if (value != nullptr && !value->type.empty()) line(value->type);
    if (row.access != nullptr && (row.access->mask >> lane & 1))
        line(fmt::format("{}, at {}", element_text(*row.access, lane),
                         address_text(*row.access, row.start != 0 ? std::optional(row.start) : std::nullopt,
                                      row.access->addresses[static_cast<std::size_t>(lane)])));
    if ((row.changed >> lane & 1) != 0) line(row.access != nullptr ? "changed by this line" : "changed by the last step");
    if (!table.grid.is_active(lane))
        line(fmt::format("the lane is not active: {}", status_words(table.grid.now().lanes[static_cast<std::size_t>(lane)])));
    if (row.kind == LaneRow::Kind::operand) line("Click to see what wrote it.");
    ImGui::EndTooltip();
}

// The lane of a row under the mouse; a click on an operand chooses its value.
void use_cell(Table& table, const LaneRow& row, const LaidRow& laid, int lane) {
    DebuggerState& state = table.view().state;
    if (row.kind == LaneRow::Kind::operand && ImGui::IsMouseClicked(ImGuiMouseButton_Left)) {
        const bool again = state.pinned_lane == lane && table.state.operand == row.operand;
        state.pinned_lane = again ? -1 : lane;
        table.state.operand = row.operand;
        state.hovered_lane = lane;
    } else {
        point_at_lane(table.view(), lane);
    }
    explain_cell(table, row, laid, lane);
}

void explain_strip(Table& table, const LaneRow& row, ImVec2 at, float height) {
    const LaneGrid& grid = table.grid;
    const float width = grid.cell * static_cast<float>(grid.columns);
    if (!ImGui::IsWindowHovered() || !ImGui::IsMouseHoveringRect(at, {at.x + width, at.y + height})) return;
    const ImVec2 mouse = ImGui::GetMousePos();
    const int fold =
        std::clamp(static_cast<int>((mouse.y - at.y) / (height / static_cast<float>(grid.folds()))), 0, grid.folds() - 1);
    const int lane = std::clamp(static_cast<int>((mouse.x - at.x) / grid.cell), 0, grid.columns - 1) + fold * grid.columns;
    point_at_lane(table.view(), lane);
    text_tooltip(table.look(), strip_text(*row.access, lane));
}

std::string key_of(const LaneRow& row) { return row.key.empty() ? row.role + row.path + row.name : row.key; }

void draw_row(Table& table, const LaneRow& row, std::size_t number) {
    LaneGrid& grid = table.grid;
    const IdScope id(static_cast<int>(number) * 2);
    const bool has_cells =
        row.kind != LaneRow::Kind::heading && row.kind != LaneRow::Kind::more && row.kind != LaneRow::Kind::strip;
    const std::optional<std::string> whole =
        has_cells ? whole_row_text(row, grid.now(), grid.shape, grid.characters) : std::nullopt;
    const std::string key = key_of(row);
    LaidRow laid;
    if (has_cells && !whole) laid = lay_row(grid, row, table.state.tall.contains(key));
    if (laid.decks == 2) table.state.tall.insert(key);
    const float height = has_cells && !whole ? laid.height : row_height(grid, row);
    ImGui::TableNextRow(ImGuiTableRowFlags_None, height);
    ImGui::TableSetColumnIndex(0);
    if (has_cells)
        draw_lane_name(grid, table.state, row, height, laid.decks);
    else
        label(table, row.name, row.kind == LaneRow::Kind::heading);
    if (!ImGui::TableSetColumnIndex(1)) return;
    const ImVec2 at = ImGui::GetCursorScreenPos();
    const float width = grid.cell * static_cast<float>(grid.columns);
    if (!ImGui::IsRectVisible(at, {at.x + width, at.y + height})) return;
    if (row.kind == LaneRow::Kind::strip) {
        draw_strip(grid, row, at);
        explain_strip(table, row, at, height);
    }
    if (whole) draw_across(grid, row, at, height, *whole);
    if (!whole || row.problem.empty())
        for (int fold = 0; fold < grid.folds() && (!whole || grid.folds() == 1); ++fold) {
            const bool is_one = laid.folds.size() <= 1 && grid.folds() > 1;  // lines of both folds would cross its text
            const float each = height / static_cast<float>(grid.folds());
            if (!is_one) draw_marked_column(grid, {at.x, at.y + each * static_cast<float>(fold)}, each, fold);
        }
    if (!has_cells || whole) return;
    if (const int lane = draw_lane_cells(grid, row, laid, at); lane >= 0) use_cell(table, row, laid, lane);
}

constexpr ImGuiTableFlags kTableFlags = ImGuiTableFlags_ScrollX | ImGuiTableFlags_ScrollY | ImGuiTableFlags_SizingFixedFit |
                                        ImGuiTableFlags_NoPadInnerX | ImGuiTableFlags_NoPadOuterX |
                                        ImGuiTableFlags_NoSavedSettings | ImGuiTableFlags_NoBordersInBody;

void set_up_columns(const Table& table, int frozen_rows) {
    ImGui::TableSetupScrollFreeze(1, frozen_rows);
    ImGui::TableSetupColumn("name", ImGuiTableColumnFlags_WidthFixed, table.grid.name);
    ImGui::TableSetupColumn("lanes", ImGuiTableColumnFlags_WidthFixed, table.grid.cell * static_cast<float>(table.grid.columns));
}

// Where the table is folded, the numbers of the lanes have the colours. Else a row of its own, once some lane was not active: it
// stays, so that the table does not jump.
bool shows_status(Table& table) {
    table.state.shows_status |= !all_active(table.grid);
    return table.grid.folds() == 1 && table.state.shows_status;
}

// As draw_row() makes it.
float height_of(const Table& table, const LaneRow& row) {
    const LaneGrid& grid = table.grid;
    const bool has_cells =
        row.kind != LaneRow::Kind::heading && row.kind != LaneRow::Kind::more && row.kind != LaneRow::Kind::strip;
    if (!has_cells || whole_row_text(row, grid.now(), grid.shape, grid.characters)) return row_height(grid, row);
    return lay_row(grid, row, table.state.tall.contains(key_of(row))).height;
}
float height_of(const Table& table, const std::vector<LaneRow>& rows) {
    float height = 0;
    for (const LaneRow& row : rows) height += height_of(table, row);
    return height;
}

// The height of as many rows as have room, one at least: none is cut.
float whole_rows(const Table& table, const std::vector<LaneRow>& rows, float room) {
    float height = 0;
    for (const LaneRow& row : rows) {
        const float next = height + height_of(table, row);
        if (height > 0 && next > room) break;
        height = next;
    }
    return height;
}

// The variables, which scroll where there is no room for all of them, and below them the operands, which stay in sight.
void draw_tables(Table& table, float room) {
    const Look& look = table.look();
    LaneTableState& state = table.state;
    LaneGrid& grid = table.grid;
    const bool scrolls_across = grid.name + grid.cell * static_cast<float>(grid.columns) > ImGui::GetContentRegionAvail().x;
    const float bar = scrolls_across ? ImGui::GetStyle().ScrollbarSize : 0;
    const bool has_status = shows_status(table);
    const int head_lines = (has_status ? 2 : 1) * grid.folds();
    const float head = grid.line * static_cast<float>(head_lines);
    const float gap = look.px(6), most = std::max(room * 0.6f, room - head - bar - grid.line - gap - look.px(5));
    const float operands = whole_rows(table, table.operand_rows, most);
    state.operands_height = std::max(state.operands_height, operands / look.scale);
    const float variables = height_of(table, table.rows);
    state.height = std::max(state.height, (head + variables + look.px(3)) / look.scale);
    // The place that an earlier line needed for its operands is kept, but not from variables that have none.
    const float needed = head + variables + look.px(3) + bar;
    float below = 0;
    if (state.operands_height > 0)
        below = gap + std::clamp(room - needed - gap, std::max(operands, grid.line),
                                 std::max({look.px(state.operands_height), operands, grid.line}));
    const float rows = std::min(look.px(state.height) - head, room - below - head - bar - look.px(3));
    const float above = head + bar + look.px(3) + (rows < variables ? whole_rows(table, table.rows, rows) : std::max(rows, 0.0f));
    float scrolled = 0;
    ImGui::PushStyleVar(ImGuiStyleVar_CellPadding, ImVec2(0, 0));
    ImGui::PushStyleVar(ImGuiStyleVar_ItemSpacing, ImVec2(ImGui::GetStyle().ItemSpacing.x, look.px(4)));
    if (ImGui::BeginTable("##lanes", 2, kTableFlags, {0, above})) {
        set_up_columns(table, head_lines);
        for (int fold = 0; fold < grid.folds(); ++fold) {
            header_line(table, fold);
            if (has_status) status_line(table, fold);
        }
        for (std::size_t i = 0; i < table.rows.size(); ++i) draw_row(table, table.rows[i], i);
        scrolled = ImGui::GetScrollX();
        ImGui::EndTable();
    }
    if (below > 0 && ImGui::BeginTable("##operands", 2, kTableFlags, {0, below - gap + look.px(2)})) {
        set_up_columns(table, 0);
        ImGui::SetScrollX(scrolled);
        for (std::size_t i = 0; i < table.operand_rows.size(); ++i) draw_row(table, table.operand_rows[i], i);
        if (table.operand_rows.empty()) {
            ImGui::TableNextRow();
            ImGui::TableSetColumnIndex(1);
            muted_text(look, "This line accesses no memory.");
        }
        ImGui::EndTable();
    }
    ImGui::PopStyleVar(2);
}

// The operand whose value the card tells: the chosen one, else one that faults or writes, among those in which the lane takes part.
const Operand* chosen_operand(const Table& table, int lane) {
    const auto takes_part = [&](const Operand& one) { return lane >= 0 && (one.access->mask >> lane & 1) != 0; };
    if (table.state.operand < table.operands.size() && takes_part(table.operands[table.state.operand]))
        return &table.operands[table.state.operand];
    const Operand* best = nullptr;
    for (const Operand& one : table.operands)
        if (takes_part(one) && (one.access->before || one.access->faulting) && (best == nullptr || one.writes())) best = &one;
    return best;
}

// The height that the cards need at least: more lines of advice stand in what the tables leave, and take no row from them.
float draw_cards(Table& table, float room) {
    DebugView& view = table.view();
    const Look& look = view.look;
    int lane = view.state.pinned_lane;
    if (const std::uint32_t accused = accused_lanes(table); lane < 0 && accused != 0) lane = std::countr_zero(accused);
    const Operand* const operand = chosen_operand(table, lane);
    const float top = ImGui::GetCursorPosY(), spare = ImGui::GetContentRegionAvail().y - look.px(table.state.card_height);
    const float more = table.state.advice_height;  // a card is as high as what was in it a frame ago
    // The card of the fault tells all that the value's does.
    const bool is_low = room < look.px(kRoomForBoth);
    const bool is_told = is_low && operand != nullptr && (operand->access->faulting >> lane & 1) != 0;
    const bool beside = operand != nullptr && ImGui::GetContentRegionAvail().x >= look.px(560);
    if (operand == nullptr || is_told || !beside) {
        if (operand != nullptr && !is_told) draw_value_card(view, table.state.card, *operand, lane);
        table.state.advice_height = draw_cause_card(view, 1, is_low, spare);
        return ImGui::GetCursorPosY() - top - more;
    }
    float height = 0;
    ImGui::PushStyleVar(ImGuiStyleVar_CellPadding, ImVec2(look.px(4), 0));
    if (ImGui::BeginTable("##cards", 2, ImGuiTableFlags_SizingStretchSame | ImGuiTableFlags_NoPadOuterX)) {
        ImGui::TableNextRow();
        ImGui::TableSetColumnIndex(0);
        draw_value_card(view, table.state.card, *operand, lane);
        height = ImGui::GetCursorPosY() - top;
        ImGui::TableSetColumnIndex(1);
        table.state.advice_height = draw_cause_card(view, 1, is_low, spare);
        height = std::max(height, ImGui::GetCursorPosY() - top - more);
        ImGui::EndTable();
    }
    ImGui::PopStyleVar();
    return height;
}

}  // namespace

void draw_lane_table(DebugView& view, LaneTableState& state) {
    if (view.now().frames.empty())
        return empty_state(view.look, fmt::format("Warp {} has finished", view.now().warp), "Choose another warp, or step back.");
    const LaunchShape shape = view.state.subject ? view.state.subject->shape : LaunchShape{.block = {32, 1, 1}};
    const std::span<const DebugArray> arrays = view.state.arrays ? std::span(*view.state.arrays) : std::span<const DebugArray>();
    if (state.function != view.now().frames.front().function) {
        state.function = view.now().frames.front().function;
        state.height = state.operands_height = 0;
        state.shows_status = false;
        state.tall.clear();
    }
    Table table{.grid = {.view = view, .shape = shape}, .state = state};
    table.operands = operands_of(view.now(), view.state.subject ? std::string_view(view.state.subject->text) : std::string_view());
    table.operand_rows = operand_rows(table.operands, arrays, state.shows_addresses != 0);
    LaneRowChoices choices{.pinned = view.state.pinned, .expanded = state.expanded, .order = view.state.order, .shape = shape};
    if (view.state.subject && !view.state.subject->text.empty())
        choices.evaluated = [&](std::string_view text) { return evaluation_of(view.state, text); };
    table.rows = lane_rows(view.now(), choices);
    LaneColours colours{.faults = faulting_lanes(table) != 0};
    for (const LaneRow& row : table.operand_rows) {
        if (row.kind != LaneRow::Kind::strip) continue;
        (row.access->space == MemorySpace::shared ? colours.banks : colours.sectors) = true;
        colours.conflicts |= row.access->conflicts > 0;
    }
    draw_lane_toolbar(view, state, colours);
    choose_columns(table, ImGui::GetContentRegionAvail().x);
    const float left = ImGui::GetContentRegionAvail().y;
    const float room = left - view.look.px(state.card_height) - 2 * ImGui::GetStyle().ItemSpacing.y;
    if (left < view.look.px(kRoomForCard)) {
        draw_cause_line(view);  // in sight, whatever scrolls
        return draw_tables(table, ImGui::GetContentRegionAvail().y);
    }
    draw_tables(table, room);
    state.card_height = draw_cards(table, left) / view.look.scale;
}

}  // namespace warpwise::ui
