// The threads of a launch, the element of the chosen one, and the array that they write.
#include <fmt/format.h>

#include <algorithm>
#include <cmath>

#include "ui/export/figure_parts.h"
#include "ui/export/figure_strip.h"
#include "ui/export/thread_tiles.h"
#include "ui/kit/widgets.h"
#include "ui/threads/thread_grid_layout.h"
#include "ui/threads/thread_text.h"

namespace warpwise::ui::figure {
namespace {

constexpr std::uint64_t kMostCells = 4096, kMostTiles = 4096;
constexpr double kGridHeight = 330, kTilesHeight = 260, kSmallestCell = 5, kRoomyCell = 8, kSmallestHatchedTile = 12,
                 kStripBar = 26;

constexpr const char* kAxisName = "threadIdx.x";

std::string counted(std::uint64_t n) { return with_separators(static_cast<std::int64_t>(n)); }
std::string counted(std::uint64_t n, const char* what) { return counted(n) + " " + what + (n == 1 ? "" : "s"); }

std::string block_name(const LaunchShape& shape, std::uint64_t block) {
    const Dim3 at = place_of(shape, block * std::max<std::uint64_t>(1, shape.block.count())).block;
    if (shape.grid.z > 1) return fmt::format("block ({}, {}, {})", at.x, at.y, at.z);
    if (shape.grid.y > 1) return fmt::format("block ({}, {})", at.x, at.y);
    return "block " + counted(at.x);
}

std::string subtitle_of(const ThreadsScene& scene) {
    const ThreadFacts& facts = *scene.facts;
    const std::uint64_t per_block = facts.shape.block.count();
    std::string text = fmt::format("{} of {}", counted(facts.shape.grid.count(), "block"), counted(per_block, "thread"));
    if (facts.shape.block.y > 1 || facts.shape.block.z > 1)
        text += fmt::format(" ({} × {}{})", facts.shape.block.x, facts.shape.block.y,
                            facts.shape.block.z > 1 ? fmt::format(" × {}", facts.shape.block.z) : "");
    text += ".";
    if (facts.idle > 0)
        text += fmt::format(" {} past the data.", counted(facts.idle, "thread") + (facts.idle == 1 ? " is" : " are"));
    if (facts.overwritten > 0) text += fmt::format(" The values of {} were overwritten.", counted(facts.overwritten, "thread"));
    if (facts.silent > 0) text += fmt::format(" {} left nothing.", counted(facts.silent, "thread"));
    if (!scene.chosen) return text;
    std::string who = thread_name(facts.shape, *scene.chosen);
    who[0] = 'T';
    const auto element = facts.element_of(*scene.chosen);
    const std::string array = scene.array.empty() ? "element " : scene.array + "[";
    return text + (element ? fmt::format(" {} works on {}{}{}.", who, array, *element, scene.array.empty() ? "" : "]")
                           : fmt::format(" {} has no element.", who));
}

void draw_state(Page& page, const Area& area, ThreadState state, Colour hue, double radius) {
    const Palette& c = page.colours();
    switch (state) {
        case ThreadState::works: return page.rect(area, hue, radius);
        case ThreadState::idle: page.rect(area, c.idle, radius); return page.hatch(area, c.hatch, 6, true);
        case ThreadState::overwritten:
            page.rect(area, mix(c.ground, c.warn, 0.35), radius);
            return page.hatch(area, c.warn, 6, false);
        case ThreadState::silent: break;
    }
    page.rect(area, mix(c.ground, c.bad, 0.25), radius);
    page.hatch(area, c.bad, 5, false);
    page.hatch(area, c.bad, 5, true);
}

// For tiles so small that a hatch would be thousands of lines that cannot be seen.
Colour plain_colour(const Palette& c, ThreadState state, Colour hue) {
    switch (state) {
        case ThreadState::works: return hue;
        case ThreadState::idle: return mix(c.idle, c.hatch, 0.5);
        case ThreadState::overwritten: return c.warn;
        case ThreadState::silent: break;
    }
    return c.bad;
}

// Threads as cells, where the grid stands on the page.
struct Cells {
    GridLayout layout;
    Point at;
    Area cell(std::uint64_t thread) const {
        const Box box = layout.cell_of(thread);
        const double gap = std::min(layout.cell_w, layout.cell_h) >= kRoomyCell ? 1.5 : 1;
        return {at.x + box.x, at.y + box.y, box.w - gap, box.h - gap};
    }
};

GridLayout layout_of(Page& page, const ThreadFacts& facts) {
    GridSpace space{Page::kWidth, kGridHeight, 0, 44, 18};
    space.gutter = std::max(page.width_of(block_name(facts.shape, facts.shape.grid.count() - 1), page.bold()),
                            page.width_of(kAxisName, page.muted())) +
                   16;
    GridLayout layout = fit_grid(facts.shape, space);
    // square cells read best; a little taller leaves room for a number
    if (layout.blocks_per_row == 1) layout.cell_h = std::min(layout.cell_h, 1.4 * layout.cell_w);
    return layout;
}

bool cells_fit(const ThreadFacts& facts, const GridLayout& layout) {
    return facts.threads <= kMostCells && std::min(layout.cell_w, layout.cell_h) >= kSmallestCell;
}

// The size at which every number fits its cell; 0: none does.
double number_size(Page& page, const ThreadFacts& facts, const GridLayout& layout) {
    std::uint64_t largest = facts.threads - 1;
    for (const std::uint64_t thread : {std::uint64_t{0}, facts.threads - 1})
        if (const auto element = facts.element_of(thread)) largest = std::max(largest, static_cast<std::uint64_t>(*element));
    const double per_size = page.width_of(std::to_string(largest), {Face::mono, 100, 0}) / 100;
    const double size = std::min({Fonts::kSmall, (layout.cell_w - 4) / per_size, layout.cell_h * 0.7});
    return size >= 7.5 ? size : 0;
}

void draw_number(Page& page, const Area& cell, const ThreadFacts& facts, std::uint64_t thread, double size, Colour colour) {
    const auto element = facts.formula ? facts.element_of(thread) : std::optional(static_cast<std::int64_t>(thread));
    if (element)
        page.text({cell.middle_x(), cell.middle_y()}, std::to_string(*element), {Face::mono, size, colour}, Anchor::middle);
}

void draw_cells(Page& page, const ThreadsScene& scene, const Cells& cells) {
    const ThreadFacts& facts = *scene.facts;
    const GridLayout& l = cells.layout;
    const bool roomy = std::min(l.cell_w, l.cell_h) >= kRoomyCell;
    const double number = number_size(page, facts, l);
    for (std::uint64_t thread = 0; thread < facts.threads; ++thread) {
        const ThreadState state = facts.state_of(thread);
        const Area area = cells.cell(thread);
        const Colour hue = facts.is_stray(thread) ? page.colours().bad : block_colour(page.colours(), thread / l.threads_per_block);
        draw_state(page, area, state, hue, roomy ? 2.5 : 0);
        if (number > 0 && thread != scene.chosen && state == ThreadState::works)
            draw_number(page, area, facts, thread, number, page.colours().on_block[block_hue(thread / l.threads_per_block)]);
    }
    if (!scene.chosen || *scene.chosen >= facts.threads) return;
    Area area = cells.cell(*scene.chosen);
    const double out = roomy ? 1.5 : 3;
    area = {area.x - out, area.y - out, area.w + 2 * out, area.h + 2 * out};
    page.rect(area, page.colours().ink, 3);
    if (number > 0) draw_number(page, area, facts, *scene.chosen, number, page.colours().ground);
}

void draw_block_labels(Page& page, const ThreadsScene& scene, const Cells& cells) {
    const GridLayout& l = cells.layout;
    const std::optional<std::uint64_t> marked = scene.chosen ? std::optional(*scene.chosen / l.threads_per_block) : std::nullopt;
    double last = -1e9;
    for (std::uint64_t block = 0; block < l.blocks; ++block) {
        const Box tile = l.tile_of(block);
        const TextStyle style = marked == block ? page.bold() : page.ink();
        const std::string name = block_name(scene.facts->shape, block);
        if (l.one_block_a_row()) {
            const double y = cells.at.y + tile.y + std::min(tile.h, l.cell_h) / 2;
            if (y - last < 15) continue;
            last = y;
            page.text({Page::kLeft, y}, name, style);
        } else if (l.top > 0 && page.width_of(name, style) <= tile.w) {
            page.text({cells.at.x + tile.x, cells.at.y + tile.y - 9}, name, style);
        }
    }
}

// threadIdx.x above the first row; that of the chosen thread stands out, and its neighbours make room.
void draw_thread_axis(Page& page, const ThreadsScene& scene, const Cells& cells) {
    const GridLayout& l = cells.layout;
    const double y = cells.at.y - 12;
    page.text({Page::kLeft, y}, kAxisName, page.muted());
    const std::uint32_t none = l.tile_columns;
    const std::uint32_t lit = scene.chosen ? place_of(scene.facts->shape, *scene.chosen).thread.x % l.tile_columns : none;
    const std::uint32_t step = std::max(1u, static_cast<std::uint32_t>(std::exp2(std::ceil(std::log2(60 / l.cell_w)))));
    TextStyle bold = page.mono();
    bold.colour = page.colours().ink;
    for (std::uint32_t column = 0; column < l.tile_columns; ++column) {
        const bool last = column + 1 == l.tile_columns;
        const std::uint32_t away = lit == none ? l.tile_columns : column > lit ? column - lit : lit - column;
        const bool near_last = !last && (l.tile_columns - 1 - column) * l.cell_w < 22;
        if (column != lit && ((column % step != 0 && !last) || away * l.cell_w < 20 || near_last)) continue;
        const Area cell = cells.cell(column);
        page.text({cell.middle_x(), y}, std::to_string(column), column == lit ? bold : page.mono(), Anchor::middle);
    }
}

// Blocks, or groups of them, as tiles: working threads from the left, the others beside them by their share.
void draw_tiles(Page& page, const ThreadsScene& scene, const BlockTiles& tiles, double left) {
    const TextStyle style = page.muted();
    const LaunchShape& shape = scene.facts->shape;
    const double edge = tiles.edge, gap = edge >= 8 ? 1.5 : 1, top = page.y;
    std::uint64_t rows_per_label = 1;
    while (static_cast<double>(rows_per_label) * edge < 16) rows_per_label *= 2;
    for (std::uint64_t i = 0; i < tiles.tiles.size(); ++i) {
        const double x = left + static_cast<double>(i % tiles.columns) * edge,
                     y = top + static_cast<double>(i / tiles.columns) * edge;
        if (i % tiles.columns == 0 && i / tiles.columns % rows_per_label == 0)
            page.text({Page::kLeft, y + edge / 2}, block_name(shape, i * tiles.blocks_per_tile), style);
        std::uint64_t all = 0;
        for (const std::uint64_t n : tiles.tiles[i]) all += n;
        double from = x;
        constexpr ThreadState order[] = {ThreadState::works, ThreadState::overwritten, ThreadState::silent, ThreadState::idle};
        for (const ThreadState state : order) {
            const std::uint64_t count = tiles.tiles[i][static_cast<std::size_t>(state)];
            if (count == 0) continue;
            const double wide = (edge - gap) * static_cast<double>(count) / static_cast<double>(all);
            const bool holds =
                state == ThreadState::works && scene.chosen && *scene.chosen / shape.block.count() / tiles.blocks_per_tile == i;
            const Colour hue = holds ? page.colours().ink : block_colour(page.colours(), 0);
            if (edge >= kSmallestHatchedTile)
                draw_state(page, {from, y, wide, edge - gap}, state, hue, 0);
            else
                page.rect({from, y, wide, edge - gap}, plain_colour(page.colours(), state, hue));
            from += wide;
        }
    }
    page.y = top + static_cast<double>(tiles.rows) * edge + 8;
    const std::uint64_t per_tile = tiles.blocks_per_tile * shape.block.count();
    page.y += page.paragraph(
        {left, page.y}, Page::kRight - left,
        tiles.blocks_per_tile == 1
            ? fmt::format("One square is one block of {}.", counted(shape.block.count(), "thread"))
            : fmt::format("One square is {}, {} threads.", counted(tiles.blocks_per_tile, "block"), counted(per_tile)),
        page.muted());
}

// Down between the columns to below the grid, then over to the element.
void draw_arrow(Page& page, Point from, double below, Point to) {
    const Palette& c = page.colours();
    Path path;
    path.edge = Line{c.ink, 1.8, 0};
    const double end = to.y - 8, middle = (below + end) / 2;
    path.move_to(from);
    path.line_to({from.x, below});
    path.curve_to({from.x, middle + 4}, {to.x, middle - 4}, {to.x, end});
    page.add(std::move(path));
    Path head;
    head.fill = c.ink;
    head.move_to({to.x - 5, to.y - 9});
    head.line_to({to.x + 5, to.y - 9});
    head.line_to({to.x, to.y});
    head.close();
    page.add(std::move(head));
}

Colour colour_of(const Palette& c, FormulaTerm::Kind kind) {
    switch (kind) {
        case FormulaTerm::Kind::block_index: return c.block_term;
        case FormulaTerm::Kind::block_dim:
        case FormulaTerm::Kind::grid_dim: return c.dim_term;
        case FormulaTerm::Kind::thread_index: return c.thread_term;
        case FormulaTerm::Kind::symbol: return c.muted;
        default: return c.ink;
    }
}

// "i = blockIdx.x * blockDim.x + threadIdx.x", then the same with the chosen thread's numbers; each on a line of its own when
// they are too long for one.
void draw_formula(Page& page, const ThreadFacts& facts, std::uint64_t thread) {
    const ThreadPlace place = place_of(facts.shape, thread);
    const auto values = facts.formula->values_at(place);
    const auto index = facts.formula->at(place);
    using Piece = std::pair<std::string, Colour>;
    const Palette& c = page.colours();
    std::vector<Piece> terms{{"i", c.ink}, {" = ", c.muted}}, numbers{{" = ", c.muted}};
    for (std::size_t i = 0; i < facts.terms.size() && i < values.size(); ++i) {
        const bool bracket = facts.terms[i].text == "(" || facts.terms[i].text == ")";
        const bool is_operator = values[i].empty();
        const Colour colour = colour_of(c, facts.terms[i].kind);
        const std::string shown = is_operator && !bracket ? " " + facts.terms[i].text + " " : facts.terms[i].text;
        terms.emplace_back(shown, colour);
        numbers.emplace_back(is_operator ? shown : values[i], colour);
    }
    numbers.emplace_back(index ? fmt::format(" = {}", *index) : " = ?", c.ink);
    const auto width_of = [&](const std::vector<Piece>& pieces, double size) {
        std::string all;
        for (const Piece& piece : pieces) all += piece.first;
        return page.width_of(all, {Face::mono, size, 0});
    };
    double size = 15;
    const bool one_line = width_of(terms, size) + width_of(numbers, size) <= Page::kWidth;
    while (!one_line && size > 9 && std::max(width_of(terms, size), width_of(numbers, size)) > Page::kWidth) size -= 0.5;
    if (std::max(width_of(terms, size), width_of(numbers, size)) > Page::kWidth) return;  // the caption names the launch
    double x = Page::kLeft, y = page.y + 12;
    const auto put = [&](const std::vector<Piece>& pieces) {
        for (const auto& [text, colour] : pieces) {
            const TextStyle style{Face::mono, size, colour};
            const std::size_t lead = text.find_first_not_of(' '), end = text.find_last_not_of(' ');
            const std::string_view ink = std::string_view(text).substr(lead, end - lead + 1);
            page.text({x + page.width_of(text.substr(0, lead), style), y}, ink, style);
            x += page.width_of(text, style);
        }
    };
    put(terms);
    if (!one_line) {
        y += 24;
        x = Page::kLeft + page.width_of("i", {Face::mono, size, 0});
    }
    put(numbers);
    page.y = y + 16;
}

bool works_somewhere(const ThreadFacts& facts, std::uint64_t block) {
    const std::uint64_t count = facts.shape.block.count();
    for (std::uint64_t thread = block * count; thread < (block + 1) * count; ++thread)
        if (facts.state_of(thread) == ThreadState::works) return true;
    return false;
}

std::vector<Page::LegendEntry> legend_of(Page& page, const ThreadsScene& scene, bool hues, bool plain) {
    const ThreadFacts& facts = *scene.facts;
    const std::uint64_t blocks = facts.shape.grid.count();
    std::vector<Page::LegendEntry> entries;
    const auto key = [&page, plain](ThreadState state, Colour hue) {
        return [&page, plain, state, hue](const Area& area) {
            plain ? page.rect(area, plain_colour(page.colours(), state, hue), 2.5) : draw_state(page, area, state, hue, 2.5);
        };
    };
    if (facts.is_refused) return {{key(ThreadState::silent, 0), fmt::format("did not run ({})", counted(facts.threads))}};
    const std::uint64_t working = working_threads(facts);
    const char* works = work_words(facts);
    if (hues && blocks <= 4) {
        for (std::uint64_t block = 0; block < blocks; ++block)
            if (works_somewhere(facts, block))
                entries.push_back({key(ThreadState::works, block_colour(page.colours(), block)), block_name(facts.shape, block)});
    } else {
        entries.push_back({key(ThreadState::works, block_colour(page.colours(), 0)),
                           fmt::format("{} ({}){}", works, counted(working), hues ? "; the hue is the block's" : "")});
    }
    if (facts.strays > 0)
        entries.push_back({key(ThreadState::works, page.colours().bad),
                           fmt::format("past the data, and wrote there ({})", counted(facts.strays))});
    if (facts.idle > 0)
        entries.push_back({key(ThreadState::idle, 0), fmt::format("past the data, no element ({})", counted(facts.idle))});
    if (facts.overwritten > 0)
        entries.push_back(
            {key(ThreadState::overwritten, 0), fmt::format("overwritten by another thread ({})", counted(facts.overwritten))});
    if (facts.silent > 0) entries.push_back({key(ThreadState::silent, 0), fmt::format("left nothing ({})", counted(facts.silent))});
    if (facts.wrong > 0)
        entries.push_back(
            {[&page](const Area& a) { page.add(Rect{{a.x + 2, a.y, a.w - 4, a.h}, 0, {}, Line{page.colours().bad, 1.6, 0}}); },
             fmt::format("element with a wrong value ({})", counted(facts.wrong))});
    if (scene.chosen)
        entries.push_back({key(ThreadState::works, page.colours().ink),
                           hues ? "chosen thread and its element" : "block of the chosen thread, and its element"});
    return entries;
}

}  // namespace

Figure thread_grid_figure(const Setting& setting, const ThreadsScene& given) {
    if (given.facts == nullptr || given.facts->threads == 0)
        return empty_figure(setting, "This launch has no threads: choose a grid and a block first.");
    ThreadsScene scene = given;
    const ThreadFacts& facts = *scene.facts;
    if (scene.chosen && *scene.chosen >= facts.threads) scene.chosen.reset();
    std::string source =
        facts.has_writes ? "Writes recorded by the emulator." : "From the launch and the kernel's formula, before a run.";
    if (facts.shape.grid.z > 1 || facts.shape.block.z > 1)
        source += " All layers along z are side by side: blocks in rows, and in a block first y, then z.";
    Page page(setting.fonts, setting.options, words_of(setting, subtitle_of(scene), source));
    Cells cells{layout_of(page, facts), {}};
    const bool as_cells = cells_fit(facts, cells.layout);
    std::optional<Point> chosen_at;
    BlockTiles tiles;
    const double gutter = !as_cells ? page.width_of(block_name(facts.shape, facts.shape.grid.count() - 1), page.muted()) + 14
                          : cells.layout.one_block_a_row() ? cells.layout.left
                                                           : 0;
    if (as_cells) {
        const bool axis = cells.layout.one_block_a_row();
        if (axis) page.y += 24;
        cells.at = {Page::kLeft, page.y};
        if (axis) draw_thread_axis(page, scene, cells);
        draw_block_labels(page, scene, cells);
        draw_cells(page, scene, cells);
        page.y += cells.layout.top + cells.layout.height() + 4;
        if (scene.chosen) chosen_at = Point{cells.cell(*scene.chosen).right() - 2, cells.cell(*scene.chosen).bottom() + 1.5};
    } else {
        tiles = tiles_of(facts, Page::kWidth - gutter, kTilesHeight, kMostTiles);
        draw_tiles(page, scene, tiles, Page::kLeft + gutter);
    }
    const double grid_end = page.y;
    if (facts.elements > 0) {
        const auto element = scene.chosen ? facts.element_of(*scene.chosen) : std::nullopt;
        page.y += element && chosen_at ? 52 : 22;
        const std::string name = scene.array.empty() ? "array" : "array " + scene.array;
        const double label = std::max(gutter, page.width_of(name, page.ink()) + 16);
        page.text({Page::kLeft, page.y + kStripBar / 2}, name, page.ink());
        const StripPlace strip = draw_strip(page, scene, Page::kLeft + label, Page::kWidth - label, kStripBar, !as_cells);
        if (element && static_cast<std::uint64_t>(*element) < facts.elements) {
            const double x = strip.x_of(static_cast<std::uint64_t>(*element)),
                         half = std::max(2.5, strip.bar.w / static_cast<double>(facts.elements) / 2);
            page.add(Rect{{x - half, strip.bar.y - 2.5, 2 * half, strip.bar.h + 5}, 2, {}, Line{page.colours().ink, 2.5, 0}});
            if (chosen_at) draw_arrow(page, *chosen_at, grid_end, {x, strip.bar.y - 4});
            const std::string label_text = fmt::format("{}[{}]", scene.array.empty() ? "element " : scene.array, *element);
            const TextStyle style{Face::mono, Fonts::kBody, page.colours().ink};
            const bool at_right = x + 14 + page.width_of(label_text, style) <= Page::kRight;
            page.text({at_right ? x + 14 : x - 14, strip.bar.y - 14}, label_text, style, at_right ? Anchor::start : Anchor::end);
        }
    }
    if (scene.chosen && facts.formula) {
        page.y += 10;
        draw_formula(page, facts, *scene.chosen);
    }
    page.y += 10;
    page.legend(legend_of(page, scene, as_cells, !as_cells && tiles.edge < kSmallestHatchedTile));
    return page.finish(setting.made_with);
}

}  // namespace warpwise::ui::figure
