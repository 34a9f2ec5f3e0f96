#include "ui/debugger/tile_picture.h"

#include <fmt/format.h>
#include <imgui_internal.h>

#include <algorithm>
#include <cmath>
#include <string>

#include "ui/debugger/access_pattern.h"
#include "ui/kit/draw.h"
#include "ui/kit/lane_colour.h"
#include "ui/kit/tooltip.h"
#include "ui/kit/widgets.h"

namespace warpwise::ui {
namespace {

constexpr float kLeastTilePitch = 5, kMostTilePitch = 26, kTileTitle = 22, kTileLabels = 18, kBetweenGrids = 24,
                kBelowGrids = 8;  // unscaled

// A grid on the screen.
struct TileBoard {
    const TileGrid& grid;
    ImVec2 at;  // of the first cell
    float pitch = 0;
    float gap() const { return pitch >= 8 ? 1.0f : 0.0f; }
    ImVec2 min(int row, int col) const {
        return {at.x + std::floor(pitch * static_cast<float>(col)), at.y + std::floor(pitch * static_cast<float>(row))};
    }
    ImVec2 max(int row, int col) const {
        const ImVec2 next = min(row + 1, col + 1);
        return {next.x - gap(), next.y - gap()};
    }
    float width() const { return pitch * static_cast<float>(grid.cols); }
    float height() const { return pitch * static_cast<float>(grid.rows); }
    std::int64_t under(ImVec2 mouse) const {
        if (mouse.x < at.x || mouse.y < at.y) return -1;
        return grid.element(static_cast<int>((mouse.y - at.y) / pitch), static_cast<int>((mouse.x - at.x) / pitch));
    }
};

struct TileScene {
    DebugView& view;
    const TileFacts& facts;
    const TileNow& now;
    const TileEvent* next;
    TilePictureState& state;
    ImDrawList& list;
    std::int64_t pointed = -1;  // element of the tile under the mouse, in either grid

    const Look& look() const { return view.look; }
    const Theme& theme() const { return view.look.theme; }
};

std::string row_label(const TileGrid& grid, int row) {
    return std::to_string(grid.in_rows ? grid.first / grid.stride + row : grid.first + row * grid.stride);
}

float label_width(const TileScene& s, const TileGrid& grid) {
    return text_width(s.look().fonts.mono, s.look().px(Fonts::kSmall), row_label(grid, std::max(grid.rows - 1, 0))) +
           s.look().px(8);
}

// The largest cells with which both grids fit, side by side or one below the other.
struct TilePlan {
    float pitch = 0;
    bool beside = true;
};
TilePlan plan_of(const TileScene& s, ImVec2 room) {
    const Look& look = s.look();
    const TileGrid &a = s.facts.array, &t = s.facts.tile;
    const float labels = label_width(s, a) + label_width(s, t), head = look.px(kTileTitle + kTileLabels);
    const auto fit = [&](float width, float height, int cols, int rows) {
        return std::min(width / static_cast<float>(std::max(cols, 1)), height / static_cast<float>(std::max(rows, 1)));
    };
    const float beside = fit(room.x - labels - look.px(kBetweenGrids), room.y - head - look.px(kBelowGrids), a.cols + t.cols,
                             std::max(a.rows, t.rows));
    const float below = fit(room.x - std::max(label_width(s, a), label_width(s, t)), room.y - 2 * head - look.px(2 * kBelowGrids),
                            std::max(a.cols, t.cols), a.rows + t.rows);
    const bool is_beside = beside >= below * 0.9f || beside >= look.px(kMostTilePitch);
    // a scroll bar rather than cells that cannot be told apart
    const float pitch = std::clamp(is_beside ? beside : below, look.px(kLeastTilePitch), look.px(kMostTilePitch));
    return {std::max(1.0f, pitch >= look.px(8) ? std::floor(pitch) : std::floor(pitch * 2) / 2), is_beside};
}

// The smallest of 1, 2, 4, ... cells that are at least so far apart.
int label_step(float pitch, float apart) {
    int step = 1;
    while (pitch * static_cast<float>(step) < apart) step *= 2;
    return step;
}

void draw_labels(const TileScene& s, const TileBoard& board) {
    const Look& look = s.look();
    const float size = look.px(Fonts::kSmall);
    for (int row = 0; row < board.grid.rows; row += label_step(board.pitch, size + look.px(1)))
        put_text(s.list, look.fonts.mono, size,
                 {board.at.x - look.px(6), board.min(row, 0).y + (board.pitch - size) / 2 - look.px(1)}, s.theme().muted,
                 row_label(board.grid, row), 1);
    const std::int64_t first = board.grid.in_rows ? board.grid.first % board.grid.stride : 0;
    const auto label = [&](int col) { return (board.grid.in_rows ? "" : "+") + std::to_string(first + col); };
    const float wide = text_width(look.fonts.mono, size, label(board.grid.cols - 1)) + look.px(5);
    for (int col = 0; col < board.grid.cols; col += label_step(board.pitch, wide))
        put_text(s.list, look.fonts.mono, size, {board.min(0, col).x + board.pitch / 2, board.at.y - look.px(kTileLabels)},
                 s.theme().muted, label(col), 0.5f);
}

// What was written has the colour of its lane or warp. Of a halo element it is a hatch and a frame, and what no array holds there
// is hatched more faintly.
void draw_filled(const TileScene& s, const TileBoard& board, const TileCell& cell, ImVec2 min, ImVec2 max) {
    const Look& look = s.look();
    const ImU32 panel = s.theme().panel, colour = tile_colour(s.theme(), cell, s.state.by_warp);
    const float radius = board.pitch >= look.px(12) ? look.px(2) : 0;
    if (!cell.is_halo) return s.list.AddRectFilled(min, max, colour, radius);
    const bool is_outside = cell.source < 0;
    s.list.AddRectFilled(min, max, is_outside ? panel : mix(panel, colour, 0.3f), radius);
    if (board.pitch >= look.px(7)) draw_hatch(s.list, min, max, is_outside ? mix(panel, colour, 0.6f) : colour, look.px(5));
    s.list.AddRect(min, max, colour, radius, std::max(1.0f, look.px(1)));
}

// `never`: no request of the block writes it, as the padding of a row.
void draw_empty(const TileScene& s, ImVec2 min, ImVec2 max, bool never) {
    if (never)
        s.list.AddRect(min, max, mix(s.theme().panel, s.theme().muted, 0.7f), 0, 1);
    else
        s.list.AddRectFilled(min, max, mix(s.theme().panel, cell_ground(s.theme()), 0.75f), 0);
}

void frame_cell(const TileScene& s, ImVec2 min, ImVec2 max, ImU32 colour, float thickness) {
    const float out = s.look().px(1);
    s.list.AddRect({min.x - out, min.y - out}, {max.x + out, max.y + out}, colour, 0, std::max(1.0f, s.look().px(thickness)));
}

void draw_board(const TileScene& s, const TileBoard& board, const std::string& title, bool is_tile) {
    put_text(s.list, s.look().fonts.semibold, s.look().px(Fonts::kSmall),
             {board.at.x, board.at.y - s.look().px(kTileTitle + kTileLabels)}, s.theme().text, title);
    draw_labels(s, board);
    for (int row = 0; row < board.grid.rows; ++row)
        for (int col = 0; col < board.grid.cols; ++col) {
            const std::int64_t element = board.grid.element(row, col);
            if (element < 0) continue;
            const std::int64_t of_tile =
                is_tile ? element : s.now.element_of[static_cast<std::size_t>(row * board.grid.cols + col)];
            const TileCell* const cell = s.now.cell(of_tile);
            const ImVec2 min = board.min(row, col), max = board.max(row, col);
            if (cell != nullptr && cell->is_written)
                draw_filled(s, board, *cell, min, max);
            else
                draw_empty(s, min, max, is_tile && cell != nullptr && cell->is_never_written);
        }
}

// Of the request that comes now: what each lane is about to read, or to write.
void draw_next(const TileScene& s, const TileBoard& board) {
    if (s.next == nullptr) return;
    const int marked = s.view.state.shown_lane();
    const Theme& t = s.theme();
    for (const bool pass : {false, true})
        for (const int lane : lanes_of(s.next->mask)) {
            if ((lane == marked) != pass) continue;
            const std::int64_t element = s.next->elements[static_cast<std::size_t>(lane)];
            const auto place = board.grid.place(element);
            if (!place) continue;
            const ImVec2 min = board.min((*place)[0], (*place)[1]), max = board.max((*place)[0], (*place)[1]);
            const TileCell* const cell = s.now.cell(element);
            const bool is_early = !s.next->is_store && (cell == nullptr || !cell->is_written);
            if (is_early) draw_hatch(s.list, min, max, mix(t.panel, t.warn, 0.8f), s.look().px(5));
            frame_cell(s, min, max, is_early ? t.warn : s.next->is_store ? t.muted : t.text, pass ? 3.0f : 1.5f);
        }
}

void mark_pointed(const TileScene& s, const TileBoard& array, const TileBoard& tile) {
    for (const std::int64_t element : {s.state.chosen, s.pointed}) {
        const TileCell* const cell = s.now.cell(element);
        if (cell == nullptr) continue;
        if (const auto place = tile.grid.place(element))
            frame_cell(s, tile.min((*place)[0], (*place)[1]), tile.max((*place)[0], (*place)[1]), s.theme().accent, 2);
        if (!cell->is_written) continue;
        if (const auto place = array.grid.place(cell->source))
            frame_cell(s, array.min((*place)[0], (*place)[1]), array.max((*place)[0], (*place)[1]), s.theme().accent, 2);
    }
}

void move_by_keys(const TileScene& s) {
    const ImGuiID id = ImGui::GetItemID();
    const auto pressed = [&](ImGuiKey key) {
        ImGui::SetKeyOwner(key, id);
        return ImGui::IsKeyPressed(key, ImGuiInputFlags_Repeat, id);
    };
    const TileGrid& grid = s.facts.tile;
    int rows = 0, cols = 0;
    if (pressed(ImGuiKey_LeftArrow)) --cols;
    if (pressed(ImGuiKey_RightArrow)) ++cols;
    if (pressed(ImGuiKey_UpArrow)) --rows;
    if (pressed(ImGuiKey_DownArrow)) ++rows;
    if (rows == 0 && cols == 0) return;
    const auto place = grid.place(s.state.chosen);
    if (!place)
        s.state.chosen = grid.element(0, 0);
    else if (const std::int64_t moved = grid.element((*place)[0] + rows, (*place)[1] + cols); moved >= 0)
        s.state.chosen = moved;
}

}  // namespace

ImU32 tile_colour(const Theme& theme, const TileCell& cell, bool by_warp) {
    return by_warp ? block_colour(theme, cell.warp) : lane_colour(theme, cell.lane);
}

void draw_tile(DebugView& view, const TileFacts& facts, const TileNow& now, const TileEvent* next, TilePictureState& state) {
    const Look& look = view.look;
    if (!ImGui::BeginChild("##tile_grids", {0, 0}, ImGuiChildFlags_NavFlattened, ImGuiWindowFlags_HorizontalScrollbar))
        return ImGui::EndChild();
    TileScene s{.view = view, .facts = facts, .now = now, .next = next, .state = state, .list = *ImGui::GetWindowDrawList()};
    const ImVec2 at = ImGui::GetCursorScreenPos(), room = ImGui::GetContentRegionAvail();
    const TilePlan plan = plan_of(s, room);
    const float head = look.px(kTileTitle + kTileLabels);
    TileBoard array{facts.array, {at.x + label_width(s, facts.array), at.y + head}, plan.pitch};
    TileBoard tile{facts.tile, {}, plan.pitch};
    tile.at = plan.beside ? ImVec2{array.at.x + array.width() + look.px(kBetweenGrids) + label_width(s, facts.tile), array.at.y}
                          : ImVec2{at.x + label_width(s, facts.tile), array.at.y + array.height() + look.px(kBelowGrids) + head};
    const ImVec2 end{std::max(array.at.x + array.width(), tile.at.x + tile.width()),
                     std::max(array.at.y + array.height(), tile.at.y + tile.height()) + look.px(kBelowGrids)};
    ImGui::InvisibleButton("##tile", {std::max(end.x - at.x, look.px(20)), std::max(end.y - at.y, look.px(20))},
                           ImGuiButtonFlags_EnableNav);
    if (ImGui::IsItemHovered()) {
        s.pointed = tile.under(ImGui::GetMousePos());
        if (const std::int64_t element = array.under(ImGui::GetMousePos()); element >= 0)
            if (const auto place = facts.array.place(element))
                s.pointed = now.element_of[static_cast<std::size_t>((*place)[0] * facts.array.cols + (*place)[1])];
        if (ImGui::IsMouseClicked(ImGuiMouseButton_Left)) state.chosen = s.pointed;
        if (const std::string text = tile_text(facts, now, s.pointed); !text.empty()) text_tooltip(look, text);
    }
    if (ImGui::IsItemFocused()) move_by_keys(s);
    draw_board(s, array, facts.of.from, false);
    draw_board(s, tile, facts.of.shared, true);
    draw_next(s, tile);
    mark_pointed(s, array, tile);
    ImGui::EndChild();
}

}  // namespace warpwise::ui
