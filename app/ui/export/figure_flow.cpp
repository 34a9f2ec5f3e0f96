// What the lanes of a warp read for each of their writes: rows of elements, and arrows between them.
#include <fmt/format.h>

#include <algorithm>
#include <bit>
#include <string>

#include "ui/export/figure_parts.h"
#include "ui/kit/lane_colour.h"

namespace warpwise::ui::figure {
namespace {

constexpr double kFlowGutter = 64, kFlowCell = 20, kFlowArrows = 34, kFlowArrowsOfTwo = 60, kFlowApart = 8, kWidestColumn = 40,
                 kColumnGap = 8, kArrowHead = 4;
constexpr std::size_t kMostRowsOfFlow = 20;
constexpr int kStepsOfArrow = 16;

// Where the columns of an array stand.
struct FlowPlaces {
    const FlowColumns& of;
    std::vector<double> x;
    double pitch = 0;

    explicit FlowPlaces(const FlowColumns& columns) : of(columns) {
        const std::size_t count = columns.elements.size();
        std::size_t gaps = 0;
        for (std::size_t i = 0; i < count; ++i) gaps += columns.has_gap_before(i) ? 1 : 0;
        const double room = Page::kWidth - kFlowGutter, spaces = kColumnGap * static_cast<double>(gaps);
        pitch = std::min((room - spaces) / static_cast<double>(std::max<std::size_t>(count, 1)), kWidestColumn);
        double at = Page::kLeft + kFlowGutter + (room - spaces - pitch * static_cast<double>(count)) / 2;
        for (std::size_t i = 0; i < count; ++i) {
            if (columns.has_gap_before(i)) at += kColumnGap;
            x.push_back(at);
            at += pitch;
        }
    }
    double middle(int column) const { return x[static_cast<std::size_t>(column)] + (pitch - 1) / 2; }
};

struct FlowDrawing {
    Page& page;
    const Flow& flow;
    FlowPlaces from, to;

    void value(const Area& area, const std::string& text, Colour ink) {
        const TextStyle style{Face::mono, Fonts::kSmall - 1, ink};
        if (text.empty() || page.width_of(text, style) > area.w - 1) return;
        page.text({area.middle_x(), area.middle_y()}, text, style, Anchor::middle);
    }
    void written(const Area& area, const FlowRow& row, const FlowTarget& target) {
        const Palette& c = page.colours();
        const int lanes = std::popcount(target.lanes);
        if (lanes == 1) {
            const Colour ground = colour_of_lane(c, std::countr_zero(target.lanes));
            page.rect(area, ground, 2);
            return value(area, target.value, contrast(c.ink, ground) > contrast(c.ground, ground) ? c.ink : c.ground);
        }
        const Colour edge = row.is_atomic ? c.muted : c.warn;
        page.rect(area, mix(c.ground, edge, 0.25), 2);
        if (!row.is_atomic) page.hatch(area, mix(c.ground, c.warn, 0.6), 5, true);
        page.add(Rect{area, 2, {}, Line{edge, 1.5}});
        value(area, fmt::format("\u00d7{}", lanes), c.ink);
    }
    void cells(const FlowPlaces& columns, double y, const FlowRow* row, const FlowRow* read) {
        const Palette& c = page.colours();
        for (std::size_t i = 0; i < columns.x.size(); ++i) {
            const Area area{columns.x[i], y, std::max(1.0, columns.pitch - 1), kFlowCell};
            const FlowTarget* const target = row != nullptr ? target_in(*row, columns.of, i) : nullptr;
            if (target != nullptr) {
                written(area, *row, *target);
                continue;
            }
            page.rect(area, mix(c.ground, c.idle, 0.5), 2);
            if (read == nullptr) continue;
            const FlowArrow* const arrow = arrow_from(*read, columns.of, i);
            if (arrow == nullptr) continue;
            page.add(Rect{area, 2, {}, Line{c.muted, 1}});
            value(area, arrow->value, c.ink);
        }
    }
    void labels(const FlowPlaces& columns, const std::string& array, double y) {
        page.text({Page::kLeft + kFlowGutter - 8, y}, array, page.mono(), Anchor::end);
        double told = -100;
        for (std::size_t i = 0; i < columns.x.size(); ++i) {
            const std::string text = std::to_string(columns.of.elements[i]);
            const double middle = columns.middle(static_cast<int>(i)), wide = page.width_of(text, page.mono());
            if (middle - wide / 2 < told + 5) continue;
            page.text({middle, y}, text, page.mono(), Anchor::middle);
            told = middle + wide / 2;
        }
    }
    void arrows(const FlowRow& row, double top, double bottom) {
        for (const FlowArrow& arrow : row.arrows) {
            const int begin = from.of.column_of(arrow.from), end = to.of.column_of(arrow.to);
            if (end < 0) continue;
            const Colour colour = colour_of_lane(page.colours(), arrow.lane);
            // from an element that has no column, at the right: a short one
            const double x1 = to.middle(end), x0 = begin >= 0 ? from.middle(begin) : x1 + std::min(to.pitch, 12.0);
            const double start = begin >= 0 ? top : (top + bottom) / 2, height = bottom - kArrowHead - start;
            std::vector<Point> points;
            for (int i = 0; i <= kStepsOfArrow; ++i) {
                const double t = static_cast<double>(i) / kStepsOfArrow;
                points.push_back({x0 + (x1 - x0) * t * t * (3 - 2 * t), start + height * t});
            }
            page.line(std::move(points), {colour, 1.1});
            Path head;
            head.fill = colour;
            head.move_to({x1 - kArrowHead * 0.8, bottom - kArrowHead * 1.5});
            head.line_to({x1 + kArrowHead * 0.8, bottom - kArrowHead * 1.5});
            head.line_to({x1, bottom});
            head.close();
            page.add(std::move(head));
        }
    }
    void line_of(const FlowRow& row, double y) {
        page.text({Page::kLeft + kFlowGutter - 8, y + kFlowCell / 2}, fmt::format("line {}", row.line), page.mono(), Anchor::end);
    }
};

}  // namespace

Figure flow_figure(const Setting& setting, const ShownFlow& shown) {
    const Flow& flow = shown.flow;
    const std::size_t rows = std::min(flow.rows.size(), kMostRowsOfFlow);
    std::string source = "Accesses of one warp, counted by the emulator.";
    if (const std::size_t more = flow.rows.size() - rows + flow.rows_left_out; more > 0)
        source += fmt::format(" The first {} writes; {} more are left out.", rows, more);
    if (const std::size_t more = std::max(flow.from_columns.left_out, flow.to_columns.left_out); more > 0)
        source += fmt::format(" {} more elements at the right are left out; short arrows come from there.", more);
    Page page(setting.fonts, setting.options, words_of(setting, shown.sentence, source));
    FlowDrawing draw{page, flow, FlowPlaces(flow.from_columns), FlowPlaces(flow.to_columns)};
    const bool one = flow.is_one_array();
    double y = page.y + 8;
    if (one || !flow.rows.front().arrows.empty()) draw.labels(draw.from, flow.from.name, y);
    y += 12;
    for (std::size_t i = 0; i < rows; ++i) {
        const FlowRow& row = flow.rows[i];
        const FlowRow* const next = one && i + 1 < rows ? &flow.rows[i + 1] : nullptr;
        const bool has_arrows = !row.arrows.empty();
        if (has_arrows && (!one || i == 0)) {
            draw.cells(draw.from, y, nullptr, &row);
            y += kFlowCell;
        }
        if (has_arrows) {
            const double height = one ? kFlowArrows : kFlowArrowsOfTwo;
            draw.arrows(row, y + 1, y + height - 1);
            y += height;
        } else if (i > 0) {
            y += kFlowApart;
        }
        draw.cells(draw.to, y, &row, next);
        draw.line_of(row, y);
        y += kFlowCell;
        if (one) continue;
        draw.labels(draw.to, flow.to.name, y + 10);
        y += 26;
    }
    page.y = y + 14;
    const Palette& c = page.colours();
    std::vector<Page::LegendEntry> entries{
        {[&page, &c](const Area& a) {
             for (int i = 0; i < 4; ++i) page.rect({a.x + i * a.w / 4, a.y, a.w / 4, a.h}, colour_of_lane(c, i * 31 / 3));
         },
         "written, by lane"},
        {[&page, &c](const Area& a) { page.add(Rect{a, 2, {}, Line{c.muted, 1}}); }, "read for the next write"}};
    for (const bool atomic : {false, true}) {
        const auto meets = [&](const FlowRow& row) { return row.collisions() > 0 && row.is_atomic == atomic; };
        if (std::ranges::none_of(flow.rows, meets)) continue;
        const Colour edge = atomic ? c.muted : c.warn;
        entries.push_back({[&page, &c, edge, atomic](const Area& a) {
                               page.rect(a, mix(c.ground, edge, 0.25), 2);
                               if (!atomic) page.hatch(a, mix(c.ground, edge, 0.6), 5, true);
                               page.add(Rect{a, 2, {}, Line{edge, 1.5}});
                           },
                           atomic ? "several lanes update it, in turns" : "several lanes write it"});
    }
    page.legend(entries);
    return page.finish(setting.made_with);
}

}  // namespace warpwise::ui::figure
