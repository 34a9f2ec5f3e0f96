// An estimate from random samples: the points in the unit square, and the error against their number.
#include <fmt/format.h>

#include <algorithm>
#include <cmath>

#include "ui/export/figure_parts.h"

namespace warpwise::ui::figure {
namespace {

constexpr double kSquare = 270, kGapOfSquare = 96, kAxisOfError = 64, kSizeOfPoint = 2.4;
constexpr std::size_t kMostPointsOfFigure = 5000;
constexpr int kColumnsOfCurve = 300, kStepsOfBand = 32;

std::string error_text(double value) { return fmt::format("{:g}", value); }

void draw_points(Page& page, const ShownEstimate& shown, const Area& area) {
    const Palette& c = page.colours();
    page.add(Rect{area, 0, {}, Line{c.line, 1}});
    const std::size_t count = std::min({static_cast<std::size_t>(shown.count), shown.samples.points.size(), kMostPointsOfFigure});
    for (std::size_t i = 0; i < count; ++i) {
        const CurvePoint& p = shown.samples.points[i];
        page.rect({area.x + p.x * (area.w - kSizeOfPoint), area.bottom() - kSizeOfPoint - p.y * (area.h - kSizeOfPoint),
                   kSizeOfPoint, kSizeOfPoint},
                  c.blocks[shown.samples.hits[i] != 0 ? 0 : 2]);
    }
}

void draw_sample_ticks(Page& page, const Plot& plot) {
    for (const double value : decade_ticks(1, plot.x.high, static_cast<int>(plot.area.w / 56))) {
        if (value > plot.x.high * 1.001) continue;
        const double x = plot.x.at(value);
        page.vertical(x, plot.area.y, plot.area.bottom(), page.colours().line);
        page.text({x, plot.area.bottom() + 13}, with_separators(std::llround(value)), page.mono(), Anchor::middle);
    }
    page.text({plot.area.middle_x(), plot.area.bottom() + 34}, "samples", page.ink(), Anchor::middle);
}

void draw_band(Page& page, const ShownEstimate& shown, const Plot& plot) {
    const Palette& c = page.colours();
    Path band;
    band.fill = mix(c.ground, c.muted, 0.2);
    std::vector<Point> edge;
    const double log_high = std::log(plot.x.high);
    for (int i = 0; i <= kStepsOfBand; ++i) {
        const double x = std::exp(log_high * i / kStepsOfBand), y = kErrorsOfBand * standard_error(shown.view, x);
        if (y < plot.y.low) break;
        edge.push_back(plot.at({x, y}));
    }
    if (edge.size() < 2) return;
    band.move_to({edge.front().x, plot.area.bottom()});
    for (const Point& p : edge) band.line_to(p);
    band.line_to({edge.back().x, plot.area.bottom()});
    band.close();
    page.add(std::move(band));
    page.line(std::move(edge), {c.muted, 1.2});
}

}  // namespace

Figure estimate_figure(const Setting& setting, const ShownEstimate& shown) {
    if (shown.samples.count() == 0 || shown.count == 0) return empty_figure(setting, "No samples to draw: run a kernel first.");
    const bool has_points = !shown.samples.points.empty();
    std::string source = fmt::format("Computed from the samples of one run ({}).", shown.samples.label);
    if (has_points && std::min(shown.samples.points.size(), kMostPointsOfFigure) < shown.count)
        source += fmt::format(" The first {} points are drawn.",
                              with_separators(std::min(shown.samples.points.size(), kMostPointsOfFigure)));
    Page page(setting.fonts, setting.options, words_of(setting, estimate_sentence(shown.view, shown.samples, shown.count), source));
    page.y += 30;  // the title of the error's axis
    double left = Page::kLeft;
    if (has_points) {
        draw_points(page, shown, {left, page.y, kSquare, kSquare});
        left += kSquare + kGapOfSquare;
    } else {
        left += kAxisOfError;
    }
    const Area area{left, page.y, Page::kRight - left, kSquare};
    ErrorRange range = error_range(shown.view, shown.samples);
    std::uint64_t largest = shown.samples.count();
    for (const Samples& one : shown.earlier) {
        const ErrorRange other = error_range(shown.view, one);
        range = {std::min(range.low, other.low), std::max(range.high, other.high)};
        largest = std::max(largest, one.count());
    }
    const double most = std::max(2.0, static_cast<double>(largest));
    const Plot plot{area, {1, most * 1.4, area.x, area.right()}, {range.low, range.high, area.bottom(), area.y}};
    draw_band(page, shown, plot);
    draw_sample_ticks(page, plot);
    draw_decades(page, plot, "error", error_text);
    const Palette& c = page.colours();
    const Colour grey = mix(c.ground, c.muted, 0.75);
    for (const Samples& one : shown.earlier)
        draw_curve(page, plot, error_curve(shown.view, one, one.count(), most, range.low, kColumnsOfCurve), grey, 1, false, 0);
    draw_curve(page, plot, error_curve(shown.view, shown.samples, shown.count, most, range.low, kColumnsOfCurve), c.series[0], 1.8,
               false, 0);
    draw_dot(page,
             plot.at({static_cast<double>(shown.count), std::max(range.low, error_after(shown.view, shown.samples, shown.count))}),
             4, c.series[0], false);
    page.y = area.bottom() + 56;
    std::vector<Page::LegendEntry> entries;
    const auto square = [&page](Colour colour) {
        return [&page, colour](const Area& a) { page.rect({a.x + 3, a.middle_y() - 3, 6, 6}, colour); };
    };
    const auto line = [&page](Colour colour, double width) {
        return
            [&page, colour, width](const Area& a) { page.line({{a.x, a.middle_y()}, {a.right(), a.middle_y()}}, {colour, width}); };
    };
    if (has_points) {
        entries.push_back({square(c.blocks[0]), "hit"});
        entries.push_back({square(c.blocks[2]), "no hit"});
    }
    entries.push_back({line(c.series[0], 1.8), "error"});
    if (!shown.earlier.empty()) entries.push_back({line(grey, 1), "earlier runs"});
    entries.push_back({[&page, &c](const Area& a) {
                           page.rect(a, mix(c.ground, c.muted, 0.2));
                           page.line({{a.x, a.y}, {a.right(), a.y}}, {c.muted, 1.2});
                       },
                       fmt::format("within {:g} standard errors", kErrorsOfBand)});
    page.legend(entries);
    return page.finish(setting.made_with);
}

}  // namespace warpwise::ui::figure
