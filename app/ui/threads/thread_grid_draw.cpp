#include <fmt/format.h>

#include <algorithm>
#include <cmath>

#include "ui/kit/draw.h"
#include "ui/kit/widgets.h"
#include "ui/threads/cell_look.h"
#include "ui/threads/thread_grid.h"

namespace warpwise::ui {
namespace {

// Above this many cells on screen the shader draws them; below, they get rounded corners and numbers.
constexpr double kMostDrawnCells = 1600;
// Below this many pixels a cell has no gap to its neighbour: thin gaps shimmer.
constexpr double kSmallestCellWithGap = 6;
// Of the numbers in cells. Unscaled; a large window on a dense screen may have smaller type than a small one.
constexpr float kLargestNumber = 13, kLeastNumber = 11, kLeastNumberZoomed = 7.5f;
// Blocks smaller than this share a hue with their neighbours.
constexpr float kLeastGroup = 9;  // unscaled pixels

float gap_of(const GridScene& s) {
    const double cell = std::min(s.cell_w(), s.cell_h());
    if (cell < kSmallestCellWithGap) return 0;
    return cell >= 20 ? std::max(1.0f, std::round(s.look().px(2))) : 1.0f;
}

struct Range {
    std::uint64_t first = 0, last = 0;  // last is one past
};

// Which of `count` repeats of `pitch` starting at `from` are seen in low .. high.
Range seen(double from, double pitch, std::uint64_t count, double low, double high) {
    if (count == 0 || pitch <= 0) return {};
    const double first = std::floor((low - from) / pitch), last = std::floor((high - from) / pitch) + 1;
    const auto limit = static_cast<double>(count);
    return {static_cast<std::uint64_t>(std::clamp(first, 0.0, limit)), static_cast<std::uint64_t>(std::clamp(last, 0.0, limit))};
}

Range seen_tile_columns(const GridScene& s) {
    const GridView& v = s.state.view;
    return seen(s.layout.left, s.layout.pitch_x(), s.layout.blocks_per_row, v.layout_x(0),
                v.layout_x(static_cast<double>(s.width())));
}
Range seen_tile_rows(const GridScene& s) {
    const GridView& v = s.state.view;
    return seen(s.layout.top, s.layout.pitch_y(), s.layout.block_rows, v.layout_y(0), v.layout_y(static_cast<double>(s.height())));
}

double cells_on_screen(const GridScene& s) {
    const Range columns = seen_tile_columns(s), rows = seen_tile_rows(s);
    const auto tiles = static_cast<double>((columns.last - columns.first) * (rows.last - rows.first));
    const double by_tiles = tiles * s.layout.threads_per_block;
    return std::min(by_tiles, static_cast<double>(s.width() * s.height()) / (s.cell_w() * s.cell_h()));
}

// The element that the thread computes, or its own number where there is no formula; or its threadIdx.x.
std::string cell_text(const GridScene& s, std::uint64_t thread) {
    const ThreadFacts& facts = *s.launch.facts;
    if (s.state.number == CellNumber::thread_in_block) return std::to_string(place_of(facts.shape, thread).thread.x);
    if (!facts.formula) return std::to_string(thread);
    const auto index = facts.formula->at(place_of(facts.shape, thread));
    return index ? std::to_string(*index) : "-";
}

// The largest size at which the longest number fits, or 0: numbers too small to read are only noise, and the card tells them.
float number_size(const GridScene& s, CellNumber number) {
    const float room = static_cast<float>(s.cell_w()) - gap_of(s);
    const ThreadFacts& facts = *s.launch.facts;
    const std::uint64_t largest = number == CellNumber::index ? facts.threads - 1 : facts.shape.block.x - 1;
    const float least = std::max(kLeastNumber, s.look().px(kLeastNumberZoomed)), beside = s.look().px(1.2f);
    for (float size = std::floor(s.look().px(kLargestNumber)); size >= least; --size)
        if (text_width(s.look().fonts.mono, size, std::to_string(largest)) + beside <= room &&
            static_cast<float>(s.cell_h()) >= 1.2f * size)
            return size;
    return 0;
}

void draw_thread(GridScene& s, std::uint64_t thread, float gap, float number) {
    const Theme& t = s.look().theme;
    const ThreadFacts& facts = *s.launch.facts;
    const Box box = s.on_screen(s.layout.cell_of(thread));
    const ImVec2 a{std::round(corner(box).x), std::round(corner(box).y)};
    const ImVec2 b{std::round(far_corner(box).x) - gap, std::round(far_corner(box).y) - gap};
    const ThreadState state = facts.state_of(thread);
    const std::uint64_t block = thread / s.layout.threads_per_block;
    CellLook look = cell_look(t, block, state);
    const float rounding = s.cell_w() >= static_cast<double>(s.look().px(13)) ? s.look().px(3) : 0;
    const bool chosen = s.is_chosen(thread), hovered = s.wb.pointing.hovered_thread == thread;
    if (chosen) {
        look.fill = t.text;
        look.ink = t.panel;
    }
    draw_cell(s.list, a, b, look, chosen ? ThreadState::works : state, rounding, s.look().px(6));
    // an edge, and no other fill: the number keeps its contrast
    if (facts.is_stray(thread)) s.list.AddRect(a, b, t.bad, rounding, std::max(1.0f, s.look().px(1.5f)));
    if (hovered && !chosen) s.list.AddRect(a, b, t.text, rounding, std::max(1.0f, s.look().px(1.5f)));
    if (number == 0) return;
    const std::string text = cell_text(s, thread);
    const ImVec2 middle{(a.x + b.x) / 2, (a.y + b.y - number) / 2 - number * 0.08f};
    if (state != ThreadState::works && !chosen) {
        // a number on a pattern stands on a patch of its own
        const float half = text_width(s.look().fonts.mono, number, text) / 2 + s.look().px(1.5f);
        s.list.AddRectFilled({middle.x - half, middle.y}, {middle.x + half, middle.y + number * 1.12f}, look.fill, s.look().px(2));
    }
    put_text(s.list, s.look().fonts.mono, number, middle, look.ink, text, 0.5f);
}

// A heavier line where a warp begins within a row.
void draw_warp_edges(GridScene& s, std::uint64_t block) {
    const GridLayout& l = s.layout;
    if (l.tile_columns == kWarpSize || l.threads_per_block <= kWarpSize || s.cell_w() < kSmallestCellWithGap) return;
    const ImU32 colour = mix(s.look().theme.panel, s.look().theme.text, 0.5f);
    for (std::uint32_t start = kWarpSize; start < l.threads_per_block; start += kWarpSize) {
        const Box cell = s.on_screen(l.cell_of(block * l.threads_per_block + start));
        const Box tile = s.on_screen(l.tile_of(block));
        const float gap = gap_of(s) / 2, y = static_cast<float>(cell.y) - gap, x = static_cast<float>(cell.x) - gap;
        const float below = static_cast<float>(cell.y + cell.h) - gap;
        s.list.AddLine({x, y}, {static_cast<float>(tile.x + tile.w) - 2 * gap, y}, colour, 1);
        if (start % l.tile_columns == 0) continue;
        s.list.AddLine({x, y}, {x, below}, colour, 1);
        s.list.AddLine({static_cast<float>(tile.x), below}, {x, below}, colour, 1);
    }
}

bool holds(const GridScene& s, std::uint64_t block, std::optional<std::uint64_t> thread) {
    return thread && *thread / s.layout.threads_per_block == block;
}

void draw_block_outline(GridScene& s, std::uint64_t block) {
    const Theme& t = s.look().theme;
    const Box tile = s.on_screen(s.layout.tile_of(block));
    const double room = std::min(s.layout.gap_x > 0 ? s.layout.gap_x : 99, s.layout.gap_y) * s.state.view.zoom;
    if (tile.w < 10 || room < 3) return;
    const float out = static_cast<float>(std::min(room / 2 - 0.5, static_cast<double>(s.look().px(3))));
    const bool marked = holds(s, block, s.wb.pointing.chosen_thread) || holds(s, block, s.wb.pointing.hovered_thread);
    const float gap = gap_of(s);
    const ImVec2 a{std::round(corner(tile).x) - out, std::round(corner(tile).y) - out};
    const ImVec2 b{std::round(far_corner(tile).x) - gap + out, std::round(far_corner(tile).y) - gap + out};
    s.list.AddRect(a, b, mix(t.panel, block_colour(t, block), marked ? 0.95f : 0.45f), s.look().px(6),
                   s.look().px(marked ? 2.0f : 1.0f));
}

std::string block_name(const GridScene& s, std::uint64_t block) {
    const Dim3 at = place_of(s.launch.facts->shape, block * s.layout.threads_per_block).block;
    const Dim3& grid = s.launch.facts->shape.grid;
    if (grid.z > 1) return fmt::format("block ({}, {}, {})", at.x, at.y, at.z);
    if (grid.y > 1) return fmt::format("block ({}, {})", at.x, at.y);
    return "block " + with_separators(at.x);
}

// Below a block's name: the indices that its threads compute; its only warp where those are not known or have no room.
std::string row_text(const GridScene& s, std::uint64_t block) {
    const ThreadFacts& facts = *s.launch.facts;
    const bool flat = facts.shape.block.y == 1 && facts.shape.block.z == 1;
    const std::uint64_t first = block * s.layout.threads_per_block, last = first + s.layout.threads_per_block - 1;
    if (!flat || s.layout.tile_rows > 1 || !facts.formula) return "warp 0";
    const auto low = facts.formula->at(place_of(facts.shape, first)), high = facts.formula->at(place_of(facts.shape, last));
    if (!low || !high) return "warp 0";
    const float size = s.look().px(Fonts::kSmall);
    for (const std::string& text : {fmt::format("i = {}..{}", *low, *high), fmt::format("{}..{}", *low, *high)})
        if (text_width(s.look().fonts.regular, size, text) <= s.gutter - s.look().px(4)) return text;
    return "warp 0";
}

// Labels beside the rows of a block, when blocks stand below one another.
void draw_row_labels(GridScene& s, std::uint64_t block) {
    const Look& look = s.look();
    const Box tile = s.on_screen(s.layout.tile_of(block));
    const float row = static_cast<float>(s.cell_h()), x = s.min.x;
    const bool marked = holds(s, block, s.wb.pointing.chosen_thread) || holds(s, block, s.wb.pointing.hovered_thread);
    if (row * static_cast<float>(s.layout.tile_rows) < look.px(13)) return;
    const bool two_lines = row >= look.px(33);
    const float first = static_cast<float>(tile.y) + (two_lines ? row / 2 - look.px(17) : row / 2 - look.px(8.5f));
    put_text(s.list, look.fonts.semibold, look.px(Fonts::kSmall), {x, std::max(first, static_cast<float>(tile.y) - look.px(1))},
             marked ? look.theme.text : look.theme.muted, block_name(s, block));
    const bool warps_are_rows = s.layout.tile_columns == kWarpSize || s.layout.tile_rows == 1;
    if (!warps_are_rows) return;
    if (two_lines)
        put_text(s.list, look.fonts.regular, look.px(Fonts::kSmall), {x, first + look.px(17)}, look.theme.muted,
                 row_text(s, block));
    if (row < look.px(12)) return;
    for (std::uint32_t warp = 1; warp < s.layout.tile_rows; ++warp)
        put_text(s.list, look.fonts.regular, look.px(Fonts::kSmall),
                 {x, static_cast<float>(tile.y) + row * (static_cast<float>(warp) + 0.5f) - look.px(7)}, look.theme.muted,
                 fmt::format("warp {}", warp));
}

void draw_tile_label(GridScene& s, std::uint64_t block) {
    const Look& look = s.look();
    const Box tile = s.on_screen(s.layout.tile_of(block));
    const double above = (s.layout.gap_y > 0 ? s.layout.gap_y : s.layout.top) * s.state.view.zoom;
    const std::string name = block_name(s, block);
    const float width = text_width(look.fonts.regular, look.px(Fonts::kSmall), name);
    if (width > static_cast<float>(tile.w)) return;
    const bool marked = holds(s, block, s.wb.pointing.chosen_thread) || holds(s, block, s.wb.pointing.hovered_thread);
    if (above < static_cast<double>(look.px(13))) {  // tiles touch: the name stands on a patch in the tile's corner
        if (tile.h < static_cast<double>(look.px(56)) || width > 0.6f * static_cast<float>(tile.w)) return;
        const ImVec2 a{std::round(corner(tile).x), std::round(corner(tile).y)};
        s.list.AddRectFilled(a, {a.x + width + look.px(8), a.y + look.px(16)}, with_alpha(look.theme.panel, 0.85f), look.px(3));
        put_text(s.list, look.fonts.regular, look.px(Fonts::kSmall), {a.x + look.px(4), a.y},
                 marked ? look.theme.text : look.theme.muted, name);
        return;
    }
    put_text(s.list, look.fonts.regular, look.px(Fonts::kSmall),
             {static_cast<float>(tile.x), static_cast<float>(tile.y) - look.px(16)}, marked ? look.theme.text : look.theme.muted,
             name);
}

template <typename F>
void for_each_seen_block(const GridScene& s, F f) {
    const Range columns = seen_tile_columns(s), rows = seen_tile_rows(s);
    for (std::uint64_t row = rows.first; row < rows.last; ++row)
        for (std::uint64_t column = columns.first; column < columns.last; ++column)
            if (const std::uint64_t block = row * s.layout.blocks_per_row + column; block < s.layout.blocks) f(block);
}

void draw_block_cells(GridScene& s, std::uint64_t block, float gap, float number) {
    const GridLayout& l = s.layout;
    const Box tile = l.tile_of(block);
    const GridView& v = s.state.view;
    const Range columns = seen(tile.x, l.cell_w, l.tile_columns, v.layout_x(0), v.layout_x(static_cast<double>(s.width())));
    const Range rows = seen(tile.y, l.cell_h, l.tile_rows, v.layout_y(0), v.layout_y(static_cast<double>(s.height())));
    for (std::uint64_t row = rows.first; row < rows.last; ++row)
        for (std::uint64_t column = columns.first; column < columns.last; ++column)
            if (const std::uint64_t local = row * l.tile_columns + column; local < l.threads_per_block)
                draw_thread(s, block * l.threads_per_block + local, gap, number);
}

gl::CellGrid::Palette palette_of(const Theme& t) {
    gl::CellGrid::Palette palette;
    for (std::size_t state = 0; state < gl::CellGrid::kStateKinds; ++state) {
        for (std::size_t hue = 0; hue < gl::CellGrid::kHues; ++hue) {
            const CellLook look = cell_look(t, hue, static_cast<ThreadState>(state));  // blocks 0 to 3 have the four hues
            palette.fill[state * gl::CellGrid::kHues + hue] = look.fill;
            palette.pattern[state] = look.pattern;
        }
    }
    palette.ground = t.panel;
    return palette;
}

gl::CellGrid::Placement placement_of(const GridScene& s) {
    const GridLayout& l = s.layout;
    const GridView& v = s.state.view;
    auto whole = [](std::uint64_t n) { return static_cast<int>(std::min<std::uint64_t>(n, INT32_MAX)); };
    gl::CellGrid::Placement p;
    p.canvas = {s.min.x, s.min.y, s.width(), s.height()};
    p.origin_x = s.min.x + static_cast<float>(v.x + v.zoom * l.left);
    p.origin_y = s.min.y + static_cast<float>(v.y + v.zoom * l.top);
    p.cell_w = static_cast<float>(s.cell_w());
    p.cell_h = static_cast<float>(s.cell_h());
    p.pitch_x = static_cast<float>(v.zoom * l.pitch_x());
    p.pitch_y = static_cast<float>(v.zoom * l.pitch_y());
    p.cell_gap = gap_of(s);
    p.pattern_step = s.look().px(6);
    p.tile_columns = static_cast<int>(l.tile_columns);
    p.tile_rows = static_cast<int>(l.tile_rows);
    p.cells_per_tile = static_cast<int>(l.threads_per_block);
    p.tiles = whole(l.blocks);
    p.tiles_per_row = whole(l.blocks_per_row);
    p.solid_cells = whole(s.launch.facts->work);
    const BlockGroups groups = shown_groups(s);
    p.group_columns = whole(groups.columns);
    p.group_rows = whole(groups.rows);
    // blocks that stand apart need no edge
    if (!groups.single() || l.gap_x <= 0) p.group_gap = std::max(1.0f, std::round(s.look().px(1)));
    return p;
}

struct ShaderCall {
    gl::CellGrid* cells;
    gl::CellGrid::Placement placement;
};

// Runs while the frame is rendered: places turn from window to framebuffer pixels.
void run_shader_call(const ImDrawList*, const ImDrawCmd* command) {
    ShaderCall call = *static_cast<const ShaderCall*>(command->UserCallbackData);
    const ImDrawData* data = ImGui::GetDrawData();
    if (!data) return;
    const ImVec2 offset = data->DisplayPos, scale = data->FramebufferScale;
    gl::CellGrid::Placement& p = call.placement;
    p.canvas = {(p.canvas[0] - offset.x) * scale.x, (p.canvas[1] - offset.y) * scale.y, p.canvas[2] * scale.x,
                p.canvas[3] * scale.y};
    const ImVec4& clip = command->ClipRect;
    p.clip = {(clip.x - offset.x) * scale.x, (clip.y - offset.y) * scale.y, (clip.z - clip.x) * scale.x,
              (clip.w - clip.y) * scale.y};
    p.origin_x = (p.origin_x - offset.x) * scale.x, p.origin_y = (p.origin_y - offset.y) * scale.y;
    p.cell_w *= scale.x, p.cell_h *= scale.y;
    p.pitch_x *= scale.x, p.pitch_y *= scale.y;
    p.framebuffer_height = data->DisplaySize.y * scale.y;
    call.cells->draw(p);
}

void draw_with_shader(GridScene& s) {
    if (s.state.cells_version != s.launch.version) {
        s.state.cells.set_states(s.launch.facts->states);
        s.state.cells_version = s.launch.version;
    }
    s.state.cells.set_palette(palette_of(s.look().theme));
    ShaderCall call{&s.state.cells, placement_of(s)};
    s.list.AddCallback(run_shader_call, &call, sizeof call);
    // the null host has no state to reset
    if (const ImDrawCallback reset = ImGui::GetPlatformIO().DrawCallback_ResetRenderState) s.list.AddCallback(reset, nullptr);
}

void outline_thread(GridScene& s, std::uint64_t thread, ImU32 colour, float thickness) {
    const Box cell = s.on_screen(s.layout.cell_of(thread));
    const float gap = gap_of(s), out = s.look().px(2);
    ImVec2 a{std::round(corner(cell).x) - out, std::round(corner(cell).y) - out};
    ImVec2 b{std::round(far_corner(cell).x) - gap + out, std::round(far_corner(cell).y) - gap + out};
    if (cell.w < 5) {  // a ring that is seen, around a cell that is not
        const float grow = s.look().px(3);
        a = {a.x - grow, a.y - grow}, b = {b.x + grow, b.y + grow};
        s.list.AddRect({a.x - 1, a.y - 1}, {b.x + 1, b.y + 1}, s.look().theme.ground, s.look().px(4), thickness + 2);
    }
    s.list.AddRect(a, b, colour, s.look().px(4), thickness);
}

}  // namespace

bool fits_a_number(const GridScene& s) {
    return cells_on_screen(s) <= kMostDrawnCells &&
           (number_size(s, CellNumber::index) > 0 || number_size(s, CellNumber::thread_in_block) > 0);
}

BlockGroups shown_groups(const GridScene& s) {
    return group_blocks(s.layout, s.state.view.zoom, static_cast<double>(s.look().px(kLeastGroup)));
}

std::optional<std::uint64_t> faulty_thread(const LaunchFacts& launch) {
    const RunRecord* record = launch.record;
    if (!record || !record->fault || record->fault->kind == FaultKind::data_race) return std::nullopt;
    const auto thread = linear_thread(*record, record->fault->block, record->fault->thread);
    return thread && *thread < launch.facts->threads ? thread : std::nullopt;
}

void draw_grid(GridScene& s) {
    s.list.PushClipRect({s.min.x - s.look().px(4), s.min.y - s.look().px(4)}, {s.max.x + s.look().px(4), s.max.y + s.look().px(4)},
                        true);
    const Theme& t = s.look().theme;
    if (cells_on_screen(s) > kMostDrawnCells) {
        draw_with_shader(s);
    } else {
        const float gap = gap_of(s);
        const float number = number_size(s, s.state.number);
        for_each_seen_block(s, [&](std::uint64_t block) { draw_block_cells(s, block, gap, number); });
    }
    const Range columns = seen_tile_columns(s), rows = seen_tile_rows(s);
    if ((columns.last - columns.first) * (rows.last - rows.first) <= 400) {
        for_each_seen_block(s, [&](std::uint64_t block) {
            draw_warp_edges(s, block);
            draw_block_outline(s, block);
            if (s.layout.one_block_a_row())
                draw_row_labels(s, block);
            else
                draw_tile_label(s, block);
        });
    }
    const auto &hovered = s.wb.pointing.hovered_thread, &chosen = s.wb.pointing.chosen_thread;
    if (chosen && *chosen < s.launch.facts->threads) outline_thread(s, *chosen, t.text, s.look().px(2));
    if (const auto faulty = faulty_thread(s.launch)) {
        outline_thread(s, *faulty, t.bad, s.look().px(2));
        const Box cell = s.on_screen(s.layout.cell_of(*faulty));
        const float radius = std::max(s.look().px(3), static_cast<float>(std::min(cell.w, cell.h)) * 0.3f);
        const float gap = gap_of(s) / 2;
        draw_cross(s.list, {static_cast<float>(cell.x + cell.w / 2) - gap, static_cast<float>(cell.y + cell.h / 2) - gap}, radius,
                   t.bad, s.look().px(2));
    }
    if (hovered && hovered != chosen && *hovered < s.launch.facts->threads)
        outline_thread(s, *hovered, mix(t.panel, t.text, 0.75f), s.look().px(1));
    s.list.PopClipRect();
}

void draw_grid_axis(GridScene& s, float y, float width) {
    const Look& look = s.look();
    const Dim3& block = s.launch.facts->shape.block;
    const bool flat = block.y == 1 && block.z == 1;
    const float size = look.px(Fonts::kSmall);
    if (!s.layout.one_block_a_row() || (flat && block.x > kWarpSize)) {
        const std::string how =
            flat ? (block.x > kWarpSize ? "a row is a warp: lanes 0 to 31" : "a row is a block") : "a block's rows are threadIdx.y";
        const BlockGroups groups = shown_groups(s);
        const std::string text = !groups.single() ? fmt::format("each square is {} \u00d7 {} blocks", groups.columns, groups.rows)
                                 : s.layout.one_block_a_row() ? how
                                                              : "blocks side by side; in each, " + how;
        put_text_cut(s.list, look.fonts.regular, size, {s.min.x, y}, look.theme.muted, text, width);
        return;
    }
    put_text(s.list, look.fonts.mono, size, {s.min.x, y}, look.theme.thread_term, "threadIdx.x");
    s.list.PushClipRect({s.min.x + s.gutter, y}, {s.max.x, y + look.px(20)}, true);
    const auto pointed = s.wb.pointing.hovered_thread ? s.wb.pointing.hovered_thread : s.wb.pointing.chosen_thread;
    const std::uint32_t lit = pointed ? place_of(s.launch.facts->shape, *pointed).thread.x : UINT32_MAX;
    const std::uint32_t step = s.cell_w() >= static_cast<double>(look.px(30))   ? 2
                               : s.cell_w() >= static_cast<double>(look.px(10)) ? 4
                                                                                : 8;
    for (std::uint32_t column = 0; column < s.layout.tile_columns; ++column) {
        const bool near_lit = lit != UINT32_MAX && column != lit &&
                              (column > lit ? column - lit : lit - column) * s.cell_w() < static_cast<double>(look.px(20));
        if (column != lit && (column % step != 0 || near_lit)) continue;
        const Box cell = s.on_screen(s.layout.cell_of(column));
        put_text(s.list, look.fonts.mono, size, {static_cast<float>(cell.x + cell.w / 2), y},
                 column == lit ? look.theme.text : look.theme.muted, std::to_string(column), 0.5f);
    }
    s.list.PopClipRect();
}

void draw_minimap(GridScene& s) {
    const GridView& v = s.state.view;
    if (v.zoom <= 1.01) return;
    const Look& look = s.look();
    const float w = look.px(110), h = w * s.height() / s.width();
    const ImVec2 b{s.max.x - look.px(6), s.max.y - look.px(6)}, a{b.x - w, b.y - h};
    if (h > s.height() * 0.6f || w > s.width() * 0.5f) return;
    s.list.AddRectFilled(a, b, with_alpha(look.theme.raised, 0.93f), look.px(4));
    s.list.AddRect(a, b, look.theme.line, look.px(4), 1);
    auto at = [&](double x, double y) {
        return ImVec2{a.x + w * std::clamp(static_cast<float>(x) / s.width(), 0.0f, 1.0f),
                      a.y + h * std::clamp(static_cast<float>(y) / s.height(), 0.0f, 1.0f)};
    };
    const GridLayout& l = s.layout;
    s.list.AddRectFilled(at(l.left, l.top), at(l.left + l.width(), l.top + l.height()),
                         mix(look.theme.panel, look.theme.accent, 0.3f), 1);
    const ImVec2 low = at(v.layout_x(0), v.layout_y(0)),
                 high = at(v.layout_x(static_cast<double>(s.width())), v.layout_y(static_cast<double>(s.height())));
    s.list.AddRect(low, {std::max(high.x, low.x + 3), std::max(high.y, low.y + 3)}, look.theme.text, 1, look.px(1.5f));
}

}  // namespace warpwise::ui
