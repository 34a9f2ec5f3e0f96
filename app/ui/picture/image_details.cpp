#include <fmt/format.h>

#include <algorithm>
#include <cmath>
#include <map>

#include "ui/kit/draw.h"
#include "ui/kit/widgets.h"
#include "ui/picture/image_view.h"
#include "ui/threads/thread_grid.h"
#include "ui/threads/thread_text.h"

namespace warpwise::ui {
namespace {

constexpr float bars_height = 130;  // unscaled

struct Chosen {
    std::array<int, 2> pixel{};
    std::int64_t element = 0;
    double value = 0;
    std::optional<std::uint64_t> thread;
};

std::optional<Chosen> chosen_of(const ImageScene& s, std::optional<std::array<int, 2>> pixel) {
    if (!pixel || (*pixel)[0] >= s.spec.width || (*pixel)[1] >= s.spec.height) return std::nullopt;
    Chosen chosen{*pixel, std::int64_t{(*pixel)[1]} * s.spec.width + (*pixel)[0], 0, std::nullopt};
    if (static_cast<std::size_t>(chosen.element) >= s.array->size()) return std::nullopt;
    chosen.value = s.array->value(static_cast<std::size_t>(chosen.element));
    // The map is of the draft's launch; a picture of another size has other threads.
    if (s.state.map.width == s.spec.width && s.state.map.height == s.spec.height)
        chosen.thread = s.state.map.thread(chosen.element);
    return chosen;
}

// A bar for each lane, as high as its share of the turns that the warp takes.
void draw_bars(const ImageScene& s, const WarpLanes& warp, std::uint64_t thread) {
    const Look& look = s.wb.look;
    const Theme& t = look.theme;
    const float width = ImGui::GetContentRegionAvail().x, height = look.px(bars_height), pitch = width / warp_size;
    const ImVec2 at = ImGui::GetCursorScreenPos();
    ImDrawList& list = *ImGui::GetWindowDrawList();
    for (std::uint64_t lane = 0; lane < warp_size; ++lane) {
        const float x0 = at.x + pitch * static_cast<float>(lane), x1 = x0 + std::max(1.0f, pitch - look.px(1.5f));
        list.AddRectFilled({x0, at.y}, {x1, at.y + height}, t.raised);
        const auto& value = warp.value[lane];
        if (!value) {
            draw_hatch(list, {x0, at.y}, {x1, at.y + height}, t.line, look.px(5));
            continue;
        }
        const float share = warp.most > 0 ? static_cast<float>(*value / warp.most) : 1;
        const bool is_chosen = warp.first_thread + lane == thread;
        list.AddRectFilled({x0, at.y + height * (1 - share)}, {x1, at.y + height},
                           is_chosen ? t.accent : mix(t.raised, t.accent, 0.55f), look.px(2));
    }
    list.AddLine({at.x, at.y}, {at.x + width, at.y}, t.warn, look.px(1.5f));
    ImGui::InvisibleButton("##lanes", {width, height});
    if (!ImGui::IsItemHovered()) return;
    const auto lane = static_cast<std::uint64_t>(std::clamp((ImGui::GetMousePos().x - at.x) / pitch, 0.0f, 31.0f));
    const auto& value = warp.value[lane];
    ImGui::SetTooltip("%s", value ? fmt::format("lane {}: {} {}", lane, *value, s.spec.lanes).c_str()
                                  : fmt::format("lane {} has no pixel", lane).c_str());
}

void lanes_section(const ImageScene& s, std::uint64_t thread) {
    const Look& look = s.wb.look;
    std::string title = fmt::format("{} OF THE 32 LANES OF THIS WARP", s.spec.lanes);
    std::ranges::transform(title, title.begin(),
                           [](char c) { return c >= 'a' && c <= 'z' ? static_cast<char>(c - 'a' + 'A') : c; });
    section_label(look, title.c_str());
    const WarpLanes warp = lanes_of_warp(s.state.map, *s.array, thread);
    draw_bars(s, warp, thread);
    muted_text(look, fmt::format("The warp takes {} turns: as many as its slowest lane.",
                                 with_separators(static_cast<std::int64_t>(warp.most))));
    const FontScope font(look.fonts.semibold, look.px(14));
    text_in(look, look.theme.warn, fmt::format("{:.0f} % of the turns did work", 100 * warp.useful()));
}

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
            if (static_cast<std::size_t>(p) < s.array->size())
                add_cell(block, {t, static_cast<int>(p % s.spec.width), static_cast<int>(p / s.spec.width),
                                 s.array->value(static_cast<std::size_t>(p))});
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

CardPlace place_card(const ImageScene& s, const BlockCells& block) {
    const Look& look = s.wb.look;
    const float pad = look.px(10), columns = static_cast<float>(block.right - block.left),
                rows = static_cast<float>(block.bottom - block.top);
    const float widest = std::min(look.px(320), s.width() * 0.45f), tallest = std::min(look.px(180), (s.max.y - s.min.y) * 0.4f);
    CardPlace card;
    card.cell = std::max(1.0f, std::floor(std::min({widest / columns, tallest / rows, look.px(14)})));
    const ImVec2 size{std::max(card.cell * columns, look.px(230)) + 2 * pad, card.cell * rows + look.px(52)};
    const ImVec2 a = s.at_pixel(block.left, block.top), b = s.at_pixel(block.right, block.bottom);
    const bool at_right = a.x + b.x > s.min.x + s.max.x, at_bottom = a.y + b.y > s.min.y + s.max.y;
    card.min.x = at_right ? s.min.x + pad : s.max.x - pad - size.x;
    card.beside = at_right ? card.min.x + size.x + 2 * pad < a.x : b.x + 2 * pad < card.min.x;
    // Beside the block where there is room, else in the other half, so that it never covers what it enlarges.
    card.min.y = card.beside == at_bottom ? s.max.y - pad - size.y : s.min.y + pad;
    card.at_right = !at_right;
    card.max = {card.min.x + size.x, card.min.y + size.y};
    card.cells = {card.min.x + pad, card.min.y + look.px(28)};
    return card;
}

// From the block's near corners to the card's.
void draw_rays(ImDrawList& list, ImVec2 a, ImVec2 b, const CardPlace& card, ImU32 colour, float thickness) {
    if (card.beside) {
        const float from = card.at_right ? b.x : a.x, to = card.at_right ? card.min.x : card.max.x;
        list.AddLine({from, a.y}, {to, card.min.y}, colour, thickness);
        list.AddLine({from, b.y}, {to, card.max.y}, colour, thickness);
        return;
    }
    const bool below = card.min.y > b.y;
    const float from = below ? b.y : a.y, to = below ? card.min.y : card.max.y;
    list.AddLine({a.x, from}, {card.min.x, to}, colour, thickness);
    list.AddLine({b.x, from}, {card.max.x, to}, colour, thickness);
}

void draw_cells(const ImageScene& s, const BlockCells& block, const CardPlace& card, const Chosen& chosen, ImDrawList& list) {
    const Theme& t = s.wb.look.theme;
    const ColourTable table = *palette_table(s.spec.palette);
    const ThreadPlace place = place_of(s.state.map.shape, *chosen.thread);
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
        if (cell.thread == *chosen.thread) list.AddRect({a.x - 1, a.y - 1}, {b.x + 1, b.y + 1}, t.text, 0, s.wb.look.px(1.8f));
    }
}

}  // namespace

void image_details(ImageScene& s) {
    const Look& look = s.wb.look;
    const auto chosen = chosen_of(s, s.state.chosen);
    if (!chosen) {
        section_label(look, "PIXEL");
        muted_text(look, s.state.moves
                             ? "The mouse draws. Click a pixel with Shift: the thread that writes it, its formula with its own "
                               "numbers, and its place in its warp stand here."
                             : "Click a pixel: the thread that wrote it, its formula with its own numbers, and its warp "
                               "stand here.");
        return;
    }
    heading(look, fmt::format("Pixel ({}, {})", chosen->pixel[0], chosen->pixel[1]));
    if (!chosen->thread) {
        muted_text(look, "No thread is known to have written it. A traced run on the emulator tells.");
    } else {
        muted_text(look, place_text(s.state.map.shape, *chosen->thread));
        if (const std::string index = index_text(launch_facts(s.wb).facts, *chosen->thread); !index.empty()) {
            const FontScope font(look.fonts.mono, look.px(Fonts::small));
            text_in(look, look.theme.text, index);
        }
    }
    if (const std::string about =
            about_pixel(s.spec, s.record->request.parameters, chosen->pixel[0], chosen->pixel[1], chosen->value);
        !about.empty())
        text_in(look, look.theme.text, about);
    if (chosen->thread && !s.spec.lanes.empty()) lanes_section(s, *chosen->thread);
    if (chosen->thread && quiet_button(look, "Show this thread in the grid##image")) {
        s.wb.pointing.chosen_thread = chosen->thread;
        s.wb.post(ask::FocusView{"thread_grid"});
    }
}

void draw_magnifier(ImageScene& s) {
    const auto chosen = chosen_of(s, s.state.chosen);
    if (!chosen || !chosen->thread) return;
    const BlockCells block = cells_of_block(s, *chosen->thread);
    if (block.cells.empty()) return;
    const Look& look = s.wb.look;
    const Theme& t = look.theme;
    ImDrawList& list = *ImGui::GetWindowDrawList();
    const ImVec2 a = s.at_pixel(block.left, block.top), b = s.at_pixel(block.right, block.bottom);
    const CardPlace card = place_card(s, block);
    if (card.max.x - card.min.x > s.width() - look.px(16)) return;
    list.PushClipRect(s.min, s.max, true);
    draw_rays(list, a, b, card, with_alpha(t.text, 0.6f), look.px(1));
    list.AddRect({a.x - 1, a.y - 1}, {b.x + 1, b.y + 1}, IM_COL32_BLACK, look.px(2), look.px(3));
    list.AddRect({a.x - 1, a.y - 1}, {b.x + 1, b.y + 1}, IM_COL32_WHITE, look.px(2), look.px(1.5f));
    list.AddRectFilled(card.min, card.max, with_alpha(t.raised, 0.96f), look.px(8));
    list.AddRect(card.min, card.max, t.line, look.px(8));
    const ThreadPlace place = place_of(s.state.map.shape, *chosen->thread);
    const std::uint64_t warps = (s.state.map.shape.block.count() + warp_size - 1) / warp_size;
    put_text(list, look.fonts.semibold, look.px(13), {card.cells.x, card.min.y + look.px(7)}, t.text,
             fmt::format("Block ({}, {}): {} warp{}, yours bright", place.block.x, place.block.y, warps, warps == 1 ? "" : "s"));
    draw_cells(s, block, card, *chosen, list);
    put_text(list, look.fonts.regular, look.px(11.5f), {card.cells.x, card.max.y - look.px(19)}, t.muted,
             s.spec.lanes.empty() ? "the block's pixels, enlarged" : "brighter: more of its warp's turns used");
    list.PopClipRect();
}

void show_pixel_tooltip(const ImageScene& s, std::array<int, 2> pixel) {
    const auto hovered = chosen_of(s, pixel);
    if (!hovered || !ImGui::BeginTooltip()) return;
    const Look& look = s.wb.look;
    {
        const FontScope font(look.fonts.semibold, look.px(14));
        ImGui::TextUnformatted(fmt::format("Pixel ({}, {}): {}{}", pixel[0], pixel[1],
                                           s.array->text(static_cast<std::size_t>(hovered->element)),
                                           s.spec.lanes.empty() ? "" : " " + s.spec.lanes)
                                   .c_str());
    }
    if (hovered->thread) {
        const FontScope font(look.fonts.regular, look.px(Fonts::small));
        ImGui::TextColored(to_vec4(look.theme.muted), "%s", place_text(s.state.map.shape, *hovered->thread).c_str());
    }
    ImGui::EndTooltip();
}

}  // namespace warpwise::ui
