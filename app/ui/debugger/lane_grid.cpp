#include "ui/debugger/lane_grid.h"

#include <fmt/format.h>

#include <algorithm>
#include <bit>
#include <cmath>
#include <map>
#include <optional>

#include "ui/debugger/bank_layout.h"
#include "ui/kit/draw.h"

namespace warpwise::ui {
namespace {

constexpr int kRoundedBeforeDecks = 4;  // cells of a row that may be rounded before it gets two decks

struct Rect {
    ImVec2 min, max;
};

float gap_of(const LaneGrid& grid) { return std::max(1.0f, grid.look().px(1.5f)); }

// Of the lanes first to last of a row, in the deck of the first one.
Rect rect_of(const LaneGrid& grid, const LaidRow& laid, ImVec2 at, int first, int last) {
    const float gap = gap_of(grid), fold_height = laid.height / static_cast<float>(laid.folds.size());
    const int fold = first / grid.columns;
    int column = first % grid.columns, span = last - first + 1;
    float top = at.y + fold_height * static_cast<float>(fold), height = fold_height;
    if (laid.decks == 2) {
        height = fold_height / 2;
        top += first % 2 == 1 ? height : 0;
        column -= column % 2;
        span = 2;
    }
    const float x = at.x + grid.cell * static_cast<float>(column);
    return {{std::round(x), std::round(top)},
            {std::round(x + grid.cell * static_cast<float>(span)) - gap, std::round(top + height) - gap}};
}

void centred(const LaneGrid& grid, const Rect& rect, ImU32 ink, std::string_view text) {
    put_text(*ImGui::GetWindowDrawList(), grid.look().fonts.mono, grid.text_size(),
             {(rect.min.x + rect.max.x) / 2, rect.min.y + (rect.max.y - rect.min.y - grid.text_size()) / 2 - grid.look().px(1)},
             ink, text, 0.5f);
}

// A lane that does not run the line, or has no part in the access.
void hatched(const LaneGrid& grid, const Rect& rect) {
    const Theme& t = grid.look().theme;
    ImDrawList& list = *ImGui::GetWindowDrawList();
    list.AddRectFilled(rect.min, rect.max, mix(t.panel, cell_ground(t), 0.45f), grid.look().px(2));
    draw_hatch(list, rect.min, rect.max, mix(t.panel, t.muted, 0.3f), grid.look().px(5));
}

void changed_mark(const LaneGrid& grid, const Rect& rect) {
    const float size = grid.look().px(6);
    ImGui::GetWindowDrawList()->AddTriangleFilled(rect.min, {rect.min.x + size, rect.min.y}, {rect.min.x, rect.min.y + size},
                                                  grid.look().theme.accent);
}

ImU32 ground_of(const LaneGrid& grid, const LaneRow& row, bool is_changed) {
    const Theme& t = grid.look().theme;
    const bool is_plain = row.part == LaneRow::Part::before && row.kind == LaneRow::Kind::operand;
    if (is_changed) return mix(cell_ground(t), t.accent, t.dark ? 0.30f : 0.22f);
    return is_plain || row.kind == LaneRow::Kind::address ? t.panel : cell_ground(t);
}

bool is_changed(const LaneRow& row, int first, int last) {
    for (int lane = first; lane <= last; ++lane)
        if (row.changed >> lane & 1) return true;
    return false;
}

// Where a run's words stand: beside the bubble of the chosen lane, where that is one of the run's.
Rect room_for_words(const LaneGrid& grid, const LaidRow& laid, const LaneRun& run, const Rect& rect) {
    const int shown = grid.view.state.shown_lane();
    if (!run.note.empty() || shown < run.first || shown > run.last) return rect;
    const float half =
        text_width(grid.look().fonts.mono, grid.text_size(), laid.texts[static_cast<std::size_t>(shown)]) / 2 + grid.look().px(8);
    const float middle = rect.min.x + grid.cell * (static_cast<float>(shown - run.first) + 0.5f);
    const Rect left{rect.min, {middle - half, rect.max.y}}, right{{middle + half, rect.min.y}, rect.max};
    return left.max.x - left.min.x > right.max.x - right.min.x ? left : right;
}

void draw_wide(const LaneGrid& grid, const LaneRow& row, const LaidRow& laid, const LaneRun& run, const Rect& rect) {
    const Look& look = grid.look();
    const Theme& t = look.theme;
    ImDrawList& list = *ImGui::GetWindowDrawList();
    const bool changed = is_changed(row, run.first, run.last);
    list.AddRectFilled(rect.min, rect.max, ground_of(grid, row, changed), look.px(2));
    if (changed) changed_mark(grid, rect);
    bool active = false;
    for (int lane = run.first; lane <= run.last; ++lane) active |= grid.is_active(lane);
    const ImU32 ink = active ? t.text : t.muted;
    const Rect words = room_for_words(grid, laid, run, rect);
    const float width = text_width(look.fonts.mono, grid.text_size(), run.text), room = words.max.x - words.min.x - look.px(12);
    const float note = run.note.empty() ? 0 : text_width(look.fonts.regular, grid.text_size(), run.note) + look.px(9);
    const float y = rect.min.y + (rect.max.y - rect.min.y - grid.text_size()) / 2 - look.px(1);
    if (width + note > room) {
        if (room > look.px(20))
            put_text_cut(list, look.fonts.mono, grid.text_size(), {words.min.x + look.px(7), y}, ink, run.text, room);
        return;
    }
    const float x = std::round((words.min.x + words.max.x - width - note) / 2);
    put_text(list, look.fonts.mono, grid.text_size(), {x, y}, ink, run.text);
    if (note > 0) put_text(list, look.fonts.regular, grid.text_size(), {x + width + look.px(9), y}, t.muted, run.note);
}

void draw_single(LaneGrid& grid, const LaneRow& row, const LaidRow& laid, int lane, const Rect& rect) {
    const Look& look = grid.look();
    const Theme& t = look.theme;
    ImDrawList& list = *ImGui::GetWindowDrawList();
    const std::string& text = laid.texts[static_cast<std::size_t>(lane)];
    const bool faults = row.access != nullptr && row.kind == LaneRow::Kind::operand && (row.access->faulting >> lane & 1) != 0;
    if (faults) {
        list.AddRectFilled(rect.min, rect.max, t.bad, look.px(2));
        return centred(grid, rect, t.panel, "!");
    }
    const bool takes_part = row.access == nullptr || (row.access->mask >> lane & 1) != 0;
    if (grid.is_absent(lane) || !takes_part || (text.empty() && !grid.is_active(lane))) return hatched(grid, rect);
    const bool changed = is_changed(row, lane, lane);
    const ImU32 ground = ground_of(grid, row, changed);
    list.AddRectFilled(rect.min, rect.max, ground, look.px(2));
    if (changed) changed_mark(grid, rect);
    if (text.empty()) {
        list.AddCircleFilled({std::round((rect.min.x + rect.max.x) / 2), std::round((rect.min.y + rect.max.y) / 2)},
                             std::max(1.0f, look.px(1.3f)), mix(ground, t.muted, 0.7f));
        return;
    }
    const bool is_quiet = row.kind == LaneRow::Kind::operand && row.part == LaneRow::Part::before;
    const int characters = laid.decks == 2 ? 2 * grid.characters : grid.characters;
    centred(grid, rect, grid.is_active(lane) && !is_quiet ? t.text : t.muted,
            short_cell_text(row, grid.now(), grid.shape, lane, characters));
}

// The chosen lane's value over a cell that does not show it, or not all of it.
void draw_bubble(const LaneGrid& grid, const LaidRow& laid, ImVec2 at, int lane, bool is_cut) {
    const std::string& text = laid.texts[static_cast<std::size_t>(lane)];
    if (!is_cut || text.empty()) return;
    const Look& look = grid.look();
    const Rect cell = rect_of(grid, laid, at, lane, lane);
    const float width = std::max(text_width(look.fonts.mono, grid.text_size(), text) + look.px(10), cell.max.x - cell.min.x);
    const float right = at.x + grid.cell * static_cast<float>(grid.columns);
    const float x = std::clamp((cell.min.x + cell.max.x - width) / 2, at.x, std::max(at.x, right - width));
    const Rect bubble{{std::round(x), cell.min.y}, {std::round(x + width), cell.max.y}};
    ImDrawList& list = *ImGui::GetWindowDrawList();
    list.AddRectFilled(bubble.min, bubble.max, mix(look.theme.panel, look.theme.accent, look.theme.dark ? 0.35f : 0.2f),
                       look.px(3));
    list.AddRect(bubble.min, bubble.max, look.theme.accent, look.px(3), std::max(1.0f, look.px(1.2f)));
    centred(grid, bubble, look.theme.text, text);
}

// "x + 0xfa0, element 1000: x ends here" beside the first lane that faults.
void draw_fault_note(const LaneGrid& grid, const LaneRow& row, const LaidRow& laid, ImVec2 at) {
    const DebugAccess& access = *row.access;
    if (access.faulting == 0 || access.array.empty()) return;
    const int shown = grid.view.state.shown_lane();
    const int lane = shown >= 0 && (access.faulting >> shown & 1) ? shown : std::countr_zero(access.faulting);
    const auto i = static_cast<std::size_t>(lane);
    const std::string text =
        fmt::format("{}, element {}", address_text(access, row.start, access.addresses[i]), access.elements[i]);
    const Look& look = grid.look();
    const Rect cell = rect_of(grid, laid, at, lane, lane);
    const float width = text_width(look.fonts.mono, grid.text_size(), text) + look.px(16);
    const float right = at.x + grid.cell * static_cast<float>(grid.columns);
    const bool is_right = cell.max.x + look.px(8) + width <= right;
    const float x = is_right ? cell.max.x + look.px(8) : cell.min.x - look.px(8) - width;
    const Rect note{{std::round(x), cell.min.y}, {std::round(x + width), cell.max.y}};
    ImDrawList& list = *ImGui::GetWindowDrawList();
    const Theme& t = look.theme;
    const float middle = (note.min.y + note.max.y) / 2, tip = is_right ? note.min.x : note.max.x, way = is_right ? -1.0f : 1.0f;
    list.AddTriangleFilled({tip + way * look.px(6), middle}, {tip, middle - look.px(5)}, {tip, middle + look.px(5)}, t.bad);
    list.AddRectFilled(note.min, note.max, mix(t.panel, t.bad, t.dark ? 0.22f : 0.12f), look.px(3));
    list.AddRect(note.min, note.max, t.bad, look.px(3), std::max(1.0f, look.px(1.2f)));
    centred(grid, note, t.text, text);
}

// Whether some cell would show a part of its value that tells nothing: "-\u2026" of "-14". Rounded numbers do tell something.
bool hides_a_value(const LaneGrid& grid, const LaneRow& row, const std::vector<LaneRun>& runs) {
    return std::ranges::any_of(runs, [&](const LaneRun& run) {
        return !run.is_wide() && short_cell_text(row, grid.now(), grid.shape, run.first, grid.characters).contains("\u2026");
    });
}

}  // namespace

std::uint32_t LaneGrid::present() const {
    std::uint32_t lanes = 0;
    for (int lane = 0; lane < kDebugLanes; ++lane) lanes |= is_absent(lane) ? 0u : 1u << lane;
    return lanes;
}

ImU32 sector_colour(const Theme& t, std::size_t place) {
    constexpr std::size_t order[kSectorColours] = {3, 0, 2, 1};
    return t.series[order[place % kSectorColours]];
}

float row_height(const LaneGrid& grid, const LaneRow& row) {
    if (row.kind == LaneRow::Kind::strip) return std::round(grid.look().px(9) * static_cast<float>(grid.folds()));
    const bool is_quiet = row.kind == LaneRow::Kind::operand && row.part == LaneRow::Part::before;
    return is_quiet ? std::round(grid.look().px(19)) : grid.line;
}

LaidRow lay_row(const LaneGrid& grid, const LaneRow& row, bool is_tall) {
    LaidRow laid{.texts = cell_texts(row, grid.now(), grid.shape)};
    const std::uint32_t takes_part = row.access != nullptr ? row.access->mask : ~0u;
    for (int fold = 0; fold < grid.folds(); ++fold)
        laid.folds.push_back(
            lane_runs(laid.texts, grid.present() & takes_part, fold * grid.columns, grid.columns, grid.characters));
    const bool is_uniform = !laid.folds.front().empty() && !laid.folds.front().front().note.empty();
    if (is_uniform) {
        laid.folds.resize(1);
        if (grid.present() != takes_part) laid.folds.front().front().last = grid.columns - 1;
    } else if (grid.folds() == 1 && (is_tall || too_long(laid.texts, laid.folds.front(), grid.characters) > kRoundedBeforeDecks ||
                                     hides_a_value(grid, row, laid.folds.front()))) {
        laid.decks = 2;
        laid.folds.front() = lane_runs(laid.texts, 0, 0, kDebugLanes, kDebugLanes);
    }
    laid.height = row_height(grid, row) * static_cast<float>(laid.folds.size());
    if (laid.decks == 2) laid.height = 2 * std::round(grid.look().px(17));
    return laid;
}

int draw_lane_cells(LaneGrid& grid, const LaneRow& row, const LaidRow& laid, ImVec2 at) {
    const int shown = grid.view.state.shown_lane();
    int hovered = -1;
    std::optional<bool> is_cut;
    const ImVec2 mouse = ImGui::GetMousePos();
    const bool is_over = ImGui::IsWindowHovered() && mouse.x >= at.x && mouse.y >= at.y && mouse.y < at.y + laid.height &&
                         mouse.x < at.x + grid.cell * static_cast<float>(grid.columns);
    for (const std::vector<LaneRun>& runs : laid.folds) {
        for (const LaneRun& run : runs) {
            const Rect rect = rect_of(grid, laid, at, run.first, run.last);
            if (run.is_wide())
                draw_wide(grid, row, laid, run, rect);
            else
                draw_single(grid, row, laid, run.first, rect);
            for (int lane = run.first; lane <= run.last; ++lane) {
                const Rect own = run.is_wide() ? Rect{{at.x + grid.cell * static_cast<float>(lane % grid.columns), rect.min.y},
                                                      {at.x + grid.cell * static_cast<float>(lane % grid.columns + 1), rect.max.y}}
                                               : rect;
                if (is_over && mouse.x >= own.min.x && mouse.x < own.max.x + gap_of(grid) && mouse.y >= own.min.y &&
                    mouse.y < own.max.y + gap_of(grid))
                    hovered = lane;
                const int characters = laid.decks == 2 ? 2 * grid.characters : grid.characters;
                if (lane == shown && run.note.empty())
                    is_cut = run.is_wide() || static_cast<int>(laid.texts[static_cast<std::size_t>(lane)].size()) > characters;
            }
        }
    }
    if (shown >= 0 && is_cut) draw_bubble(grid, laid, at, shown, *is_cut);
    if (row.kind == LaneRow::Kind::operand) draw_fault_note(grid, row, laid, at);
    return hovered;
}

void draw_strip(LaneGrid& grid, const LaneRow& row, ImVec2 at) {
    const DebugAccess& access = *row.access;
    const Look& look = grid.look();
    const Theme& t = look.theme;
    ImDrawList& list = *ImGui::GetWindowDrawList();
    const bool is_shared = access.space == MemorySpace::shared;
    std::map<std::uint64_t, std::size_t> places;  // of the sectors, by number
    for (const int lane : lanes_of(access.mask & ~access.faulting))
        places[access.addresses[static_cast<std::size_t>(lane)] / kSectorBytes];
    std::size_t next = 0;
    for (auto& [sector, place] : places) place = next++;
    std::uint32_t crowded = 0;
    if (is_shared && access.conflicts > 0)
        for (const BankGroup& group : bank_groups(access))
            for (std::size_t bank = 0; bank < kBankCount; ++bank)
                if (group.passes_of(bank, access.is_atomic) > 1)
                    for (const BankWord& word : group.banks[bank]) crowded |= word.lanes;
    const auto key = [&](int lane) {
        if (access.faulting >> lane & 1) return ~std::size_t{0};
        return is_shared ? std::size_t{crowded >> lane & 1}
                         : places[access.addresses[static_cast<std::size_t>(lane)] / kSectorBytes];
    };
    const float height = std::round(look.px(4)), fold_height = row_height(grid, row) / static_cast<float>(grid.folds());
    for (int first = 0; first < kDebugLanes;) {
        if (!(access.mask >> first & 1)) {
            ++first;
            continue;
        }
        int last = first;
        while (last + 1 < kDebugLanes && (last + 1) % grid.columns != 0 && (access.mask >> (last + 1) & 1) &&
               key(last + 1) == key(first))
            ++last;
        const float y = std::round(at.y + fold_height * static_cast<float>(first / grid.columns) + look.px(1));
        const ImVec2 min{std::round(at.x + grid.cell * static_cast<float>(first % grid.columns)), y};
        const ImVec2 max{std::round(at.x + grid.cell * static_cast<float>(last % grid.columns + 1)) - gap_of(grid), y + height};
        if (key(first) == ~std::size_t{0}) {
            draw_hatch(list, min, max, t.bad, look.px(3));
        } else {
            list.AddRectFilled(min, max, is_shared ? (key(first) ? t.bad : t.good) : sector_colour(t, key(first)), height / 2);
        }
        first = last + 1;
    }
}

void draw_marked_column(const LaneGrid& grid, ImVec2 at, float height, int fold) {
    const int lane = grid.view.state.shown_lane();
    if (lane < 0 || lane / grid.columns != fold) return;
    const float line = std::max(1.0f, grid.look().px(1.5f)),
                x = std::round(at.x + grid.cell * static_cast<float>(lane % grid.columns)),
                right = std::round(at.x + grid.cell * static_cast<float>(lane % grid.columns + 1)) - gap_of(grid);
    ImDrawList& list = *ImGui::GetWindowDrawList();
    list.AddRectFilled({x - line, at.y}, {x, at.y + height}, grid.look().theme.accent);
    list.AddRectFilled({right, at.y}, {right + line, at.y + height}, grid.look().theme.accent);
}

void draw_across(const LaneGrid& grid, const LaneRow& row, ImVec2 at, float height, std::string_view text) {
    const Look& look = grid.look();
    const Theme& t = look.theme;
    ImDrawList& list = *ImGui::GetWindowDrawList();
    const float gap = gap_of(grid), y = at.y + (height - gap - grid.text_size()) / 2 - look.px(1);
    const ImVec2 max{at.x + grid.cell * static_cast<float>(grid.columns) - gap, at.y + height - gap};
    if (row.kind == LaneRow::Kind::operand) {
        list.AddRect(at, max, mix(t.panel, t.muted, 0.5f), look.px(2), std::max(1.0f, look.px(1)));
    } else {
        list.AddRectFilled(at, max, ground_of(grid, row, row.changed != 0), look.px(2));
        if (row.changed != 0) changed_mark(grid, {at, max});
    }
    put_text_cut(list, row.problem.empty() ? look.fonts.mono : look.fonts.regular, grid.text_size(), {at.x + look.px(9), y},
                 row.problem.empty() ? t.text : t.muted, text, max.x - at.x - look.px(14));
}

}  // namespace warpwise::ui
