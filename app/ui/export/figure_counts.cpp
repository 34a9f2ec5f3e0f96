// Counts against size: a curve for each count of a sweep in the emulator, and the learner's own sketch.
#include <fmt/format.h>

#include <algorithm>
#include <cmath>

#include "lesson/formula.h"
#include "ui/export/figure_parts.h"
#include "ui/workbench/swept_name.h"

namespace warpwise::ui::figure {
namespace {

constexpr double kAxisOfCounts = 84, kLegendOfCounts = 200, kGapOfCounts = 28, kHeightOfCounts = 300;
constexpr int kStepsOfCounts = 8;
constexpr double kInset = 12, kKey = 34, kAfterKey = 12;

// Less than two powers of two hold one tick of a logarithmic axis, or two: as in the window.
bool is_narrow(double low, double high) { return high < 4 * low || !(low > 0); }

Plot plot_of(const CountScene& scene, const Area& area) {
    double low = 1e300, high = -1e300, most = 0;
    const auto see = [&](const std::vector<CurvePoint>& points) {
        for (const CurvePoint& p : points) low = std::min(low, p.x), high = std::max(high, p.x), most = std::max(most, p.y);
    };
    for (const CountScene::Curve& curve : scene.curves) see(curve.points);
    see(scene.sketch);
    if (low == high) low -= 0.5, high += 0.5;
    if (!(most > 0)) most = 1;
    return {area,
            {low, high, area.x + kInset, area.right() - kInset, is_narrow(low, high)},
            {0, linear_ticks(most, kStepsOfCounts).back(), area.bottom(), area.y, true}};
}

// Whole numbers, as far apart as their labels need.
void draw_whole_ticks(Page& page, const Plot& plot, const std::string& title) {
    const Area& a = plot.area;
    const double range = plot.x.high - plot.x.low, apart = std::max(1.0, std::ceil(range * 40 / (plot.x.to - plot.x.from)));
    for (double value = std::ceil(plot.x.low); value <= plot.x.high; value += apart) {
        const double x = plot.x.at(value);
        page.vertical(x, a.y, a.bottom(), page.colours().line);
        page.text({x, a.bottom() + 15}, number_text(value), page.mono(), Anchor::middle);
    }
    page.text({a.middle_x(), a.bottom() + 38}, title, page.ink(), Anchor::middle);
}

void draw_sketch(Page& page, const Plot& plot, const std::vector<CurvePoint>& sketch) {
    draw_curve(page, plot, sketch, page.colours().muted, 1.5, false, 0);
    for (const CurvePoint& p : sketch) draw_cross(page, plot.at(p), kMarkRadius - 1, page.colours().muted);
}

// Returns where it ends.
double draw_legend(Page& page, const CountScene& scene, Point at) {
    double y = at.y;
    const auto entry = [&](const std::string& name, auto draw) {
        draw(Point{at.x, y + Page::line_height(page.bold()) / 2});
        y += page.paragraph({at.x + kKey + kAfterKey, y}, kLegendOfCounts - kKey - kAfterKey, name, page.bold()) + 9;
    };
    for (std::size_t i = 0; i < scene.curves.size(); ++i)
        entry(scene.curves[i].name, [&](Point p) {
            page.line({p, {p.x + kKey, p.y}}, {series_colour(page.colours(), i), 2});
            draw_series_mark(page, {p.x + kKey / 2, p.y}, kMarkRadius, i);
        });
    if (!scene.sketch.empty())
        entry("your sketch", [&](Point p) {
            page.line({p, {p.x + kKey, p.y}}, {page.colours().muted, 1.5});
            draw_cross(page, {p.x + kKey / 2, p.y}, kMarkRadius - 1, page.colours().muted);
        });
    return y;
}

}  // namespace

Figure counts_figure(const Setting& setting, const CountScene& given) {
    CountScene scene = given;
    std::erase_if(scene.curves, [](const CountScene::Curve& curve) { return curve.points.empty(); });
    if (scene.curves.empty()) return empty_figure(setting, "No counts to plot yet: run a sweep first.");
    const std::string over = scene.over.empty() ? "size" : scene.over;
    Page page(setting.fonts, setting.options,
              words_of(setting, fmt::format("Counts against {}.", in_sentence(over)),
                       "Counted by the emulator: the same on every machine."));
    page.y += 30;  // the title of the count axis
    const Area area{Page::kLeft + kAxisOfCounts, page.y, Page::kWidth - kAxisOfCounts - kGapOfCounts - kLegendOfCounts,
                    kHeightOfCounts};
    const Plot plot = plot_of(scene, area);
    if (plot.x.linear)
        draw_whole_ticks(page, plot, over);
    else
        draw_power_ticks(page, plot, over + " (log scale)");
    draw_count_ticks(page, plot, "count");
    if (!scene.sketch.empty()) draw_sketch(page, plot, scene.sketch);
    for (std::size_t i = 0; i < scene.curves.size(); ++i) {
        draw_curve(page, plot, scene.curves[i].points, series_colour(page.colours(), i), 2, false, 0);
        for (const CurvePoint& p : scene.curves[i].points) draw_series_mark(page, plot.at(p), kMarkRadius, i);
    }
    page.y = std::max(area.bottom() + 46, draw_legend(page, scene, {area.right() + kGapOfCounts, area.y}));
    return page.finish(setting.made_with);
}

}  // namespace warpwise::ui::figure
