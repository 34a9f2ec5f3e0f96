// A shared array of a block that fills: the part of the array that it covers and the tile, as two grids of elements.
#include <fmt/format.h>

#include <algorithm>
#include <cmath>
#include <string>

#include "ui/debugger/access_pattern.h"
#include "ui/export/figure_parts.h"

namespace warpwise::ui::figure {
namespace {

constexpr double kTileGutter = 44, kTileGap = 26, kWidestTileCell = 20, kLeastTileCell = 4, kHeadOfGrid = 36, kMostTileHeight = 420;

struct TileDrawing {
    Page& page;
    const ShownTile& shown;
    double pitch = 0;

    double gap() const { return pitch >= 7 ? 1 : 0.4; }
    Area area(const Point& at, int row, int col) const {
        return {at.x + pitch * col, at.y + pitch * row, pitch - gap(), pitch - gap()};
    }
    Colour colour_of(const TileCell& cell) const {
        const Palette& c = page.colours();
        return shown.by_warp ? block_colour(c, cell.warp) : colour_of_lane(c, cell.lane);
    }
    void filled(const Area& a, const TileCell& cell) {
        const Palette& c = page.colours();
        const Colour colour = colour_of(cell);
        if (!cell.is_halo) return page.rect(a, colour);
        const bool is_outside = cell.source < 0;
        page.rect(a, is_outside ? c.ground : mix(c.ground, colour, 0.3));
        if (pitch >= 7) page.hatch(a, is_outside ? mix(c.ground, colour, 0.6) : colour, 4, true);
        page.add(Rect{a, 0, {}, Line{colour, 0.9}});
    }
    void labels(const TileGrid& grid, const Point& at, const std::string& name) {
        page.text({at.x, at.y - kHeadOfGrid + 8}, name, page.bold());
        int step = 1;
        while (pitch * step < 15) step *= 2;
        for (int row = 0; row < grid.rows; row += step)
            page.text({at.x - 6, at.y + pitch * (row + 0.5)},
                      std::to_string(grid.in_rows ? grid.first / grid.stride + row : grid.first + row * grid.stride), page.mono(),
                      Anchor::end);
        const std::int64_t first = grid.in_rows ? grid.first % grid.stride : 0;
        const auto label = [&](int col) { return (grid.in_rows ? "" : "+") + std::to_string(first + col); };
        step = 1;
        while (pitch * step < page.width_of(label(grid.cols - 1), page.mono()) + 4) step *= 2;
        for (int col = 0; col < grid.cols; col += step)
            page.text({at.x + pitch * (col + 0.5), at.y - 10}, label(col), page.mono(), Anchor::middle);
    }
    void grid(const TileGrid& grid, const Point& at, const std::string& name, bool is_tile) {
        const Palette& c = page.colours();
        labels(grid, at, name);
        for (int row = 0; row < grid.rows; ++row)
            for (int col = 0; col < grid.cols; ++col) {
                const std::int64_t element = grid.element(row, col);
                if (element < 0) continue;
                const TileCell* const cell =
                    shown.now.cell(is_tile ? element : shown.now.element_of[static_cast<std::size_t>(row * grid.cols + col)]);
                if (cell != nullptr && cell->is_written)
                    filled(area(at, row, col), *cell);
                else if (is_tile && cell != nullptr && cell->is_never_written)
                    page.add(Rect{area(at, row, col), 0, {}, Line{c.line, 0.8}});
                else
                    page.rect(area(at, row, col), mix(c.ground, c.idle, 0.5));
            }
    }
    void next(const TileGrid& grid, const Point& at) {
        if (!shown.next) return;
        const Palette& c = page.colours();
        for (const int lane : lanes_of(shown.next->mask)) {
            const std::int64_t element = shown.next->elements[static_cast<std::size_t>(lane)];
            const auto place = grid.place(element);
            if (!place) continue;
            const TileCell* const cell = shown.now.cell(element);
            const bool is_early = !shown.next->is_store && (cell == nullptr || !cell->is_written);
            Area a = area(at, (*place)[0], (*place)[1]);
            a = {a.x - 0.5, a.y - 0.5, a.w + 1, a.h + 1};
            page.add(Rect{a, 0, {}, Line{is_early ? c.warn : shown.next->is_store ? c.muted : c.ink, 1.8}});
        }
    }
};

}  // namespace

Figure tile_figure(const Setting& setting, const ShownTile& shown) {
    const TileGrid &array = shown.facts.array, &tile = shown.facts.tile;
    if (tile.rows == 0) return empty_figure(setting, "The block does not access this shared array.");
    Page page(setting.fonts, setting.options, words_of(setting, shown.sentence, "Requests of one block, counted by the emulator."));
    // side by side, or one below the other, whichever has the larger cells
    const auto rows_of = [](const TileGrid& grid) { return std::max(grid.rows, 1); };
    const auto cols_of = [](const TileGrid& grid) { return std::max(grid.cols, 1); };
    const double beside = std::min((Page::kWidth - 2 * kTileGutter - kTileGap) / (cols_of(array) + cols_of(tile)),
                                   kMostTileHeight / std::max(rows_of(array), rows_of(tile)));
    const double below = std::min((Page::kWidth - kTileGutter) / std::max(cols_of(array), cols_of(tile)),
                                  kMostTileHeight / (rows_of(array) + rows_of(tile)));
    const bool is_beside = beside >= std::min(below, kWidestTileCell) * 0.9;
    TileDrawing draw{page, shown, std::clamp(is_beside ? beside : below, kLeastTileCell, kWidestTileCell)};
    page.y += kHeadOfGrid;
    const Point first{Page::kLeft + kTileGutter, page.y};
    const double right = first.x + draw.pitch * array.cols + kTileGap + kTileGutter;
    const Point second = is_beside ? Point{right, page.y} : Point{first.x, page.y + draw.pitch * array.rows + kHeadOfGrid + 14};
    draw.grid(array, first, shown.facts.of.from, false);
    draw.grid(tile, second, shown.facts.of.shared, true);
    draw.next(tile, second);
    page.y = std::max(first.y + draw.pitch * array.rows, second.y + draw.pitch * tile.rows) + 22;
    const Palette& c = page.colours();
    std::vector<Page::LegendEntry> entries;
    if (shown.by_warp)
        entries.push_back({[&page, &c](const Area& a) {
                               for (int i = 0; i < 4; ++i)
                                   page.rect({a.x + i * a.w / 4, a.y, a.w / 4, a.h}, c.blocks[static_cast<std::size_t>(i)]);
                           },
                           "written, by warp"});
    else
        entries.push_back({[&page, &c](const Area& a) {
                               for (int i = 0; i < 4; ++i)
                                   page.rect({a.x + i * a.w / 4, a.y, a.w / 4, a.h}, colour_of_lane(c, i * 31 / 3));
                           },
                           "written, by lane"});
    if (shown.facts.has_halo())
        entries.push_back({[&page, &c](const Area& a) {
                               page.rect(a, mix(c.ground, c.muted, 0.3));
                               page.hatch(a, c.muted, 4, true);
                               page.add(Rect{a, 0, {}, Line{c.muted, 0.9}});
                           },
                           "halo: not the block's own"});
    if (shown.now.never > 0)
        entries.push_back({[&page, &c](const Area& a) { page.add(Rect{a, 0, {}, Line{c.line, 0.8}}); }, "never written"});
    if (shown.next)
        entries.push_back({[&page, &c](const Area& a) { page.add(Rect{a, 0, {}, Line{c.ink, 1.8}}); },
                           shown.next->is_store ? "written next" : "read next"});
    page.legend(entries);
    return page.finish(setting.made_with);
}

}  // namespace warpwise::ui::figure
