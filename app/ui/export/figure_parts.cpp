#include "ui/export/figure_parts.h"

#include <fmt/format.h>

#include <algorithm>
#include <array>
#include <cmath>
#include <numbers>

#include "lesson/formula.h"
#include "ui/kit/lane_colour.h"
#include "ui/timing/phase_look.h"

namespace warpwise::ui::figure {
namespace {

constexpr double kLabelDistance = 10;

enum class Mark { circle, square, diamond, cross, up, down, right, left };

Mark mark_of(const DeviceId& device, std::optional<std::size_t> recording) {
    constexpr Mark of_gpus[] = {Mark::up, Mark::down, Mark::right, Mark::left};
    switch (device.kind) {
        case DeviceKind::cpu_serial: return Mark::circle;
        case DeviceKind::cpu_vector: return Mark::square;
        case DeviceKind::cpu_threads: return Mark::diamond;
        case DeviceKind::cpu_library: return Mark::cross;
        default: return of_gpus[(recording.value_or(0) + static_cast<std::size_t>(device.ordinal)) % std::size(of_gpus)];
    }
}

// Corners at these angles of a turn, counted clockwise from above.
Path polygon(Point at, double radius, int corners, double first_turn) {
    Path path;
    for (int i = 0; i < corners; ++i) {
        const double angle = 2 * std::numbers::pi * (first_turn + static_cast<double>(i) / corners);
        const Point p{at.x + radius * std::sin(angle), at.y - radius * std::cos(angle)};
        i == 0 ? path.move_to(p) : path.line_to(p);
    }
    path.close();
    return path;
}

Path outline_of(Mark mark, Point at, double r) {
    switch (mark) {
        case Mark::circle: return rounded({at.x - r, at.y - r, 2 * r, 2 * r}, r);
        case Mark::square: return rounded({at.x - 0.9 * r, at.y - 0.9 * r, 1.8 * r, 1.8 * r}, 0);
        case Mark::diamond: return polygon(at, 1.25 * r, 4, 0);
        case Mark::up: return polygon(at, 1.25 * r, 3, 0);
        case Mark::down: return polygon(at, 1.25 * r, 3, 0.5);
        case Mark::right: return polygon(at, 1.25 * r, 3, 0.25);
        case Mark::left: return polygon(at, 1.25 * r, 3, 0.75);
        case Mark::cross: break;
    }
    Path path;
    path.move_to({at.x - r, at.y - r});
    path.line_to({at.x + r, at.y + r});
    path.move_to({at.x - r, at.y + r});
    path.line_to({at.x + r, at.y - r});
    return path;
}

}  // namespace

Words words_of(const Setting& setting, std::string subtitle, const std::string& source) {
    Words words = setting.words;
    if (words.subtitle.empty()) words.subtitle = std::move(subtitle);
    words.source = source + (source.empty() || words.source.empty() ? "" : " ") + words.source;
    if (!setting.day.empty() && words.source.find(setting.day) == std::string::npos)
        words.source += fmt::format("{}Drawn {}.", words.source.empty() ? "" : " ", setting.day);
    return words;
}

void draw_mark(Page& page, Point at, double radius, const DeviceId& device, std::optional<std::size_t> recording) {
    const Mark mark = mark_of(device, recording);
    const Colour colour = device_colour(page.colours(), device, recording);
    Path path = outline_of(mark, at, recording ? radius - 0.6 : radius);
    if (recording || mark == Mark::cross)
        path.edge = Line{colour, mark == Mark::cross ? 2.2 : 1.4, 0};
    else
        path.fill = colour;
    page.add(std::move(path));
}

Colour series_colour(const Palette& palette, std::size_t series) { return palette.series[series % palette.series.size()]; }

void draw_series_mark(Page& page, Point at, double radius, std::size_t series) {
    constexpr std::array marks{Mark::circle, Mark::square, Mark::diamond, Mark::up, Mark::down};  // as the window's
    Path path = outline_of(marks[series % marks.size()], at, radius);
    path.fill = series_colour(page.colours(), series);
    page.add(std::move(path));
}

void draw_dot(Page& page, Point at, double radius, Colour colour, bool hollow) {
    const double r = hollow ? radius - 0.5 : radius;
    Path path = outline_of(Mark::circle, at, r);
    if (hollow)
        path.edge = Line{colour, 1, 0};
    else
        path.fill = colour;
    page.add(std::move(path));
}

void draw_cross(Page& page, Point at, double radius, Colour colour) {
    Path path = outline_of(Mark::cross, at, radius);
    path.edge = Line{colour, 2, 0};
    page.add(std::move(path));
}

double LogAxis::at(double value) const {
    if (linear) return from + (to - from) * std::clamp((value - low) / (high - low), 0.0, 1.0);
    return from + (to - from) * std::clamp(std::log(value / low) / std::log(high / low), 0.0, 1.0);
}

void draw_power_ticks(Page& page, const Plot& plot, const std::string& title) {
    constexpr int steps[] = {1, 2, 4, 8, 16};
    const TextStyle style = page.mono();
    const Area& a = plot.area;
    const double low = std::log2(plot.x.low), high = std::log2(plot.x.high);
    int step = steps[0];
    for (const int wider : steps)
        if ((plot.x.to - plot.x.from) / (high - low) * step < 40) step = wider;
    for (int e = static_cast<int>(std::ceil(low / step - 1e-9)) * step; e <= high + 1e-9; e += step) {
        const double x = plot.x.at(std::exp2(e));
        page.vertical(x, a.y, a.bottom(), page.colours().line);
        page.power_of_two({x, a.bottom() + 15}, e, style);
    }
    page.text({a.middle_x(), a.bottom() + 38}, title, page.ink(), Anchor::middle);
}

void draw_decades(Page& page, const Plot& plot, const std::string& title, std::string (*text)(double)) {
    const TextStyle style = page.mono();
    const Area& a = plot.area;
    const int most = std::max(2, static_cast<int>(a.h / 24));
    for (const double value : decade_ticks(plot.y.low, plot.y.high, most)) {
        if (value < plot.y.low * 0.999 || value > plot.y.high * 1.001) continue;
        const double y = plot.y.at(value);
        page.horizontal(a.x, a.right(), y, page.colours().line);
        page.text({a.x - kLabelDistance, y}, text(value), style, Anchor::end);
    }
    page.text({a.x - kLabelDistance, a.y - 22}, title, page.ink(), Anchor::end);
}

void draw_linear_axis(Page& page, const Plot& plot, const std::string& title, std::string (*text)(double value, double high)) {
    const Area& a = plot.area;
    for (const double value : linear_ticks(plot.y.high, std::max(2, static_cast<int>(a.h / 36)))) {
        const double y = plot.y.at(value);
        page.horizontal(a.x, a.right(), y, page.colours().line);
        page.text({a.x - kLabelDistance, y}, text(value, plot.y.high), page.mono(), Anchor::end);
    }
    page.text({a.x - kLabelDistance, a.y - 22}, title, page.ink(), Anchor::end);
}

void draw_linear_ticks(Page& page, const Plot& plot, const std::string& title) {
    draw_linear_axis(page, plot, title, tick_duration);
}

void draw_count_ticks(Page& page, const Plot& plot, const std::string& title) {
    draw_linear_axis(page, plot, title, [](double value, double) { return number_text(value); });
}

void draw_curve(Page& page, const Plot& plot, const std::vector<CurvePoint>& points, Colour colour, double width, bool recorded,
                double mark) {
    if (!recorded || mark <= 0) {
        std::vector<Point> places;
        for (const CurvePoint& p : points) places.push_back(plot.at(p));
        return page.line(std::move(places), {colour, width, recorded ? 6.0 : 0.0});
    }
    Path path;
    path.edge = Line{colour, width, 5};
    for (std::size_t i = 1; i < points.size(); ++i) {
        const Point a = plot.at(points[i - 1]), b = plot.at(points[i]);
        const double length = std::hypot(b.x - a.x, b.y - a.y), cut = mark + 1;
        if (length <= 2 * cut) continue;
        const double dx = (b.x - a.x) / length * cut, dy = (b.y - a.y) / length * cut;
        path.move_to({a.x + dx, a.y + dy});
        path.line_to({b.x - dx, b.y - dy});
    }
    if (!path.steps.empty()) page.add(std::move(path));
}

void draw_phase(Page& page, std::string_view phase, Colour kernel, const Area& area) {
    const PhaseLook look = phase_look(phase);
    const Palette& c = page.colours();
    const Colour fill = look.colour == PhaseLook::Colour::device ? kernel
                        : look.colour == PhaseLook::Colour::grey ? mix(c.ground, c.muted, 0.4)
                                                                 : c.series[static_cast<std::size_t>(look.series)];
    page.rect(area, fill);
    if (!(area.w > 4)) return;  // a pattern in a hairline is noise
    const Colour ink = mix(fill, c.ground, 0.5);
    if (look.pattern == PhaseLook::Pattern::down || look.pattern == PhaseLook::Pattern::hatch) page.hatch(area, ink, 6, false);
    if (look.pattern == PhaseLook::Pattern::across || look.pattern == PhaseLook::Pattern::hatch) page.hatch(area, ink, 6, true);
}

Figure empty_figure(const Setting& setting, const std::string& why) {
    Page page(setting.fonts, setting.options, words_of(setting, {}, {}));
    page.y += 12;
    page.y += page.paragraph({Page::kLeft, page.y}, Page::kWidth, why, page.muted(Fonts::kBody));
    page.y += 12;
    return page.finish(setting.made_with);
}

std::string tick_duration(double ms, double highest_ms) {
    constexpr std::pair<double, const char*> units[] = {{1000, "s"}, {1, "ms"}, {1e-3, "µs"}, {1e-6, "ns"}};
    for (const auto& [unit, name] : units)
        if (highest_ms >= unit || unit == 1e-6) return ms == 0 ? "0" : fmt::format("{:.4g} {}", ms / unit, name);
    return {};
}

std::string with_micro(std::string text) {
    for (std::size_t at = text.find(" us"); at != std::string::npos; at = text.find(" us", at + 1)) {
        const std::size_t end = at + 3;
        if (end == text.size() || !std::isalpha(static_cast<unsigned char>(text[end]))) text.replace(at, 3, " µs");
    }
    return text;
}

Colour colour_of_lane(const Palette& c, int lane) {
    const double at = static_cast<double>(lane) / (kLanesOfWarp - 1);
    return at < 0.5 ? mix(c.series[3], c.series[2], at * 2) : mix(c.series[2], c.series[0], at * 2 - 1);
}

}  // namespace warpwise::ui::figure
