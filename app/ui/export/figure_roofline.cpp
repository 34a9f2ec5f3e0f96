// Operations per second against operations per byte, below the roofs of the devices.
#include <fmt/format.h>

#include <algorithm>
#include <cmath>

#include "ui/export/figure_parts.h"

namespace warpwise::ui::figure {
namespace {

constexpr double kRatesWidth = 96, kLegendWidth = 214, kGap = 28, kPlotHeight = 310;

std::string rate(double gflop_s) { return rate_text(gflop_s, "FLOP/s"); }

template <typename Thing>
std::optional<std::size_t> recording_of(const Thing& thing) {
    return thing.recorded ? std::optional(thing.recording) : std::nullopt;
}

Plot plot_of(const RooflineScene& scene, const Area& area) {
    double x_low = 1.0 / 32, x_high = 32, y_low = 1e300, y_high = 0;
    const auto take = [&](double x, double y) {
        x_low = std::min(x_low, x / 2), x_high = std::max(x_high, x * 2);
        y_low = std::min(y_low, y), y_high = std::max(y_high, y);
    };
    for (const Roof& roof : scene.roofs) take(roof.ridge(), roof.gflop_s);
    for (const RoofPoint& p : scene.points) take(p.flop_per_byte, p.gflop_s);
    for (const auto& trail : scene.trails)
        for (const CurvePoint& p : trail.points) take(p.x, p.y);
    x_low = std::exp2(std::floor(std::log2(x_low))), x_high = std::exp2(std::ceil(std::log2(x_high)));
    for (const Roof& roof : scene.roofs) y_low = std::min(y_low, roof.at(x_low));
    y_low = std::pow(10, std::floor(std::log10(y_low * 0.9)));
    y_high = std::pow(10, std::ceil(std::log10(y_high * 1.1)));
    return {area, {x_low, x_high, area.x, area.right()}, {y_low, y_high, area.bottom(), area.y}};
}

void draw_roof(Page& page, const Plot& plot, const Roof& roof) {
    const double ridge = std::clamp(roof.ridge(), plot.x.low, plot.x.high);
    std::vector<CurvePoint> line{{plot.x.low, roof.at(plot.x.low)}, {ridge, roof.at(ridge)}, {plot.x.high, roof.at(plot.x.high)}};
    draw_curve(page, plot, line, device_colour(page.colours(), roof.device, recording_of(roof)), 2, roof.recorded, 0);
}

const Roof* roof_for(const RooflineScene& scene, const RoofPoint& point) {
    const auto found = std::ranges::find_if(scene.roofs, [&](const Roof& roof) {
        return roof.device == point.device && roof.recorded == point.recorded && roof.recording == point.recording;
    });
    return found != scene.roofs.end() ? &*found : nullptr;
}

// Roofs with their names, then the runs with what the roof says about them.
double draw_legend(Page& page, const RooflineScene& scene, Point at) {
    constexpr double key = 34, after = 12;
    const double text_x = at.x + key + after, room = kLegendWidth - key - after;
    double y = at.y;
    for (const Roof& roof : scene.roofs) {
        const double middle = y + Page::line_height(page.bold()) / 2;
        page.line({{at.x, middle}, {at.x + key, middle}},
                  {device_colour(page.colours(), roof.device, recording_of(roof)), 2, roof.recorded ? 5.0 : 0.0});
        y += page.paragraph({text_x, y}, room, roof.name, page.bold());
        y += page.paragraph({text_x, y}, room,
                            fmt::format("at most {} and {}, {}", rate_text(roof.gb_s, "B/s"), rate(roof.gflop_s),
                                        roof.recorded ? "recorded on " + roof.date.substr(0, 10) : "measured here"),
                            page.muted());
        y += 9;
    }
    for (const RoofPoint& point : scene.points) {
        draw_mark(page, {at.x + key / 2, y + Page::line_height(page.bold()) / 2}, kMarkRadius + 1, point.device,
                  recording_of(point));
        y += page.paragraph(
            {text_x, y}, room,
            fmt::format("{}: {} at {:.3g} FLOP per byte", short_title_of(point.device), rate(point.gflop_s), point.flop_per_byte),
            page.bold());
        if (const Roof* roof = roof_for(scene, point))
            y += page.paragraph({text_x, y}, room, judgement(point, *roof), page.muted());
        y += 9;
    }
    return y;
}

}  // namespace

Figure roofline_figure(const Setting& setting, const RooflineScene& scene) {
    const bool empty = scene.roofs.empty() && scene.points.empty() &&
                       std::ranges::all_of(scene.trails, [](const auto& t) { return t.points.empty(); });
    if (empty)
        return empty_figure(setting, "Nothing to plot yet: measure the ceilings, or run the kernel on a device that is timed.");
    Page page(setting.fonts, setting.options,
              words_of(setting, "What the devices can do at most, and where this kernel lies below it.",
                       "Roofs: bytes copied per second and multiply-adds per second, the fastest of seven samples each. Runs: the "
                       "operations and bytes that the algorithm needs, divided by the kernel's time."));
    page.y += 30;
    const Area area{Page::kLeft + kRatesWidth, page.y, Page::kWidth - kRatesWidth - kGap - kLegendWidth, kPlotHeight};
    const Plot plot = plot_of(scene, area);
    draw_power_ticks(page, plot, "operations per byte");
    draw_decades(page, plot, "rate", [](double gflop_s) { return rate_tick(gflop_s, "FLOP/s"); });
    for (const Roof& roof : scene.roofs) draw_roof(page, plot, roof);
    for (const auto& trail : scene.trails) {
        const auto points = reduce_to_columns(trail.points, plot.x.low, plot.x.high, static_cast<int>(area.w), true);
        const Colour colour = mix(device_colour(page.colours(), trail.device, trail.recording), page.colours().ground, 0.25);
        draw_curve(page, plot, points, colour, 1.5, trail.recording.has_value(), 2.5);
        for (const CurvePoint& p : points) draw_mark(page, plot.at(p), 2.5, trail.device, trail.recording);
    }
    for (const RoofPoint& point : scene.points) {
        const Point at = plot.at({point.flop_per_byte, point.gflop_s});
        draw_mark(page, at, kMarkRadius + 1, point.device, recording_of(point));
        Path ring = rounded({at.x - 10, at.y - 10, 20, 20}, 10);
        ring.edge = Line{page.colours().ink, 1.2, 0};
        page.add(std::move(ring));
    }
    page.y = std::max(area.bottom() + 46, draw_legend(page, scene, {area.right() + kGap, area.y}));
    return page.finish(setting.made_with);
}

}  // namespace warpwise::ui::figure
