// The block of the chosen pixel, enlarged beside it: its warps, and in each how much of the work every lane did.
#include <fmt/format.h>

#include <algorithm>
#include <cmath>
#include <map>

#include "ui/kit/draw.h"
#include "ui/kit/widgets.h"
#include "ui/picture/image_view.h"
#include "ui/threads/thread_grid.h"

namespace warpwise::ui {
namespace {

struct Cell {
    std::uint64_t thread = 0;
    int x = 0, y = 0;
    double value = 0;
};

struct BlockCells {
    std::vector<Cell> cells;
    int left = 0, top = 0, right = 0, bottom = 0;  // pixels; the last ones are outside
};

void add_cell(BlockCells& block, const Cell& cell) {
    if (block.cells.empty()) block.left = block.right = cell.x, block.top = block.bottom = cell.y;
    block.left = std::min(block.left, cell.x), block.right = std::max(block.right, cell.x + 1);
    block.top = std::min(block.top, cell.y), block.bottom = std::max(block.bottom, cell.y + 1);
    block.cells.push_back(cell);
}

// The pixels of the block that a thread belongs to; empty when they lie too far apart for a picture.
BlockCells cells_of_block(const ImageScene& s, std::uint64_t thread) {
    constexpr int most_cells = 4096;
    BlockCells block;
    const std::uint64_t threads = s.state.map.shape.block.count(), first = thread / threads * threads;
    for (std::uint64_t t = first; t < first + threads; ++t) {
        const auto pixel = s.state.map.pixel(t);
        for (std::int64_t p = pixel.value_or(0); pixel && p < *pixel + s.state.map.pixels_per_element; ++p)
            if (static_cast<std::size_t>(p) < s.values.size())
                add_cell(block, {t, static_cast<int>(p % s.spec.width), static_cast<int>(p / s.spec.width),
                                 s.values.value(static_cast<std::size_t>(p))});
    }
    if ((block.right - block.left) * (block.bottom - block.top) > most_cells) block.cells.clear();
    return block;
}

struct CardPlace {
    ImVec2 min, max;
    float cell = 0;                         // edge of a cell
    ImVec2 cells;                           // their upper left corner
    bool beside = false, at_right = false;  // of the block; else above or below it
};

std::string title_of(const ImageScene& s, const ThreadPlace& place) {
    const std::uint64_t warps = (s.state.map.shape.block.count() + warp_size - 1) / warp_size;
    return fmt::format("Block ({}, {}): {} warp{}", place.block.x, place.block.y, warps, warps == 1 ? "" : "s");
}

// Cells are mixed from the card's own ground, so that more is brighter in a dark theme and darker in a light one.
std::string legend_of(const ImageScene& s) {
    if (s.spec.lanes.empty()) return "The block's pixels, enlarged";
    return fmt::format("{} = more of its warp's {}", s.wb.look.theme.dark ? "brighter" : "darker", s.spec.lanes);
}

CardPlace place_card(const ImageScene& s, const BlockCells& block, float words) {
    const Look& look = s.wb.look;
    const float pad = look.px(10), columns = static_cast<float>(block.right - block.left),
                rows = static_cast<float>(block.bottom - block.top), right = std::min(s.max.x, s.free_right);
    const float widest = std::min(look.px(320), (right - s.min.x) * 0.6f), tallest = std::min(look.px(150), s.height() * 0.3f);
    CardPlace card;
    card.cell = std::max(1.0f, std::floor(std::min({widest / columns, tallest / rows, look.px(10)})));
    const ImVec2 size{std::max(card.cell * columns, words) + 2 * pad, card.cell * rows + look.px(54)};
    const ImVec2 a = s.at_pixel(block.left, block.top), b = s.at_pixel(block.right, block.bottom);
    const bool at_right = a.x + b.x > s.min.x + right, at_bottom = a.y + b.y > s.min.y + s.max.y;
    card.min.x = at_right ? s.min.x + pad : right - pad - size.x;
    card.beside = at_right ? card.min.x + size.x + 2 * pad < a.x : b.x + 2 * pad < card.min.x;
    // Beside the block where there is room, else in the other half, so that it never covers what it enlarges.
    card.min.y = card.beside == at_bottom ? s.max.y - pad - size.y : s.min.y + pad;
    card.at_right = !at_right;
    card.max = {card.min.x + size.x, card.min.y + size.y};
    card.cells = {card.min.x + pad, card.min.y + look.px(28)};
    return card;
}

// A narrow view shows the block's frame alone: a card would cover the middle of the picture.
bool has_room(const ImageScene& s, const CardPlace& card) {
    const ImVec2 middle{(s.min.x + s.max.x) / 2, (s.min.y + s.max.y) / 2};
    const bool covers_middle = card.min.x < middle.x && middle.x < card.max.x && card.min.y < middle.y && middle.y < card.max.y;
    return !covers_middle && card.min.x >= s.min.x && card.max.x <= std::min(s.max.x, s.free_right) && card.min.y >= s.min.y;
}

// From the block's near corners to the card's. Dark below light: seen on every part of a picture, in every theme.
void draw_leaders(ImDrawList& list, ImVec2 a, ImVec2 b, const CardPlace& card, float thickness) {
    const auto leader = [&](ImVec2 from, ImVec2 to) {
        list.AddLine(from, to, IM_COL32(0, 0, 0, 150), thickness * 2.5f);
        list.AddLine(from, to, IM_COL32(255, 255, 255, 210), thickness);
    };
    if (card.beside) {
        const float from = card.at_right ? b.x : a.x, to = card.at_right ? card.min.x : card.max.x;
        leader({from, a.y}, {to, card.min.y});
        leader({from, b.y}, {to, card.max.y});
        return;
    }
    const bool below = card.min.y > b.y;
    const float from = below ? b.y : a.y, to = below ? card.min.y : card.max.y;
    leader({a.x, from}, {card.min.x, to});
    leader({b.x, from}, {card.max.x, to});
}

void draw_cells(const ImageScene& s, const BlockCells& block, const CardPlace& card, std::uint64_t thread, ImDrawList& list) {
    const Theme& t = s.wb.look.theme;
    const ColourTable table = *palette_table(s.spec.palette);
    const ThreadPlace place = place_of(s.state.map.shape, thread);
    std::map<std::uint64_t, double> most_of_warp;
    for (const Cell& cell : block.cells) {
        double& most = most_of_warp[place_of(s.state.map.shape, cell.thread).warp()];
        most = std::max(most, cell.value);
    }
    const float gap = card.cell >= 4 ? 1 : 0;
    for (const Cell& cell : block.cells) {
        const std::uint32_t warp = place_of(s.state.map.shape, cell.thread).warp();
        const ImVec2 a{card.cells.x + card.cell * static_cast<float>(cell.x - block.left),
                       card.cells.y + card.cell * static_cast<float>(cell.y - block.top)};
        const ImVec2 b{a.x + card.cell - gap, a.y + card.cell - gap};
        const double share = most_of_warp[warp] > 0 ? cell.value / most_of_warp[warp] : 1;
        ImU32 colour =
            s.spec.lanes.empty()
                ? table[static_cast<std::size_t>(
                      share_of_range(cell.value, s.spec.low.value_or(0), s.spec.high.value_or(1), s.spec.logarithmic) * 255)]
                : mix(t.raised, t.accent, 0.15f + 0.85f * static_cast<float>(share));
        if (warp != place.warp()) colour = mix(colour, t.raised, 0.45f);
        list.AddRectFilled(a, b, colour);
        if (cell.thread == thread) list.AddRect({a.x - 1, a.y - 1}, {b.x + 1, b.y + 1}, t.text, 0, s.wb.look.px(1.8f));
    }
}

}  // namespace

void draw_callout(ImageScene& s) {
    const auto chosen = chosen_pixel(s, s.state.chosen);
    if (!chosen || !chosen->thread) return;
    const BlockCells block = cells_of_block(s, *chosen->thread);
    if (block.cells.empty()) return;
    const Look& look = s.wb.look;
    const Theme& t = look.theme;
    ImDrawList& list = *ImGui::GetWindowDrawList();
    const ImVec2 a = s.at_pixel(block.left, block.top), b = s.at_pixel(block.right, block.bottom);
    const std::string title = title_of(s, place_of(s.state.map.shape, *chosen->thread)), legend = legend_of(s);
    const float size = look.px(Fonts::small),
                words = std::max(text_width(look.fonts.semibold, size, title), text_width(look.fonts.regular, size, legend));
    const CardPlace card = place_card(s, block, words);
    const bool roomy = has_room(s, card);
    list.PushClipRect(s.min, s.max, true);
    if (roomy) draw_leaders(list, a, b, card, look.px(1));
    list.AddRect({a.x - 1, a.y - 1}, {b.x + 1, b.y + 1}, IM_COL32_BLACK, look.px(2), look.px(3.5f));
    list.AddRect({a.x - 1, a.y - 1}, {b.x + 1, b.y + 1}, IM_COL32_WHITE, look.px(2), look.px(1.5f));
    if (roomy) {
        list.AddRectFilled(card.min, card.max, t.raised, look.px(8));
        list.AddRect(card.min, card.max, t.line, look.px(8));
        put_text(list, look.fonts.semibold, size, {card.cells.x, card.min.y + look.px(7)}, t.text, title);
        draw_cells(s, block, card, *chosen->thread, list);
        put_text(list, look.fonts.regular, size, {card.cells.x, card.max.y - look.px(21)}, t.muted, legend);
    }
    list.PopClipRect();
}

}  // namespace warpwise::ui
