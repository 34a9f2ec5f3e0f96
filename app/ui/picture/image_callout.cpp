// The block of the chosen pixel, enlarged beside it: its warps, and in each how much of the work every lane did.
#include <fmt/format.h>

#include <algorithm>
#include <cmath>
#include <map>

#include "ui/kit/draw.h"
#include "ui/kit/widgets.h"
#include "ui/picture/callout_place.h"
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
    float cell = 0;    // edge of a cell
    ImVec2 cells;      // their upper left corner
    float words = 0;   // width to which the title and the legend are wrapped
    float legend = 0;  // where it begins
};

std::string title_of(const ImageScene& s, const ThreadPlace& place) {
    const std::uint64_t warps = (s.state.map.shape.block.count() + kWarpSize - 1) / kWarpSize;
    return fmt::format("Block ({}, {}): {} warp{}", place.block.x, place.block.y, warps, warps == 1 ? "" : "s");
}

// Cells are mixed from the card's own ground, so that more is brighter in a dark theme and darker in a light one.
std::string legend_of(const ImageScene& s) {
    if (s.spec.lanes.empty()) return "The block's pixels, enlarged";
    return fmt::format("{} = more of its warp's {}", s.wb.look.theme.dark ? "brighter" : "darker", s.spec.lanes);
}

float text_height(const ImageScene& s, ImFont* font, float width, const std::string& text) {
    return font->CalcTextSizeA(s.wb.look.px(Fonts::kSmall), 1e9f, width, text.c_str()).y;
}

struct Words {
    std::string title, legend;
};

// Its parts below each other, from `min`.
CardPlace laid_out(const ImageScene& s, const BlockCells& block, const Words& words, ImVec2 min, float cell, float wrap) {
    const Look& look = s.wb.look;
    const float pad = look.px(8), columns = static_cast<float>(block.right - block.left),
                rows = static_cast<float>(block.bottom - block.top);
    CardPlace card;
    card.min = min;
    card.cell = cell;
    card.words = wrap;
    card.cells = {min.x + pad, std::round(min.y + pad + text_height(s, look.fonts.semibold, wrap, words.title) + look.px(4))};
    card.legend = std::round(card.cells.y + cell * rows + look.px(5));
    card.max = {min.x + std::max(cell * columns, wrap) + 2 * pad,
                card.legend + text_height(s, look.fonts.regular, wrap, words.legend) + pad};
    return card;
}

// Where its cells can be told apart; as high as the block that it enlarges.
std::optional<CardPlace> card_beside(const ImageScene& s, const BlockCells& block, const Words& words) {
    const Look& look = s.wb.look;
    const float width = s.callout.z - s.callout.x - 2 * look.px(8);
    const float columns = static_cast<float>(block.right - block.left), rows = static_cast<float>(block.bottom - block.top);
    const float cell = std::floor(std::min({width / columns, s.height() * 0.6f / rows, look.px(10)}));
    if (width <= 0 || cell < 3) return std::nullopt;
    const CardPlace card = laid_out(s, block, words, {s.callout.x, s.callout.y}, cell, width);
    const float height = card.max.y - card.min.y, middle = s.at_pixel(block.left, (block.top + block.bottom) / 2.0).y;
    if (height > s.callout.w - s.callout.y) return std::nullopt;
    const float top = std::clamp(std::round(middle - height / 2), s.callout.y, s.callout.w - height);
    return laid_out(s, block, words, {s.callout.x, top}, cell, width);
}

// How much of the picture a box covers: the mean of the values below it, from the lowest to the highest of the picture.
double shown_below(const ImageScene& s, const Box& box) {
    constexpr int samples = 12;
    const auto each_value = [&](const Box& of, const auto& take) {
        for (int i = 0; i < samples * samples; ++i) {
            const auto pixel = s.pixel_at({static_cast<float>(of.x + of.w * (i % samples + 0.5) / samples),
                                           static_cast<float>(of.y + of.h * (static_cast<double>(i / samples) + 0.5) / samples)});
            const std::size_t element = pixel ? static_cast<std::size_t>((*pixel)[1]) * static_cast<std::size_t>(s.spec.width) +
                                                    static_cast<std::size_t>((*pixel)[0])
                                              : s.values.size();
            if (element < s.values.size()) take(s.values.value(element));
        }
    };
    double low = 1e300, high = -1e300, sum = 0;
    each_value({s.min.x, s.min.y, s.width(), s.height()}, [&](double v) { low = std::min(low, v), high = std::max(high, v); });
    if (!(high > low)) return 0;
    each_value(box, [&](double v) { sum += std::clamp((v - low) / (high - low), 0.0, 1.0); });
    return sum / (samples * samples);
}

// A narrow view shows the block's frame alone: a card would cover the middle of the picture.
std::optional<CardPlace> card_over(const ImageScene& s, const BlockCells& block, const Words& words) {
    const Look& look = s.wb.look;
    const float columns = static_cast<float>(block.right - block.left), rows = static_cast<float>(block.bottom - block.top),
                right = std::min(s.max.x, s.free_right);
    const float widest = std::min(look.px(320), (right - s.min.x) * 0.6f), tallest = std::min(look.px(150), s.height() * 0.3f);
    const float cell = std::max(1.0f, std::floor(std::min({widest / columns, tallest / rows, look.px(10)})));
    const float size = look.px(Fonts::kSmall);
    const float wrap = std::max({text_width(look.fonts.semibold, size, words.title),
                                 text_width(look.fonts.regular, size, words.legend), cell * columns}) +
                       1;
    const CardPlace card = laid_out(s, block, words, {0, 0}, cell, wrap);
    const ImVec2 a = s.at_pixel(block.left, block.top), b = s.at_pixel(block.right, block.bottom);
    const auto place = place_callout({.picture = {s.min.x, s.min.y, right - s.min.x, s.height()},
                                      .block = {a.x, a.y, b.x - a.x, b.y - a.y},
                                      .w = card.max.x - card.min.x,
                                      .h = card.max.y - card.min.y,
                                      .pad = look.px(10),
                                      .last = s.state.callout_corner},
                                     [&](const Box& box) { return shown_below(s, box); });
    if (!place) return std::nullopt;
    s.state.callout_corner = place->corner;
    return laid_out(s, block, words, {static_cast<float>(place->card.x), static_cast<float>(place->card.y)}, cell, wrap);
}

// From the block's near corners to the card's. Dark below light: seen on every part of a picture, in every theme.
void draw_leaders(ImDrawList& list, ImVec2 a, ImVec2 b, const CardPlace& card, float thickness) {
    const auto leader = [&](ImVec2 from, ImVec2 to) {
        list.AddLine(from, to, IM_COL32(0, 0, 0, 150), thickness * 2.5f);
        list.AddLine(from, to, IM_COL32(255, 255, 255, 210), thickness);
    };
    if (card.min.x > b.x || card.max.x < a.x) {
        const bool at_right = card.min.x > b.x;
        const float from = at_right ? b.x : a.x, to = at_right ? card.min.x : card.max.x;
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
    s.wb.panel_rects.erase("image_callout");
    const auto chosen = chosen_pixel(s, s.state.chosen);
    if (!chosen || !chosen->thread) return;
    const BlockCells block = cells_of_block(s, *chosen->thread);
    if (block.cells.empty()) return;
    const Look& look = s.wb.look;
    const Theme& t = look.theme;
    ImDrawList& list = *ImGui::GetWindowDrawList();
    const ImVec2 a = s.at_pixel(block.left, block.top), b = s.at_pixel(block.right, block.bottom);
    const Words words{title_of(s, place_of(s.state.map.shape, *chosen->thread)), legend_of(s)};
    std::optional<CardPlace> card = card_beside(s, block, words);
    const bool beside = card.has_value();
    if (!beside) card = card_over(s, block, words);
    list.PushClipRect(s.min, beside ? ImVec2(s.callout.z, s.max.y) : s.max, true);
    if (card) draw_leaders(list, a, b, *card, look.px(1));
    list.AddRect({a.x - 1, a.y - 1}, {b.x + 1, b.y + 1}, IM_COL32_BLACK, look.px(2), look.px(3.5f));
    list.AddRect({a.x - 1, a.y - 1}, {b.x + 1, b.y + 1}, IM_COL32_WHITE, look.px(2), look.px(1.5f));
    if (card) {
        const float size = look.px(Fonts::kSmall);
        s.wb.panel_rects["image_callout"] = {card->min.x, card->min.y, card->max.x - card->min.x, card->max.y - card->min.y};
        list.AddRectFilled(card->min, card->max, t.raised, look.px(8));
        list.AddRect(card->min, card->max, t.line, look.px(8));
        list.AddText(look.fonts.semibold, size, {card->cells.x, card->min.y + look.px(8)}, t.text, words.title.c_str(), nullptr,
                     card->words);
        draw_cells(s, block, *card, *chosen->thread, list);
        list.AddText(look.fonts.regular, size, {card->cells.x, card->legend}, t.muted, words.legend.c_str(), nullptr, card->words);
    }
    list.PopClipRect();
}

}  // namespace warpwise::ui
