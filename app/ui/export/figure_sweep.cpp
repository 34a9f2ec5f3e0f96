// Time against size: a curve for each device, and where one overtakes another.
#include <fmt/format.h>

#include <algorithm>
#include <cmath>

#include "ui/export/figure_parts.h"
#include "ui/workbench/swept_name.h"

namespace warpwise::ui::figure {
namespace {

constexpr double kAxisWidth = 78, kSweepLegendWidth = 200, kSweepGap = 28, kSweepPlotHeight = 300;
constexpr std::size_t kMostMarks = 64, kMostCurves = 24, kMostBars = 128;
constexpr int kLinearSteps = 8;
constexpr double kWidestBar = 24, kLeastBar = 2;

std::string duration(double ms) { return with_micro(short_duration(ms)); }

Plot plot_of(const SweepScene& scene, const Area& area) {
    double x_low = 1e300, x_high = 0, y_low = 1e300, y_high = 0;
    for (const SweepCurve& curve : scene.curves)
        for (const CurvePoint& p : curve.points) {
            x_low = std::min(x_low, p.x), x_high = std::max(x_high, p.x);
            y_low = std::min(y_low, p.y), y_high = std::max(y_high, p.y);
        }
    if (scene.stack)
        for (const PhaseStack::Bar& bar : scene.stack->bars) {
            x_low = std::min(x_low, bar.x), x_high = std::max(x_high, bar.x);
            y_high = std::max(y_high, bar.phases.total_ms());
        }
    if (x_low == x_high) x_low /= 2, x_high *= 2;
    const double inset = scene.stack ? kWidestBar / 2 + 4 : 8;  // marks and bars at the edges are not cut
    const LogAxis x{x_low, x_high, area.x + inset, area.right() - inset};
    if (scene.stack) return {area, x, {0, linear_ticks(y_high, kLinearSteps).back(), area.bottom(), area.y, true}};
    y_low = std::pow(10, std::floor(std::log10(y_low * 0.95)));
    y_high = std::pow(10, std::ceil(std::log10(y_high * 1.05)));
    return {area, x, {y_low, y_high, area.bottom(), area.y}};
}

Colour stack_colour(const Page& page, const PhaseStack& stack) {
    return device_colour(page.colours(), stack.device, stack.recorded ? std::optional(stack.recording) : std::nullopt);
}

// Below the curves: what a GPU's time is made of at each size, as in the window. What was recorded has a dashed frame.
void draw_stack(Page& page, const Plot& plot, const PhaseStack& stack) {
    double width = kWidestBar;
    for (std::size_t i = 1; i < stack.bars.size(); ++i)
        width = std::min(width, 0.6 * (plot.x.at(stack.bars[i].x) - plot.x.at(stack.bars[i - 1].x)));
    width = std::max(kLeastBar, std::floor(width));
    const std::size_t step = (stack.bars.size() + kMostBars - 1) / kMostBars;
    for (std::size_t i = 0; i < stack.bars.size(); i += step) {
        const PhaseStack::Bar& bar = stack.bars[i];
        const double left = plot.x.at(bar.x) - width / 2;
        double sum = 0;
        for (std::size_t phase = 0; phase < bar.phases.ms.size(); ++phase) {
            if (!(bar.phases.ms[phase] > 0)) continue;
            const double low = plot.y.at(sum);
            sum += bar.phases.ms[phase];
            const double high = plot.y.at(sum);
            if (low > high) draw_phase(page, kTimedPhases[phase], stack_colour(page, stack), {left, high, width, low - high});
        }
        const double high = plot.y.at(sum);
        if (stack.recorded && plot.area.bottom() - high > 2)
            page.add(Rect{{left - 1, high, width + 2, plot.area.bottom() - high}, 0, {}, Line{page.colours().ink, 1, 3}});
    }
}

// The phases below the devices of the legend; returns where it ends.
double draw_stack_legend(Page& page, const SweepScene& scene, Point at) {
    constexpr double key = 16, after = 10;
    double y = at.y + 6;
    y += page.paragraph({at.x, y}, kSweepLegendWidth, "By phase: " + scene.stack_label, page.muted()) + 4;
    for (const std::size_t phase : scene.stack->phases) {
        draw_phase(page, kTimedPhases[phase], stack_colour(page, *scene.stack), {at.x, y + 2, key, key - 2});
        y += page.paragraph({at.x + key + after, y}, kSweepLegendWidth - key - after, phase_label(phase), page.ink()) + 4;
    }
    return y;
}

// The line from the crossing down to its size. The words about it stand beside the plot: nothing lies under a curve.
void draw_crossover(Page& page, const Plot& plot, const Crossover& crossing) {
    const Point at = plot.at({crossing.x, crossing.y});
    page.line({{at.x, at.y + 8}, {at.x, plot.area.bottom()}}, {page.colours().ink, 1.2, 3});
    Path ring = rounded({at.x - 7, at.y - 7, 14, 14}, 7);
    ring.edge = Line{page.colours().ink, 2, 0};
    page.add(std::move(ring));
}

void draw_key(Page& page, const SweepCurve& curve, Point at, double length) {
    const Colour colour = device_colour(page.colours(), curve.device, curve.recording);
    const double half = length / 2, cut = curve.recording ? kMarkRadius + 1 : 0;
    const Line line{colour, 2, curve.recording ? 5.0 : 0.0};
    page.line({{at.x, at.y}, {at.x + half - cut, at.y}}, line);
    page.line({{at.x + half + cut, at.y}, {at.x + length, at.y}}, line);
    draw_mark(page, {at.x + half, at.y}, kMarkRadius, curve.device, curve.recording);
}

// A curve's name and where its times come from, one below the other; returns where the legend ends.
double draw_legend(Page& page, const SweepScene& scene, Point at) {
    constexpr double key = 34, after = 12;
    double y = at.y;
    for (const SweepCurve& curve : scene.curves) {
        draw_key(page, curve, {at.x, y + Page::line_height(page.bold()) / 2}, key);
        y += page.paragraph({at.x + key + after, y}, kSweepLegendWidth - key - after, curve.name, page.bold());
        y += page.paragraph({at.x + key + after, y}, kSweepLegendWidth - key - after, curve.source, page.muted());
        y += 9;
    }
    return y;
}

std::string source_text(const SweepScene& scene) {
    std::vector<std::string> sources;
    for (const SweepCurve& curve : scene.curves)
        if (std::ranges::find(sources, curve.source) == sources.end()) sources.push_back(curve.source);
    std::string text = scene.end_to_end ? "Times from host arrays to host arrays, with copies"
                                        : "Times of the kernel or routine alone, without copies";
    for (std::size_t i = 0; i < sources.size(); ++i)
        text += (i == 0 ? ": " : i + 1 == sources.size() ? " and " : ", ") + sources[i];
    text += ".";
    if (scene.stack) text += " Bars: medians of the phases; between a bar and the mark above it lies the time between the phases.";
    return text;
}

}  // namespace

Figure sweep_figure(const Setting& setting, const SweepScene& given) {
    SweepScene scene = given;
    std::erase_if(scene.curves, [](SweepCurve& curve) {
        std::erase_if(curve.points, [](const CurvePoint& p) { return !(p.x > 0) || !(p.y > 0) || !std::isfinite(p.y); });
        return curve.points.empty();
    });
    if (scene.stack) std::erase_if(scene.stack->bars, [](const PhaseStack::Bar& bar) { return !(bar.x > 0); });
    if (scene.curves.empty()) return empty_figure(setting, "No times to plot yet: run a sweep first.");
    const std::size_t left_out = scene.curves.size() > kMostCurves ? scene.curves.size() - kMostCurves : 0;
    scene.curves.resize(scene.curves.size() - left_out);
    std::string subtitle = scene.verdict.empty() ? "" : with_micro(scene.verdict) + ".";
    if (left_out > 0) subtitle += fmt::format("{}{} more curves are not drawn.", subtitle.empty() ? "" : " ", left_out);
    if (subtitle.empty()) subtitle = fmt::format("Time against {}.", scene.over.empty() ? "size" : in_sentence(scene.over));
    Page page(setting.fonts, setting.options, words_of(setting, subtitle, source_text(scene)));
    page.y += 30;  // the title of the time axis
    const Area area{Page::kLeft + kAxisWidth, page.y, Page::kWidth - kAxisWidth - kSweepGap - kSweepLegendWidth, kSweepPlotHeight};
    const Plot plot = plot_of(scene, area);
    draw_power_ticks(page, plot, fmt::format("{} (log scale)", scene.over.empty() ? "size" : scene.over));
    if (scene.stack) {
        draw_linear_ticks(page, plot, "time");
        draw_stack(page, plot, *scene.stack);
    } else {
        draw_decades(page, plot, "time", duration);
    }
    for (const SweepCurve& curve : scene.curves) {
        const Colour colour = device_colour(page.colours(), curve.device, curve.recording);
        const auto points = reduce_to_columns(curve.points, plot.x.low, plot.x.high, static_cast<int>(area.w), true);
        const bool marked = points.size() <= kMostMarks;
        draw_curve(page, plot, points, colour, 2, curve.recording.has_value(), marked ? kMarkRadius : 0);
        if (!marked) continue;
        for (const CurvePoint& p : points) draw_mark(page, plot.at(p), kMarkRadius, curve.device, curve.recording);
    }
    if (scene.crossover) draw_crossover(page, plot, *scene.crossover);
    double legend_end = draw_legend(page, scene, {area.right() + kSweepGap, area.y});
    if (scene.stack) legend_end = draw_stack_legend(page, scene, {area.right() + kSweepGap, legend_end});
    page.y = std::max(area.bottom() + 46, legend_end);
    return page.finish(setting.made_with);
}

}  // namespace warpwise::ui::figure
